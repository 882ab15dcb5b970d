import { BigtabError } from '../../errors.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import type {
  FamilyRecord,
  FileRecord,
  LostRecord,
  QuarantinedFile,
  TableRecord,
} from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { salvaged } from '../../storage/fs/salvaged-handle.js';
import { withAttempts } from '../../storage/fs/with-attempts.js';
import { BlockSearch } from '../../storage/storefile/block-search.js';
import { SalvageScanner, type SearchedFile } from '../../storage/storefile/salvage-scanner.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { CellRewriter } from '../compaction/cell-rewriter.js';
import { discardRun, writeRun } from '../compaction/write-run.js';
import type { Engine } from '../region/engine.js';
import { withExpired } from '../region/kept-history.js';
import { entryPaths, reopenIndexes, withNewIndexes } from '../region/new-indexes.js';
import { openStoreFile } from '../region/open-store-file.js';
import { withPurged } from '../region/purged-cells.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import { withRollbackPoint } from '../region/rollback-point.js';
import { type RowBounds, rowsOf } from '../region/row-bounds.js';
import type { OpenRun, Store, StoreRun } from '../region/store.js';
import { MatchCode } from '../scan/match-code.js';
import type { Matcher } from '../scan/matcher.js';
import { lostRows } from './lost-parts.js';

/** How the rewriting of a run is controlled and observed. */
export interface RewriteControl {
  /** Whether a path exists. Only files that do are set aside. */
  readonly exists: (path: string) => boolean;
  /** Called before each step. The run is given up if it returns true. */
  readonly stopped: () => boolean;
  /** Called with the number of cells that were visited. */
  readonly onStep: (cells: number) => void;
}

/** Files are searched for this long at a time, so that other requests can run. */
const SLICE_MS = 4;

/** A repair drops nothing that can be read. */
const KEEP_ALL: Matcher = {
  startRow: () => {},
  match: () => MatchCode.Include,
  nextColumn: (cell) => cell,
};

/**
 * Replaces one run of `store` by what can be read of it, block by block: cells → new files on the device → catalog (the
 * commit point) → view. The files of the run go into quarantine, and the commit lists what is lost. Resolves to whether that is
 * anything; null if it was given up, or if a file may be sound but cannot be read now. REQUIRES that no flush and no
 * compaction of the region runs.
 */
export async function rewriteRun(
  engine: Engine,
  region: Region,
  store: Store,
  run: StoreRun,
  control: RewriteControl,
): Promise<boolean | null> {
  const inputs = new RunInputs(engine, region, store, run);
  try {
    if (!(await inputs.open(control.stopped))) return null;
    const output = await writeOutput(engine, region, store, inputs, control);
    if (output === null) return null;
    const { lost } = inputs;
    await commitRun(engine, region, store, run, output, lost, control);
    return lost.length > 0;
  } finally {
    inputs.close();
  }
}

/** The files of a run, and what could not be read of them. */
class RunInputs {
  /** By path. */
  readonly #lost = new Map<string, RowBounds[]>();
  /** Those of which something can be read, in the order of their rows. */
  readonly #files: (SearchedFile & { readonly rows: RowBounds })[] = [];
  readonly #opened: { close(): void }[] = [];
  readonly numbers: readonly number[];
  readonly #engine: Engine;
  readonly #region: Region;
  readonly #store: Store;
  readonly #run: StoreRun;

  constructor(engine: Engine, region: Region, store: Store, run: StoreRun) {
    this.#engine = engine;
    this.#region = region;
    this.#store = store;
    this.#run = run;
    this.numbers = run.map(({ record }) => record.number);
  }

  /**
   * Opens the files and searches their blocks. Resolves to false if it was stopped, or if a file may be sound, but cannot
   * be opened now, or only by a newer version.
   */
  async open(stopped: () => boolean): Promise<boolean> {
    for (const one of this.#run) {
      const { record } = one;
      const path = storeFilePath(this.#region.id, record);
      const opened = one.file?.isOpen ? one.file.medium : await this.#openAgain(record, path);
      if (opened === 'not now') return false;
      const handle = opened === null ? null : salvaged(opened, path);
      // A file without cells has no rows.
      const rows = one.file === null ? rowsOf(record) : rowsIn(one.file);
      const search = handle === null ? null : new BlockSearch(handle, record.number);
      if (search !== null && !(await this.#search(search, stopped))) return false;
      const familyId = record.familyId ?? this.#store.familyId;
      if (handle !== null && search !== null && search.blocks.length > 0)
        this.#files.push({ handle, path, fileNumber: record.number, familyId, search, rows });
      else if (rows.last?.length !== 0) this.#lose(path, rows);
    }
    return true;
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** What could not be read. */
  get lost(): readonly LostRecord[] {
    const { name: table } = this.#region;
    const family = this.#store.family.name;
    return [...this.#lost].flatMap(([path, rows]) => lostRows({ path, table, family }, rows));
  }

  /** Scanners of the files. What they cannot read is added to `lost`. */
  scanners(): readonly KeyValueScanner[] {
    return this.#files.map((file, order) => {
      const { path, rows } = file;
      return new SalvageScanner(file, this.#engine.cache, order, (first, last) =>
        this.#lose(path, { first: first ?? rows.first, last: last ?? rows.last }),
      );
    });
  }

  close(): void {
    for (const handle of this.#opened) handle.close();
  }

  #lose(path: string, rows: RowBounds): void {
    const lost = this.#lost.get(path) ?? [];
    this.#lost.set(path, lost);
    lost.push(rows);
  }

  /** Null if the file is missing, or the device refuses each attempt to open it. */
  async #openAgain(record: FileRecord, path: string): Promise<FileHandle | null | 'not now'> {
    try {
      const handle = await withAttempts(async () => {
        // It may be newer than this build.
        (await openStoreFile(this.#region.id, this.#store.familyId, record, this.#engine)).file?.release();
        return this.#engine.files.open(path);
      });
      this.#opened.push(handle);
      return handle;
    } catch (error) {
      return BigtabError.is(error) && error.details.reason !== 'io-error' ? 'not now' : null;
    }
  }

  /** Works in steps; resolves to false if it was stopped. */
  async #search(search: BlockSearch, stopped: () => boolean): Promise<boolean> {
    const { clock, yielder } = this.#engine;
    let end = clock.monotonic() + SLICE_MS;
    for (const _ of search.run()) {
      if (clock.monotonic() < end) continue;
      await yielder();
      if (stopped()) return false;
      end = clock.monotonic() + SLICE_MS;
    }
    return !stopped();
  }
}

function rowsIn({ info: { minKey: first, maxKey: last } }: StoreFile): RowBounds {
  return { first, last };
}

/** Resolves to the new run, which has no file if nothing could be read; null if it was given up. */
async function writeOutput(
  engine: Engine,
  region: Region,
  store: Store,
  inputs: RunInputs,
  { stopped, onStep }: RewriteControl,
): Promise<OpenRun | null> {
  if (inputs.isEmpty) return [];
  const output = await writeRun(engine, region, store, {
    kind: 'compaction',
    major: false,
    createdAt: engine.clock.now(),
    replaces: inputs.numbers,
    flushedSequenceId: region.flushedSequenceId,
    rewriter: new CellRewriter(inputs.scanners(), KEEP_ALL, engine.storeFileBytes),
    stopped,
    onStep,
  });
  if (output === null || output.some(({ file }) => file.info.cellCount > 0)) return output;
  await discardRun(engine, output);
  return [];
}

async function commitRun(
  engine: Engine,
  region: Region,
  store: Store,
  run: StoreRun,
  output: OpenRun,
  lost: readonly LostRecord[],
  { exists }: RewriteControl,
): Promise<void> {
  let committed = false;
  // What was lost cannot be read as of earlier times either.
  if (lost.length > 0) store.visibleUntil = Math.max(store.visibleUntil, engine.clock.now());
  try {
    await engine.commit.commit(
      () => ({ ...changeOf(engine, region, store, run, output, lost.length > 0, exists), lost }),
      () => {
        committed = true;
        store.replaceRuns([run], output, []);
        if (lost.length > 0) reopenIndexes(engine, region);
        engine.commit.onRewritten(region.name);
      },
    );
  } finally {
    if (!committed) await discardRun(engine, output);
  }
}

function changeOf(
  engine: Engine,
  region: Region,
  { familyId }: Store,
  run: StoreRun,
  output: OpenRun,
  isLossy: boolean,
  exists: (path: string) => boolean,
): TableChange {
  const records = run.map(({ record }) => record);
  const written = output.map(({ record }) => record);
  const table = engine.commit.table(region.id);
  const at = indexOfRun(
    table?.families.find(({ id }) => id === familyId),
    records,
  );
  const change = { added: written.map(({ number }) => number), replaced: [{ family: familyId, at, run: records }] };
  const replaced = (record: TableRecord): TableRecord => {
    const generation = isLossy ? engine.commit.nextGeneration : null;
    const next = { ...record, families: withRun(record.families, records, written, generation) };
    // Older values may be visible now, of which the indexes have no entries.
    return isLossy ? withNewIndexes(next, engine.group.lastSequenceId) : next;
  };
  const snapshots = engine.commit.snapshots.filter(({ table: kept }) =>
    kept.families.some((family) => indexOfRun(family, records) >= 0),
  );
  return {
    // The table of a snapshot may not have the run any more.
    ...(table !== undefined &&
      at >= 0 && { put: [withExpired(replaced(withRollbackPoint(engine, table, change)), region.stores)] }),
    ...(snapshots.length > 0 && { putSnapshots: snapshots.map((one) => ({ ...one, table: replaced(one.table) })) }),
    ...(isLossy && {
      obsolete: [...(table === undefined ? [] : [table]), ...snapshots.map((one) => one.table)].flatMap(entryPaths),
    }),
    quarantine: setAside(region.id, records, exists),
  };
}

/**
 * The families with `written` instead of the run `records`. A snapshot may have the run too. `lossyAt`: the generation of
 * a commit that gives cells up, which no increment of an export may overlook; null if it gives none up.
 */
function withRun(
  families: readonly FamilyRecord[],
  records: readonly FileRecord[],
  written: readonly FileRecord[],
  lossyAt: number | null,
): readonly FamilyRecord[] {
  return families.map((family) => {
    const at = indexOfRun(family, records);
    if (at < 0) return family;
    const runs = family.runs.slice();
    runs.splice(at, 1, ...(written.length > 0 ? [written] : []));
    return { ...(lossyAt === null ? family : withPurged(family, 'all', lossyAt)), runs };
  });
}

/** -1 if the family does not have exactly this run. File numbers are unique in the database. */
function indexOfRun(family: FamilyRecord | undefined, records: readonly FileRecord[]): number {
  return (family?.runs ?? []).findIndex(
    (run) => run.length === records.length && run.every(({ number }, index) => number === records[index]?.number),
  );
}

/** Entries for the files of a table that exist. */
export function setAside(
  tableId: number,
  records: readonly FileRecord[],
  exists: (path: string) => boolean,
): readonly Omit<QuarantinedFile, 'since'>[] {
  return records.flatMap((file) => {
    const path = storeFilePath(tableId, file);
    return exists(path) ? [{ path, bytes: file.sizeBytes }] : [];
  });
}

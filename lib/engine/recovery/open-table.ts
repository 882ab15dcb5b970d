import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, corruption } from '../../errors.js';
import { storedTable, type TableDescriptor } from '../../model/schema/table-descriptor.js';
import { settleAll } from '../../settle-all.js';
import type { BadRange, FamilyRecord, FileRecord, RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import type { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import type { DamagedRows } from '../region/damaged-rows.js';
import { Region, type RegionFamily, type RegionParts } from '../region/region.js';
import { rowsOf } from '../region/row-bounds.js';
import type { DamagedFile, OpenFile, StoreRun } from '../region/store.js';
import type { StoreFileWatch } from '../region/store-file-watch.js';

/** The parts of the database that opening a table needs. */
export interface OpenParts extends RegionParts {
  readonly files: FileSystem;
  readonly cache: BlockCache;
  /** Whether reads pass over files that cannot be read. */
  readonly salvages: boolean;
  readonly watch: StoreFileWatch;
}

export interface OpenedTable {
  readonly region: Region;
  /** Differs from the given record if the table went back to an earlier state. */
  readonly record: TableRecord;
  readonly wentBack: boolean;
  readonly problems: readonly string[];
}

/** One state of a table, with its files opened. */
interface OpenedState {
  readonly record: TableRecord;
  readonly families: readonly { readonly record: FamilyRecord; readonly runs: readonly StoreRun[] }[];
  readonly damaged: readonly { readonly family: string; readonly file: DamagedFile }[];
  /** Bytes that cannot be read. */
  readonly lost: number;
}

/**
 * Opens the store files of a table. If a file is missing, short or unreadable, as may happen after a power cut, the
 * table goes back to the newest of the states that lose least; the log still contains the later edits. A file that is
 * damaged in that state is left out: reads of the rows that it may hold reject with CORRUPTION, and everything else
 * works.
 */
export async function openTable(record: TableRecord, parts: OpenParts): Promise<OpenedTable> {
  const files = new TableFiles(record.id, parts);
  try {
    const newest = await openState(record, files);
    let chosen = newest;
    for (let back = 1; back <= record.rollbackPoints.length && chosen.lost > 0; back++) {
      const older = await openState(stateBefore(record, back), files);
      if (older.lost < chosen.lost) chosen = older;
    }
    const wentBack = chosen !== newest;
    const parted = chosen.record.families.flatMap(({ name: family, badRanges = [] }) =>
      badRanges.map((range) => ({ family, file: lostPart(record.id, range) })),
    );
    const problems = [...chosen.damaged, ...parted].map(({ family, file }) =>
      damageSentence(record.name, family, file, parts),
    );
    const first = newest.damaged[0]?.file.error.message;
    if (wentBack)
      problems.unshift(
        `Table '${record.name}' was restored to its state before a flush or compaction, and the log was read again: ${first}`,
      );
    const region = makeRegion(chosen, parts);
    files.keepOnly(region.stores.flatMap((store) => store.files));
    return { region, record: chosen.record, wentBack, problems };
  } catch (error) {
    files.keepOnly([]);
    throw error;
  }
}

/** The record as it was before the newest `back` of its commits. */
function stateBefore(record: TableRecord, back: number): TableRecord {
  const undone = record.rollbackPoints.slice(0, back);
  return {
    ...record,
    families: record.families.map((family) => undone.reduce(familyBefore, family)),
    flushedSequenceId: undone.at(-1)?.flushedSequenceId ?? record.flushedSequenceId,
    rollbackPoints: record.rollbackPoints.slice(back),
  };
}

/**
 * The family as it was before the newest commit. A family that was added since then has no files before its own
 * flushes; a dropped one is not in the record.
 */
function familyBefore(family: FamilyRecord, { added, replaced = [] }: RollbackPoint): FamilyRecord {
  const { badRanges } = family;
  const runs = family.runs.filter((run) => !run.some(({ number }) => added.includes(number)));
  for (const { family: id, at, run } of replaced) if (id === family.id) runs.splice(at, 0, run);
  const left = badRanges?.filter(({ by }) => !added.includes(by));
  return { ...family, runs, ...(left && { badRanges: left }) };
}

async function openState(record: TableRecord, files: TableFiles): Promise<OpenedState> {
  const families = await settleAll(
    record.families.map(async (family) => {
      const runs = await settleAll(family.runs.map((run) => settleAll(run.map((file) => files.open(family.id, file)))));
      return { record: family, runs };
    }),
  );
  const damaged = families.flatMap(({ record: { name: family }, runs }) =>
    runs.flat().flatMap((file) => (file.file === null ? [{ family, file }] : [])),
  );
  return { record, families, damaged, lost: damaged.reduce((sum, { file }) => sum + file.record.sizeBytes, 0) };
}

/** The files of all states of a table; each is opened once. */
class TableFiles {
  readonly #tableId: number;
  readonly #parts: OpenParts;
  readonly #files = new Map<number, Promise<OpenFile | DamagedFile>>();
  readonly #opened = new Set<OpenFile>();

  constructor(tableId: number, parts: OpenParts) {
    this.#tableId = tableId;
    this.#parts = parts;
  }

  open(familyId: number, record: FileRecord): Promise<OpenFile | DamagedFile> {
    const file = this.#files.get(record.number) ?? this.#open(familyId, record);
    this.#files.set(record.number, file);
    return file;
  }

  /** Closes the others. REQUIRES that no call of `open` is under way. */
  keepOnly(files: readonly OpenFile[]): void {
    for (const opened of this.#opened) if (!files.includes(opened)) opened.file.release();
  }

  async #open(familyId: number, record: FileRecord): Promise<OpenFile | DamagedFile> {
    try {
      const opened = await openFile(this.#tableId, familyId, record, this.#parts);
      this.#opened.add(opened);
      return opened;
    } catch (error) {
      if (endsTheOpen(error)) throw error;
      const path = storeFilePath(this.#tableId, record);
      return { record, file: null, rows: rowsOf(record), error: asCorruption(error, path) };
    }
  }
}

async function openFile(tableId: number, familyId: number, record: FileRecord, parts: OpenParts): Promise<OpenFile> {
  const path = storeFilePath(tableId, record);
  const handle = await parts.files.open(path);
  try {
    if (handle.size() < record.sizeBytes) {
      throw corruption(
        path,
        handle.size(),
        `the file is too short: expected ${record.sizeBytes} bytes, found ${handle.size()}`,
      );
    }
    const file = StoreFile.open(handle, path, parts.cache, parts.watch);
    const { info } = file;
    if (
      info.tableId !== (record.tableId ?? tableId) ||
      info.familyId !== (record.familyId ?? familyId) ||
      info.fileNumber !== record.number ||
      info.epoch !== record.epoch
    ) {
      throw corruption(
        path,
        0,
        `the header of the file names ${info.epoch}-${info.fileNumber} of table ${info.tableId}, family ${info.familyId}`,
      );
    }
    return { record, file };
  } catch (error) {
    handle.close();
    throw error;
  }
}

function makeRegion({ record, families }: OpenedState, parts: OpenParts): Region {
  const descriptor = storedTable(record.descriptor as TableDescriptor);
  const inOrder: RegionFamily[] = descriptor.families.map(({ name }) => {
    const family = families.find((candidate) => candidate.record.name === name);
    if (family === undefined)
      throw corruption('catalog', 0, `family '${name}' of table '${record.name}' has no record`);
    const { id, badRanges = [] } = family.record;
    const { runs } = family;
    if (parts.salvages) return { id, runs: runs.map((run) => run.filter(isReadable)) };
    return { id, runs, lost: badRanges.map((range) => lostPart(record.id, range)) };
  });
  return new Region(record, descriptor, inOrder, parts);
}

function isReadable({ file }: OpenFile | DamagedFile): boolean {
  return file !== null;
}

/**
 * Whether the database cannot be opened because of this error: a newer version of Bigtab wrote the file, or another
 * worker still holds it. Every other error concerns this file only.
 */
function endsTheOpen(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'FORMAT_TOO_NEW' || error.code === 'DATABASE_BUSY');
}

function asCorruption(error: unknown, path: string): BigtabError {
  if (BigtabError.is(error) && error.code === 'CORRUPTION') return error;
  return corruption(path, 0, `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

/** The rows that a compaction could not read. */
function lostPart(tableId: number, range: BadRange): DamagedRows {
  const path = storeFilePath(tableId, range.file);
  const message = 'a part of the file could not be read when it was compacted; the file is kept';
  return { rows: rowsOf(range), error: corruption(path, 0, message) };
}

function damageSentence(table: string, family: string, { rows, error }: DamagedRows, { salvages }: OpenParts): string {
  const { first, last } = rows;
  const from = first.length === 0 ? '' : ` from '${toStringBinary(first)}'`;
  const to = last === null ? '' : ` up to '${toStringBinary(last)}'`;
  const which = from + to === '' ? 'all rows' : `the rows${from}${to}`;
  const effect = salvages
    ? `It is left out, so ${which} may show older versions and deleted cells`
    : `Reads of ${which} in this family reject with CORRUPTION`;
  return `A store file of table '${table}', family '${family}', cannot be read: ${error.message}. ${effect}.`;
}

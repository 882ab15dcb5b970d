import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { type FamilyDescriptor, familyNameBytes } from '../../model/schema/family-descriptor.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import { MemStore } from '../../storage/memstore/memstore.js';
import type { SlabPool } from '../../storage/memstore/slab.js';
import { Caching } from '../../storage/storefile/block-cache.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { ScanInfo } from '../scan/scan-info.js';
import type { DamagedRows } from './damaged-rows.js';
import type { PrunedRead, Pruner, PruningReason } from './pruning.js';
import { scanInfoOf, settingLevels } from './scan-info-of.js';
import { StoreView } from './store-view.js';
import { UnreadFile } from './unread-file.js';

/** A store file in use, with its entry in the catalog. */
export interface OpenFile {
  readonly record: FileRecord;
  readonly file: StoreFile;
}

/** A store file that cannot be opened. */
export interface DamagedFile extends DamagedRows {
  readonly record: FileRecord;
  readonly file: null;
  /** Whether it does not exist: nothing of it can be salvaged. */
  readonly isMissing?: boolean;
}

/** Files with disjoint rows, in the order of their rows: what one flush or compaction wrote. */
export type StoreRun = readonly (OpenFile | DamagedFile)[];

/** A run whose files are all open. */
export type OpenRun = readonly OpenFile[];

/** The attributes that a store uses; replaced as a whole by a schema change. */
export interface StoreSchema {
  readonly family: FamilyDescriptor;
  readonly scanInfo: ScanInfo;
  /** How data blocks are cached. */
  readonly caching: Caching;
  readonly settings: readonly Configuration[];
}

export function storeSchema(family: FamilyDescriptor, table: TableDescriptor, site: Configuration): StoreSchema {
  const settings = settingLevels(family, table, site);
  const { blockCache, inMemory } = family;
  const caching = blockCache ? (inMemory ? Caching.InMemory : Caching.Plain) : Caching.None;
  return { family, scanInfo: scanInfoOf(family, settings), caching, settings };
}

/** One column family of a region: its memstore and its store files. */
export class Store {
  readonly familyId: number;
  readonly name: Uint8Array;
  readonly memstore: MemStore;
  /** The last time at which a put was visible that a flush or compaction dropped since the open, by its own TTL (C-11). */
  visibleUntil = -1;
  #schema: StoreSchema;
  #runs: readonly StoreRun[];
  #files: readonly OpenFile[];
  #unread: readonly UnreadFile[];
  readonly #salvages: boolean;
  #closed = false;
  /** What compactions could not read. */
  #lost: readonly DamagedRows[];
  #damage: readonly DamagedRows[] | null;
  #view: StoreView;

  /**
   * Takes ownership of the one reference that each opened file has. `salvages`: reads leave out what cannot be read,
   * so that nothing counts as damage.
   */
  constructor(
    familyId: number,
    schema: StoreSchema,
    pool: SlabPool,
    runs: readonly StoreRun[],
    lost: readonly DamagedRows[] = [],
    salvages = false,
  ) {
    this.familyId = familyId;
    this.name = familyNameBytes(schema.family.name);
    this.#schema = schema;
    this.memstore = new MemStore(pool);
    this.#runs = runs;
    this.#files = openFiles(runs);
    this.#unread = unreadFiles(runs);
    this.#salvages = salvages;
    this.#lost = lost;
    this.#damage = this.#damageOf();
    this.#view = this.#makeView();
  }

  get family(): FamilyDescriptor {
    return this.#schema.family;
  }

  /** The attributes that reads, flushes and compactions that start from now on use. */
  get scanInfo(): ScanInfo {
    return this.#schema.scanInfo;
  }

  get keepsVersions(): boolean {
    return this.#schema.scanInfo.maxVersions > 1;
  }

  /** Where settings of the family are looked up, for `setting` (S-8). */
  get settings(): readonly Configuration[] {
    return this.#schema.settings;
  }

  /** Applies changed attributes; running work continues with the old ones. REQUIRES the same family name. */
  alter(schema: StoreSchema): void {
    this.#schema = schema;
  }

  /** The current view; a reader that lives longer than this turn retains it. */
  get view(): StoreView {
    return this.#view;
  }

  /** From oldest to newest: the order of their sequence ids. */
  get runs(): readonly StoreRun[] {
    return this.#runs;
  }

  /** The files of all runs that are open. */
  get files(): readonly OpenFile[] {
    return this.#files;
  }

  /** The files that were not opened yet. */
  get unread(): readonly UnreadFile[] {
    return this.#unread;
  }

  /** Whether a reader or a compaction retains its view or files, beyond the store and its view. */
  get isRead(): boolean {
    return this.#view.isRead || this.#files.some(({ file }) => file.references > 2);
  }

  /** The rows that cannot be read; null if all can. */
  get damage(): readonly DamagedRows[] | null {
    return this.#damage;
  }

  /** Whether every file can be read. Otherwise no compaction sees all cells of the store. */
  get isWhole(): boolean {
    return this.#damage === null && this.#runs.every(isOpen);
  }

  /** Freezes the active segment for a flush. REQUIRES that none is frozen. */
  takeSnapshot(): void {
    this.memstore.takeSnapshot();
    this.#swap();
  }

  /** The frozen segment is now stored in `flushed`. New readers use the file from this turn on. */
  replaceSnapshot(flushed: OpenFile): void {
    this.#runs = [...this.#runs, [flushed]];
    this.memstore.dropSnapshot();
    this.#swap();
  }

  /**
   * Replaces `inputs` with `output`, or with nothing if it is empty. New readers use `output` from this turn on; readers
   * that began before continue with their view. `found`: rows of the inputs that could not be read. REQUIRES that the
   * store contains all `inputs`.
   */
  replaceRuns(inputs: readonly StoreRun[], output: OpenRun, found: readonly DamagedRows[]): void {
    const replaced = new Set<StoreRun>(inputs);
    const at = this.#runs.findIndex((run) => replaced.has(run));
    const kept = this.#runs.filter((run) => !replaced.has(run));
    if (output.length > 0) kept.splice(at, 0, output);
    this.#runs = kept;
    this.#lost = [...this.#lost, ...found];
    this.#damage = this.#damageOf();
    this.#swap();
    for (const { file } of inputs.flat()) file?.release();
  }

  /** What compactions could not read is given up: reads return what is left. */
  forgetLost(): void {
    this.#lost = [];
    this.#damage = this.#damageOf();
  }

  /**
   * Puts files that were opened for the first time, or cannot be read, in the places of unread ones. Takes ownership of
   * the one reference that each opened file has. Returns false if the store has ended.
   */
  install(opened: ReadonlyMap<UnreadFile, OpenFile | DamagedFile>): boolean {
    if (this.#closed) {
      for (const { file } of opened.values()) file?.release();
      return false;
    }
    const opens = (file: OpenFile | DamagedFile): file is UnreadFile => opened.has(file as UnreadFile);
    // The other runs stay the same objects: a compaction may be reading them.
    this.#runs = this.#runs.map((run) =>
      run.some(opens) ? run.map((file) => (opens(file) ? (opened.get(file) as OpenFile | DamagedFile) : file)) : run,
    );
    this.#unread = unreadFiles(this.#runs);
    this.#damage = this.#damageOf();
    this.#swap();
    return true;
  }

  /** Ends the store; files are closed when their last reader releases them. */
  close(): void {
    this.#closed = true;
    this.#view.release();
    for (const { file } of this.#files) file.release();
    this.memstore.close();
  }

  /**
   * The sources of a read, oldest first, without the files that `pruner` leaves out. The reason for each file, or null,
   * is added to `verdicts`. `kept`: scanners of earlier reads of this view, by their orders, which are used again;
   * those that are made are added.
   */
  sources(
    view: StoreView,
    read: PrunedRead,
    pruner: Pruner,
    verdicts: (PruningReason | null)[] | null,
    kept: KeyValueScanner[] | null = null,
  ): KeyValueScanner[] {
    const sources: KeyValueScanner[] = [];
    const { scanInfo, caching } = this.#schema;
    const { files, snapshot, active } = view;
    for (let index = 0; index < files.length; index++) {
      const file = files[index] as StoreFile;
      const reason = pruner.reasonToLeaveOut(file, read, scanInfo);
      if (reason === null) sources.push(kept?.[index] ?? keep(kept, file.cells(index, caching)));
      verdicts?.push(reason);
    }
    const order = files.length;
    if (snapshot !== null && !snapshot.isEmpty) sources.push(kept?.[order] ?? keep(kept, snapshot.scanner(order)));
    if (!active.isEmpty) sources.push(kept?.[order + 1] ?? keep(kept, active.scanner(order + 1)));
    return sources;
  }

  /** A file without cells has no rows: its last one is empty. */
  #damageOf(): readonly DamagedRows[] | null {
    if (this.#salvages) return null;
    const bad = this.#runs.flat().filter((file): file is DamagedFile => file.file === null);
    const damage = [...bad.filter(({ rows }) => rows.last?.length !== 0), ...this.#lost];
    return damage.length === 0 ? null : damage;
  }

  #makeView(): StoreView {
    return new StoreView(
      this.memstore.active,
      this.memstore.snapshot,
      this.#files.map(({ file }) => file),
    );
  }

  #swap(): void {
    const old = this.#view;
    this.#files = openFiles(this.#runs);
    this.#view = this.#makeView();
    old.release();
  }
}

function keep(kept: KeyValueScanner[] | null, scanner: KeyValueScanner): KeyValueScanner {
  if (kept !== null) kept[scanner.order] = scanner;
  return scanner;
}

/** Whether all files of a run are open. */
export function isOpen(run: StoreRun): run is OpenRun {
  return run.every(({ file }) => file !== null);
}

function openFiles(runs: readonly StoreRun[]): readonly OpenFile[] {
  return runs.flat().filter((file): file is OpenFile => file.file !== null);
}

function unreadFiles(runs: readonly StoreRun[]): readonly UnreadFile[] {
  return runs.flat().filter((file): file is UnreadFile => file instanceof UnreadFile);
}

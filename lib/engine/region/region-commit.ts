import type { Clock } from '../../clock.js';
import { BigtabError, errorToData } from '../../errors.js';
import {
  applyEdit,
  type Catalog,
  type CatalogEdit,
  type CatalogImage,
  type DatabaseRecord,
  type LostRecord,
  type ObsoleteFile,
  type QuarantinedFile,
  type SnapshotRecord,
  type TableRecord,
} from '../../storage/catalog/catalog.js';
import { INDEX_FEATURE, SNAPSHOTS } from '../../storage/catalog/catalog-image.js';
import type { Manifest } from '../../storage/manifest/manifest.js';
import type { OperationLog } from '../../storage/wal/operation-log.js';
import type { Wal } from '../../storage/wal/wal.js';
import { CommitPoint, type Copies } from './commit-point.js';
import type { DatabaseState } from './database-state.js';
import { filesByPath, recordsOf, unnamed, withSnapshotFeature } from './named-files.js';
import { operationsAfter, type RanOperation } from './ran-operation.js';
import type { SpareFiles } from './spare-files.js';
import type { StorageGuard } from './storage-guard.js';
import type { StoredGeneration } from './stored-generation.js';

/**
 * What a change of the catalog says about tables, snapshots and namespaces; the rest of the database record is added
 * here.
 */
export interface TableChange extends Omit<CatalogEdit, 'database'> {
  /**
   * Paths that the changed records no longer name. Those that no other record names either become obsolete: no reader
   * will need them once the current readers have finished.
   */
  readonly obsolete?: readonly string[];
  /** Paths that a table uses again: they are no longer obsolete. */
  readonly needed?: readonly string[];
  /** Paths of files that nothing may use any more, but that are kept until they are released. */
  readonly quarantine?: readonly Omit<QuarantinedFile, 'since'>[];
  /** Makes every file in quarantine obsolete. */
  readonly release?: boolean;
  /** What is lost and was reported: it is not listed any more. */
  readonly reported?: readonly LostRecord[];
  /** What is lost, in addition to what is listed. */
  readonly lost?: readonly LostRecord[];
  /**
   * Restarts the wait for the removal of obsolete files: the files that replaced them were lost and are written again.
   */
  readonly renewObsolete?: boolean;
  readonly nextTableId?: number;
  readonly namespaces?: DatabaseRecord['namespaces'];
  readonly snapshotCleanup?: boolean;
  readonly version?: number;
  /** The connection whose upgrade runs; null for none. */
  readonly upgrading?: string | null;
  readonly exports?: DatabaseRecord['exports'];
  /** Set by a flush: all edits up to here are in store files. */
  readonly logStart?: number;
  /** Stored with the change, so that the operation never runs twice. Null if the change has no number. */
  readonly ran?: RanOperation | null;
}

/**
 * Returns a change for an image. `flushed`: ids of the tables whose frozen memory the same commit stores; a flush adds
 * its own.
 */
export type MakeChange = (image: CatalogImage, flushed: Set<number>) => TableChange;

/** A requested commit. */
interface Waiting {
  readonly change: MakeChange;
  readonly applied: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The changing parts of the database record, read at the time of a commit. */
export interface DatabaseFacts {
  readonly largestTimeSeen: number;
  readonly confirmedTime?: number;
  readonly openings?: readonly number[];
}

export interface CommitParts {
  readonly catalog: Catalog;
  readonly manifest: Manifest;
  readonly clock: Clock;
  readonly facts: () => DatabaseFacts;
  readonly operations: OperationLog;
  readonly onError: (error: unknown) => void;
  /** Called when another writer has opened the database: nothing that is written from now on will count. */
  readonly onFenced: () => void;
  /** The log: where it is written, and where recovery has to begin to read it. */
  readonly log: Pick<Wal, 'active' | 'committed' | 'positionAfter' | 'segments' | 'spares'>;
  readonly spareFiles: Pick<SpareFiles, 'list'>;
  /** A commit waits for it while it is in doubt. */
  readonly guard: Pick<StorageGuard, 'inDoubt' | 'check'>;
  /** A database that is read-only commits nothing. */
  readonly state: DatabaseState;
}

/**
 * How long a replaced file is kept: a power cut may undo the name of its replacement (lib/ARCHITECTURE.md, Decisions).
 */
export const OBSOLETE_FOR_MS = 60_000;

/**
 * The only place that changes which files make up the database. Each commit is made against the image that the previous
 * one left: first the catalog (the commit point), then the mirrored manifest. All commits that are requested while one
 * runs are written together as the next one, because a transaction and a flush of the mirror cost the same for one
 * table as for a hundred.
 */
export class RegionCommit {
  readonly #parts: CommitParts;
  readonly #point: CommitPoint;
  /** Called after each commit, when all its effects are complete. */
  onCommitted: () => void = () => {};
  /** Called when a flush or a compaction has replaced cells of this table. */
  onRewritten: (table: string) => void = () => {};
  /** Called when commits may start again after one whose outcome was not known. */
  onKnown: () => void = () => {};
  #image: CatalogImage;
  #nextGeneration = 0;
  #nextFileNumber: number;
  #last: Promise<void> = Promise.resolve();
  #waiting: Waiting[] = [];
  /** Obsolete files that have been removed, and since when. */
  readonly #removed = new Map<string, number>();
  /** Files that were given up and may still exist. */
  #left: readonly string[] = [];

  /** `image`: the stored image. */
  constructor(image: CatalogImage, parts: CommitParts) {
    this.#parts = parts;
    this.#point = new CommitPoint({
      ...parts,
      image: () => this.#image,
      onKnown: () => this.onKnown(),
      onRetry: () => {
        this.#last = this.#last.then(() => this.#point.ready()).catch(parts.onError);
      },
    });
    this.#image = image;
    this.#nextFileNumber = image.database.nextFileNumber;
  }

  /** The current image. */
  get image(): CatalogImage {
    return this.#image;
  }

  /** The generation of the commit that is being made. Valid while it calls its changes. */
  get nextGeneration(): number {
    return this.#nextGeneration;
  }

  /** Files that no reader will need again and that still exist, as far as is known. */
  get obsolete(): readonly ObsoleteFile[] {
    return this.#image.database.obsolete.filter(({ path }) => !this.#removed.has(path));
  }

  /** The files that are kept although nothing uses them. */
  get quarantined(): readonly QuarantinedFile[] {
    return this.#image.database.quarantined ?? [];
  }

  /** By how many bytes the obsolete files exceed the live ones. */
  get garbageBytes(): number {
    const live = [...filesByPath(recordsOf(this.#image)).values()];
    return bytesOf(this.obsolete) - live.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** What the catalog holds. */
  get stored(): StoredGeneration {
    return this.#point.stored;
  }

  /** Whether no power cut can undo a commit. */
  get powerSafe(): boolean {
    return this.#point.powerSafe;
  }

  /** Makes the mirror the commit point, because the catalog failed with `cause`. */
  degrade(cause: unknown): void {
    this.#point.degrade(cause);
  }

  /** Resolves when a commit may start. Rejects if it cannot be read what is stored; the next call tries again. */
  ready(): Promise<void> {
    return this.#point.ready();
  }

  /** Whether the files of a commit that was reported as failed may be those of the catalog. */
  get unsure(): boolean {
    return !this.stored.known || this.stored.unwanted !== null;
  }

  /** Whether the mirror contains the current image. */
  get mirrored(): boolean {
    return this.#point.mirrored;
  }

  /**
   * Returns a file number that was never used. If nothing is committed with it, it is lost. That costs nothing, because
   * file names also contain the epoch.
   */
  takeFileNumber(): number {
    return this.#nextFileNumber++;
  }

  table(id: number): TableRecord | undefined {
    return this.#image.tables.find((table) => table.id === id);
  }

  tableNamed(name: string): TableRecord | undefined {
    return this.#image.tables.find((table) => table.name === name);
  }

  /** The snapshots, by name. */
  get snapshots(): readonly SnapshotRecord[] {
    return this.#image.snapshots ?? [];
  }

  snapshotNamed(name: string): SnapshotRecord | undefined {
    return this.snapshots.find((snapshot) => snapshot.name === name);
  }

  /**
   * Reports that an obsolete file is removed. The record forgets it a minute later, when no power cut can bring it
   * back.
   */
  removedFile(path: string): void {
    this.#removed.set(path, this.#parts.clock.now());
  }

  /** Reports a file that still exists and that no image should name: the next commit makes it obsolete. */
  leftFile(path: string): void {
    this.#left = [...this.#left, path];
  }

  /**
   * Commits what `change` returns for the current image. `change` is called when all earlier commits have ended or have
   * joined this one, whose changes the image then contains. It may throw to refuse, and may be called again. `applied`
   * runs in the same turn in which the image changes.
   */
  commit(change: MakeChange, applied: () => void = () => {}): Promise<void> {
    const run = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ change, applied, resolve, reject });
    });
    this.#last = this.#last.then(() => this.#commit(this.#waiting.splice(0)));
    return run;
  }

  /** Removes everything from the mirror that the current image no longer contains. */
  cleanMirror(): void {
    this.#parts.manifest.rewrite(this.#image);
  }

  /**
   * Stores the current image again, whatever these copies contain. A file of the mirror that is replaced becomes obsolete.
   * Rejects if the mirror cannot be written.
   */
  async rebuild(copies: Copies): Promise<void> {
    const { manifest, state } = this.#parts;
    const { path } = manifest;
    state.checkWritable();
    const run = this.#last.then(() => this.#point.rebuild(copies));
    this.#last = run.catch(() => {});
    await run;
    await this.commit(() => ({ obsolete: manifest.path === path ? [] : [path] }));
  }

  /** Ends the attempts to find out what the catalog holds, and to write a broken one again. */
  stop(): void {
    this.#point.stop();
  }

  /** Resolves when every requested commit has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** Writes the changes of `waiting` as one commit. Never rejects. */
  async #commit(waiting: readonly Waiting[]): Promise<void> {
    if (waiting.length === 0) return;
    let group = waiting;
    let unmirrored: unknown = null;
    let schema: ReadonlySet<Waiting> = new Set();
    const { guard, operations, state } = this.#parts;
    try {
      state.checkWritable();
      if (guard.inDoubt) await guard.check();
      await this.#point.ready();
      const { edit, next, accepted, schemaChanges, ran } = this.#editOf(waiting);
      group = accepted;
      schema = schemaChanges;
      if (group.length > 0) unmirrored = await this.#write(edit, next, schema.size > 0);
      for (const { connection, number, answer } of ran) operations.ran(connection, number, answer);
    } catch (error) {
      // One that frees room, or needs less, may succeed alone.
      const alone = group.length > 1 && BigtabError.is(error) && error.code === 'QUOTA_EXCEEDED';
      for (const one of group) {
        if (alone) await this.#commit([one]);
        else one.reject(error);
      }
      return;
    }
    for (const one of group) {
      const { applied, resolve, reject } = one;
      try {
        applied();
        if (unmirrored !== null && schema.has(one)) reject(notMirrored(unmirrored));
        else resolve();
      } catch (error) {
        reject(error);
      }
    }
    if (group.length > 0) this.onCommitted();
  }

  /** The changes that do not refuse, as one edit, and the image after it. Rejects those that refuse. */
  #editOf(waiting: readonly Waiting[]): {
    readonly edit: CatalogEdit;
    readonly next: CatalogImage;
    readonly accepted: readonly Waiting[];
    readonly schemaChanges: ReadonlySet<Waiting>;
    readonly ran: readonly RanOperation[];
  } {
    const before = this.#image;
    this.#nextGeneration = Math.max(before.database.generation, this.stored.unwanted ?? 0) + 1;
    const accepted: Waiting[] = [];
    const schemaChanges = new Set<Waiting>();
    const ran: RanOperation[] = [];
    const touched = new Set<number>();
    const touchedSnapshots = new Set<string>();
    const flushed = new Set<number>();
    // Each change also sees the changes before it through `image` and `table`; nothing else runs meanwhile.
    for (const one of waiting) {
      try {
        const change = one.change(this.#image, flushed);
        if (changesSchema(this.#image, change)) schemaChanges.add(one);
        const next = applyEdit(this.#image, { ...change, database: this.#image.database });
        const database = this.#recordAfter(change, next, accepted.length === 0);
        this.#image = { ...next, database };
        for (const { id } of change.put ?? []) touched.add(id);
        for (const id of change.remove ?? []) touched.add(id);
        for (const { name } of change.putSnapshots ?? []) touchedSnapshots.add(name);
        for (const name of change.removeSnapshots ?? []) touchedSnapshots.add(name);
        if (change.ran) ran.push(change.ran);
        accepted.push(one);
      } catch (error) {
        one.reject(error);
      }
    }
    const { database } = this.#image;
    const next = withIndexFeature({
      ...this.#image,
      database: { ...database, ...operationsAfter(this.#parts.operations, ran) },
    });
    this.#image = before;
    const put = next.tables.filter(({ id }) => touched.delete(id));
    const putSnapshots = (next.snapshots ?? []).filter(({ name }) => touchedSnapshots.delete(name));
    const edit: CatalogEdit = {
      database: next.database,
      put,
      remove: [...touched],
      ...(putSnapshots.length > 0 && { putSnapshots }),
      ...(touchedSnapshots.size > 0 && { removeSnapshots: [...touchedSnapshots] }),
    };
    return { edit, next, accepted, schemaChanges, ran };
  }

  /** Stores the edit. Returns the error if only the mirror could not be written, otherwise null. */
  async #write(edit: CatalogEdit, next: CatalogImage, insists: boolean): Promise<unknown> {
    const failure = await this.#point.store(edit, next, insists);
    const listed = new Set(next.database.obsolete.map(({ path }) => path));
    for (const path of this.#removed.keys()) if (!listed.has(path)) this.#removed.delete(path);
    this.#left = this.#left.filter((path) => !listed.has(path));
    this.#image = next;
    this.#parts.log.committed(next.database.generation);
    return failure;
  }

  /**
   * The database record after `change`. `next`: the image with the changed tables and snapshots, but the database record
   * before it.
   */
  #recordAfter(change: TableChange, next: CatalogImage, isFirst: boolean): DatabaseRecord {
    const { log } = this.#parts;
    const { database } = next;
    const { upgrading: before, quarantined = [], lost: lostBefore = [], ...unchanged } = database;
    const upgrading = change.upgrading === undefined ? before : change.upgrading;
    const { reported = [] } = change;
    const lost = lostWith(lostBefore, change.lost ?? []).filter((one) => !reported.includes(one));
    const logStart = change.logStart ?? database.logStart;
    const since = this.#parts.clock.now();
    const { release = false } = change;
    // A file that another table or a snapshot names is set aside with the last of them.
    const free = new Set(
      unnamed(
        (change.quarantine ?? []).map(({ path }) => path),
        next,
      ),
    );
    const quarantine = (change.quarantine ?? []).filter(({ path }) => free.has(path));
    const needed = [...(change.needed ?? []), ...quarantine.map(({ path }) => path)];
    const kept = database.obsolete.flatMap((file) => this.#keep(file, since, needed));
    const held = [
      ...quarantined.filter(({ path }) => !needed.includes(path)),
      ...quarantine.map((file): QuarantinedFile => ({ ...file, since })),
    ];
    const left = isFirst ? this.#left : [];
    const paths = [...unnamed(change.obsolete ?? [], next), ...left];
    const sizes = paths.length === 0 ? null : this.#sizes(change);
    const added: ObsoleteFile[] = paths.map((path) => {
      const bytes = sizes?.get(path);
      return bytes === undefined ? { path, since } : { path, since, bytes };
    });
    if (release) added.push(...held.map((file) => ({ ...file, since })));
    const isShared = change.putSnapshots !== undefined || database.features?.includes(SNAPSHOTS);
    return {
      ...unchanged,
      ...(isShared && { features: withSnapshotFeature(next, database.features ?? []) }),
      ...this.#parts.facts(),
      generation: this.#nextGeneration,
      logStart,
      logPosition: log.positionAfter(logStart),
      logSegment: log.active,
      spares: [...log.spares, ...this.#parts.spareFiles.list],
      nextTableId: change.nextTableId ?? database.nextTableId,
      nextFileNumber: this.#nextFileNumber,
      ...(change.namespaces && { namespaces: change.namespaces }),
      ...(change.snapshotCleanup !== undefined && { snapshotCleanup: change.snapshotCleanup }),
      ...(change.version && { version: change.version }),
      ...(upgrading && { upgrading }),
      ...(held.length > 0 && !release && { quarantined: held }),
      ...(lost.length > 0 && { lost }),
      ...(change.exports && { exports: change.exports }),
      obsolete: [...(change.renewObsolete ? kept.map((file) => ({ ...file, since })) : kept), ...added],
    };
  }

  /** The sizes of the files that a change may make obsolete, by their paths. */
  #sizes({ put = [], remove = [], removeSnapshots = [] }: TableChange): ReadonlyMap<string, number> {
    const sizes = new Map(this.#parts.log.segments.map(({ path, validLength }) => [path, validLength]));
    const tables = [...put.map((table) => table.id), ...remove].map((id) => this.table(id));
    const records = [...tables, ...removeSnapshots.map((name) => this.snapshotNamed(name)?.table)];
    const files = filesByPath(records.filter((record) => record !== undefined));
    for (const [path, { sizeBytes }] of files) sizes.set(path, sizeBytes);
    return sizes;
  }

  /**
   * The entry of an obsolete file in the next image: none if the file is needed again, or was removed long enough ago.
   */
  #keep(file: ObsoleteFile, now: number, needed: readonly string[]): readonly ObsoleteFile[] {
    if (needed.includes(file.path)) return [];
    const at = this.#removed.get(file.path);
    if (at === undefined) return [file];
    const { removed = at } = file;
    return now - removed < OBSOLETE_FOR_MS ? [{ ...file, removed }] : [];
  }
}

/** The same damage may be found again, until a repair has replaced it. */
export function lostWith(before: readonly LostRecord[], more: readonly LostRecord[]): readonly LostRecord[] {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return [...before, ...more.filter((one) => !known.has(JSON.stringify(one)))];
}

/**
 * A version that does not know indexes must not open a database that has some, or a snapshot with some: it would not
 * write their entries.
 */
function withIndexFeature(image: CatalogImage): CatalogImage {
  const { database, tables, snapshots = [] } = image;
  const others = (database.features ?? []).filter((name) => name !== INDEX_FEATURE);
  const records = [...tables, ...snapshots.map(({ table }) => table)];
  const hasIndexes = records.some(({ indexes = [] }) => indexes.length > 0);
  return { ...image, database: { ...database, features: hasIndexes ? [...others, INDEX_FEATURE] : others } };
}

/** The size of files, as far as it is known. */
export function bytesOf(files: readonly Pick<ObsoleteFile, 'bytes'>[]): number {
  return files.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** Whether a change is more than a new list of files. It is acknowledged when catalog and mirror have it. */
function changesSchema(
  image: CatalogImage,
  { put = [], remove, putSnapshots = [], removeSnapshots, ...change }: TableChange,
): boolean {
  const { nextTableId, namespaces, version, snapshotCleanup } = change;
  const others = [remove, removeSnapshots, nextTableId, namespaces, version, snapshotCleanup];
  if (others.some((changed) => changed !== undefined)) return true;
  if (putSnapshots.some(({ name }) => !image.snapshots?.some((snapshot) => snapshot.name === name))) return true;
  return put.some((table) => {
    const before = image.tables.find(({ id }) => id === table.id);
    return before?.schemaGeneration !== table.schemaGeneration || before.state !== table.state;
  });
}

function notMirrored(cause: unknown): BigtabError {
  return new BigtabError(
    'STORAGE_UNAVAILABLE',
    `The change is made, but its second copy could not be written: if IndexedDB loses its data, the change is lost. ${errorToData(cause).message}`,
    { details: { reason: 'io-error', outcome: 'unknown' }, cause },
  );
}

/*
 * The catalog lists the files that make up the database. It is stored twice: in IndexedDB (or memory), accessed through
 * `Catalog`, where `commit` is the commit point; and as a complete image in the manifest in the file system.
 */
import type { SnapshotType } from '../../model/snapshot-description.js';

/**
 * A store file in the catalog. The file's trailer contains the same information and more. Records of format 1 have only
 * the first three properties.
 */
export interface FileRecord {
  /** File number; `storeFilePath` gives the path. */
  readonly number: number;
  readonly epoch: number;
  readonly sizeBytes: number;
  /** The ids of the table and the family that made it. A file without them is in the folder of its table. */
  readonly tableId?: number;
  readonly familyId?: number;
  /** The table whose folder it is in, if that is not the table that names it. Only files without a table id have it. */
  readonly folder?: number;
  /** A row that is not above its first row, in Base64; see engine/region/row-bounds. */
  readonly firstRow?: string;
  /** A row that is not below its last row, in Base64. Missing if no short row is. */
  readonly lastRow?: string;
}

/** Files with disjoint rows, in the order of their rows. One flush or compaction wrote them. */
export type FileRun = readonly FileRecord[];

export interface FamilyRecord {
  readonly id: number;
  /** The family's name in printable form (`\xNN`), as in the descriptor. */
  readonly name: string;
  /** From oldest to newest, in sequence order. */
  readonly runs: readonly FileRun[];
  /** What compactions could not read; if missing, nothing. */
  readonly badRanges?: readonly BadRange[];
  /** What flushes, compactions and schema changes removed; if missing, nothing. */
  readonly purged?: PurgedCells;
}

/** The generations of the last commits that removed cells, or changed the rules, of a family. */
export interface PurgedCells {
  /** Only puts, which a later put hid. */
  readonly puts?: number;
  /** Anything else. */
  readonly all?: number;
}

/** Rows of which a compaction could not read all cells. The file that it replaced is kept. */
export interface BadRange {
  readonly firstRow: string;
  readonly lastRow?: string;
  readonly file: FileRecord;
  /** The number of the first file that the compaction wrote. */
  readonly by: number;
}

/** A file that no reader will need again, kept until 60 s after the commit that replaced it. */
export interface ObsoleteFile {
  /** Path relative to the database's directory. */
  readonly path: string;
  /** Time of the commit by the wall clock, in ms. */
  readonly since: number;
  /**
   * Time of its removal by the wall clock, in ms; it stays listed for one more minute, because a power cut may restore
   * it.
   */
  readonly removed?: number;
  /** Its size; missing if it was not known. */
  readonly bytes?: number;
}

/** A file that nothing uses, kept until `repair` is called with `release`: it may contain what could not be read. */
export interface QuarantinedFile {
  /** Path relative to the database's directory. */
  readonly path: string;
  /** Time of the commit that put it there by the wall clock, in ms. */
  readonly since: number;
  /** Its size; missing if it was not known. */
  readonly bytes?: number;
}

/** Data that could not be read, and that is given up: rows of a store file, or changes in the log. */
export interface LostRecord {
  /** The file in which it was. */
  readonly path: string;
  /** The name of the table; missing if it may be any table. */
  readonly table?: string;
  /** The name of the family, if these are rows. */
  readonly family?: string;
  /** The rows of which cells are lost, as in a BadRange. */
  readonly rows?: { readonly firstRow: string; readonly lastRow?: string };
  /** The sequence ids that lost changes may have. If `last` is missing, they may have every later one of that time. */
  readonly sequenceIds?: { readonly first: number; readonly last?: number };
}

/** An empty file that was created in advance, so that its name is old when it is used. */
export interface SpareFile {
  readonly path: string;
  /** Time of its creation by the wall clock, in ms. */
  readonly since: number;
}

/** A place in the log: the start of a commit group. */
export interface LogPosition {
  /** The segment. */
  readonly path: string;
  readonly offset: number;
  /** The last sequence id before it. */
  readonly sequenceId: number;
  /** The connections that records after it name by their number: the first has number 1. */
  readonly connections: readonly string[];
}

/** The state to restore if files of a commit are missing or short after a power cut. */
export interface RollbackPoint {
  /** Time of the commit by the wall clock, in ms. */
  readonly since: number;
  /** The value before the commit. */
  readonly flushedSequenceId: number;
  /** Where reading the log began before the commit. Missing in format 1. */
  readonly logPosition?: LogPosition;
  /** Numbers of the files that the commit added. */
  readonly added: readonly number[];
  /** What a compaction removed, in the order of the places; missing if it removed nothing. */
  readonly replaced?: readonly ReplacedRun[];
}

/** A run that a compaction removed. */
export interface ReplacedRun {
  /** The id of the family. */
  readonly family: number;
  /** Its index among the runs of its family before the commit. */
  readonly at: number;
  readonly run: FileRun;
}

/** A family that was dropped while the log may still name its id. */
export interface DroppedFamily {
  readonly id: number;
  /** The log names the id only in edits up to this sequence id. */
  readonly sequenceId: number;
}

/** Since when families of a table have kept every cell; see engine/region/kept-history. */
export interface KeptHistory {
  /** The schema generation that it belongs to. A version that does not know it changes the schema without it. */
  readonly schemaGeneration: number;
  /** The ids of the families that keep every cell, each with the time since which it has, in ms. */
  readonly families: readonly { readonly id: number; readonly since: number }[];
}

/** A table that began as a copy: up to a sequence id, edits of the table that it was copied from are its own. */
export interface LogOrigin {
  readonly tableId: number;
  readonly sequenceId: number;
}

/**
 * A secondary index of a table. Its entries are cells of a family of the table that its descriptor does not list; see
 * engine/index.
 */
export interface IndexRecord {
  readonly name: string;
  /** The id of the family that has its entries. */
  readonly familyId: number;
  /** What it indexes (see model/schema/index-descriptor). */
  readonly on: readonly string[];
  readonly qualifiersOf: string | null;
  readonly order: readonly string[];
  readonly unique: boolean;
  /** Whether it has the entries of all rows; while it is built, it does not. */
  readonly complete: boolean;
  /** True: an earlier version, for which 0 and -0 are two values, may have written it. So a unique one may have both. */
  readonly twoZeros?: boolean;
}

export type TableState = 'ENABLED' | 'DISABLED';

export interface TableRecord {
  /** Never reused; a truncate assigns a new one. */
  readonly id: number;
  /** The printed name: `t` or `ns:t`. */
  readonly name: string;
  readonly state: TableState;
  /** The import that fills the table, which does not exist for anything else until then; if missing, none. */
  readonly importing?: string;
  /** Increased by every change of the descriptor. */
  readonly schemaGeneration: number;
  /** The descriptor as a literal (plain data; see model/schema/table-descriptor). */
  readonly descriptor: unknown;
  /** The next family id; above the largest id (65,535) ids are used again, see engine/region/family-ids. */
  readonly nextFamilyId: number;
  /** Families whose ids must not be used again yet; if missing, none. */
  readonly droppedFamilies?: readonly DroppedFamily[];
  readonly families: readonly FamilyRecord[];
  /** By name; if missing, none. */
  readonly indexes?: readonly IndexRecord[];
  /** Not valid if it is of another schema generation; missing in old records, and if no family keeps every cell. */
  readonly keptHistory?: KeptHistory;
  /** Every edit of this table up to this sequence id is in its store files. */
  readonly flushedSequenceId: number;
  /** Newest first; the next commit removes those older than 60 s. */
  readonly rollbackPoints: readonly RollbackPoint[];
  /**
   * Where the log has edits of this table under other ids, for its roll-back points from before it was cloned or
   * restored; if missing, nowhere.
   */
  readonly origins?: readonly LogOrigin[];
}

/** A table as it was at one point in time (S-60). It copies no file: a file is kept while any record names it. */
export interface SnapshotRecord {
  /** Unique in the database. */
  readonly name: string;
  readonly type: SnapshotType;
  /** By the wall clock, in ms. */
  readonly createdAt: number;
  /** In seconds; 0 means forever. */
  readonly ttl: number;
  /** The version of the database at that time; if missing, it had none, or its writer did not know this. */
  readonly version?: number;
  /** The table's record at that time. The table may have changed, or no longer exist. */
  readonly table: TableRecord;
}

/** Answers that a connection has not acknowledged yet, for exactly-once execution; see storage/wal/operation-log. */
export interface OperationsRecord {
  readonly connection: string;
  readonly highest: number;
  /**
   * All operations up to this number were acknowledged, or their answers were forgotten. In old records it is missing:
   * up to the first answer, or to `highest` if there are none.
   */
  readonly acknowledged?: number;
  /** The encoded answer in Base64: of this operation, or also of the following ones up to `last`. */
  readonly answers: readonly { readonly number: number; readonly last?: number; readonly answer: string }[];
  /** Whether operations that ran may be missing; if missing, not. */
  readonly lost?: boolean;
}

export interface NamespaceRecord {
  readonly name: string;
  readonly configuration: Readonly<Record<string, string>>;
}

export interface DatabaseRecord {
  /** Format version of the complete database. */
  readonly format: number;
  /**
   * What this database contains beyond the first form of its format; see FEATURES in catalog-image. If missing, as in
   * format 1, nothing.
   */
  readonly features?: readonly string[];
  /** Whether the image is a tombstone: the database is deleted, and the next open removes what is left of it. */
  readonly deleted?: boolean;
  /** The epoch of the writer that wrote this image. */
  readonly epoch: number;
  /** Increased by one with every commit. */
  readonly generation: number;
  readonly nextTableId: number;
  readonly nextFileNumber: number;
  /** The log below this sequence id is not needed, because every table has flushed those edits. */
  readonly logStart: number;
  /** Reading the log begins here: everything before it is in store files. Missing in format 1. */
  readonly logPosition?: LogPosition;
  /**
   * The log segment that was being written at this commit, and whether its name was at least 60 s old. Missing before
   * the first commit of a database, and in format 1.
   */
  readonly logSegment?: { readonly path: string; readonly old: boolean };
  /** Empty spare files, as far as they existed at this commit. Missing in format 1. */
  readonly spares?: readonly SpareFile[];
  readonly operations: readonly OperationsRecord[];
  /** The highest epoch of a connection that was forgotten before it had acknowledged everything; if missing, none was. */
  readonly forgottenEpoch?: number;
  /**
   * Records of the log that could not be read may have had operations of connections of earlier epochs; if missing, all
   * could be read.
   */
  readonly lostEpoch?: number;
  /** Read in old records, if `lostEpoch` is missing: true means 1. */
  readonly lostOperations?: boolean;
  /** Largest implicit timestamp, in ms: the doubt mark at open. */
  readonly largestTimeSeen: number;
  /**
   * The time by which expired cells are removed, in ms (see engine/region/confirmed-time); if missing,
   * `largestTimeSeen`.
   */
  readonly confirmedTime?: number;
  /**
   * The wall clock at the last consecutive openings that were more than a day ahead of it, in ms, rising; if missing,
   * none.
   */
  readonly openings?: readonly number[];
  readonly obsolete: readonly ObsoleteFile[];
  /** If missing, none. */
  readonly quarantined?: readonly QuarantinedFile[];
  /** What is lost, until a repair that releases files finds it listed; if missing, nothing. */
  readonly lost?: readonly LostRecord[];
  /** The version that the user's programs have given the database with `connect`'s `version`; if missing, 0. */
  readonly version?: number;
  /** The connection whose upgrade to a higher version runs; if missing, none. */
  readonly upgrading?: string;
  /** False: expired snapshots are kept. If missing, they are deleted. */
  readonly snapshotCleanup?: boolean;
  /** In byte order of their names; if missing, `default` and `hbase` in their initial state (N-10). */
  readonly namespaces?: readonly NamespaceRecord[];
  /** What increments of exports have to know; if missing, there was no export from which one can continue. */
  readonly exports?: ExportsRecord;
  /**
   * The epoch of the last opening by a version whose indexes have one key for 0 and -0. If it is not the last epoch, an
   * earlier version may have written since.
   */
  readonly entriesEpoch?: number;
}

/** The exports of a database from which increments can continue. */
export interface ExportsRecord {
  /** A random name of the database. It changes when writes that an export has were lost. */
  readonly database: string;
  /** The largest sequence id that an export has. */
  readonly sequenceId: number;
}

/** One complete state of the catalog. */
export interface CatalogImage {
  readonly database: DatabaseRecord;
  /** By id. */
  readonly tables: readonly TableRecord[];
  /** By name; if missing, none. */
  readonly snapshots?: readonly SnapshotRecord[];
}

/** A change of the catalog, applied completely or not at all. */
export interface CatalogEdit {
  readonly database: DatabaseRecord;
  readonly put?: readonly TableRecord[];
  /** Ids of tables to remove. */
  readonly remove?: readonly number[];
  readonly putSnapshots?: readonly SnapshotRecord[];
  /** Names of snapshots to remove. */
  readonly removeSnapshots?: readonly string[];
}

export interface Catalog {
  /**
   * Set by the user of the catalog. Called when the medium ended the connection, for example because the stored data
   * was deleted.
   */
  onEnded: () => void;
  /** Reads the stored image in one transaction; returns null, and creates nothing, if there is none. */
  open(): Promise<CatalogImage | null>;
  /**
   * Replaces the stored image with `image`, whatever it contains, if its epoch is not larger than the epoch of `image`;
   * else rejects with FENCED. Used to raise the epoch at open, and to rewrite the copy that was outdated. Only this
   * call creates a catalog.
   */
  replace(image: CatalogImage): Promise<void>;
  /**
   * Commits in one strict transaction: all or nothing, durable when it resolves. Rejects with FENCED if the stored
   * epoch is not `edit.database.epoch` (`details.stored`: null if there is no image), and with CORRUPTION if the stored
   * generation is not one less. After any other rejection, `open` returns the image that is valid.
   */
  commit(edit: CatalogEdit): Promise<void>;
  /** Deletes the catalog with all that it contains, whatever state it is in; a later `replace` creates another one. */
  reset(): Promise<void>;
  /** Ends the connection to the medium. */
  close(): Promise<void>;
}

/** Returns `image` with `edit` applied. */
export function applyEdit(image: CatalogImage, edit: CatalogEdit): CatalogImage {
  const tables = new Map(image.tables.map((table) => [table.id, table]));
  for (const id of edit.remove ?? []) tables.delete(id);
  for (const table of edit.put ?? []) tables.set(table.id, table);
  const snapshots = new Map(image.snapshots?.map((snapshot) => [snapshot.name, snapshot]));
  for (const name of edit.removeSnapshots ?? []) snapshots.delete(name);
  for (const snapshot of edit.putSnapshots ?? []) snapshots.set(snapshot.name, snapshot);
  return imageOf(edit.database, tables.values(), snapshots.values());
}

/** An image with its records in their order. */
export function imageOf(
  database: DatabaseRecord,
  tables: Iterable<TableRecord>,
  snapshots: Iterable<SnapshotRecord>,
): CatalogImage {
  const byId = [...tables].sort((a, b) => a.id - b.id);
  const byName = [...snapshots].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { database, tables: byId, ...(byName.length > 0 && { snapshots: byName }) };
}

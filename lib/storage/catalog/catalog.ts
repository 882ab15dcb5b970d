/*
 * The catalog says which files make up the database. It is kept twice: in IndexedDB (or memory) behind `Catalog`,
 * where `commit` is the commit point, and mirrored as a whole image into the manifest in the file system.
 */

/** A store file as the catalog knows it. The file's trailer holds the same and more. */
export interface FileRecord {
  /** File number: its name is `<epoch>-<number>`, see storage/fs/file-names. */
  readonly number: number;
  readonly epoch: number;
  readonly sizeBytes: number;
}

/** Files with disjoint keys, in key order; today always one. */
export type FileRun = readonly FileRecord[];

export interface FamilyRecord {
  readonly id: number;
  /** The family's name, printable form (`\xNN`), as in the descriptor. */
  readonly name: string;
  /** From old to new, in sequence order. */
  readonly runs: readonly FileRun[];
}

/** A file that no reader will need again, kept until 60 s after the commit that replaced it. */
export interface ObsoleteFile {
  /** Path below the database's directory. */
  readonly path: string;
  /** Wall clock of the commit, ms. */
  readonly since: number;
  /** Wall clock of its removal, ms; it stays listed for a minute more, in which a power cut may bring it back. */
  readonly removed?: number;
}

/** What to go back to when the files of a commit turn out to be missing or short after a power cut. */
export interface RollbackPoint {
  /** Wall clock of the commit, ms. */
  readonly since: number;
  /** From before the commit. */
  readonly flushedSequenceId: number;
  /** Numbers of the files that the commit added. */
  readonly added: readonly number[];
  /** What a compaction took away, in the order of the places; missing when nothing was. */
  readonly replaced?: readonly ReplacedRun[];
}

/** A run that a compaction took away. */
export interface ReplacedRun {
  /** Family id. */
  readonly family: number;
  /** Its place among the runs of its family before the commit. */
  readonly at: number;
  readonly run: FileRun;
}

export type TableState = 'ENABLED' | 'DISABLED';

export interface TableRecord {
  /** Never reused; a truncate gives a new one. */
  readonly id: number;
  /** Printed name: `t` or `ns:t`. */
  readonly name: string;
  readonly state: TableState;
  /** Raised by every change of the descriptor. */
  readonly schemaGeneration: number;
  /** The descriptor as a literal (plain data; see model/table-descriptor). */
  readonly descriptor: unknown;
  /** Family ids are never reused within a table. */
  readonly nextFamilyId: number;
  readonly families: readonly FamilyRecord[];
  /** Every edit of this table up to here stands in its store files. */
  readonly flushedSequenceId: number;
  /** Newest first; those older than 60 s go with the next commit. */
  readonly rollbackPoints: readonly RollbackPoint[];
}

/** Answers that a connection has not acknowledged yet, for exactly-once; see storage/wal/operation-log. */
export interface OperationsRecord {
  readonly connection: string;
  readonly highest: number;
  /** Base64 of the encoded answer. */
  readonly answers: readonly { readonly number: number; readonly answer: string }[];
}

export interface NamespaceRecord {
  readonly name: string;
  readonly configuration: Readonly<Record<string, string>>;
}

export interface DatabaseRecord {
  /** Format version of the whole database. */
  readonly format: number;
  /** The writer that made this image. */
  readonly epoch: number;
  /** Raised by one with every commit. */
  readonly generation: number;
  readonly nextTableId: number;
  readonly nextFileNumber: number;
  /** The log below this sequence id is not needed: every table flushed past it. */
  readonly logStart: number;
  readonly operations: readonly OperationsRecord[];
  /** Largest timestamp given to a write without one, ms: the doubt mark at open. */
  readonly largestTimeSeen: number;
  /** The time by which expired cells are removed, ms (see engine/region/confirmed-time); missing: `largestTimeSeen`. */
  readonly confirmedTime?: number;
  /** Wall clock at the last openings in a row that were more than a day ahead of it, ms, rising; missing: none. */
  readonly openings?: readonly number[];
  readonly obsolete: readonly ObsoleteFile[];
  /** What the user's programs made of the database so far, by `connect`'s `version`; missing: 0. */
  readonly version?: number;
  /** In byte order of their names; missing: `default` and `hbase`, as they are made (N-10). */
  readonly namespaces?: readonly NamespaceRecord[];
}

/** One whole state of the catalog. */
export interface CatalogImage {
  readonly database: DatabaseRecord;
  /** By id. */
  readonly tables: readonly TableRecord[];
}

/** A change of the catalog, applied wholly or not at all. */
export interface CatalogEdit {
  readonly database: DatabaseRecord;
  readonly put?: readonly TableRecord[];
  /** Ids of tables that go. */
  readonly remove?: readonly number[];
}

export interface Catalog {
  /** Set by its user: called when the medium ended the connection by itself, as when what is stored was deleted. */
  onEnded: () => void;
  /** The stored image in one transaction, or null when there is none; then it makes nothing. */
  open(): Promise<CatalogImage | null>;
  /**
   * Replaces the stored image by `image` whatever stands there, if its epoch is not larger than `image`'s; else rejects
   * with FENCED. For raising the epoch at open, and for rewriting the side that lost. The one call that makes a
   * catalog.
   */
  replace(image: CatalogImage): Promise<void>;
  /**
   * One strict transaction: all or nothing, durable when it resolves. Rejects with FENCED when the stored epoch is not
   * `edit.database.epoch` (`details.stored`: null when there is no image), and with CORRUPTION when the stored
   * generation is not one less. After any other rejection `open` returns the image that applies.
   */
  commit(edit: CatalogEdit): Promise<void>;
  /** Ends the connection to the medium. */
  close(): Promise<void>;
}

/** `image` after `edit`. */
export function applyEdit(image: CatalogImage, edit: CatalogEdit): CatalogImage {
  const tables = new Map(image.tables.map((table) => [table.id, table]));
  for (const id of edit.remove ?? []) tables.delete(id);
  for (const table of edit.put ?? []) tables.set(table.id, table);
  return { database: edit.database, tables: [...tables.values()].sort((a, b) => a.id - b.id) };
}

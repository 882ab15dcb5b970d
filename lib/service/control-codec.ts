/*
 * Everything rare: the request is JSON { method, args }, the reply JSON of what the method gave, null where it gave nothing.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { isBytes, kindOf } from '../bytes/kind.js';
import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';
import { BigtabError, corruption } from '../errors.js';
import type { FamilyLike } from '../model/family-descriptor.js';
import type { NamespaceDescriptor, NamespaceLike } from '../model/namespace-descriptor.js';
import type { CompactionState, StatusReport } from '../model/status-report.js';
import type { TableDescriptor, TableLike } from '../model/table-descriptor.js';
import type { ExplainOptions, Explanation } from './explanation.js';
import type { RegionMetrics } from './region-metrics.js';

/** Methods of the engine, which checks what it is given. A family by itself is bytes. */
export interface ControlMethods {
  /** `splits`: whether bounds of regions were given, which have no effect. */
  createTable(like: TableLike, splits: boolean): void;
  /** Creates what is missing; SCHEMA_MISMATCH for given attributes that differ, unless they are to be altered. The answer is the table's name as it is printed. */
  ensureTable(like: TableLike, options: { readonly alter?: boolean }): string;
  modifyTable(like: TableLike, reopenRegions: boolean): void;
  addColumnFamily(table: string, like: FamilyLike): void;
  modifyColumnFamily(table: string, like: FamilyLike): void;
  deleteColumnFamily(table: string, family: Uint8Array): void;
  deleteTable(table: string): void;
  truncateTable(table: string): void;
  enableTable(table: string): void;
  disableTable(table: string): void;
  tableExists(table: string): boolean;
  isTableEnabled(table: string): boolean;
  isTableDisabled(table: string): boolean;
  isTableAvailable(table: string): boolean;
  /** `namespace`: only its tables, with those of the system; null: all, of the system where that is asked for. `enabled`: only those in this state. */
  listTableNames(namespace: string | null, system: boolean, enabled?: boolean): readonly string[];
  /** As `listTableNames`. */
  listTableDescriptors(namespace: string | null, system: boolean): readonly TableDescriptor[];
  /** The same, empty, under another name. */
  cloneTableSchema(table: string, as: string): void;
  createNamespace(like: NamespaceLike): void;
  modifyNamespace(like: NamespaceLike): void;
  deleteNamespace(name: string): void;
  getNamespaceDescriptor(name: string): NamespaceDescriptor;
  listNamespaceDescriptors(): readonly NamespaceDescriptor[];
  getDescriptor(table: string): TableDescriptor;
  flush(table: string, family: Uint8Array | null): void;
  /** Resolves when it has ended, to the number of cells that were looked at. */
  compact(table: string, family: Uint8Array | null, how: CompactHow): number;
  /** How far the `compact` of this token has come, as soon as that is further than `seen`; null when it has ended. */
  compactionProgress(token: string, seen: number): CompactProgress | null;
  /** Gives up the `compact` of this token. */
  endCompaction(token: string): void;
  getCompactionState(table: string): CompactionState;
  /** Gives what it was before. */
  compactionSwitch(on: boolean): boolean;
  getLastMajorCompactionTimestamp(table: string): number;
  getRegionMetrics(table: string): RegionMetrics;
  /** `request`: of the operation Get, with one get, or of OpenScanner. */
  explain(kind: 'get' | 'scan', request: Uint8Array, options: ExplainOptions): Explanation;
  /**
   * Begins an upgrade to `version` once no other is under way: gives the version that the database has now, or null when it is that one
   * already. Whoever gets a number must call `endUpgrade`. DATABASE_NEWER when the database has a larger one.
   */
  beginUpgrade(version: number): number | null;
  /** Ends the upgrade that is under way, if one is; whether its version is to be stored. */
  endUpgrade(succeeded: boolean): void;
  /** Forces to the device what was written to the log so far. */
  sync(): void;
  status(): StatusReport;
}

/** How files are to be compacted. */
export interface CompactHow {
  /** All files of each family, or some as the policy says. */
  readonly major: boolean;
  /** What is in memory is flushed first. */
  readonly flush?: boolean;
  /** Instead, the so many newest files of each family that has more; for tests only. */
  readonly newest?: number;
  /** Unlike that of any other call that runs. */
  readonly token?: string;
}

/** Cells looked at. */
export interface CompactProgress {
  readonly done: number;
  readonly total: number;
}

export interface ControlRequest {
  readonly method: string;
  readonly args: readonly unknown[];
}

/** Throws INVALID_ARGUMENT for arguments that JSON cannot write: one contains itself, nests deeper than the stack, or throws when it is read. */
export function encodeControl(method: string, args: readonly unknown[]): Uint8Array {
  try {
    return encodeText(JSON.stringify({ method, args }, toJson));
  } catch (cause) {
    const message = `${method} was given an object that contains itself, is nested too deeply or cannot be read`;
    throw new BigtabError('INVALID_ARGUMENT', message, { cause });
  }
}

/** Bytes travel in printable form; null stands for what JSON has no word for, so that the engine refuses it. */
function toJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const given = this[key];
  if (isBytes(given)) return toStringBinary(given);
  // What is in a Map or a Set, JSON would leave out without a word.
  const wordless = ['bigint', 'function', 'symbol'].includes(typeof given) || ['Map', 'Set'].includes(kindOf(given));
  return wordless ? null : value;
}

/** Throws CORRUPTION. */
export function readControl(reader: ByteReader): ControlRequest {
  const at = reader.offset;
  try {
    const request = readJson(reader) as ControlRequest;
    if (typeof request.method === 'string' && Array.isArray(request.args)) return request;
  } catch {
    // It is refused as any other that cannot be read.
  }
  throw corruption(reader.where, at, 'no method with arguments');
}

export function encodeControlReply(value: unknown): Uint8Array {
  return encodeText(JSON.stringify(value ?? null));
}

/** What is left of `reader`, as JSON. */
export function readJson(reader: ByteReader): unknown {
  return JSON.parse(decodeText(reader.raw(reader.end - reader.offset)));
}

/*
 * Everything rare: the request is JSON { method, args }, the reply JSON of what the method gave, null where it gave nothing.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { isBytes } from '../bytes/kind.js';
import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';
import type { TableDescriptor, TableLike } from '../model/table-descriptor.js';
import type { StatusReport } from './status-report.js';

/** Methods of the engine, which checks what it is given. A family by itself is bytes. */
export interface ControlMethods {
  createTable(like: TableLike): void;
  /** Creates what is missing; SCHEMA_MISMATCH for given attributes that differ. The answer is the table's name as it is printed. */
  ensureTable(like: TableLike): string;
  deleteTable(table: string): void;
  truncateTable(table: string): void;
  enableTable(table: string): void;
  disableTable(table: string): void;
  tableExists(table: string): boolean;
  isTableEnabled(table: string): boolean;
  isTableDisabled(table: string): boolean;
  isTableAvailable(table: string): boolean;
  listTableNames(): readonly string[];
  listTableDescriptors(): readonly TableDescriptor[];
  getDescriptor(table: string): TableDescriptor;
  flush(table: string, family: Uint8Array | null): void;
  /** Forces to the device what was written to the log so far. */
  sync(): void;
  status(): StatusReport;
}

export interface ControlRequest {
  readonly method: string;
  readonly args: readonly unknown[];
}

export function encodeControl(method: string, args: readonly unknown[]): Uint8Array {
  return encodeText(JSON.stringify({ method, args }, toJson));
}

/** Bytes travel in printable form; null stands for what JSON has no word for, so that the engine refuses it. */
function toJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const given = this[key];
  if (isBytes(given)) return toStringBinary(given);
  return ['bigint', 'function', 'symbol'].includes(typeof given) ? null : value;
}

export function readControl(reader: ByteReader): ControlRequest {
  return readJson(reader) as ControlRequest;
}

export function encodeControlReply(value: unknown): Uint8Array {
  return encodeText(JSON.stringify(value ?? null));
}

/** What is left of `reader`, as JSON. */
export function readJson(reader: ByteReader): unknown {
  return JSON.parse(decodeText(reader.raw(reader.end - reader.offset)));
}

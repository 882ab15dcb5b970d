/*
 * Everything rare: the request is JSON { method, args }, the reply JSON of what the method gave, null where it gave nothing.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { decodeText, encodeText } from '../bytes/text.js';
import type { GivenAttributes, TableDescriptor } from '../model/table-descriptor.js';
import type { StatusReport } from './status-report.js';

/** Methods of the engine. Names of tables and families are written as descriptors write them. */
export interface ControlMethods {
  createTable(descriptor: TableDescriptor): null;
  /** Creates what is missing; SCHEMA_MISMATCH for given attributes that differ. */
  ensureTable(descriptor: TableDescriptor, given: GivenAttributes): null;
  deleteTable(table: string): null;
  truncateTable(table: string): null;
  enableTable(table: string): null;
  disableTable(table: string): null;
  tableExists(table: string): boolean;
  isTableEnabled(table: string): boolean;
  isTableDisabled(table: string): boolean;
  isTableAvailable(table: string): boolean;
  listTableNames(): readonly string[];
  listTableDescriptors(): readonly TableDescriptor[];
  getDescriptor(table: string): TableDescriptor;
  flush(table: string, family?: string): null;
  /** Forces to the device what was written to the log so far. */
  sync(): null;
  status(): StatusReport;
}

export interface ControlRequest {
  readonly method: string;
  readonly args: readonly unknown[];
}

export function encodeControl(method: string, args: readonly unknown[]): Uint8Array {
  return encodeText(JSON.stringify({ method, args }));
}

export function readControl(reader: ByteReader): ControlRequest {
  return readJson(reader) as ControlRequest;
}

export function encodeControlReply(value: unknown): Uint8Array {
  return encodeText(JSON.stringify(value ?? null));
}

export function decodeControlReply(reader: ByteReader): unknown {
  return readJson(reader);
}

function readJson(reader: ByteReader): unknown {
  return JSON.parse(decodeText(reader.raw(reader.end - reader.offset)));
}

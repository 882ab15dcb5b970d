import type { PackedValues } from './packed-values.js';

/*
 * The part of PostgreSQL's protocol that runs prepared statements and reads rows. A message is a byte for the kind, 4
 * bytes for the length, which counts itself, then the content. Numbers are big-endian. Texts end with 0.
 *
 * The client sends
 *
 *   Bind 'B'           portal, statement; 2 bytes: formats of parameters, 2 bytes each, 0 text, 1 binary;
 *                      2 bytes: parameters; each: 4 bytes: length; its bytes; 2 bytes: formats of results; 2 bytes each
 *   Execute 'E'        portal; 4 bytes: rows at most, 0 all
 *   Sync 'S'
 *
 * and the server
 *
 *   DataRow 'D'          2 bytes: fields; each field: 4 bytes: length, -1 for NULL; its bytes
 *   ErrorResponse 'E'    fields: a byte for the kind, a text; 'M' is the message; 0 ends the list
 */

const BIND = 0x42;
/** Execute the unnamed portal without a limit, then Sync. */
const EXECUTE_AND_SYNC = [0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4];
/** One format for all results: binary. */
const BINARY_RESULTS = [0, 1, 0, 1];
const DATA_ROW = 0x44;
const ERROR_RESPONSE = 0x45;
const ERROR_MESSAGE = 0x4d;
const HEADER_BYTES = 5;
const BYTEA_TYPE = 17;
const TEXT_TYPE = 25;

/** Receives a row. The content of its message begins at `at`. `bytes` is valid only during the call. */
export type OnRow = (bytes: Uint8Array, view: DataView, at: number) => void;

/** Reads the chunks that a server sends. A chunk may end anywhere. */
export class MessageReader {
  private readonly onRow: OnRow;
  /** The beginning of a message whose end has not arrived yet. */
  private rest: Uint8Array = new Uint8Array(0);
  private error: string | null = null;

  constructor(onRow: OnRow) {
    this.onRow = onRow;
  }

  add(chunk: Uint8Array): void {
    let bytes = chunk;
    if (this.rest.length > 0) {
      bytes = new Uint8Array(this.rest.length + chunk.length);
      bytes.set(this.rest);
      bytes.set(chunk, this.rest.length);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      const end = at + 1 + view.getInt32(at + 1);
      if (end > bytes.length) break;
      this.read(bytes, view, at, end);
      at = end;
    }
    this.rest = bytes.slice(at);
  }

  /** Throws the error that the server reported. */
  end(): void {
    if (this.error !== null) throw new Error(`PostgreSQL: ${this.error}`);
    if (this.rest.length > 0) throw new Error('PostgreSQL: the answer ends inside a message');
  }

  private read(bytes: Uint8Array, view: DataView, at: number, end: number): void {
    const kind = bytes[at];
    if (kind === DATA_ROW) this.onRow(bytes, view, at + HEADER_BYTES);
    else if (kind === ERROR_RESPONSE) this.error ??= errorText(bytes, at + HEADER_BYTES, end);
  }
}

function errorText(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const zero = bytes.indexOf(0, at + 1);
    if (bytes[at] === ERROR_MESSAGE) return new TextDecoder().decode(bytes.slice(at + 1, zero));
    at = zero + 1;
  }
  return 'an error without a message';
}

/**
 * Messages that run a prepared statement, whose rows arrive in binary form. Texts are sent as text and bytes in binary
 * form.
 */
export function runMessages(statement: string, parameters: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const name = encoder.encode(statement);
  const values = parameters.map((value) => (typeof value === 'string' ? encoder.encode(value) : value));
  const sent = values.reduce((sum, { length }) => sum + 4 + length, 0);
  // The length itself, the ends of the names of portal and statement, two counts, and the formats between the counts.
  const bindBytes = 4 + 2 + name.length + 2 + 2 * values.length + 2 + sent + BINARY_RESULTS.length;
  const bytes = new Uint8Array(1 + bindBytes + EXECUTE_AND_SYNC.length);
  const view = new DataView(bytes.buffer);
  bytes[0] = BIND;
  view.setInt32(1, bindBytes);
  bytes.set(name, 6);
  let at = 7 + name.length;
  view.setInt16(at, values.length);
  at += 2;
  for (const value of parameters) {
    view.setInt16(at, typeof value === 'string' ? 0 : 1);
    at += 2;
  }
  view.setInt16(at, values.length);
  at += 2;
  for (const value of values) {
    view.setInt32(at, value.length);
    bytes.set(value, at + 4);
    at += 4 + value.length;
  }
  bytes.set(BINARY_RESULTS, at);
  bytes.set(EXECUTE_AND_SYNC, at + BINARY_RESULTS.length);
  return bytes;
}

/** Texts as a parameter of the type text[], in binary form. */
export function textArray(texts: PackedValues): Uint8Array {
  return arrayOf(TEXT_TYPE, texts);
}

/** Values, of which none is missing, as a parameter of the type bytea[], in binary form. */
export function byteaArray(values: PackedValues): Uint8Array {
  return arrayOf(BYTEA_TYPE, values);
}

function arrayOf(type: number, { bytes, ends }: PackedValues): Uint8Array {
  const array = new Uint8Array(20 + 4 * ends.length + bytes.length);
  const view = new DataView(array.buffer);
  // One dimension, no NULLs, and the lowest index.
  view.setInt32(0, 1);
  view.setInt32(8, type);
  view.setInt32(12, ends.length);
  view.setInt32(16, 1);
  let at = 20;
  let start = 0;
  for (const end of ends) {
    view.setInt32(at, end - start);
    array.set(bytes.subarray(start, end), at + 4);
    at += 4 + end - start;
    start = end;
  }
  return array;
}

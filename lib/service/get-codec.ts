/*
 * Gets and existence checks of one table. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   text table, u8 flags (1 = existence only)
 *             u32  gets, then each: sized row, selection, options (see wire-fields)
 *
 *   reply     u32  gets that this reply answers, from the first on: an answer ends at some 8 MiB, and the client asks again
 *                  for the rest; at least one
 *             existence: u8 each, 1 = exists; else a result block with a row each, without cells where nothing was found
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import type { FamilySelection } from '../model/family-selection.js';
import { ResultBlockReader } from './result-block.js';
import { readOptions, readSelection, writeOptions, writeSelection } from './wire-fields.js';

const EXISTENCE_ONLY = 1;

/** One get as it is sent; a Get is one. No families = all. */
export interface GetParts {
  readonly row: Uint8Array;
  readonly families: readonly FamilySelection[];
}

export interface GetRequest {
  readonly table: string;
  readonly existenceOnly: boolean;
  readonly gets: readonly GetParts[];
}

/** Gathers gets of one table into requests, one after the other in the same memory. */
export class GetRequestWriter {
  /** Gets of the request at hand. */
  gets = 0;
  private readonly table: string;
  private readonly existenceOnly: boolean;
  private readonly out: ByteWriter = new ByteWriter();
  private countAt = 0;

  constructor(table: string, existenceOnly: boolean) {
    this.table = table;
    this.existenceOnly = existenceOnly;
    this.begin();
  }

  get byteLength(): number {
    return this.out.length;
  }

  add(get: GetParts): void {
    const out = this.out;
    out.sized(get.row);
    writeSelection(out, get.families);
    writeOptions(out);
    this.gets++;
  }

  /** The request in a buffer of its own; the next one begins. */
  finish(): Uint8Array {
    this.out.patchU32(this.countAt, this.gets);
    const request = this.out.finish();
    this.begin();
    return request;
  }

  private begin(): void {
    const out = this.out;
    out.reset();
    out.text(this.table);
    out.u8(this.existenceOnly ? EXISTENCE_ONLY : 0);
    this.countAt = out.reserve(4);
    this.gets = 0;
  }
}

export function readGet(reader: ByteReader): GetRequest {
  const table = reader.text();
  const existenceOnly = (reader.u8() & EXISTENCE_ONLY) !== 0;
  const gets: GetParts[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    gets.push({ row: reader.sized(), families: readSelection(reader) });
    readOptions(reader);
  }
  return { table, existenceOnly, gets };
}

/** `block` holds a row for each of the first `answered` gets. */
export function encodeGetReply(answered: number, block: Uint8Array): Uint8Array {
  const out = new ByteWriter(block.length + 4);
  out.u32(answered);
  out.raw(block);
  return out.finish();
}

/** The rows of the answered gets, which are as many as the block has. */
export function decodeGetReply(reader: ByteReader): ResultBlockReader {
  reader.skip(4);
  return new ResultBlockReader(reader.bytes, reader.offset, reader.end);
}

export function encodeExistsReply(exists: readonly boolean[]): Uint8Array {
  const out = new ByteWriter(exists.length + 4);
  out.u32(exists.length);
  for (const one of exists) out.u8(one ? 1 : 0);
  return out.finish();
}

export function decodeExistsReply(reader: ByteReader): boolean[] {
  const exists: boolean[] = [];
  for (let left = reader.u32(); left > 0; left--) exists.push(reader.u8() === 1);
  return exists;
}

/*
 * Gets and existence checks of one table. Little-endian; "sized" is a u32 length and bytes.
 *
 *   request   text table, u8 flags (1 = existence only)
 *             gets up to the end, each: sized row, selection, options (see wire-fields)
 *
 *   reply     u32  how many gets this reply answers, starting with the first; at least one. A reply ends at about 8
 *                  MiB, and the client requests the rest again
 *             existence only: u8 for each get, 1 = exists
 *             else: a result block with a row for each get; the row has no cells if nothing was found, or if the get
 *                  requests existence only
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { type ResultBlock, type ResultBlockWriter, readResultBlock } from '../keyvalue/result-block.js';
import type { GetParts, GetRequest } from '../model/get-request.js';
import { readOptions, readRow, readSelection, writeOptions, writeSelection } from './wire-fields.js';

const EXISTENCE_ONLY = 1;

/** Starts a request in `out`, which it empties; `writeGet` adds gets to it. */
export function beginGets(table: string, existenceOnly: boolean, out: ByteWriter = new ByteWriter()): ByteWriter {
  out.reset();
  out.text(table);
  out.u8(existenceOnly ? EXISTENCE_ONLY : 0);
  return out;
}

export function writeGet(out: ByteWriter, get: GetParts): void {
  out.sized(get.row);
  writeSelection(out, get.families);
  writeOptions(out, get);
}

/** Reads the get at the position of `reader`. */
function readGetParts(reader: ByteReader): GetParts {
  const row = readRow(reader);
  const families = readSelection(reader);
  const options = readOptions(reader);
  // Field by field, because spreading the options takes as long as reading them.
  return {
    row,
    families,
    maxVersions: options.maxVersions,
    timeRange: options.timeRange,
    familyTimeRanges: options.familyTimeRanges,
    maxResultsPerColumnFamily: options.maxResultsPerColumnFamily,
    rowOffsetPerColumnFamily: options.rowOffsetPerColumnFamily,
    checkExistenceOnly: options.checkExistenceOnly,
    filter: options.filter,
    loadColumnFamiliesOnDemand: options.loadColumnFamiliesOnDemand,
  };
}

export function readGet(reader: ByteReader): GetRequest {
  const table = reader.text();
  const existenceOnly = (reader.u8() & EXISTENCE_ONLY) !== 0;
  const gets: GetParts[] = [];
  while (!reader.atEnd) gets.push(readGetParts(reader));
  return { table, existenceOnly, gets };
}

/** The space that a result block leaves free for the head of the reply. */
export const GET_REPLY_HEAD = 4;

/**
 * The reply, valid until the block is started again. REQUIRES a block of GET_REPLY_HEAD that contains a row for each of
 * the first `answered` gets.
 */
export function finishGetReply(block: ResultBlockWriter, answered: number): Uint8Array {
  const reply = block.written();
  block.head.setUint32(0, answered, true);
  return reply;
}

/** The rows of the answered gets; the block has one for each. */
export function decodeGetReply(reader: ByteReader): ResultBlock {
  reader.skip(4);
  return readResultBlock(reader);
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

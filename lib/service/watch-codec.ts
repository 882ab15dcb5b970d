/*
 * Watches: reads that the engine keeps up to date. A connection opens a watch; from then on, replies to any of its
 * packets may end with differences, which are the changes of its watches since the last ones. Little-endian; "sized" is
 * a u32 length and bytes.
 *
 *   open      u32 the watch's number, chosen by the client, once for each connection
 *             u8 1 = its rows were read before, under another number: then the table may be disabled
 *             the scan, as for a scanner (see scan-codec)
 *   close     u32 the watch's number
 *   read      empty: requests what is left
 *
 *   Each of them is answered by an empty payload; `open` also by the error of the read.
 *
 *   differences   u32 their number: 1, 2, 3 … of a connection, from its last resumed packet on
 *                 one or more parts, each:
 *                   u32    number of the watch
 *                   u8     flags: 1 = reset: drops all rows that were sent before
 *                                 2 = more: the rows are not a state of the table before further parts have arrived;
 *                                     the client requests them with `read`
 *                                 4 = failed: the watch is closed
 *                   failed: ErrorData as JSON, sized
 *                   else:   u32 count of removed rows, each sized
 *                           sized result block: the new content of rows, each complete; a row may be in both, and then
 *                           has this content
 *
 * A part without `more` makes the rows one state of the table, with every write that the engine has run before. The
 * engine sends nothing for a write that changes nothing the watch can see, unless it cannot tell.
 *
 * The differences that a write makes for its own connection are in the reply that answers it, or in an earlier one, if
 * the watch has no part with `more` then. Other connections are reported to with the event `watch`, and request their
 * differences with `read`.
 *
 * A packet that is resumed closes all watches of its connection: the client opens them again.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import type { BigtabError, ErrorData } from '../errors.js';
import { type ResultBlock, readResultBlock } from '../keyvalue/result-block.js';
import { readJson } from './control-codec.js';
import { errorFromData } from './error-handler.js';
import { type OpenScannerRequest, readOpenScanner } from './scan-codec.js';

const RESET = 1;
const MORE = 2;
const FAILED = 4;

/** A change of the rows of one watch. */
export interface WatchPart {
  readonly watch: number;
  /** Whether all rows that were sent before are dropped. */
  readonly reset: boolean;
  /** Whether further parts follow before the rows are a state of the table. */
  readonly more: boolean;
  readonly removed: readonly Uint8Array[];
  readonly block: ResultBlock;
}

/** The end of a watch. */
export interface WatchFailure {
  readonly watch: number;
  readonly error: BigtabError;
}

export interface Differences {
  readonly number: number;
  readonly parts: readonly (WatchPart | WatchFailure)[];
}

/** `again`: whether its rows were read before. `scan`: as `encodeOpenScanner` wrote it. */
export function encodeOpenWatch(watch: number, again: boolean, scan: Uint8Array): Uint8Array {
  const out = new ByteWriter(scan.length + 5);
  out.u32(watch);
  out.u8(again ? 1 : 0);
  out.raw(scan);
  return out.finish();
}

export function encodeCloseWatch(watch: number): Uint8Array {
  const out = new ByteWriter(4);
  out.u32(watch);
  return out.finish();
}

/** A request to open a watch. */
export interface OpenWatchRequest {
  readonly watch: number;
  readonly again: boolean;
  readonly scan: OpenScannerRequest;
}

export function readOpenWatch(reader: ByteReader): OpenWatchRequest {
  return { watch: reader.u32(), again: reader.u8() === 1, scan: readOpenScanner(reader) };
}

/** Reads the number in a request to close a watch. */
export function readWatchNumber(reader: ByteReader): number {
  return reader.u32();
}

/** Writes a part. `block`: a result block that is written. */
export function writeWatchPart(
  out: ByteWriter,
  part: Pick<WatchPart, 'watch' | 'reset' | 'more' | 'removed'>,
  block: Uint8Array,
): void {
  out.u32(part.watch);
  out.u8((part.reset ? RESET : 0) | (part.more ? MORE : 0));
  out.u32(part.removed.length);
  for (const row of part.removed) out.sized(row);
  out.sized(block);
}

export function writeWatchFailure(out: ByteWriter, watch: number, error: ErrorData): void {
  out.u32(watch);
  out.u8(FAILED);
  out.text(JSON.stringify(error));
}

/** Reads the differences to the end of `reader`. The rows are views. */
export function readDifferences(reader: ByteReader): Differences {
  const number = reader.u32();
  const parts: (WatchPart | WatchFailure)[] = [];
  while (!reader.atEnd) parts.push(readPart(reader));
  return { number, parts };
}

function readPart(reader: ByteReader): WatchPart | WatchFailure {
  const watch = reader.u32();
  const flags = reader.u8();
  if ((flags & FAILED) !== 0)
    return { watch, error: errorFromData(readJson(reader.part('the failure of a watch')) as ErrorData) };
  const removed: Uint8Array[] = [];
  for (let left = reader.u32(); left > 0; left--) removed.push(reader.sized());
  const block = readResultBlock(reader.part('the rows of a watch'));
  return { watch, reset: (flags & RESET) !== 0, more: (flags & MORE) !== 0, removed, block };
}

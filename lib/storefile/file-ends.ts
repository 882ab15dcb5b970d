/*
 * The two fixed ends of a store file. Little-endian.
 *
 * Header, at offset 0, 16 bytes:
 *   0  magic          8 bytes  "BIGTABSF"
 *   8  format         u32
 *  12  check          u32      over file number, offset 0 and bytes 0 … 11
 *
 * Tail, the last 36 bytes:
 *   0  trailer offset f64
 *   8  trailer length u32      with its frame
 *  12  format         u32
 *  16  file number    f64
 *  24  check          u32      over file number, the tail's offset and bytes 0 … 23
 *  28  magic          8 bytes  "BIGTABSF"
 *
 * The tail keeps this form in every later format, so that an old build can tell a newer file from a damaged one.
 */
import { BigtabError, corruption } from '../errors.js';
import type { FileHandle } from '../fs/file-system.js';
import { PlacedChecksum } from './block-frame.js';

/** The format this build writes, and the newest it reads. */
export const STORE_FILE_FORMAT = 1;
export const HEADER_BYTES = 16;
export const TAIL_BYTES = 36;

const MAGIC: readonly number[] = [...'BIGTABSF'].map((letter) => letter.charCodeAt(0));
const HEADER_CHECK = 12;
const TAIL_CHECK = 24;
const TAIL_MAGIC = 28;

export interface Tail {
  readonly trailerOffset: number;
  readonly trailerLength: number;
  readonly format: number;
  readonly fileNumber: number;
}

export function encodeHeader(fileNumber: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, STORE_FILE_FORMAT, true);
  view.setUint32(HEADER_CHECK, new PlacedChecksum(fileNumber).ofBytes(0, bytes, 0, HEADER_CHECK), true);
  return bytes;
}

/** Throws CORRUPTION when the header is not the one of file `fileNumber`. */
export function checkHeader(bytes: Uint8Array, fileNumber: number, path: string): void {
  const expected = encodeHeader(fileNumber);
  const at = expected.findIndex((byte, index) => bytes[index] !== byte);
  if (at >= 0) throw corruption(path, at, `the header differs: expected byte ${expected[at]}, found ${bytes[at]}`);
}

/** The tail as it stands at `offset` of the file. */
export function encodeTail(trailerOffset: number, trailerLength: number, fileNumber: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(TAIL_BYTES);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, trailerOffset, true);
  view.setUint32(8, trailerLength, true);
  view.setUint32(12, STORE_FILE_FORMAT, true);
  view.setFloat64(16, fileNumber, true);
  view.setUint32(TAIL_CHECK, new PlacedChecksum(fileNumber).ofBytes(offset, bytes, 0, TAIL_CHECK), true);
  bytes.set(MAGIC, TAIL_MAGIC);
  return bytes;
}

/** Reads and checks the end of a file. Throws CORRUPTION, and FORMAT_TOO_NEW when the file is sound but newer than this build. */
export function readTail(handle: FileHandle, path: string): Tail {
  const size = handle.size();
  if (size === 0) throw corruption(path, 0, 'the file is empty');
  const offset = size - TAIL_BYTES;
  if (offset < HEADER_BYTES) throw corruption(path, size, `the file is cut short: ${size} bytes are no store file`);
  const bytes = new Uint8Array(TAIL_BYTES);
  const count = handle.read(bytes, offset);
  if (count !== TAIL_BYTES) throw corruption(path, offset + count, `expected ${TAIL_BYTES} bytes, found ${count}`);
  if (MAGIC.some((byte, index) => bytes[TAIL_MAGIC + index] !== byte)) {
    throw corruption(path, offset + TAIL_MAGIC, 'expected the end of a store file: the file is cut short or overwritten');
  }
  const view = new DataView(bytes.buffer);
  const fileNumber = view.getFloat64(16, true);
  const expected = view.getUint32(TAIL_CHECK, true);
  const found = new PlacedChecksum(fileNumber).ofBytes(offset, bytes, 0, TAIL_CHECK);
  if (found !== expected) throw corruption(path, offset, `the tail's checksum is ${found}, expected ${expected}`);
  const format = view.getUint32(12, true);
  if (format > STORE_FILE_FORMAT) throw formatTooNew(path, `its format is ${format}, this build reads up to ${STORE_FILE_FORMAT}`);
  if (format === 0) throw corruption(path, offset + 12, 'format 0 does not exist');
  const tail = { trailerOffset: view.getFloat64(0, true), trailerLength: view.getUint32(8, true), format, fileNumber };
  if (tail.trailerOffset < HEADER_BYTES || tail.trailerOffset + tail.trailerLength !== offset) {
    throw corruption(path, offset, `the trailer (${tail.trailerOffset}, ${tail.trailerLength}) does not end at the tail`);
  }
  return tail;
}

export function formatTooNew(path: string, why: string): BigtabError {
  return new BigtabError('FORMAT_TOO_NEW', `${path} was written by a newer Bigtab: ${why}`, { details: { file: path } });
}

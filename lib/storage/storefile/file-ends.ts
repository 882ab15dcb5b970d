/*
 * The two fixed ends of a store file. Little-endian.
 *
 * Header, at offset 0, 16 bytes:
 *   0  magic          8 bytes  "BIGTABSF"
 *   8  format         u32
 *  12  check          u32      over file number, offset 0 and bytes 0 … 11
 *
 * Tail, the last 40 bytes:
 *   0  trailer offset  f64
 *   8  trailer length  u32      with its frame
 *  12  trailer ordinal u32      the trailer is the last block
 *  16  format          u32
 *  20  file number     f64
 *  28  check           u32      over file number, the tail's offset and bytes 0 … 27
 *  32  magic           8 bytes  "BIGTABSF"
 *
 * The tail keeps this form in every later format, so that an old build can distinguish a newer file from a damaged one.
 */
import { BigtabError, corruption } from '../../errors.js';
import type { FileHandle } from '../fs/file-system.js';
import { type BlockLocation, FRAME_BYTES, PlacedChecksum } from './block-frame.js';

/** The format that this build writes, and the newest format that it reads. */
export const STORE_FILE_FORMAT = 1;
export const HEADER_BYTES = 16;
export const TAIL_BYTES = 40;

const MAGIC: readonly number[] = [...'BIGTABSF'].map((letter) => letter.charCodeAt(0));
const HEADER_CHECK = 12;
const TAIL_TRAILER_LENGTH = 8;
const TAIL_TRAILER_ORDINAL = 12;
const TAIL_FORMAT = 16;
export const TAIL_FILE_NUMBER = 20;
export const TAIL_CHECK = 28;
const TAIL_MAGIC = 32;

export interface Tail {
  readonly trailer: BlockLocation;
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

/** Throws CORRUPTION unless the file begins with the header for this number. Reads do not need it. */
export function checkHeader(handle: FileHandle, path: string, fileNumber: number): void {
  if (!hasHeader(handle, fileNumber)) throw corruption(path, 0, 'the file does not begin with its header');
}

/** Whether the file begins with the header for this number. */
export function hasHeader(handle: FileHandle, fileNumber: number): boolean {
  const bytes = new Uint8Array(HEADER_BYTES);
  const isRead = handle.read(bytes, 0) === HEADER_BYTES;
  return isRead && encodeHeader(fileNumber).every((byte, index) => byte === bytes[index]);
}

/** The tail as it is stored at `offset` of the file. */
export function encodeTail(trailer: BlockLocation, fileNumber: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(TAIL_BYTES);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, trailer.offset, true);
  view.setUint32(TAIL_TRAILER_LENGTH, trailer.length, true);
  view.setUint32(TAIL_TRAILER_ORDINAL, trailer.ordinal, true);
  view.setUint32(TAIL_FORMAT, STORE_FILE_FORMAT, true);
  view.setFloat64(TAIL_FILE_NUMBER, fileNumber, true);
  view.setUint32(TAIL_CHECK, new PlacedChecksum(fileNumber).ofBytes(offset, bytes, 0, TAIL_CHECK), true);
  bytes.set(MAGIC, TAIL_MAGIC);
  return bytes;
}

/** Whether the file ends like a finished file. */
export function endsWithMagic(handle: FileHandle): boolean {
  const size = handle.size();
  const bytes = new Uint8Array(MAGIC.length);
  return (
    size >= HEADER_BYTES + TAIL_BYTES && handle.read(bytes, size - MAGIC.length) === MAGIC.length && isMagic(bytes, 0)
  );
}

/**
 * Reads and checks the end of a file. Throws CORRUPTION, or FORMAT_TOO_NEW if the file is intact but newer than this
 * build.
 */
export function readTail(handle: FileHandle, path: string): Tail {
  const size = handle.size();
  if (size === 0) throw corruption(path, 0, 'the file is empty');
  const offset = size - TAIL_BYTES;
  if (offset < HEADER_BYTES)
    throw corruption(path, size, `the file is cut short: ${size} bytes are too few for a store file`);
  const bytes = new Uint8Array(TAIL_BYTES);
  const count = handle.read(bytes, offset);
  if (count !== TAIL_BYTES) throw corruption(path, offset + count, `expected ${TAIL_BYTES} bytes, found ${count}`);
  if (!isMagic(bytes, TAIL_MAGIC)) {
    throw corruption(
      path,
      offset + TAIL_MAGIC,
      'expected the end of a store file: the file is cut short or overwritten',
    );
  }
  const view = new DataView(bytes.buffer);
  const fileNumber = view.getFloat64(TAIL_FILE_NUMBER, true);
  const expected = view.getUint32(TAIL_CHECK, true);
  const found = new PlacedChecksum(fileNumber).ofBytes(offset, bytes, 0, TAIL_CHECK);
  if (found !== expected) throw corruption(path, offset, `the tail's checksum is ${found}, expected ${expected}`);
  const format = view.getUint32(TAIL_FORMAT, true);
  if (format > STORE_FILE_FORMAT)
    throw formatTooNew(path, `its format is ${format}; this build reads formats up to ${STORE_FILE_FORMAT}`);
  if (format === 0) throw corruption(path, offset + TAIL_FORMAT, 'format 0 does not exist');
  const trailer = {
    offset: view.getFloat64(0, true),
    length: view.getUint32(TAIL_TRAILER_LENGTH, true),
    ordinal: view.getUint32(TAIL_TRAILER_ORDINAL, true),
  };
  if (trailer.offset < HEADER_BYTES || trailer.offset + trailer.length !== offset) {
    throw corruption(path, offset, `the trailer (${trailer.offset}, ${trailer.length}) does not end at the tail`);
  }
  if (HEADER_BYTES + trailer.ordinal * FRAME_BYTES > trailer.offset) {
    throw corruption(path, offset, `${trailer.offset} bytes are too few for the ${trailer.ordinal} blocks before it`);
  }
  return { trailer, format, fileNumber };
}

function isMagic(bytes: Uint8Array, at: number): boolean {
  return MAGIC.every((byte, index) => bytes[at + index] === byte);
}

export function formatTooNew(path: string, why: string): BigtabError {
  return new BigtabError('FORMAT_TOO_NEW', `${path} was written by a newer version of Bigtab: ${why}`, {
    details: { file: path },
  });
}

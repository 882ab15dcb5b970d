import { crc32c } from '../../bytes/crc32c.js';

/*
 * One record of the log: one request, which is in the log completely or not at all. Little-endian.
 *
 *   0  length             u32   of the whole record
 *   4  crc32c             u32   over the segment's salt (u32), the record's offset in its file (f64), and every byte
 *                               of the record except these four
 *   8  kind               u8    0 edits, 1 declaration of a connection, 2 seal, 3 generation; + 64 when it is the first
 *                               record of its group (not in format 1), + 128 when it is the last
 *   9  first sequence id  f64   of a record without edits: that of the record it was made for, or would be followed by
 *  17  sequence ids       u32   how many, starting with the first; 0 for a record without edits
 *  21  flushed up to      f64   a flush up to this offset of the file had returned when the record was made; 0 = none
 *  29  connection         u32   small number, declared earlier in the same segment; 0 = none
 *  33  operation          f64   the connection's own number of the request; 0 = none
 *  41  payload
 *
 *  edits:        u32 length of all sections, the sections, then the answer, kept for exactly-once execution
 *  section:      u32 table id, u32 length, flat cells with their sequence ids (keyvalue/cell-layout)
 *  declaration:  the connection's id in UTF-8
 *  seal:         f64 epoch and f64 number in the name of the segment in which the log continues; u8 1 if that name was at
 *                least 60 s old. The last record of a segment that was full
 *  generation:   f64 the catalog's generation: that commit had ended when the record was made
 *
 * The records of one commit group count together or not at all: those after the last end of a group are a torn tail.
 * Because the checksum includes salt and offset, bytes of another segment or offset never pass as a record.
 */

export const RECORD_HEADER_BYTES = 41;
export const SECTIONS_LENGTH_BYTES = 4;
export const SECTION_HEADER_BYTES = 8;

export const OFFSET_LENGTH = 0;
export const OFFSET_CHECKSUM = 4;
export const OFFSET_KIND = 8;
export const OFFSET_FIRST_SEQUENCE_ID = 9;
export const OFFSET_SEQUENCE_IDS = 17;
export const OFFSET_FLUSHED_UP_TO = 21;
export const OFFSET_CONNECTION = 29;
export const OFFSET_OPERATION = 33;

export const KIND_EDITS = 0;
export const KIND_DECLARATION = 1;
export const KIND_SEAL = 2;
export const KIND_GENERATION = 3;
/** Added to the kind of a group's first record. */
export const GROUP_START = 64;
/** Added to the kind of a group's last record. */
export const GROUP_END = 128;

/** Whether the record at `at` is the last of its commit group. */
export function endsGroup(view: DataView, at: number): boolean {
  return view.getUint8(at + OFFSET_KIND) >= GROUP_END;
}

/** Whether the record at `at` is the first of its commit group. Format 1 does not say so. */
export function startsGroup(view: DataView, at: number): boolean {
  return (view.getUint8(at + OFFSET_KIND) & GROUP_START) !== 0;
}

export function kindAt(view: DataView, at: number): number {
  return view.getUint8(at + OFFSET_KIND) & (GROUP_START - 1);
}

/** The offset after the checksum's own bytes. */
const CHECKED_FROM = 8;
/** Salt, offset and length: what the checksum covers before the rest of the record. */
const prefix = new Uint8Array(16);
const prefixView = new DataView(prefix.buffer);

/** The checksum of the record of `length` bytes at `at`, for offset `fileOffset` of its segment. */
export function recordChecksum(
  bytes: Uint8Array,
  at: number,
  length: number,
  salt: number,
  fileOffset: number,
): number {
  prefixView.setUint32(0, salt, true);
  prefixView.setFloat64(4, fileOffset, true);
  prefixView.setUint32(12, length, true);
  return crc32c(bytes, at + CHECKED_FROM, length - CHECKED_FROM, crc32c(prefix, 0, prefix.length));
}

/** Writes length and checksum of a record whose other bytes are complete. */
export function sealRecord(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  length: number,
  salt: number,
  fileOffset: number,
): void {
  view.setUint32(at + OFFSET_LENGTH, length, true);
  view.setUint32(at + OFFSET_CHECKSUM, recordChecksum(bytes, at, length, salt, fileOffset), true);
}

/**
 * Length of the complete, valid record at `at` of a segment's bytes; 0 if there is none. It must not extend beyond
 * `end`.
 */
export function soundRecordLength(bytes: Uint8Array, view: DataView, at: number, end: number, salt: number): number {
  if (at + RECORD_HEADER_BYTES > end) return 0;
  const length = view.getUint32(at + OFFSET_LENGTH, true);
  if (length < RECORD_HEADER_BYTES || length > end - at) return 0;
  return view.getUint32(at + OFFSET_CHECKSUM, true) === recordChecksum(bytes, at, length, salt, at) ? length : 0;
}

/**
 * Whether the bytes at `at` look like a record that was written after its segment's header had been flushed; the salt
 * of the segment is not known.
 */
export function looksLikeRecord(view: DataView, at: number): boolean {
  const flushedUpTo = view.getFloat64(at + OFFSET_FLUSHED_UP_TO, true);
  if (!(flushedUpTo > 0 && flushedUpTo <= at && Number.isInteger(flushedUpTo))) return false;
  const length = view.getUint32(at + OFFSET_LENGTH, true);
  return (
    length >= RECORD_HEADER_BYTES &&
    at + length <= view.byteLength &&
    Number.isSafeInteger(view.getFloat64(at + OFFSET_OPERATION, true)) &&
    mayBeRecord(view, at)
  );
}

/** No log reaches this sequence id; a record above it is not sound, whatever its checksum. */
const LARGEST_SEQUENCE_ID = 2 ** 52;

/** Whether the kind and the sequence ids at `at` are those of a record. */
export function mayBeRecord(view: DataView, at: number): boolean {
  const first = view.getFloat64(at + OFFSET_FIRST_SEQUENCE_ID, true);
  return kindAt(view, at) <= KIND_GENERATION && first > 0 && first < LARGEST_SEQUENCE_ID && Number.isSafeInteger(first);
}

/** The last sequence id of the record at `at`; without edits, one less than that of the next record. */
export function lastSequenceIdAt(view: DataView, at: number): number {
  return view.getFloat64(at + OFFSET_FIRST_SEQUENCE_ID, true) + view.getUint32(at + OFFSET_SEQUENCE_IDS, true) - 1;
}

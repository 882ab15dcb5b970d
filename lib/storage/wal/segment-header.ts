import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { crc32c } from '../../bytes/crc32c.js';
import { BigtabError } from '../../errors.js';

/*
 * The header of a log segment. It is stored twice, so that one bad byte loses nothing; the records begin after the
 * second copy. Little-endian.
 *
 *   0  magic        8 bytes  'BIGTABWL'
 *   8  format       u32      2
 *  12  length       u32      of this copy, including the checksum
 *  16  epoch        f64      epoch and number are those of the file's name
 *  24  number       f64
 *  32  salt         u32      random; part of the checksum of every record
 *  36  writer       f64      epoch of the writer, which may be larger than that of the name
 *  44  generation   f64      of the catalog, when the segment was begun
 *  52  segments     u32      how many older segments still counted, then each, from oldest to newest:
 *        epoch             f64
 *        number            f64
 *        valid length      f64   later bytes do not count
 *        last sequence id  f64   of the records in it and before it
 *        flags             u32   1 = damaged: never removed automatically
 *      crc32c       u32      over every byte of this copy before it
 *
 * Magic, format, length and the position of the checksum stay the same in every format. Format 1 has neither writer nor
 * generation: there the list of segments begins at offset 36.
 */

export const WAL_FORMAT = 2;

/** An older log segment that still counts. */
export interface OldSegment {
  /** Its path; see storage/fs/file-names. */
  readonly path: string;
  readonly epoch: number;
  readonly number: number;
  /** Number of bytes that count; later bytes are a torn tail, a failed group, or a late write of a zombie. */
  readonly validLength: number;
  /** The last sequence id of the records in it and before it. */
  readonly lastSequenceId: number;
  /** Whether flushed bytes were lost; the segment is then kept until someone has inspected it. */
  readonly damaged: boolean;
}

export interface SegmentHeader {
  readonly epoch: number;
  readonly number: number;
  readonly salt: number;
  /** Epoch of the writer. */
  readonly writer: number;
  /** Generation of the catalog when the segment was begun; 0 in format 1. */
  readonly generation: number;
  /** From oldest to newest, without their paths. */
  readonly older: readonly Omit<OldSegment, 'path'>[];
}

/** A header that was read. */
export interface StoredHeader extends SegmentHeader {
  readonly format: number;
  /** The offset of the records. */
  readonly end: number;
}

const MAGIC = 0x4c57_4241_5447_4942n; // 'BIGTABWL'
const MAGIC_FIRST_BYTE = 0x42;
const FIXED_BYTES = 56;
/** Length of the fixed part in format 1. */
const OLD_FIXED_BYTES = 40;
const ENTRY_BYTES = 36;
const CHECKSUM_BYTES = 4;
const FLAG_DAMAGED = 1;
/** Far more than a log can need; a second copy is not searched for beyond this offset. */
const LARGEST_HEADER_BYTES = 1 << 20;

/** No header is shorter in any format. */
export const LEAST_HEADER_BYTES: number = 2 * (OLD_FIXED_BYTES + CHECKSUM_BYTES);

/** The offset of the records in a new segment that lists `older` segments. */
export function segmentHeaderLength(older: number): number {
  return 2 * (FIXED_BYTES + older * ENTRY_BYTES + CHECKSUM_BYTES);
}

/** Encodes both copies. */
export function encodeSegmentHeader(header: SegmentHeader): Uint8Array {
  const copyLength = segmentHeaderLength(header.older.length) / 2;
  const writer = new ByteWriter(copyLength * 2);
  writer.i64(MAGIC);
  writer.u32(WAL_FORMAT);
  writer.u32(copyLength);
  writer.f64(header.epoch);
  writer.f64(header.number);
  writer.u32(header.salt);
  writer.f64(header.writer);
  writer.f64(header.generation);
  writer.u32(header.older.length);
  for (const segment of header.older) {
    writer.f64(segment.epoch);
    writer.f64(segment.number);
    writer.f64(segment.validLength);
    writer.f64(segment.lastSequenceId);
    writer.u32(segment.damaged ? FLAG_DAMAGED : 0);
  }
  writer.u32(crc32c(writer.bytes, 0, writer.length));
  writer.raw(writer.finish());
  return writer.finish();
}

/**
 * The header in the first bytes of the file at `path`, from whichever copy is valid. Null if neither is valid, or if it
 * belongs to another file, or contains a number that no writer stores. Throws FORMAT_TOO_NEW.
 */
export function decodeSegmentHeader(
  bytes: Uint8Array,
  path: string,
  epoch: number,
  number: number,
): StoredHeader | null {
  const header = decodeCopy(bytes, 0, path) ?? decodeSecondCopy(bytes, path);
  return header !== null && header.epoch === epoch && header.number === number ? header : null;
}

function decodeSecondCopy(bytes: Uint8Array, path: string): StoredHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, LARGEST_HEADER_BYTES) - OLD_FIXED_BYTES - CHECKSUM_BYTES;
  for (let at = 1; at <= end; at++) {
    if (bytes[at] !== MAGIC_FIRST_BYTE || view.getBigUint64(at, true) !== MAGIC) continue;
    const header = decodeCopy(bytes, at, path);
    if (header !== null) return header;
  }
  return null;
}

function decodeCopy(bytes: Uint8Array, at: number, path: string): StoredHeader | null {
  if (bytes.length - at < OLD_FIXED_BYTES + CHECKSUM_BYTES) return null;
  const reader = new ByteReader(bytes, at, bytes.length, path);
  if (BigInt.asUintN(64, reader.i64()) !== MAGIC) return null;
  const format = reader.u32();
  const length = reader.u32();
  if (length < OLD_FIXED_BYTES + CHECKSUM_BYTES || length > bytes.length - at) return null;
  const checked = length - CHECKSUM_BYTES;
  if (reader.view.getUint32(at + checked, true) !== crc32c(bytes, at, checked)) return null;
  if (format > WAL_FORMAT) {
    throw new BigtabError(
      'FORMAT_TOO_NEW',
      `${path} has format ${format}; this version of Bigtab reads formats up to ${WAL_FORMAT}`,
      {
        details: { file: path, format, supported: WAL_FORMAT },
      },
    );
  }
  if (length < (format === 1 ? OLD_FIXED_BYTES : FIXED_BYTES) + CHECKSUM_BYTES) return null;
  const epoch = reader.f64();
  const number = reader.f64();
  const salt = reader.u32();
  const writer = format === 1 ? epoch : reader.f64();
  const generation = format === 1 ? 0 : reader.f64();
  const older: Omit<OldSegment, 'path'>[] = [];
  const segments = reader.u32();
  if (segments * ENTRY_BYTES > at + checked - reader.offset) return null;
  for (let left = segments; left > 0; left--) {
    older.push({
      epoch: reader.f64(),
      number: reader.f64(),
      validLength: reader.f64(),
      lastSequenceId: reader.f64(),
      damaged: (reader.u32() & FLAG_DAMAGED) !== 0,
    });
  }
  const counts = [
    writer,
    generation,
    ...older.flatMap((one) => [one.epoch, one.number, one.validLength, one.lastSequenceId]),
  ];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return null;
  return { epoch, number, salt, writer, generation, older, format, end: 2 * length };
}

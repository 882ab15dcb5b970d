/*
 * Store files whose checksums are all right and whose content is not: what a faulty or hostile writer can leave behind.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import {
  type BlockKind,
  FRAME_BYTES,
  FRAME_CHECK,
  FRAME_CODEC,
  FRAME_LENGTH,
  FRAME_ORDINAL,
  FRAME_RAW_LENGTH,
  PlacedChecksum,
} from '../../storage/storefile/block-frame.js';
import {
  encodeHeader,
  encodeTail,
  HEADER_BYTES,
  TAIL_BYTES,
  TAIL_CHECK,
  TAIL_FILE_NUMBER,
} from '../../storage/storefile/file-ends.js';
import { storeFileOptions } from './store-files.js';

/** One block, without its place. */
export interface LooseBlock {
  kind: number;
  codec: number;
  rawLength: number;
  payload: Uint8Array;
}

/** The JSON of a trailer, to be changed. */
export interface TrailerFacts {
  info: Record<string, unknown>;
  layout: Record<string, { levels: number; root: { offset: number; length: number; ordinal: number } } | null>;
}

/** The blocks of a sound file, in order; the last one is the trailer. */
export function takeApart(bytes: Uint8Array): LooseBlock[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks: LooseBlock[] = [];
  for (let at = HEADER_BYTES; at < bytes.length - TAIL_BYTES; ) {
    const end = at + FRAME_BYTES + view.getUint32(at + FRAME_LENGTH, true);
    const payload = bytes.slice(at + FRAME_BYTES, end);
    const rawLength = view.getUint32(at + FRAME_RAW_LENGTH, true);
    blocks.push({ kind: bytes[at] as number, codec: bytes[at + FRAME_CODEC] as number, rawLength, payload });
    at = end;
  }
  return blocks;
}

/** A file of these blocks, with correct frames, checksums, header and tail. */
export function putTogether(
  blocks: readonly LooseBlock[],
  fileNumber: number = storeFileOptions().fileNumber,
): Uint8Array {
  const file = new ByteWriter();
  file.raw(encodeHeader(fileNumber));
  let trailer = { offset: 0, length: 0, ordinal: 0 };
  for (const [ordinal, { kind, codec, rawLength, payload }] of blocks.entries()) {
    trailer = { offset: file.length, length: FRAME_BYTES + payload.length, ordinal };
    const at = file.reserve(FRAME_BYTES);
    const { view } = file;
    view.setUint32(at, kind, true);
    view.setUint8(at + FRAME_CODEC, codec);
    view.setUint32(at + FRAME_ORDINAL, ordinal, true);
    view.setUint32(at + FRAME_LENGTH, payload.length, true);
    view.setUint32(at + FRAME_RAW_LENGTH, rawLength, true);
    const check = new PlacedChecksum(fileNumber).ofBlock(at, file.bytes, at, payload, 0, payload.length);
    view.setUint32(at + FRAME_CHECK, check, true);
    file.raw(payload);
  }
  file.raw(encodeTail(trailer, fileNumber, file.length));
  return file.finish();
}

/** The file with other blocks. A change that keeps all lengths keeps all pointers right. */
export function resealed(bytes: Uint8Array, change: (blocks: LooseBlock[]) => void): Uint8Array {
  const blocks = takeApart(bytes);
  change(blocks);
  return putTogether(blocks);
}

/** The file with another trailer. */
export function withTrailer(bytes: Uint8Array, change: (facts: TrailerFacts) => void): Uint8Array {
  return resealed(bytes, (blocks) => {
    const trailer = blocks.at(-1) as LooseBlock;
    const reader = new ByteReader(trailer.payload, 0, trailer.payload.length, 'trailer');
    const facts = JSON.parse(reader.text()) as TrailerFacts;
    const rest = trailer.payload.slice(reader.offset);
    change(facts);
    const writer = new ByteWriter();
    writer.text(JSON.stringify(facts));
    writer.raw(rest);
    trailer.payload = writer.finish();
    trailer.rawLength = trailer.payload.length;
  });
}

/** The place of the block of this kind that comes `nth` in the file. */
export function placeOf(blocks: readonly LooseBlock[], kind: BlockKind, nth = 0): number {
  const places = [...blocks.keys()].filter((place) => blocks[place]?.kind === kind);
  return places[nth] as number;
}

/** Where a block of a sound file is. */
export interface BlockPlace {
  readonly kind: number;
  readonly offset: number;
  /** With its frame. */
  readonly length: number;
}

/** The places of all blocks of a sound file. */
export function placesOf(bytes: Uint8Array): BlockPlace[] {
  let offset = HEADER_BYTES;
  return takeApart(bytes).map(({ kind, payload }) => {
    const place = { kind, offset, length: FRAME_BYTES + payload.length };
    offset += place.length;
    return place;
  });
}

/** Makes the checksums right of a file whose blocks were at `places` before it was damaged. */
export function seal(bytes: Uint8Array, places: readonly BlockPlace[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tail = bytes.length - TAIL_BYTES;
  const checksum = new PlacedChecksum(view.getFloat64(tail + TAIL_FILE_NUMBER, true));
  for (const { offset, length } of places) {
    const check = checksum.ofBlock(offset, bytes, offset, bytes, offset + FRAME_BYTES, length - FRAME_BYTES);
    view.setUint32(offset + FRAME_CHECK, check, true);
  }
  view.setUint32(tail + TAIL_CHECK, checksum.ofBytes(tail, bytes, tail, TAIL_CHECK), true);
}

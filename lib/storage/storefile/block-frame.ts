/*
 * The frame of every block of a store file. Little-endian.
 *
 *   0  kind            u8    BlockKind
 *   1  codec           u8    how the payload is compressed, see codec; 0 = not at all
 *   2  zero            u16
 *   4  ordinal         u32   0, 1, 2 … in the order of the blocks in the file
 *   8  payload length  u32   as stored
 *  12  raw length      u32   of the payload when uncompressed
 *  16  check           u32   CRC-32C
 *  20  payload
 *
 * The check covers the file number (f64), the block's offset in the file (f64), bytes 0 … 15 of the frame, and the
 * payload. A block that is in the wrong place, belongs to another file or is cut off therefore fails it like a block
 * whose bytes have changed.
 */
import { crc32c } from '../../bytes/crc32c.js';

export const FRAME_BYTES = 20;

export const BlockKind = { Data: 1, Value: 2, Index: 3, Bloom: 4, Trailer: 5 } as const;

export type BlockKind = (typeof BlockKind)[keyof typeof BlockKind];

export const FRAME_CODEC = 1;
export const FRAME_ORDINAL = 4;
export const FRAME_LENGTH = 8;
export const FRAME_RAW_LENGTH = 12;
export const FRAME_CHECK = 16;

/** The position of a block. */
export interface BlockLocation {
  readonly offset: number;
  /** Length with the frame. */
  readonly length: number;
  readonly ordinal: number;
}

/** Checksums of one file's parts, bound to the number of the file and to the position of the part in it. */
export class PlacedChecksum {
  readonly #place = new Uint8Array(16);
  readonly #view = new DataView(this.#place.buffer);

  constructor(fileNumber: number) {
    this.#view.setFloat64(0, fileNumber, true);
  }

  /** The checksum of the block at `offset` of the file, whose frame is at `frameAt` of `frame`. */
  ofBlock(
    offset: number,
    frame: Uint8Array,
    frameAt: number,
    payload: Uint8Array,
    payloadAt: number,
    payloadLength: number,
  ): number {
    return crc32c(payload, payloadAt, payloadLength, this.ofBytes(offset, frame, frameAt, FRAME_CHECK));
  }

  /** The checksum of bytes outside any block, such as the file's header. */
  ofBytes(offset: number, bytes: Uint8Array, at: number, length: number): number {
    this.#view.setFloat64(8, offset, true);
    return crc32c(bytes, at, length, crc32c(this.#place, 0, this.#place.length));
  }
}

/*
 * The only tag that cells have: how long this cell lives. Little-endian.
 *
 *   0  type  u8    8, as in HBase
 *   1  ms    f64   an integer
 */
import type { CellView } from './cell-view.js';

const TTL_TAG_TYPE = 8;
const TTL_TAG_BYTES = 9;

const number = new DataView(new ArrayBuffer(8));

/** The tags of a cell that lives for `ttlMs` milliseconds from its timestamp (W-60). */
export function encodeTtlTag(ttlMs: number): Uint8Array {
  const tag = new Uint8Array(TTL_TAG_BYTES);
  tag[0] = TTL_TAG_TYPE;
  new DataView(tag.buffer).setFloat64(1, ttlMs, true);
  return tag;
}

/** Whether the bytes from `at` to `end` are the length of this tag, followed by the tag. */
export function isTtlTag(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    end - at >= 2 + TTL_TAG_BYTES &&
    bytes[at] === TTL_TAG_BYTES &&
    bytes[at + 1] === 0 &&
    bytes[at + 2] === TTL_TAG_TYPE
  );
}

/** How long `cell` lives, in ms from its timestamp; Infinity if it has no such tag. */
export function readCellTtl(cell: CellView): number {
  const { tags, tagsOffset, tagsLength } = cell;
  if (tagsLength < TTL_TAG_BYTES || tags[tagsOffset] !== TTL_TAG_TYPE) return Number.POSITIVE_INFINITY;
  for (let index = 0; index < 8; index++) number.setUint8(index, tags[tagsOffset + 1 + index] as number);
  return number.getFloat64(0, true);
}

/** Whether `cell` has its own time to live, and has expired. */
export function isCellExpired(cell: CellView, now: number): boolean {
  return cell.tagsLength !== 0 && cell.timestamp + readCellTtl(cell) < now;
}

import { encodedCellLength, OFFSET_SEQUENCE_ID, OFFSET_TYPE } from './cell-layout.js';
import type { ResultBlock, ResultRow } from './result-block.js';

/** The length of a digest in bytes. */
export const DIGEST_BYTES = 16;

/** Words that are added at the end, so that the last word of the input affects every bit of the state. */
const LAST_WORDS = 8;

/**
 * A digest of the rows of one read, by which the engine recognizes whether the read would return the same rows again:
 * 128 bits over the names of the families and over the keys, timestamps, types and values of the cells. It depends
 * neither on sequence ids, which no client sees, nor on how the rows were divided into blocks.
 *
 * The state is a shift register of four words. Each word of input replaces the oldest one by a mixture of both and of
 * the second oldest, so no two states become one. It finds changes, and does not resist someone who looks for two reads
 * with the same digest.
 */
export class RowsDigest {
  /** The rows that were added. */
  rows = 0;
  /** The bytes of their cells. */
  bytes = 0;
  #a = 0x2545_f491;
  #b = 0x6a09_e667;
  #c = 0x9e37_79b1;
  #d = 0x85eb_ca77;

  /** Adds a row. REQUIRES that its block has the families of the rows before it. */
  addRow({ view, familyNames }: ResultBlock, { offset, cells }: Pick<ResultRow, 'offset' | 'cells'>): void {
    if (this.rows === 0) this.#addFamilies(familyNames);
    this.rows++;
    this.#word(cells);
    let at = offset;
    for (let left = cells; left > 0; left--) {
      const next = at + encodedCellLength(view, at);
      this.#run(view, at, at + OFFSET_SEQUENCE_ID);
      this.#run(view, at + OFFSET_TYPE, next);
      at = next;
    }
    this.bytes += at - offset;
  }

  /** Adds the answer to the question whether a row exists. */
  addExistence(exists: boolean): void {
    if (exists) this.rows++;
  }

  finish(): Uint8Array {
    this.#word(this.rows);
    for (let left = LAST_WORDS; left > 0; left--) this.#word(left);
    return new Uint8Array(Uint32Array.of(this.#a, this.#b, this.#c, this.#d).buffer);
  }

  /** Adds the names of the families, to which the cells refer. */
  #addFamilies(names: readonly Uint8Array[]): void {
    this.#word(names.length);
    for (const name of names) {
      this.#word(name.length);
      for (const byte of name) this.#word(byte);
    }
  }

  /** Adds the bytes from `at` up to `end`. */
  #run(view: DataView, at: number, end: number): void {
    let next = at;
    for (; next + 4 <= end; next += 4) this.#word(view.getInt32(next, true));
    let last = end - at;
    for (; next < end; next++) last = (last << 8) | view.getUint8(next);
    this.#word(last);
  }

  #word(word: number): void {
    let mixed = Math.imul(word, 0xcc9e_2d51);
    mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b87_3593) ^ this.#a;
    mixed = Math.imul((mixed << 13) | (mixed >>> 19), 5) + Math.imul(this.#b ^ (this.#b >>> 16), 0xc2b2_ae3d);
    this.#a = this.#b;
    this.#b = this.#c;
    this.#c = this.#d;
    this.#d = (mixed ^ (mixed >>> 15)) | 0;
  }
}

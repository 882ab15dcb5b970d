import { ByteReader } from '../../bytes/byte-reader.js';
import { encodedCellLength, OFFSET_SEQUENCE_ID, OFFSET_TYPE, rowAt } from '../../keyvalue/cell-layout.js';
import {
  type ResultBlock,
  type ResultBlockWriter,
  type ResultRow,
  rawRow,
  readResultBlock,
} from '../../keyvalue/result-block.js';

/**
 * The cells of a row, without their sequence ids, which no client sees. Once they were taken to be sent, only their
 * length and 64 bits of hash are left, by which a changed row is recognized.
 */
export class RowContent {
  readonly byteLength: number;
  readonly #high: number;
  readonly #low: number;
  #bytes: Uint8Array | null;

  constructor(block: ResultBlock, row: ResultRow) {
    this.byteLength = row.byteLength;
    this.#bytes = rawRow(block, row);
    let high = 0x2545_f491;
    let low = 0x6a09_e667;
    for (let at = row.offset, end = at + row.byteLength; at < end; ) {
      const next = at + encodedCellLength(block.view, at);
      for (let index = at; index < next; index++) {
        if (index === at + OFFSET_SEQUENCE_ID) index = at + OFFSET_TYPE;
        const byte = block.bytes[index] as number;
        high = Math.imul(high ^ byte, 0x9e37_79b1);
        high ^= high >>> 15;
        low = Math.imul(low ^ byte ^ (low >>> 13), 0x85eb_ca77);
      }
      at = next;
    }
    this.#high = high;
    this.#low = low ^ (low >>> 16);
  }

  equals(other: RowContent): boolean {
    return this.byteLength === other.byteLength && this.#high === other.#high && this.#low === other.#low;
  }

  /** The row in the form of a result block. REQUIRES that it was not taken before. */
  take(): Uint8Array {
    const bytes = this.#bytes as Uint8Array;
    this.#bytes = null;
    return bytes;
  }
}

/** Calls `each` with every row of the block that `writer` has written. */
export function eachRow(writer: ResultBlockWriter, each: (row: Uint8Array, content: RowContent) => void): void {
  const bytes = writer.written();
  const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'the rows of a watch'));
  for (const row of block.rows) each(rowAt(block, row.offset).slice(), new RowContent(block, row));
}

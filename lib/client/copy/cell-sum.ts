import { ByteWriter } from '../../bytes/byte-writer.js';
import { equalBytes } from '../../bytes/compare.js';
import { crc32c } from '../../bytes/crc32c.js';
import type { Cell } from '../../model/cell.js';
import type { CopiedTable } from './copy-options.js';

/** The parts of a sum that a position contains. */
export interface CellTotals {
  readonly rows: number;
  readonly cells: number;
  readonly crc: number;
}

/**
 * Counts cells, which are added in their order, and their rows. Their checksum is CRC-32C over each of them: row, family,
 * qualifier and value, each after its length as a u32, and before the value the timestamp as an f64; little-endian. So it
 * does not depend on the connection, nor on how the cells were divided.
 */
export class CellSum implements CellTotals {
  rows: number;
  cells: number;
  crc: number;
  #row: Uint8Array | null = null;
  readonly #out = new ByteWriter();

  /** Continues a sum that ended with a complete row. */
  constructor({ rows, cells, crc }: CellTotals) {
    this.rows = rows;
    this.cells = cells;
    this.crc = crc;
  }

  add(cell: Cell): void {
    const { row, family, qualifier, timestamp, value } = cell;
    if (this.#row === null || !equalBytes(this.#row, row)) {
      this.#row = row;
      this.rows++;
    }
    this.cells++;
    const out = this.#out;
    out.reset();
    for (const part of [row, family, qualifier]) out.sized(part);
    out.f64(timestamp);
    out.sized(value);
    this.crc = crc32c(out.bytes, 0, out.length, this.crc);
  }

  /** An equal sum. */
  copy(): CellSum {
    const copy = new CellSum(this);
    copy.#row = this.#row;
    return copy;
  }

  get copied(): CopiedTable {
    const { rows, cells, crc } = this;
    return { rows, cells, checksum: crc.toString(16).padStart(8, '0') };
  }
}

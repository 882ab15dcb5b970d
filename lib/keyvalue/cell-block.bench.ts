import { bench, describe } from 'vitest';
import { ByteWriter } from '../bytes/byte-writer.js';
import { CellType } from '../model/cell-type.js';
import { encodeCells, put } from '../testing/samples/cells.js';
import { appendCell } from './append-cell.js';
import { CellBlockReader } from './cell-block.js';
import { cellLength, writeCell } from './cell-layout.js';

const CELLS = 10_000;
const VALUE = new Uint8Array(100).fill(7);
const cells = Array.from({ length: CELLS }, (_, index) =>
  put(`row-${String(index).padStart(9, '0')}`, 'q', 1, index, VALUE),
);
const { block } = encodeCells(cells);
const out = new ByteWriter();

describe('a block of 10,000 cells of 100 bytes', () => {
  bench('walk', () => {
    const reader = new CellBlockReader(block, 0, block.length, 'a block');
    while (reader.next());
  });

  bench('copy cell by cell', () => {
    out.reset();
    const reader = new CellBlockReader(block, 0, block.length, 'a block');
    while (reader.next()) writeCell(reader.cell, out, out.reserve(cellLength(reader.cell)));
  });

  bench('append from parts', () => {
    out.reset();
    for (const { row, qualifier, timestamp, value } of cells) {
      appendCell(out, row, 0, { qualifier, timestamp, type: CellType.Put, value }, null);
    }
  });
});

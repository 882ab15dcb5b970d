import { bench, describe } from 'vitest';
import { ByteWriter } from '../bytes/byte-writer.js';
import { CellType } from '../model/cell-type.js';
import { encodeCells, put } from '../testing/samples/cells.js';
import { appendCell } from './append-cell.js';
import { cellLength, encodedCellLength, readCell, writeCell } from './cell-layout.js';
import { CellView } from './cell-view.js';

const CELLS = 10_000;
const VALUE = new Uint8Array(100).fill(7);
const cells = Array.from({ length: CELLS }, (_, index) =>
  put(`row-${String(index).padStart(9, '0')}`, 'q', 1, index, VALUE),
);
const { block } = encodeCells(cells);
const cell = new CellView();
const out = new ByteWriter();

describe('a block of 10,000 cells of 100 bytes', () => {
  bench('walk', () => {
    for (let at = 0; at < block.length; at += encodedCellLength(block.view, at)) readCell(cell, block, at);
  });

  bench('copy cell by cell', () => {
    out.reset();
    for (let at = 0; at < block.length; at += encodedCellLength(block.view, at)) {
      readCell(cell, block, at);
      writeCell(cell, out, out.reserve(cellLength(cell)));
    }
  });

  bench('append from parts', () => {
    out.reset();
    for (const { row, qualifier, timestamp, value } of cells) {
      appendCell(out, row, 0, { qualifier, timestamp, type: CellType.Put, value }, null);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { randomCells } from '../testing/conformance/key-value-scanner-suite.js';
import { Random } from '../testing/random.js';
import { cellOf, encodeCells, put, type TestCell } from '../testing/samples/cells.js';
import { testSeed } from '../testing/seed.js';
import { CellBlockReader } from './cell-block.js';
import type { CellBuffer } from './cell-layout.js';

function readAll(buffer: CellBuffer, offset: number, end: number): { cells: TestCell[]; offsets: number[] } {
  const reader = new CellBlockReader(buffer, offset, end, 'a block');
  const cells: TestCell[] = [];
  const offsets: number[] = [];
  while (reader.next()) {
    cells.push(cellOf(reader.cell));
    offsets.push(reader.offset);
  }
  return { cells, offsets };
}

describe('walking a cell block', () => {
  it('gives the cells in the order they were written, and where each begins', () => {
    const cells = randomCells(new Random(testSeed(2)), 50);
    const { block, offsets } = encodeCells(cells);
    expect(readAll(block, 0, block.length)).toEqual({ cells, offsets });
    expect(readAll(block, offsets[20] as number, offsets[30] as number).cells).toEqual(cells.slice(20, 30));
  });

  it('gives nothing of an empty block', () => {
    expect(readAll(encodeCells([]).block, 0, 0).cells).toEqual([]);
  });

  it('calls every truncation CORRUPTION, naming where and the offset', () => {
    const cells = [put('row', 'q', 1, 1, 'value'), { ...put('row', 'r', 1, 1, 'v'), tags: Uint8Array.of(1, 2) }];
    const { block, offsets } = encodeCells(cells);
    const bytes = block.finish();
    for (let end = 1; end < bytes.length; end++) {
      if (offsets.includes(end)) continue;
      const at = end < (offsets[1] as number) ? 0 : offsets[1];
      const short = bytes.slice(0, end);
      for (const buffer of [short, bytes]) {
        const cut = { bytes: buffer, view: new DataView(buffer.buffer) };
        expect(() => readAll(cut, 0, end)).toThrowError(
          expect.objectContaining({ code: 'CORRUPTION', details: { file: 'a block', offset: at } }),
        );
      }
    }
  });
});

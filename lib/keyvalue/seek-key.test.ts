import { describe, expect, it } from 'vitest';
import { equalBytes } from '../bytes/compare.js';
import { encodeText } from '../bytes/text.js';
import { CellType } from '../model/cell-type.js';
import { Random } from '../simulation/random.js';
import { randomCells } from '../testing/conformance/key-value-scanner-suite.js';
import { marker, put, sortCells, type TestCell, viewOf } from '../testing/samples/cells.js';
import { testSeed } from '../testing/seed.js';
import { compareCells, compareQualifiers, compareRows } from './cell-comparator.js';
import type { CellView } from './cell-view.js';
import { SeekKey } from './seek-key.js';

const CELLS = [
  ...sortCells(randomCells(new Random(testSeed(5)), 150)),
  put('r', '', 2 ** 53 - 2, 2 ** 53 - 2),
  put('r', '', 0, 0),
  marker(CellType.DeleteFamily, 'r', '', 2 ** 53 - 2, 1),
];

/** The key must sort before exactly the cells for which `isBehind` is true. */
function expectBorder(key: CellView, isBehind: (cell: CellView) => boolean): void {
  const wrong = CELLS.map(viewOf).filter((cell) => {
    const order = compareCells(key, cell);
    return order === 0 || order < 0 !== isBehind(cell);
  });
  expect(wrong).toEqual([]);
}

function each(check: (key: SeekKey, cell: TestCell, view: CellView) => void): void {
  const key = new SeekKey();
  for (const cell of CELLS) check(key, cell, viewOf(cell));
}

describe('a seek key (O-6)', () => {
  it('sorts before every cell of its row', () => {
    each((key, { row }, view) => {
      expectBorder(key.firstOnRow(row), (cell) => compareRows(cell, view) >= 0);
      expectBorder(key.firstOnRowOf(view), (cell) => compareRows(cell, view) >= 0);
    });
  });

  it('sorts after every cell of its row and before the next row', () => {
    each((key, { row }, view) => {
      expectBorder(key.lastOnRow(row), (cell) => compareRows(cell, view) > 0);
      expectBorder(key.lastOnRowOf(view), (cell) => compareRows(cell, view) > 0);
    });
  });

  it('sorts before every cell of its column', () => {
    each((key, { row, qualifier }, view) => {
      const isBehind = (cell: CellView): boolean => (compareRows(cell, view) || compareQualifiers(cell, view)) >= 0;
      expectBorder(key.firstOnColumn(row, qualifier), isBehind);
      expectBorder(key.firstOnColumnOf(view, qualifier), isBehind);
    });
  });

  it('sorts after every cell of its column, including the empty one', () => {
    each((key, _cell, view) => {
      const isBehind = (cell: CellView): boolean => (compareRows(cell, view) || compareQualifiers(cell, view)) > 0;
      expectBorder(key.lastOnColumnOf(view), isBehind);
    });
  });

  it('remembers a position exactly', () => {
    each((key, _cell, view) => expect(compareCells(key.copyOf(view), view)).toBe(0));
  });

  it('keeps its bytes when the cell it was built from is overwritten', () => {
    const view = viewOf(put('row', 'q', 1, 1));
    const key = new SeekKey();
    const first = key.firstOnRowOf(view);
    view.key.fill(0);
    expect(first.copyRow()).toEqual(encodeText('row'));
  });

  it('accepts rows and qualifiers of any length', () => {
    const long = new Uint8Array(32_767).fill(255);
    const key = new SeekKey();
    expect(equalBytes(key.firstOnColumn(long, long).copyQualifier(), long)).toBe(true);
    expect(equalBytes(key.cell.copyRow(), long)).toBe(true);
    expect(equalBytes(key.lastOnRow(long).copyRow(), new Uint8Array([...long, 0]))).toBe(true);
    expect(key.firstOnRow(new Uint8Array(0)).rowLength).toBe(0);
  });
});

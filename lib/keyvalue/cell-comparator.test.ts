import { describe, expect, it } from 'vitest';
import { CellType } from '../model/cell-type.js';
import { Random } from '../simulation/random.js';
import { randomCells } from '../testing/conformance/key-value-scanner-suite.js';
import { encodeCells, marker, put, sortCells, type TestCell, viewOf } from '../testing/samples/cells.js';
import { testSeed } from '../testing/seed.js';
import { compareCells, compareQualifiers, compareRows, compareWithEncoded, sameRow } from './cell-comparator.js';

/** A row from section 2 of the rules, and its neighbors. */
const IN_ORDER: readonly TestCell[] = [
  put('', 'z', 9, 1),
  marker(CellType.DeleteFamily, 'row', '', 20, 3),
  put('row', '', 15, 4),
  marker(CellType.DeleteFamilyVersion, 'row', '', 12, 5),
  put('row', '', 12, 6),
  marker(CellType.DeleteColumn, 'row', 'a', 30, 1),
  put('row', 'a', 30, 7),
  marker(CellType.Delete, 'row', 'a', 25, 2),
  put('row', 'a', 25, 9),
  put('row', 'a', 25, 4),
  put('row', 'a\0', 99, 8),
  put('row', 'b', 99, 8),
  put('row\0', '', 1, 1),
  put('row2', '', 1, 1),
  put('ÿ', '', 1, 1),
];

describe('the order of cells (O-2)', () => {
  it('sorts row, qualifier, timestamp descending, type descending, sequence id descending', () => {
    for (const [i, a] of IN_ORDER.entries()) {
      for (const [j, b] of IN_ORDER.entries()) {
        expect(Math.sign(compareCells(viewOf(a), viewOf(b)))).toBe(Math.sign(i - j));
      }
    }
  });

  it('compares bytes unsigned, a proper prefix first (O-1)', () => {
    const bytes = (...row: number[]) => viewOf({ ...put('', '', 1, 1), row: Uint8Array.from(row) });
    expect(compareRows(bytes(0x7f), bytes(0x80))).toBeLessThan(0);
    expect(compareRows(bytes(0x80), bytes(0x80, 0))).toBeLessThan(0);
    expect(compareRows(bytes(0xff), bytes(0xff))).toBe(0);
  });

  it('distinguishes the end of the row from the start of the qualifier', () => {
    expect(compareCells(viewOf(put('a', 'bc', 1, 1)), viewOf(put('ab', 'c', 1, 1)))).toBeLessThan(0);
  });

  it('sorts a marker before every put of its timestamp, whenever it was written (O-4)', () => {
    const old = viewOf(marker(CellType.Delete, 'r', 'q', 5, 1));
    expect(compareCells(old, viewOf(put('r', 'q', 5, 9)))).toBeLessThan(0);
  });

  it('distinguishes large neighboring timestamps and sequence ids', () => {
    const large = 2 ** 53 - 2;
    expect(compareCells(viewOf(put('r', 'q', large, 1)), viewOf(put('r', 'q', large - 1, 1)))).toBeLessThan(0);
    expect(compareCells(viewOf(put('r', 'q', 1, large)), viewOf(put('r', 'q', 1, large - 1)))).toBeLessThan(0);
  });

  it('is the same for a view and for encoded bytes, and is total', () => {
    const cells = sortCells(randomCells(new Random(testSeed(11)), 120));
    const { block, offsets } = encodeCells(cells);
    for (const [i, a] of cells.entries()) {
      const view = viewOf(a);
      const expected = cells.map((_, j) => Math.sign(i - j));
      expect(offsets.map((offset) => Math.sign(compareWithEncoded(view, block, offset)))).toEqual(expected);
      expect(cells.map((b) => Math.sign(compareCells(view, viewOf(b))))).toEqual(expected);
    }
  });

  it('recognises equal rows and columns', () => {
    const a = viewOf(put('r', 'q', 1, 1));
    expect(sameRow(a, viewOf(put('r', 'p', 2, 2)))).toBe(true);
    expect(compareQualifiers(a, viewOf(put('x', 'q', 1, 1)))).toBe(0);
  });
});

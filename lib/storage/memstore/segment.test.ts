import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { Random } from '../../simulation/random.js';
import { randomCells } from '../../testing/conformance/key-value-scanner-suite.js';
import {
  cellOf,
  encodeCells,
  marker,
  printCell,
  put,
  sortCells,
  type TestCell,
  viewOf,
} from '../../testing/samples/cells.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { LEAF_CELLS, Segment } from './segment.js';
import { SlabPool } from './slab.js';

function segmentOf(cells: readonly TestCell[], pool: SlabPool = new SlabPool()): Segment {
  const segment = new Segment(pool);
  insert(segment, cells);
  return segment;
}

function insert(segment: Segment, cells: readonly TestCell[]): void {
  const { block, offsets } = encodeCells(cells);
  for (const offset of offsets) segment.insert(block, offset);
}

function rest(scanner: KeyValueScanner): string[] {
  const cells: string[] = [];
  for (; scanner.current !== null; scanner.next()) cells.push(printCell(cellOf(scanner.current)));
  return cells;
}

function contents(segment: Segment): string[] {
  const scanner = segment.scanner(1);
  scanner.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
  return rest(scanner);
}

function print(cells: readonly TestCell[]): string[] {
  return cells.map(printCell);
}

function shuffled(cells: readonly TestCell[], random: Random): TestCell[] {
  return cells
    .map((cell) => ({ cell, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ cell }) => cell);
}

const cellsByChance = fc
  .tuple(fc.nat(), fc.integer({ min: 0, max: 1500 }))
  .map(([seed, count]) => shuffled(randomCells(new Random(seed), count), new Random(seed)));
const RUNS = { seed: testSeed(1), numRuns: testRuns(20) };

describe('a segment', () => {
  it('returns cells in cell order, whatever the order of their insertion', () => {
    fc.assert(
      fc.property(cellsByChance, (cells) => {
        expect(contents(segmentOf(cells))).toEqual(print(sortCells(cells)));
      }),
      RUNS,
    );
  });

  it('accepts cells in order, and in reversed order', () => {
    const cells = Array.from({ length: 2000 }, (_, index) => put(`row ${10_000 + index}`, 'q', 1, index));
    expect(contents(segmentOf(cells))).toEqual(print(cells));
    expect(contents(segmentOf([...cells].reverse()))).toEqual(print(cells));
  });

  it('needs little memory for a few cells, however they are inserted', () => {
    const pool = new SlabPool();
    const segment = segmentOf([put('b', 'q', 1, 1), put('a', 'q', 1, 2), put('c', 'q', 1, 3)], pool);
    expect([pool.usedBytes, segment.leaves.map(({ byteLength }) => byteLength)]).toEqual([1024, [68]]);
    const sizes = new Set<number>();
    for (let index = 0; index < 2 * LEAF_CELLS; index++) {
      insert(segment, [put(`row ${index}`, 'q', 1, index + 4)]);
      for (const { length } of segment.leaves) sizes.add(length - 1);
    }
    expect([...sizes]).toEqual([16, 32, 64, 128, LEAF_CELLS]);
    expect(contents(segment)).toHaveLength(2 * LEAF_CELLS + 3);
  });

  it('replaces an equal cell with the same sequence id (O-7)', () => {
    const segment = segmentOf([put('r', 'q', 1, 5, 'first'), put('r', 'p', 1, 5), put('r', 'q', 1, 5, 'second')]);
    expect(contents(segment)).toEqual(print([put('r', 'p', 1, 5), put('r', 'q', 1, 5, 'second')]));
    insert(segment, [put('r', 'q', 1, 5, 'third')]);
    insert(segment, [put('r', 'q', 1, 5, 'fourth')]);
    expect(contents(segment)).toEqual(print([put('r', 'p', 1, 5), put('r', 'q', 1, 5, 'fourth')]));
    expect(segment.cellCount).toBe(2);
  });

  it('fills its leaves if cells are inserted in order', () => {
    const cells = Array.from({ length: 4 * LEAF_CELLS }, (_, index) => put(`row ${10_000 + index}`, 'q', 1, index));
    expect(segmentOf(cells).leaves.map(([count]) => count)).toEqual([LEAF_CELLS, LEAF_CELLS, LEAF_CELLS, LEAF_CELLS]);
  });

  it('keeps both of two cells that differ in their sequence id, the later first (O-7)', () => {
    const segment = segmentOf([put('r', 'q', 1, 5, 'old'), put('r', 'q', 1, 6, 'new')]);
    expect(contents(segment)).toEqual(print([put('r', 'q', 1, 6, 'new'), put('r', 'q', 1, 5, 'old')]));
  });

  it('counts its cells and records their smallest sequence id', () => {
    const segment = segmentOf([
      put('r', 'q', 50, 4),
      put('r', 'q', 20, 9),
      marker(CellType.DeleteColumn, 'r', 'q', 70, 3),
    ]);
    expect(segment).toMatchObject({ cellCount: 3, isEmpty: false, minSequenceId: 3 });
  });

  it('reports that it is empty', () => {
    const segment = new Segment(new SlabPool());
    expect(segment).toMatchObject({ isEmpty: true, bytes: 0, minSequenceId: Number.POSITIVE_INFINITY });
    expect(contents(segment)).toEqual([]);
  });

  it('accepts no cell after it is frozen', () => {
    const segment = segmentOf([put('r', 'q', 1, 1)]);
    segment.freeze();
    expect(() => insert(segment, [put('r', 'q', 1, 2)])).toThrow('frozen');
    expect(contents(segment)).toHaveLength(1);
  });

  it('returns its chunks when the last reference is released', () => {
    const pool = new SlabPool();
    const segment = segmentOf([put('r', 'q', 1, 1)], pool);
    segment.retain();
    segment.release();
    expect(pool.usedBytes).toBeGreaterThan(0);
    expect(contents(segment)).toHaveLength(1);
    segment.release();
    expect(pool.usedBytes).toBe(0);
  });

  it('needs at most 200 bytes for a cell of 100 bytes, in order or not', () => {
    const cells = Array.from({ length: 20_000 }, (_, index) =>
      put(`row ${100_000 + index}`, 'qualifier', 1, index, 'v'.repeat(100)),
    );
    for (const order of [cells, shuffled(cells, new Random(1))]) {
      const pool = new SlabPool();
      const segment = segmentOf(order, pool);
      expect(segment.bytes / cells.length).toBeLessThan(200);
      const order32 = segment.leaves.length * 1300;
      expect((pool.usedBytes + order32) / cells.length).toBeLessThan(200);
    }
  });
});

describe('rolling a segment back', () => {
  it('leaves exactly the cells that existed at the mark, with their statistics', () => {
    fc.assert(
      fc.property(cellsByChance, fc.double({ min: 0, max: 1, noNaN: true }), (cells, share) => {
        const kept = Math.floor(cells.length * share);
        const numbered = cells.map((cell, index) => ({ ...cell, sequenceId: index + 1 }));
        const [before, after] = [numbered.slice(0, kept), numbered.slice(kept)];
        const pool = new SlabPool();
        const segment = segmentOf(before, pool);
        const [mark, bytes] = [segment.mark(), pool.usedBytes];
        insert(segment, after);
        segment.rollback(mark);
        expect(contents(segment)).toEqual(print(sortCells(before)));
        expect(segment.mark()).toEqual(mark);
        expect(pool.usedBytes).toBe(bytes);
        insert(segment, after);
        expect(contents(segment)).toEqual(print(sortCells(numbered)));
      }),
      RUNS,
    );
  });

  it('removes a cell that was replaced after the mark', () => {
    const segment = segmentOf([put('r', 'q', 1, 1)]);
    const mark = segment.mark();
    insert(segment, [put('r', 'q', 2, 2, 'a'), put('r', 'q', 2, 2, 'b')]);
    segment.rollback(mark);
    expect(contents(segment)).toEqual(print([put('r', 'q', 1, 1)]));
  });
});

describe('a scanner of a segment that is being written', () => {
  it('continues at its position, and sees later cells ahead of it and none twice', () => {
    fc.assert(
      fc.property(cellsByChance, fc.array(fc.nat({ max: 30 }), { maxLength: 12 }), (cells, steps) => {
        const numbered = cells.map((cell, index) => ({ ...cell, sequenceId: index + 1 }));
        const share = Math.ceil(numbered.length / (steps.length + 1));
        const segment = segmentOf(numbered.slice(0, share));
        const scanner = segment.scanner(1);
        scanner.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
        for (const [round, count] of steps.entries()) {
          for (let step = 0; step < count && scanner.current !== null; step++) scanner.next();
          const standsOn = scanner.current === null ? null : printCell(cellOf(scanner.current));
          const from = share * (round + 1);
          insert(segment, numbered.slice(from, from + share));
          if (standsOn === null) break;
          expect(printCell(cellOf(scanner.current as NonNullable<typeof scanner.current>))).toBe(standsOn);
          const all = contents(segment);
          const behind = all.slice(all.indexOf(standsOn));
          const fork = segment.scanner(1);
          fork.seek(viewOf(cellOf(scanner.current as NonNullable<typeof scanner.current>)));
          expect(rest(fork)).toEqual(behind);
          scanner.next();
          if (behind.length === 1) expect(scanner.current).toBeNull();
          else expect(printCell(cellOf(scanner.current as NonNullable<typeof scanner.current>))).toBe(behind[1]);
          if (scanner.current === null) break;
        }
      }),
      RUNS,
    );
  });

  it('skips its current cell if that cell was replaced', () => {
    const segment = segmentOf([put('a', 'q', 1, 1), put('b', 'q', 1, 2)]);
    const scanner = segment.scanner(1);
    scanner.seek(new SeekKey().firstOnRow(new Uint8Array(0)));
    insert(segment, [put('a', 'q', 1, 1, 'again'), put('0', 'q', 1, 3)]);
    scanner.next();
    expect(rest(scanner)).toEqual(print([put('b', 'q', 1, 2)]));
  });

  it('moves backward over rows while cells are inserted', () => {
    const segment = segmentOf(['a', 'c', 'e'].map((row, index) => put(row, 'q', 1, index)));
    const scanner = segment.scanner(1);
    const key = new SeekKey();
    scanner.seekToLastRow();
    for (const [row, before] of [
      ['e', 'd'],
      ['d', 'c'],
      ['c', 'b'],
      ['b', 'a'],
    ] as const) {
      expect(printCell(cellOf(scanner.current as NonNullable<typeof scanner.current>))[0]).toBe(row);
      insert(segment, [put(before, 'q', 2, 10)]);
      scanner.seekToPreviousRow(key.firstOnRowOf(scanner.current as NonNullable<typeof scanner.current>));
    }
  });
});

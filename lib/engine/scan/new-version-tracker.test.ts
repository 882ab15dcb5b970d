import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import { CellType } from '../../model/cell-type.js';
import { marker, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { DeleteResult } from './delete-tracker.js';
import { NewVersionTracker } from './new-version-tracker.js';

const { Put, Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;

/** One cell of the column `q`, or a marker of its family; cells listed together were written together. */
type Write = readonly (readonly [type: number, timestamp: number])[];

function cellsOf(writes: readonly Write[]): TestCell[] {
  return writes.flatMap((cells, index) =>
    cells.map(([type, timestamp]) => {
      const ofFamily = type === DeleteFamily || type === DeleteFamilyVersion;
      return type === Put ? put('r', 'q', timestamp, index) : marker(type, 'r', ofFamily ? '' : 'q', timestamp, index);
    }),
  );
}

/** Timestamps of the puts that are left, newest first. */
function left(maxVersions: number, writes: readonly Write[]): number[] {
  const tracker = new NewVersionTracker();
  tracker.reset(maxVersions);
  tracker.startRow();
  const cells = cellsOf(writes).sort((a, b) => compareCells(viewOf(a), viewOf(b)));
  const shown: number[] = [];
  let isFamilyPart = true;
  for (const cell of cells) {
    if (isFamilyPart && cell.qualifier.length > 0) tracker.startColumn();
    isFamilyPart = cell.qualifier.length === 0;
    const view = viewOf(cell);
    if (cell.type !== Put) expect(tracker.add(view)).toBe(false);
    else if (tracker.isDeleted(view) === DeleteResult.NotDeleted) shown.push(cell.timestamp);
  }
  return shown;
}

/** R-60…R-62, implemented literally. */
function replay(maxVersions: number, writes: readonly Write[]): number[] {
  let versions: number[] = [];
  for (const write of writes) {
    const inOrder = [...write].sort(([a, atA], [b, atB]) => atA - atB || Number(a !== Put) - Number(b !== Put));
    for (const [type, timestamp] of inOrder) {
      const isExact = type === Delete || type === DeleteFamilyVersion;
      if (type !== Put) versions = versions.filter((one) => (isExact ? one !== timestamp : one > timestamp));
      else versions = [...new Set([...versions, timestamp])].sort((a, b) => b - a).slice(0, maxVersions);
    }
  }
  return versions;
}

const puts = (...timestamps: number[]): Write[] => timestamps.map((timestamp) => [[Put, timestamp]]);

describe('the tracker of NEW_VERSION_BEHAVIOR (R-60…R-62)', () => {
  for (const [title, maxVersions, writes, expected] of [
    ['spares what is written after a marker', 2, [...puts(1), [[DeleteColumn, 10]], ...puts(5)], [5]],
    ['never brings back what was pushed out', 2, [...puts(1, 2, 3), [[Delete, 3]]], [2]],
    ['no longer counts a deleted version', 2, [...puts(1, 2, 3), [[Delete, 2]]], [3]],
    ['shows a version that was written again', 2, [...puts(3), [[Delete, 3]], ...puts(3)], [3]],
    ['uses the order of timestamps, not of puts', 2, puts(3, 2, 1), [3, 2]],
    ['finds a place for an older version written late', 2, [...puts(3, 2), [[Delete, 3]], ...puts(1)], [2, 1]],
    ['accepts an older version that is written again', 2, [...puts(1, 2, 3), [[Delete, 3]], ...puts(1)], [2, 1]],
    ['pushes out an older version', 1, [...puts(10, 20), [[Delete, 20]]], []],
    ['accepts no version below the newest ones', 1, [...puts(20, 10), [[Delete, 20]]], []],
    [
      'covers the puts of the same mutation',
      2,
      [
        [
          [Put, 5],
          [DeleteColumn, 5],
        ],
      ],
      [],
    ],
    [
      'makes room before it adds a version',
      2,
      [
        ...puts(9, 5),
        [
          [Put, 12],
          [Delete, 9],
        ],
      ],
      [12, 5],
    ],
    [
      'adds a version before it makes room',
      2,
      [
        ...puts(4, 11),
        [
          [Put, 9],
          [Delete, 11],
        ],
      ],
      [9],
    ],
    [
      'removes versions because of a version of the same mutation',
      1,
      [
        ...puts(3),
        [
          [Put, 5],
          [Delete, 5],
        ],
      ],
      [],
    ],
    ['covers every column with a marker of the family', 3, [...puts(1, 7), [[DeleteFamily, 3]], ...puts(2)], [7, 2]],
    ['covers one timestamp of the family', 3, [...puts(1, 3, 7), [[DeleteFamilyVersion, 3]]], [7, 1]],
    [
      'orders the largest timestamps',
      1,
      [
        ...puts(3),
        [
          [Put, 2 ** 53 - 4],
          [Delete, 2 ** 53 - 4],
        ],
      ],
      [],
    ],
  ] as readonly (readonly [string, number, Write[], number[]])[]) {
    it(title, () => {
      expect(left(maxVersions, writes)).toEqual(expected);
      expect(replay(maxVersions, writes)).toEqual(expected);
    });
  }

  it('starts again with each row and column', () => {
    const tracker = new NewVersionTracker();
    tracker.reset(1);
    for (const begin of [() => tracker.startRow(), () => tracker.startColumn()]) {
      begin();
      expect(tracker.isDeleted(viewOf(put('r', 'q', 5, 3)))).toBe(DeleteResult.NotDeleted);
      expect(tracker.isDeleted(viewOf(put('r', 'q', 4, 4)))).toBe(DeleteResult.ColumnDeleted);
      tracker.add(viewOf(marker(Delete, 'r', 'q', 5, 9)));
    }
  });

  const seed = testSeed(1);
  const numRuns = testRuns(5000);
  it(`keeps what a replay leaves: ${numRuns} rows, seed ${seed}`, () => {
    const one = fc.tuple(
      fc.constantFrom<number>(Put, Put, Put, Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion),
      fc.integer({ min: 1, max: 6 }),
    );
    const together = fc.uniqueArray(one, { minLength: 1, maxLength: 3, selector: ([type, at]) => 100 * type + at });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(together, { maxLength: 16 }), (maxVersions, writes) => {
        expect(left(maxVersions, writes)).toEqual(replay(maxVersions, writes));
      }),
      { seed, numRuns },
    );
  });
});

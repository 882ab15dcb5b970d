import { describe, expect, it } from 'vitest';
import type { FileRecord, RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import { neededPoints, youngPoints } from './rollback-point.js';

const point = (since: number): RollbackPoint => ({ since, flushedSequenceId: 0, added: [] });

it('Roll-back points are kept for a minute', () => {
  const points = [point(90_000), point(50_000), point(30_000)];
  expect(youngPoints(points, 90_000)).toEqual([point(90_000), point(50_000)]);
  expect(youngPoints(points, 89_999)).toEqual(points);
  expect(youngPoints(points, 150_000)).toEqual([]);
});

it('Roll-back points before one that is forgotten are forgotten too if the clock was set back: no point between two others is missing', () => {
  expect(youngPoints([point(110_000), point(50_000), point(100_000)], 110_000)).toEqual([point(110_000)]);
});

describe('Points are needed for files whose names a power cut may undo', () => {
  const file = (number: number): FileRecord => ({ number, epoch: 1, sizeBytes: 1 });
  const flush = (number: number): RollbackPoint => ({ since: 0, flushedSequenceId: 0, added: [number] });
  const compaction = (number: number, ...inputs: number[]): RollbackPoint => ({
    ...flush(number),
    replaced: inputs.map((input, at) => ({ family: 1, at, run: [file(input)] })),
  });
  /** The numbers that the needed points added. Files above 100 have old names. */
  const needed = (live: readonly number[], ...rollbackPoints: RollbackPoint[]): number[] => {
    const families = [{ id: 1, name: 'f', runs: live.map((number) => [file(number)]) }];
    const table = { families, rollbackPoints } as unknown as TableRecord;
    return neededPoints(table, (number) => number > 100).flatMap(({ added }) => added);
  };

  it('none, if all live files have old names', () => {
    expect(needed([101], compaction(101, 1, 2), flush(2), flush(1))).toEqual([]);
  });

  it('all, if the output of a compaction has a new name', () => {
    expect(needed([3], compaction(3, 1, 2), flush(2), flush(1))).toEqual([3, 2, 1]);
  });

  it('those of flushes after the compaction', () => {
    expect(needed([101, 3], flush(3), compaction(101, 1, 2), flush(2), flush(1))).toEqual([3]);
  });

  it('those of the inputs too, if going back over a flush during the compaction restores them', () => {
    const points = [compaction(101, 1, 2), flush(3), flush(2), flush(1), compaction(102, 8, 9), flush(9), flush(8)];
    expect(needed([102, 101, 3], ...points)).toEqual([101, 3, 2, 1]);
  });

  it('none of files that were not live any more before the oldest of these states', () => {
    expect(needed([101, 4], flush(4), compaction(101, 3), compaction(3, 1, 2), flush(2), flush(1))).toEqual([4]);
  });
});

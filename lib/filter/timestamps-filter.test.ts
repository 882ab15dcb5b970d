import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { TimestampsFilter } from './timestamps-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = [5, 4, 3, 2, 1].map((timestamp) => `r f:q@${timestamp}`);

describe('TimestampsFilter', () => {
  it('includes its timestamps, and leaves the column after the smallest one', () => {
    expect(verdicts(new TimestampsFilter([4, 2, 4]), CELLS)).toEqual([
      'Skip',
      'Include',
      'Skip',
      'Include',
      'NextColumn',
    ]);
    expect(verdicts(new TimestampsFilter([]), CELLS)).toEqual(CELLS.map(() => 'NextColumn'));
  });

  it('seeks to the next timestamp inside the column with canHint', () => {
    expect(verdicts(new TimestampsFilter([4, 2], true), CELLS)).toEqual([
      'hint r q',
      'Include',
      'hint r q',
      'Include',
      'NextColumn',
    ]);
    expect(survivors(new TimestampsFilter([4, 2], true), CELLS)).toEqual(['r f:q@4', 'r f:q@2']);
  });

  it('accepts only timestamps', () => {
    for (const timestamps of [[-1], [1.5], ['1'], 1])
      expect(() => new TimestampsFilter(timestamps as never)).toThrow(INVALID);
    expect(() => new TimestampsFilter([1], 1 as never)).toThrow(INVALID);
    expect(new TimestampsFilter([new Date(7)]).timestamps).toEqual([7]);
  });
});

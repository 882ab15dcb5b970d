import { describe, expect, it } from 'vitest';
import { ALL_TIME, isAllTime, readTimeRange, timeRangeAt, timeRangeLiteral, toTimeRange } from './time-range.js';
import { LATEST_TIMESTAMP } from './timestamp.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('time ranges', () => {
  it('extend from min up to max; equal bounds are an empty range (N-54)', () => {
    expect(toTimeRange(1, new Date(5))).toEqual({ min: 1, max: 5 });
    expect(toTimeRange(5, 5)).toEqual({ min: 5, max: 5 });
  });

  it('have no negative bound and no end before their start (N-54)', () => {
    for (const [min, max] of [
      [-1, 5],
      [1, -5],
    ] as const) {
      expect(() => toTimeRange(min, max)).toThrowError(
        `Timestamp cannot be negative. minStamp:${min}, maxStamp:${max}`,
      );
    }
    expect(() => toTimeRange(5, 4)).toThrowError('maxStamp is smaller than minStamp');
    for (const wrong of [1.5, '1', null, undefined] as never[])
      expect(() => toTimeRange(wrong, 5)).toThrowError(INVALID);
  });

  it('are one timestamp, which is never the sentinel (N-55)', () => {
    expect(timeRangeAt(7)).toEqual({ min: 7, max: 8 });
    expect(() => timeRangeAt(LATEST_TIMESTAMP)).toThrowError(INVALID);
    expect(() => timeRangeAt(-1)).toThrowError('Timestamp cannot be negative. ts=-1');
  });

  it('are all time from 0 up to the sentinel, however that is expressed (N-56)', () => {
    expect(isAllTime(ALL_TIME)).toBe(true);
    expect(isAllTime(toTimeRange(0, LATEST_TIMESTAMP))).toBe(true);
    expect([isAllTime(toTimeRange(1, LATEST_TIMESTAMP)), isAllTime(toTimeRange(0, 5))]).toEqual([false, false]);
  });

  it('are read from a literal and written into one', () => {
    expect(readTimeRange([1, 5])).toEqual({ min: 1, max: 5 });
    expect(readTimeRange({ min: 1, max: 5 })).toEqual({ min: 1, max: 5 });
    for (const wrong of [[1], [1, 2, 3], 5, null, {}, { min: 1 }])
      expect(() => readTimeRange(wrong)).toThrowError(INVALID);
    expect(timeRangeLiteral({ min: 1, max: 5 })).toEqual({ timeRange: [1, 5] });
    expect(timeRangeLiteral(ALL_TIME)).toEqual({});
  });
});

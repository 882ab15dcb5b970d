import { describe, expect, it } from 'vitest';
import { Get } from './get.js';
import { TimeRange } from './time-ranges.js';
import { LATEST_TIMESTAMP } from './timestamp.js';

describe('TimeRange', () => {
  it('is built by one of four factories or as all time (N-54, N-55, N-56)', () => {
    expect(TimeRange.between(3, 9)).toMatchObject({ min: 3, max: 9 });
    expect(TimeRange.from(3)).toMatchObject({ min: 3, max: LATEST_TIMESTAMP });
    expect(TimeRange.until(9)).toMatchObject({ min: 0, max: 9 });
    expect(TimeRange.at(5)).toMatchObject({ min: 5, max: 6 });
    expect(TimeRange.from(0).isAllTime()).toBe(true);
    expect(TimeRange.from(1).isAllTime()).toBe(false);
    expect(TimeRange.allTime().withinTimeRange(LATEST_TIMESTAMP)).toBe(true);
    expect(TimeRange.from(1).withinTimeRange(LATEST_TIMESTAMP)).toBe(false);
  });

  it('refuses bounds in the wrong order and below zero (N-54, N-55)', () => {
    expect(() => TimeRange.between(9, 3)).toThrow('maxStamp is smaller than minStamp');
    expect(() => TimeRange.until(-1)).toThrow('Timestamp cannot be negative. minStamp:0, maxStamp:-1');
    expect(() => TimeRange.at(LATEST_TIMESTAMP)).toThrow('smaller than LATEST_TIMESTAMP');
  });

  it('reports what it contains (N-54)', () => {
    const range = TimeRange.between(3, 9);
    expect([2, 3, 8, 9].map((at) => range.withinTimeRange(at))).toEqual([false, true, true, false]);
    expect([2, 3, 9].map((at) => range.compare(at))).toEqual([-1, 0, 1]);
    expect([2, 3, 20].map((at) => range.withinOrAfterTimeRange(at))).toEqual([false, true, true]);
    expect(range.includesTimeRange(TimeRange.between(4, 5))).toBe(true);
    expect(range.includesTimeRange(TimeRange.between(9, 12))).toBe(true);
    expect(range.includesTimeRange(TimeRange.between(10, 12))).toBe(false);
    expect(range.includesTimeRange(TimeRange.between(1, 3))).toBe(false);
    expect(range.includesTimeRange(TimeRange.allTime())).toBe(true);
    expect(String(range)).toBe('maxStamp=9, minStamp=3');
  });

  it('is accepted wherever a pair is', () => {
    expect(new Get({ row: 'r', timeRange: TimeRange.between(3, 9) }).timeRange).toEqual({ min: 3, max: 9 });
  });
});

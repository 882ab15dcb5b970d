import { describe, expect, it } from 'vitest';
import { inTimestamp, parseTimestamp } from './timestamps.js';

describe('a timestamp', () => {
  it('is shown as the number that it is when nobody would take it for a date', () => {
    expect(inTimestamp(7)).toBe('7');
    expect(inTimestamp(2 ** 53 - 2)).toBe('9007199254740990');
  });

  it('is shown as a date of this device, and read back from it to the millisecond', () => {
    const time = new Date(2026, 10, 21, 9, 5, 3, 42).getTime();
    expect(inTimestamp(time)).toBe('2026-11-21 09:05:03.042');
    expect(parseTimestamp(inTimestamp(time))).toBe(time);
  });

  it('is typed as a number, a day, or a day and time', () => {
    expect(parseTimestamp(' 12 ')).toBe(12);
    expect(parseTimestamp('2012-02-29')).toBe(new Date(2012, 1, 29).getTime());
    expect(parseTimestamp('2012-02-29 13:30')).toBe(new Date(2012, 1, 29, 13, 30).getTime());
    expect(parseTimestamp('2012-02-29T13:30:00Z')).toBe(Date.UTC(2012, 1, 29, 13, 30));
    expect(parseTimestamp('')).toBeNull();
  });

  it('is refused when it is neither', () => {
    for (const typed of ['-1', '1.5', 'yesterday', '2012-13-45', '2012-02-30', '2012-04-31 09:30Z', '1e3']) {
      expect(() => parseTimestamp(typed)).toThrow(RangeError);
    }
  });
});

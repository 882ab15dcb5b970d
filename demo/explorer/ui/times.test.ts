import { describe, expect, it } from 'vitest';
import { inTimestamp, isDate, readTime, typedTime } from './times.js';

describe('a timestamp that is shown', () => {
  it('is a plain number if it does not look like a date', () => {
    for (const number of [0, 7, 1_800_000_000, 2 ** 53 - 2]) {
      expect(inTimestamp(number)).toBe(String(number));
      expect(isDate(number)).toBe(false);
    }
  });

  it('is a date in UTC without zeros at its end, and is read back to the millisecond', () => {
    for (const [time, written] of [
      [Date.UTC(2026, 10, 21, 9, 5, 3, 42), '2026-11-21 09:05:03.042 UTC'],
      [Date.UTC(2026, 10, 21, 9, 0, 0), '2026-11-21 09:00:00 UTC'],
      [Date.UTC(2026, 10, 21, 0, 0, 0, 1), '2026-11-21 00:00:00.001 UTC'],
      [Date.UTC(2012, 1, 29), '2012-02-29 UTC'],
    ] as const) {
      expect(inTimestamp(time)).toBe(written);
      expect(readTime(written)).toBe(time);
    }
  });
});

describe('a timestamp that is read', () => {
  it('is a whole number, or a date, in UTC unless it names a zone', () => {
    expect(readTime(' 1325376000000 ')).toBe(1325376000000);
    expect(readTime('7')).toBe(7);
    for (const written of [
      '2012-01-01',
      '2012/01/01',
      '2012-01-01 00:00',
      '2012-01-01 UTC',
      '2012-01-01T00:00:00.000Z',
      '2012-01-01T01:00:00+01:00',
      '2011-12-31 19:00 -0500',
    ]) {
      expect(readTime(written), written).toBe(Date.UTC(2012, 0, 1));
    }
    expect(readTime('2012-02-29T13:30:05.25Z')).toBe(Date.UTC(2012, 1, 29, 13, 30, 5, 250));
  });

  it('is null if it is not a valid date, or not a valid timestamp of a cell', () => {
    for (const written of [
      '',
      'yesterday',
      '2013-02-29',
      '2012-13-45',
      '2012-04-31 09:30Z',
      '2012-01-01 24:00',
      '1969-12-31',
      '-1',
      '1.5',
      '1e3',
      '9007199254740991',
    ]) {
      expect(readTime(written), written).toBeNull();
    }
  });

  it('may be left empty, and is refused with a message if it is malformed', () => {
    expect(typedTime(' ')).toBeNull();
    expect(typedTime(' 12 ')).toBe(12);
    expect(() => typedTime('soon')).toThrow(
      new RangeError('"soon" is not a date. Use a date such as 2026-11-21 09:30, or a number of milliseconds'),
    );
  });
});

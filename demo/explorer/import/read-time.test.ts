import { describe, expect, it } from 'vitest';
import { readTime } from './read-time.js';

describe('a timestamp of a file', () => {
  it('is milliseconds, or a date, which is UTC unless it says otherwise', () => {
    expect(readTime(' 1325376000000 ')).toBe(1325376000000);
    expect(readTime('7')).toBe(7);
    for (const written of [
      '2012-01-01',
      '2012/01/01',
      '2012-01-01 00:00',
      '2012-01-01T00:00:00.000Z',
      '2012-01-01T01:00:00+01:00',
      '2011-12-31 19:00 -0500',
    ]) {
      expect(readTime(written), written).toBe(Date.UTC(2012, 0, 1));
    }
    expect(readTime('2012-02-29T13:30:05.25Z')).toBe(Date.UTC(2012, 1, 29, 13, 30, 5, 250));
  });

  it('is refused when no calendar or cell has it', () => {
    for (const written of [
      '',
      'yesterday',
      '2013-02-29',
      '2012-01-01 24:00',
      '1969-12-31',
      '-1',
      '1.5',
      '9007199254740991',
    ]) {
      expect(readTime(written), written).toBeNull();
    }
  });
});

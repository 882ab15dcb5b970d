import { describe, expect, it } from 'vitest';
import { inDay, isoDay, nearestDay, parseDay } from './days.js';
import { DAY_MS, FIRST_DAY, LAST_DAY } from './weather.js';

describe('a day of the weather', () => {
  it('is written in UTC, and read in the same form', () => {
    expect(inDay(FIRST_DAY)).toBe('January 1, 2012');
    expect(isoDay(LAST_DAY)).toBe('2015-12-31');
    expect(parseDay(isoDay(LAST_DAY))).toBe(LAST_DAY);
  });

  it('is one of the measured days', () => {
    expect(parseDay('2011-12-31')).toBeNull();
    expect(parseDay('')).toBeNull();
    expect(nearestDay(0)).toBe(FIRST_DAY);
    expect(nearestDay(Date.UTC(2030, 0))).toBe(LAST_DAY);
    expect(nearestDay(FIRST_DAY + 0.6 * DAY_MS)).toBe(FIRST_DAY + DAY_MS);
  });
});

import { describe, expect, it } from 'vitest';
import { FOREVER, parseTimeToLive } from './time-to-live.js';

describe('parseTimeToLive', () => {
  it('reads FOREVER, numbers, and days, hours, minutes and seconds in this order (S-6)', () => {
    for (const [text, seconds] of [
      ['FOREVER', FOREVER],
      ['forever', FOREVER],
      ['60', 60],
      ['+5', 5],
      ['-1', -1],
      ['2147483647', 2_147_483_647],
      ['1 DAY', 86_400],
      [' 1  DAYS ', 86_400],
      ['1DAY 1HOUR', 90_000],
      ['2 days 3 Hours', 183_600],
      ['1 MINUTE 30 SECONDS', 90],
      ['1 SECOND', 1],
      ['999 HOURS', 3_596_400],
      ['24855 DAYS', 2_147_472_000],
    ] as const) {
      expect(parseTimeToLive(text), text).toBe(seconds);
    }
  });

  it('reads the printed form, whose total must agree with its parts (S-6)', () => {
    expect(parseTimeToLive('86400 SECONDS (1 DAY)')).toBe(86_400);
    expect(parseTimeToLive('93784 SECONDS (1 day 2 HOURS 3 MINUTES 4 SECONDS)')).toBe(93_784);
    expect(() => parseTimeToLive('86400 SECONDS (2 DAYS)')).toThrowError(
      expect.objectContaining({
        code: 'HBASE',
        hbaseName: 'HBaseException',
        message: expect.stringMatching(/^Malformed TTL string: /),
      }),
    );
  });

  it('returns 0 for other text, which is not allowed for a table (S-6, S-40)', () => {
    const texts = [
      '',
      'x',
      '1 WEEK',
      '1.5 DAYS',
      '3 HOURS 1 DAY',
      '1 DAY 1 DAY',
      '-5 SECONDS',
      'DAY',
      '1 D',
      '1d',
      '1 DAY, 2 HOURS',
    ];
    for (const text of texts) expect(parseTimeToLive(text), text).toBe(0);
  });

  it('refuses more than 2^31−1 seconds (S-6)', () => {
    for (const text of ['2147483648', '24856 DAYS', '99999999999999999999', `${'9'.repeat(400)} DAYS`]) {
      expect(() => parseTimeToLive(text), text).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });
});

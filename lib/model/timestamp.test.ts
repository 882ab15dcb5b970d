import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LATEST_TIMESTAMP, toTimestamp } from './timestamp.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('toTimestamp', () => {
  it('accepts integers from 0 to 2^53−2, and the placeholder (N-50, A-30)', () => {
    expect(toTimestamp(0)).toBe(0);
    expect(Object.is(toTimestamp(-0), 0)).toBe(true);
    expect(toTimestamp(2 ** 53 - 2)).toBe(2 ** 53 - 2);
    expect(LATEST_TIMESTAMP).toBe(2 ** 53 - 1);
    expect(toTimestamp(LATEST_TIMESTAMP)).toBe(LATEST_TIMESTAMP);
  });

  it('accepts a Date, also of another window', () => {
    expect(toTimestamp(new Date(1234))).toBe(1234);
    expect(toTimestamp(runInNewContext('new Date(1234)'))).toBe(1234);
  });

  it('refuses negative timestamps with HBase’s message (N-51)', () => {
    expect(() => toTimestamp(-1)).toThrowError('Timestamp cannot be negative. ts=-1');
    expect(() => toTimestamp(new Date(-5))).toThrowError('Timestamp cannot be negative. ts=-5');
  });

  it('refuses everything else (A-30)', () => {
    for (const wrong of [
      1.5,
      2 ** 53,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      '1',
      1n,
      null,
      undefined,
      {},
      new Date(Number.NaN),
    ]) {
      expect(() => toTimestamp(wrong)).toThrowError(INVALID);
    }
    expect(() => toTimestamp(1.5)).toThrowError(
      'a timestamp must be an integer from 0 to 2^53-2 or a valid Date; got 1.5',
    );
  });
});

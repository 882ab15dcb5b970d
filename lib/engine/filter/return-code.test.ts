import { describe, expect, it } from 'vitest';
import { MatchCode } from '../scan/match-code.js';
import { codeOf, isIncluded, ReturnCode, stepOf } from './return-code.js';

const { SeekNextUsingHint, ...CODES } = ReturnCode;

describe('ReturnCode', () => {
  it.each(Object.entries(CODES))('%s consists of a step, and whether the cell is included', (_, code) => {
    expect(codeOf(isIncluded(code), stepOf(code))).toBe(code);
  });

  it('has the numbers of MatchCode', () => {
    expect(Object.values(CODES)).toEqual(Object.values(MatchCode));
  });

  it('steps to the next cell with a hint, without the cell (F-13)', () => {
    expect([stepOf(SeekNextUsingHint), isIncluded(SeekNextUsingHint)]).toEqual([0, false]);
  });
});

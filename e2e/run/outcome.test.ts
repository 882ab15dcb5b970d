import { describe, expect, it } from 'vitest';
import { type Outcome, summary, total } from './outcome.js';

const skipped: Outcome = { passed: 2, failed: [], skipped: [{ title: 'a > b', reason: 'no such browser' }] };

describe('the summary of a run', () => {
  it('ends with the number of passed and failed tests', () => {
    const outcome = total([{ passed: 3, failed: ['x'], skipped: [] }, skipped]);
    expect(summary(outcome, [], false)).toEqual({
      lines: ['skipped: a > b: no such browser', 'failed: x', '5 passed, 1 failed'],
      ok: false,
    });
  });

  it('accepts a skipped test if it is not strict', () => {
    expect(summary(skipped, [], false).ok).toBe(true);
  });

  it('counts a skipped test as failed if skips are not allowed', () => {
    const { lines, ok } = summary(skipped, ['another reason'], true);
    expect(ok).toBe(false);
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
  });

  it('accepts a skipped test whose reason is in the list', () => {
    expect(summary(skipped, ['no such browser'], true).ok).toBe(true);
  });

  it('is a failure if no test ran', () => {
    expect(summary(total([]), [], false)).toEqual({ lines: ['failed: no test ran', '0 passed, 1 failed'], ok: false });
  });
});

import { describe, expect, it } from 'vitest';
import { type Outcome, summary, total } from './outcome.js';

const skipped: Outcome = { passed: 2, failed: [], skipped: [{ title: 'a > b', reason: 'no such browser' }] };

describe('the summary of a run', () => {
  it('ends with the count of what passed and failed', () => {
    const outcome = total([{ passed: 3, failed: ['x'], skipped: [] }, skipped]);
    expect(summary(outcome, [], false)).toEqual({
      lines: ['skipped: a > b: no such browser', 'failed: x', '5 passed, 1 failed'],
      ok: false,
    });
  });

  it('lets a skipped test be where nobody is strict', () => {
    expect(summary(skipped, [], false).ok).toBe(true);
  });

  it('counts a skipped test as failed where skips are not allowed', () => {
    const { lines, ok } = summary(skipped, ['another reason'], true);
    expect(ok).toBe(false);
    expect(lines.at(-1)).toBe('2 passed, 1 failed');
  });

  it('lets a test be skipped for a reason that is in the list', () => {
    expect(summary(skipped, ['no such browser'], true).ok).toBe(true);
  });

  it('is a failure when no test ran', () => {
    expect(summary(total([]), [], false)).toEqual({ lines: ['failed: no test ran', '0 passed, 1 failed'], ok: false });
  });
});

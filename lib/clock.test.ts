import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.js';

describe("the platform's clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER])('does not run a task early that waits for %d ms', (ms) => {
    const task = vi.fn();
    systemClock.after(ms, task);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
  });

  it('does not run a cancelled task', () => {
    const task = vi.fn();
    systemClock.after(5, task)();
    vi.advanceTimersByTime(10);
    expect(task).not.toHaveBeenCalled();
  });
});

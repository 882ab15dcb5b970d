import { describe, expect, it } from 'vitest';
import { limited } from './limited.js';
import { testClock } from './test-clock.js';

const never = new Promise<never>(() => {});

describe('limited', () => {
  it('returns what the work returns', async () => {
    expect(await limited(Promise.resolve(7), testClock())).toBe(7);
  });

  it('rejects if the work hangs', async () => {
    const clock = testClock();
    await expect(limited(never, clock)).rejects.toThrow('no progress for 5 minutes');
    expect(clock.now()).toBe(5 * 60_000);
  });

  it('rejects if the work hangs and does not report its progress', async () => {
    await expect(limited(never, testClock(), () => never)).rejects.toThrow('no progress');
  });

  it('waits as long as there is progress', async () => {
    const clock = testClock();
    let rows = 0;
    const load = limited(never, clock, async () => Math.min(++rows, 20));
    await expect(load).rejects.toThrow('no progress');
    expect(clock.now()).toBeGreaterThan(60 * 60_000);
  });
});

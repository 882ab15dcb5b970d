import { describe, expect, it } from 'vitest';
import { settled } from './settled.js';
import { testClock } from './test-clock.js';

/** Returns these readings in turn, and then repeats the last one. */
function reading(values: readonly number[]): () => Promise<number> {
  let at = 0;
  return () => Promise.resolve(values[Math.min(at++, values.length - 1)] as number);
}

describe('settled', () => {
  it('continues after a plateau that is followed by a step', async () => {
    const plateau = new Array<number>(10).fill(172);
    expect(await settled(reading([...plateau, 168, 165]), testClock())).toBe(165);
  });

  it('returns the mean of readings that differ little', async () => {
    const values = new Array<number[]>(7).fill([1_000, 1_002]).flat();
    expect(await settled(reading(values), testClock())).toBeCloseTo(1_001, 0);
  });

  it('returns null if the readings do not settle within twenty seconds', async () => {
    const clock = testClock();
    let value = 100;
    expect(await settled(async () => (value *= 1.01), clock)).toBeNull();
    expect(clock.now()).toBeLessThanOrEqual(20_500);
  });

  it('takes no longer if each reading takes long', async () => {
    const clock = testClock();
    const read = async () => {
      await clock.sleep(2_000);
      return 100;
    };
    expect(await settled(read, clock)).toBe(100);
    expect(clock.now()).toBeLessThanOrEqual(9_000);
  });

  it('returns null if nothing can be read', async () => {
    expect(await settled(async () => null, testClock())).toBeNull();
  });
});

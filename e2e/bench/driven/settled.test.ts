import { describe, expect, it } from 'vitest';
import { settled } from './settled.js';

const noWait = () => Promise.resolve();

/** Readings in turn, the last of them for ever. */
function reading(values: readonly number[]): () => Promise<number> {
  let at = 0;
  return () => Promise.resolve(values[Math.min(at++, values.length - 1)] as number);
}

describe('settled', () => {
  it('waits past a plateau that is followed by a step', async () => {
    const plateau = new Array<number>(20).fill(172);
    expect(await settled(reading([...plateau, 168, 165]), noWait)).toBe(165);
  });

  it('takes the mean of readings that differ little', async () => {
    const values = new Array<number[]>(12).fill([1_000, 1_002]).flat();
    expect(await settled(reading(values), noWait)).toBe(1_001);
  });

  it('has no answer for what never rests', async () => {
    let value = 100;
    expect(await settled(async () => (value *= 1.01), noWait)).toBeNull();
  });

  it('has no answer where nothing can be read', async () => {
    expect(await settled(async () => null, noWait)).toBeNull();
  });
});

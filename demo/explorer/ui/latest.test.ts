import { describe, expect, it } from 'vitest';
import { Latest } from './latest.js';

describe('the latest of many requests', () => {
  it('runs after the current one, and the requests before it are skipped', async () => {
    const seen: number[] = [];
    let wanted = 0;
    const latest = new Latest(async () => {
      seen.push(wanted);
      await null;
    });
    const ask = (number: number) => {
      wanted = number;
      return latest.run();
    };
    await Promise.all([ask(1), ask(2), ask(3), ask(4)]);
    expect(seen).toEqual([1, 4]);
    await ask(5);
    expect(seen).toEqual([1, 4, 5]);
  });

  it('runs again after a failure', async () => {
    let failing = true;
    const latest = new Latest(async () => {
      await null;
      if (failing) throw new Error('no');
    });
    await expect(latest.run()).rejects.toThrow('no');
    failing = false;
    await latest.run();
  });
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crashSweep } from './crash/crash-sweep.js';
import { errorSweep } from './crash/error-sweep.js';
import { quotaSweep } from './crash/quota-sweep.js';
import { repairSweep } from './crash/repair-sweep.js';
import { agreement } from './oracle/agreement.js';
import { watchesAgree } from './oracle/check-watches.js';
import { PLAIN } from './oracle/engine-variants.js';
import { playVariant } from './oracle/variant-player.js';

const MIB = 1024 * 1024;
const KINDS = ['killed'] as const;

/** The number of tasks of the platform that `work` takes. */
async function tasksOf(work: () => Promise<unknown>): Promise<number> {
  let tasks = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    tasks++;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  await work();
  clearImmediate(next);
  return tasks;
}

describe('what plays many databases', () => {
  it.each([
    ['histories beside the oracle', () => checked(agreement((history) => playVariant(PLAIN, history)))],
    ['histories beside live reads', () => checked(watchesAgree())],
    ['crashes', () => crashSweep({ workload: 'small', seed: 1, kinds: KINDS, first: 10, last: 12 })],
    ['errors', () => errorSweep({ workload: 'small', seed: 1, kind: 'file-once', first: 10, last: 12 })],
    ['quotas', () => quotaSweep({ first: MIB, last: 1.5 * MIB, step: MIB / 4 })],
    ['crashes of a repair', () => repairSweep({ seed: 1, kinds: KINDS, stride: 10 })],
  ])('ends the task of the platform between them: %s', async (_name, play) => {
    expect(await tasksOf(play)).toBeGreaterThanOrEqual(3);
  });

  it('keeps nothing of the histories that it has played', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const played: WeakRef<object>[] = [];
    const alive: number[] = [];
    const property = agreement(async () => {
      collect();
      alive.push(played.filter((one) => one.deref() !== undefined).length);
      played.push(new WeakRef(new Uint8Array(1000)));
      return { kind: 'passed' };
    });
    await fc.assert(property, { seed: 1, numRuns: 8 });
    expect(alive).toHaveLength(8);
    // The last one may still be on a stack.
    expect(Math.max(...alive)).toBeLessThanOrEqual(1);
  });
});

function checked<Case>(property: fc.IAsyncProperty<Case>): Promise<void> {
  return fc.assert(property, { seed: 1, numRuns: 3 });
}

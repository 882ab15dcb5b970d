import { describe, expect, it } from 'vitest';
import { damageSample, openDamaged, readEverything } from '../../testing/crash/damage-sample.js';
import { faultSweep } from '../../testing/crash/fault-sweep.js';
import { firstFailures } from '../../testing/crash/sweep-result.js';

describe('A damaged file', async () => {
  it('is one of every kind of file that a database has', async () => {
    const { machine, truth } = await damageSample();
    const { answers, scanned, problems } = await readEverything(
      await openDamaged(machine.image({ kind: 'process-death', seed: 1 })),
      truth,
    );
    expect([answers, problems]).toEqual([truth, []]);
    expect(scanned).toEqual(new Map([...truth].filter(([, value]) => value !== '')));
  });

  it('leaves every answer right or CORRUPTION, and is named in the report', async () => {
    const result = await faultSweep();
    expect(firstFailures(result)).toEqual([]);
  }, 600_000);
});

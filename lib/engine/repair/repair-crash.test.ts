import { describe, expect, it } from 'vitest';
import { answersOf } from '../../testing/crash/check-repair.js';
import { EVERY_CRASH } from '../../testing/crash/crash-sweep.js';
import { damageSample, openDamaged } from '../../testing/crash/damage-sample.js';
import { repairSweep } from '../../testing/crash/repair-sweep.js';
import { firstFailures } from '../../testing/crash/sweep-result.js';
import { testSeed } from '../../testing/seed.js';

const SEED = testSeed(20_261_126);

describe('A power cut after a repair', () => {
  it('that undoes the names of its files leaves the files that they replaced, and these can be repaired again', async () => {
    const { machine, truth } = await damageSample();
    const image = machine.image({ kind: 'process-death', seed: 3 });
    const file = image.catalog.current?.tables.find(({ name }) => name === 'u')?.families[0]?.runs[0]?.[0];
    const path = `data/${file?.epoch}-${file?.number}`;
    const bytes = image.files.bytesOf(path);
    // The trailer: only the blocks can be read.
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1;
    image.files.setBytes(path, bytes);
    const first = await openDamaged(image);
    await first.repair();
    const answers = await answersOf(first, truth);
    expect(answers).toEqual(truth);
    image.counter.stop();
    const next = image.image({ kind: 'power-cut', unflushed: 'keep', names: 'undo', seed: 4 });
    const again = await openDamaged(next);
    await expect(again.getTable('u').get('a')).rejects.toMatchObject({ code: 'CORRUPTION', details: { file: path } });
    expect((await again.repair()).quarantined).toEqual([path]);
    for (const [key, value] of await answersOf(again, truth))
      if (key.startsWith('u/')) expect([key, value]).toEqual([key, truth.get(key)]);
  });
});

describe('A crash in a repair', () => {
  it('of any kind, at any operation, leaves what was readable, and a database that can be repaired', async () => {
    const result = await repairSweep({ seed: SEED, kinds: EVERY_CRASH });
    expect(firstFailures(result)).toEqual([]);
    expect(result.faults).toBeGreaterThan(150);
  }, 600_000);
});

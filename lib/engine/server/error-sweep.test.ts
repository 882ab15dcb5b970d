import { expect, it } from 'vitest';
import { EVERY_ERROR, errorSweep } from '../../testing/crash/error-sweep.js';
import { firstFailures } from '../../testing/crash/sweep-result.js';
import { testSeed } from '../../testing/seed.js';

const SEED = testSeed(20_261_123);
/** Every fourth call; `npm run crash-report` tries all of them. */
const STRIDE = 4;

it.each(EVERY_ERROR)(
  'If a call fails (%s), nothing acknowledged is lost, and every answer is right or a typed error',
  async (kind) => {
    const result = await errorSweep({
      workload: 'small',
      seed: SEED,
      kind,
      first: 1 + (SEED % STRIDE),
      stride: STRIDE,
    });
    expect(firstFailures(result)).toEqual([]);
    expect(result.faults).toBeGreaterThan(kind.startsWith('file') ? 30 : 3);
    expect(result.runs).toBeGreaterThanOrEqual(2 * result.faults);
  },
  600_000,
);

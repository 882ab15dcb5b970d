import { expect, it } from 'vitest';
import { testRuns, testSeed } from '../seed.js';
import { killSweep } from './kill-sweep.js';
import { firstFailures } from './sweep-result.js';

const SEED = testSeed(1);
const KILLS = testRuns(6);

it(`A Node process that is killed loses no acknowledged write (seed ${SEED}, ${KILLS} kills)`, async () => {
  expect(firstFailures(await killSweep({ seed: SEED, kills: KILLS }))).toEqual([]);
}, 600_000);

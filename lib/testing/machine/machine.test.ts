import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importBundled } from '../bundle.mjs';
import { testRuns, testSeed } from '../seed.js';
import { Coverage } from './coverage.js';
import { HOSTS } from './host.js';
import type { Run } from './operation.js';
import { runs } from './runs.js';

const first = testSeed(1);
const numRuns = testRuns(12);
const { LABELS, checkSeed, describeFailure, findsBug, plantedBugs, playStored } = await importBundled<
  typeof import('./check-machine.js')
>('lib/testing/machine/check-machine.ts');

describe('runs of every operation', () => {
  it.each(HOSTS)(`have the oracle's answers on the host %s: ${numRuns} runs from seed ${first}`, async (host) => {
    for (let seed = first; seed < first + numRuns; seed++) {
      const failure = await checkSeed(seed, host);
      if (failure !== null) throw new Error(describeFailure(failure, host));
    }
  });

  it.each(plantedBugs)('find a planted bug within $steps steps: $name', async ({ name, steps }) => {
    expect(await findsBug(name), `${name}, within ${steps} steps`).not.toBeNull();
  });

  it.each(HOSTS)('are data on the host %s: a run from JSON can be played, and so can any part of it', async (host) => {
    const [run] = fc.sample(runs(40), { seed: first, numRuns: 1 }) as [Run];
    const stored = JSON.parse(JSON.stringify(run)) as Run;
    expect(stored).toEqual(run);
    await playStored(stored, host);
    await playStored({ ...stored, steps: stored.steps.filter((_, at) => at % 3 !== 0) }, host);
  });
});

describe('the table of pairs', () => {
  it('counts the runs in which an operation follows another one', () => {
    const coverage = new Coverage(['put', 'kill']);
    coverage.add(['put', 'put', 'kill']);
    coverage.add(['put', 'kill']);
    expect(coverage.table().split('\n').slice(1)).toEqual([
      '            1    2',
      ' 1 put      1    2',
      ' 2 kill     0    0',
      '2 pairs are at zero: kill, then put; kill, then kill',
    ]);
    expect(coverage.missing).toEqual(['kill, then put', 'kill, then kill']);
    expect(coverage.steps).toBe(5);
  });

  it('refuses an operation that it does not name', () => {
    expect(() => new Coverage(LABELS).add(['nothing'])).toThrow('nothing');
  });
});

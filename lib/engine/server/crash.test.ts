import { describe, expect, it } from 'vitest';
import { SHORT_WORKLOAD } from '../../testing/crash/crash-steps.js';
import { type CrashKind, type CrashSweepOptions, crashSweep, EVERY_CRASH } from '../../testing/crash/crash-sweep.js';
import { changesSchema, isLogged } from '../../testing/crash/expected-state.js';
import { firstFailures, type SweepResult } from '../../testing/crash/sweep-result.js';
import { testRuns, testSeed } from '../../testing/seed.js';

const SEED = testSeed(20_261_121);
const RUNS = testRuns(8);

/** The kinds that include all others at random. */
const MIXED: readonly CrashKind[] = ['killed', 'anything'];
/** In the larger workloads, every third operation; `npm run crash-report` tries all of them. */
const THIRD = { first: 1 + (SEED % 3), stride: 3 };

async function crashEverywhere(workload: string, options: Partial<CrashSweepOptions> = {}): Promise<SweepResult> {
  const result = await crashSweep({ workload, seed: SEED, kinds: MIXED, twice: 0.2, ...options });
  expect(firstFailures(result)).toEqual([]);
  return result;
}

describe('A crash at any operation', () => {
  it('of any kind loses no acknowledged write, and leaves a prefix that opens again and again', async () => {
    const { faults, runs } = await crashEverywhere('small', { kinds: EVERY_CRASH, twice: 1 });
    expect(faults).toBeGreaterThan(500);
    expect(runs).toBeGreaterThan(1_000);
  }, 600_000);

  it('loses no acknowledged write, leaves no partial change, and after a power cut leaves a prefix', async () => {
    expect((await crashEverywhere('short', THIRD)).faults).toBeGreaterThan(60);
  }, 600_000);

  it('leaves all of an atomicBatch over two tables, or nothing (W-69)', async () => {
    expect((await crashEverywhere('atomic', THIRD)).faults).toBeGreaterThan(30);
  }, 600_000);

  it('leaves families altered, dropped or added completely or not at all, and restores none', async () => {
    await crashEverywhere('schema', THIRD);
  }, 600_000);

  it('leaves namespaces created, changed or removed completely or not at all, and tables in one of two states', async () => {
    await crashEverywhere('namespaces', THIRD);
  }, 600_000);

  it('leaves compacted files or their inputs', async () => {
    await crashEverywhere('compaction', THIRD);
  }, 600_000);

  it('leaves a run of several files or its inputs', async () => {
    await crashEverywhere('runs', THIRD);
  }, 600_000);

  it('removes nothing before its replacement is durable', async () => {
    await crashEverywhere('young-files', { first: 2, stride: 6 });
  }, 600_000);

  it('loses nothing that was removed early', async () => {
    await crashEverywhere('early-removal', { kinds: [...MIXED, 'names-undone'], ...THIRD });
  }, 600_000);

  it('leaves snapshots, clones and restored tables with all that they had, or none of them (S-60, S-63, S-64)', async () => {
    expect(
      (await crashEverywhere('snapshots', { kinds: [...MIXED, 'names-undone'], ...THIRD })).faults,
    ).toBeGreaterThan(100);
  }, 600_000);

  it('loses nothing of snapshots if files are removed early', async () => {
    await crashEverywhere('early-snapshots', { kinds: [...MIXED, 'names-undone'], ...THIRD });
  }, 600_000);

  it('during an erasure changes nothing that the table, its snapshot or its clone returns', async () => {
    await crashEverywhere('erase', THIRD);
  }, 600_000);

  it(
    `holds for random workloads (seed ${SEED}, ${RUNS} runs)`,
    async () => {
      for (let seed = SEED; seed < SEED + RUNS; seed++) {
        await crashEverywhere('random', { seed, first: 1 + (seed % 7), stride: 7 });
      }
    },
    600_000 + 10_000 * RUNS,
  );
});

it('counts writes through the log separately from commits of the catalog', () => {
  expect(SHORT_WORKLOAD.some(isLogged) && SHORT_WORKLOAD.some(changesSchema)).toBe(true);
});

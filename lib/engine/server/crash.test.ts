import { describe, expect, it } from 'vitest';
import { readState, runWorkload, type StoppingMedium } from '../../testing/crash/crash-run.js';
import {
  ATOMIC_WORKLOAD,
  COMPACTION_WORKLOAD,
  NAMESPACE_WORKLOAD,
  randomWorkload,
  SCHEMA_WORKLOAD,
  SHORT_WORKLOAD,
  YOUNG_FILES_WORKLOAD,
} from '../../testing/crash/crash-steps.js';
import { changesSchema, isLogged, type Step, stateAfter } from '../../testing/crash/expected-state.js';
import { ManualClock } from '../../testing/fakes/manual-clock.js';
import { OperationCounter } from '../../testing/fakes/operation-counter.js';
import { Random } from '../../testing/random.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { SimCatalog } from '../../testing/simulation/sim-catalog.js';
import { SimFileSystem } from '../../testing/simulation/sim-file-system.js';

const SEED = testSeed(20_261_121);
const RUNS = testRuns(12);

interface SimMedium extends StoppingMedium {
  readonly files: SimFileSystem;
  readonly catalog: SimCatalog;
}

function newMedium(seed: number, stopAt?: number): SimMedium {
  const clock = new ManualClock();
  clock.set(1_000_000);
  const counter = new OperationCounter(stopAt);
  return {
    clock,
    counter,
    files: new SimFileSystem({ seed, clock, counter }),
    catalog: new SimCatalog({ seed, counter }),
  };
}

function imageOf(medium: SimMedium, kind: 'process-death' | 'power-cut', seed: number, stopAt?: number): SimMedium {
  const counter = new OperationCounter(stopAt);
  const { clock } = medium;
  return {
    clock,
    counter,
    files: medium.files.image({ kind, seed, counter }),
    catalog: medium.catalog.image({ seed, counter }),
  };
}

/**
 * Every state that is allowed: a prefix of the log's steps that is no shorter than `lowest`, every acknowledged schema
 * change, and optionally the next step.
 */
function allowed(steps: readonly Step[], acknowledged: number, lowest: number): Set<string> {
  const states = new Set<string>();
  for (let logged = lowest; logged <= acknowledged + 1; logged++) {
    for (let schema = acknowledged; schema <= acknowledged + 1; schema++) {
      states.add(stateAfter(steps, (index) => index < (changesSchema(steps[index] as Step) ? schema : logged)));
    }
  }
  return states;
}

async function crashEverywhere(steps: readonly Step[], seed: number, stride: number): Promise<number> {
  const whole = newMedium(seed);
  const done = await runWorkload(whole, steps);
  expect(done.error).toBe(null);
  expect(done.acknowledged).toBe(steps.length);
  let checked = 0;
  for (let stopAt = 1 + (seed % stride); stopAt <= whole.counter.count; stopAt += stride) {
    const medium = newMedium(seed, stopAt);
    const { acknowledged, written, powerSafe, error } = await runWorkload(medium, steps);
    const where = `seed ${seed}, stopped at ${stopAt} (${medium.counter.log.at(-1)}), ${acknowledged} steps acknowledged`;
    expect(error, where).toBe(null);
    for (const kind of ['process-death', 'power-cut'] as const) {
      const states = allowed(steps, acknowledged, kind === 'power-cut' ? powerSafe : written);
      const random = new Random(seed * 7919 + stopAt);
      const image = imageOf(medium, kind, random.uint32());
      await check(image, states, `${where}, ${kind}`);
      checked++;
      // Once more, with a second crash somewhere in the recovery.
      const again = imageOf(medium, kind, random.uint32(), 1 + random.below(14));
      const read = readState(again);
      read.catch(() => {});
      await Promise.race([read.catch(() => {}), again.counter.whenStopped]);
      if (!again.counter.stopped) continue;
      const second = kind === 'power-cut' && random.chance(0.5) ? 'power-cut' : 'process-death';
      await check(imageOf(again, second, random.uint32()), states, `${where}, ${kind}, then ${second} in recovery`);
      checked++;
    }
  }
  return checked;
}

async function check(medium: SimMedium, states: ReadonlySet<string>, where: string): Promise<void> {
  const { state, problems } = await readState(medium).catch((error: unknown) => {
    throw new Error(`${where}: the database does not open: ${error instanceof Error ? error.stack : String(error)}`);
  });
  if (states.has(state)) return;
  throw new Error(
    `${where}: found\n${short(state)}\nallowed\n${[...states].map(short).join('\n--\n')}\nproblems: ${problems.join(' ')}`,
  );
}

function short(state: string): string {
  return state.replace(/(.)\1{20,}/g, '$1…');
}

describe('A crash at any operation', () => {
  it('loses no acknowledged write, leaves no partial change, and after a power cut leaves a prefix', async () => {
    const checked = await crashEverywhere(SHORT_WORKLOAD, SEED, 1);
    expect(checked).toBeGreaterThan(200);
  }, 120_000);

  it('leaves all of an atomicBatch over two tables, or nothing (W-69)', async () => {
    const checked = await crashEverywhere(ATOMIC_WORKLOAD, SEED, 1);
    expect(checked).toBeGreaterThan(100);
  }, 120_000);

  it('leaves families altered, dropped or added completely or not at all, and restores none', async () => {
    await crashEverywhere(SCHEMA_WORKLOAD, SEED, 1);
  }, 120_000);

  it('leaves namespaces created, changed or removed completely or not at all, and tables in one of two states', async () => {
    await crashEverywhere(NAMESPACE_WORKLOAD, SEED, 1);
  }, 120_000);

  it('leaves compacted files or their inputs', async () => {
    await crashEverywhere(COMPACTION_WORKLOAD, SEED, 1);
  }, 120_000);

  it('removes nothing before its replacement is durable', async () => {
    await crashEverywhere(YOUNG_FILES_WORKLOAD, SEED, 2);
  }, 120_000);

  it(
    `holds for random workloads (seed ${SEED}, ${RUNS} runs)`,
    async () => {
      for (let run = 0; run < RUNS; run++) {
        const seed = SEED + run;
        await crashEverywhere(randomWorkload(new Random(seed), 30), seed, 7);
      }
    },
    120_000 + 10_000 * RUNS,
  );
});

it('counts writes through the log separately from commits of the catalog', () => {
  expect(SHORT_WORKLOAD.some(isLogged) && SHORT_WORKLOAD.some(changesSchema)).toBe(true);
});

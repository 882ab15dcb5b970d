/*
 * Count-then-crash: a workload runs once to count the operations on files and catalog, then once for each operation n
 * of them, in which the process ends. Each crash leaves several media, one for each kind of crash. Every one of them
 * must open with an allowed state, must open a second time with the same state, and must open with an allowed state if
 * its recovery crashes too.
 */
import type { DatabasePlatform } from '../../engine/server/database.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import type { ImageOptions } from '../../simulation/sim-file-system.js';
import { type MachineImageOptions, SimMachine } from '../../simulation/sim-machine.js';
import { endTask } from '../end-task.js';
import { crashRecovery, type Progress, readState, runWorkload } from './crash-run.js';
import { stepsOf } from './crash-steps.js';
import { allowedStates, type Step } from './expected-state.js';
import { inTime } from './in-time.js';
import { LossError, type SweepResult, sweepResult } from './sweep-result.js';

/** What is left after a crash. */
export const CRASH_KINDS = {
  killed: { kind: 'process-death' },
  torn: { kind: 'power-cut', unflushed: 'torn', names: 'keep' },
  lost: { kind: 'power-cut', unflushed: 'drop', names: 'keep' },
  reordered: { kind: 'power-cut', unflushed: 'any', names: 'keep' },
  'names-undone': { kind: 'power-cut', unflushed: 'keep', names: 'undo' },
  anything: { kind: 'power-cut', unflushed: 'any', names: 'any' },
} as const satisfies Record<string, Omit<ImageOptions, 'seed' | 'counter'>>;

export type CrashKind = keyof typeof CRASH_KINDS;

export const EVERY_CRASH: readonly CrashKind[] = Object.keys(CRASH_KINDS) as CrashKind[];

export interface CrashSweepOptions {
  /** A name of `WORKLOADS`, or `random`: a random workload of this seed. */
  readonly workload: string;
  readonly seed: number;
  readonly kinds: readonly CrashKind[];
  /** The first operation to crash in; by default 1. */
  readonly first?: number;
  /** The last operation to crash in; by default that of the workload. */
  readonly last?: number;
  /** The process ends in every `stride`-th operation; by default in each. */
  readonly stride?: number;
  /** The part of the crashes after which the database is opened twice; by default 1, all. */
  readonly twice?: number;
}

/** One crash of the workload, and what it may leave. */
interface Crash {
  readonly machine: SimMachine;
  readonly steps: readonly Step[];
  readonly progress: Progress;
  /** Determines what is left. */
  readonly seed: number;
  readonly twice: number;
  readonly platform: Partial<DatabasePlatform>;
}

/** REQUIRES that `runWorkload` does not fail without a crash. */
export async function crashSweep(options: CrashSweepOptions): Promise<SweepResult> {
  const { workload, seed, kinds, first = 1, stride = 1, twice = 1 } = options;
  const steps = stepsOf(workload, seed);
  const platform = platformOf(workload, seed);
  const result = sweepResult();
  const last = options.last ?? (await countOperations(steps, seed, platform));
  for (let stopAt = first; stopAt <= last; stopAt += stride) {
    const machine = newMachine(seed, stopAt);
    const progress = await runWorkload(machine, steps, () => {}, platform);
    const where = `${workload}, seed ${seed}, stopped at ${stopAt} (${machine.counter.log.at(-1)})`;
    if (progress.error !== null)
      result.fail(where, String(progress.error), `crash:${workload}:${seed}:${stopAt}:killed`);
    for (const kind of kinds) {
      result.faults++;
      const found = await checkCrash(
        { machine, steps, progress, seed: seed * 7919 + stopAt, twice, platform },
        kind,
        result,
      );
      if (found !== null) result.fail(`${where}, ${kind}`, found, `crash:${workload}:${seed}:${stopAt}:${kind}`);
    }
    await endTask();
  }
  return result;
}

/** In the workloads of early removals and every other random one, obsolete files are removed as early as possible. */
function platformOf(workload: string, seed: number): Partial<DatabasePlatform> {
  const isEarly = workload.startsWith('early-') || (workload === 'random' && seed % 2 === 1);
  return isEarly ? { obsoleteLimit: Number.NEGATIVE_INFINITY } : {};
}

/** The number of operations of the workload on files and catalog. Throws if the workload fails. */
async function countOperations(
  steps: readonly Step[],
  seed: number,
  platform: Partial<DatabasePlatform>,
): Promise<number> {
  const machine = newMachine(seed);
  const { acknowledged, error } = await runWorkload(machine, steps, () => {}, platform);
  if (error !== null) throw error;
  if (acknowledged !== steps.length) throw new Error(`The workload stopped after ${acknowledged} steps`);
  return machine.counter.count;
}

function newMachine(seed: number, stopAt?: number): SimMachine {
  const clock = new ManualClock(1_000_000);
  return new SimMachine({ seed, clock, ...(stopAt === undefined ? {} : { stopAt }) });
}

/** What is wrong after the crash, or null. */
async function checkCrash(crash: Crash, kind: CrashKind, result: SweepResult): Promise<unknown> {
  const { machine, platform, progress, steps } = crash;
  const states = allowedStates(steps, progress.acknowledged, kind === 'killed' ? progress.written : progress.powerSafe);
  // Each part has its own generator, so that a run of a single part repeats it.
  const [first, again, second] = [1, 2, 3].map((part) => new Random(crash.seed + part)) as [Random, Random, Random];
  const image = (random: Random): MachineImageOptions => ({ ...CRASH_KINDS[kind], seed: random.uint32() });
  try {
    const opened = machine.image(image(first));
    const { state, recovery } = await open(opened, platform, states, result);
    if (again.chance(crash.twice)) {
      // A state that was read has no disabled tables any more.
      const enabled = state.replaceAll(' (disabled)', '');
      await open(opened.image({ kind: 'process-death', seed: again.uint32() }), platform, new Set([enabled]), result);
    }
    result.faults++;
    const recovering = machine.image({ ...image(second), stopAt: 1 + second.below(recovery) });
    await crashRecovery(recovering, platform);
    const next = kind !== 'killed' && second.chance(0.5) ? kind : 'killed';
    await open(recovering.image({ ...CRASH_KINDS[next], seed: second.uint32() }), platform, states, result);
    return null;
  } catch (error) {
    return error;
  }
}

async function open(
  machine: SimMachine,
  platform: Partial<DatabasePlatform>,
  states: ReadonlySet<string>,
  result: SweepResult,
): Promise<{ readonly state: string; readonly recovery: number }> {
  result.runs++;
  const { state, problems, recovery } = await inTime(machine.clock, readState(machine, platform));
  if (states.has(state)) return { state, recovery };
  const expected = [...states].map(short).join('\n--\n');
  throw new LossError(`found\n${short(state)}\nallowed\n${expected}\nproblems: ${problems.join(' ')}`);
}

function short(state: string): string {
  return state.replace(/(.)\1{20,}/g, '$1…');
}

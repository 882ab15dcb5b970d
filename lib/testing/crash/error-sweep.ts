/*
 * An error sweep: a workload runs once to count its calls of files and of the catalog, then once for each call n, which
 * fails. The process continues, and so does the workload. Then:
 *  1. every call settles, with the right answer or a typed error;
 *  2. reads, after each step, show what was acknowledged. A step that was rejected did not happen, unless its error says
 *     that the outcome is not known, or it changes the schema: then it happened completely or not at all;
 *  3. the next process opens the database, without the fault, with the same content, and can write, or reports why not.
 *     After a power cut it has what is safe from that;
 *  4. if the fault is lasting, the next process opens the database with the fault too.
 */
import type { Connection } from '../../client/connection.js';
import type { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { endTask } from '../end-task.js';
import { ForcedSteps, openSmall, readState, runStep } from './crash-run.js';
import { stepsOf } from './crash-steps.js';
import { CRASH_KINDS } from './crash-sweep.js';
import { changesSchema, type Step } from './expected-state.js';
import { type Happened, Histories } from './histories.js';
import { inTime } from './in-time.js';
import { observe, typedError } from './observe.js';
import { LossError, type SweepResult, sweepResult } from './sweep-result.js';

/** The ways in which a call fails: once; or its file, or the catalog, from then on. */
const ERROR_KINDS = {
  'file-once': (machine, at) => machine.files.fail({ operation: 'any', error: 'IO', at }),
  'file-lasting': (machine, at) => machine.files.fail({ operation: 'any', error: 'IO', at, spreads: true }),
  'catalog-once': (machine, at) => machine.catalog.fail({ operation: 'any', at }),
  /** The change is stored, although the call fails. */
  'catalog-done': (machine, at) => machine.catalog.fail({ operation: 'any', at, carriedOut: true }),
  'catalog-lasting': (machine, at) => machine.catalog.fail({ operation: 'any', at, spreads: true }),
} as const satisfies Record<string, (machine: SimMachine, at: number) => void>;

/** What the next process writes, and the table that it leaves. */
const WRITING: readonly Step[] = [
  { kind: 'create', table: 'w' },
  { kind: 'write', table: 'w', mutations: [{ row: 'r', value: '1' }], durability: 'FSYNC_WAL' },
  { kind: 'flush', table: 'w' },
];
const WRITTEN = 'w [f*1 g*1]: r=1';

export type ErrorKind = keyof typeof ERROR_KINDS;

export const EVERY_ERROR: readonly ErrorKind[] = Object.keys(ERROR_KINDS) as ErrorKind[];

export interface ErrorSweepOptions {
  /** See `stepsOf`. */
  readonly workload: string;
  readonly seed: number;
  readonly kind: ErrorKind;
  /** The first call that fails, counted from 1; by default 1. */
  readonly first?: number;
  /** The last one; by default that of the workload. */
  readonly last?: number;
  /** Every `stride`-th call is tried; by default each. */
  readonly stride?: number;
}

/** REQUIRES that the workload does not fail without a fault. */
export async function errorSweep(options: ErrorSweepOptions): Promise<SweepResult> {
  const { workload, seed, kind, first = 1, stride = 1 } = options;
  const steps = stepsOf(workload, seed).flatMap(single);
  const result = sweepResult();
  const last = options.last ?? (await countCalls(steps, seed, kind));
  for (let at = first; at <= last; at += stride) {
    result.faults++;
    const machine = newMachine(seed);
    ERROR_KINDS[kind](machine, at);
    try {
      await checkError(machine, steps, { kind, at }, result);
    } catch (error) {
      result.fail(
        `${workload}, seed ${seed}, call ${at} fails, ${kind}`,
        error,
        `error:${workload}:${seed}:${at}:${kind}`,
      );
    }
    await endTask();
  }
  return result;
}

/**
 * The step as steps that happen completely or not at all: of several requests, some may be rejected. ASYNC_WAL becomes
 * SYNC_WAL, because the last of these writes may be lost with the process, which would hide what an error loses.
 */
function single(step: Step): readonly Step[] {
  if (!('durability' in step)) return [step];
  const durability = step.durability === 'ASYNC_WAL' ? 'SYNC_WAL' : step.durability;
  if (step.kind !== 'write' && step.kind !== 'group') return [{ ...step, durability }];
  return step.mutations.map((mutation) => ({ ...step, durability, mutations: [mutation] }));
}

function newMachine(seed: number): SimMachine {
  return new SimMachine({ seed, clock: new ManualClock(1_000_000) });
}

async function countCalls(steps: readonly Step[], seed: number, kind: ErrorKind): Promise<number> {
  const machine = newMachine(seed);
  await runRejecting(machine, steps);
  return kind.startsWith('file') ? machine.files.calls : machine.catalog.calls;
}

interface Tried {
  readonly kind: ErrorKind;
  readonly at: number;
}

/** Throws if anything is wrong after the error. */
async function checkError(
  machine: SimMachine,
  steps: readonly Step[],
  { kind, at }: Tried,
  result: SweepResult,
): Promise<void> {
  const { connection, histories, powerSafe } = await runRejecting(machine, steps);
  // Every second process ends without closing the database.
  if (at % 2 === 0 && connection !== null) await rejection(inTime(machine.clock, connection.close()));
  machine.counter.stop();
  if (kind.endsWith('lasting')) await checkWithFault(nextMachine(machine, at), connection !== null, histories, result);
  const cut = machine.image({ ...CRASH_KINDS.anything, seed: at });
  await checkHealed(cut, histories.statesAfterPowerCut(powerSafe), result);
  const next = nextMachine(machine, at);
  const state = await checkHealed(next, histories.states(), result);
  await checkWritable(nextMachine(next, at), state, result);
}

/** Opens the database without the fault, and returns its state. */
async function checkHealed(machine: SimMachine, states: ReadonlySet<string>, result: SweepResult): Promise<string> {
  machine.files.heal();
  machine.catalog.heal();
  result.runs++;
  const { state, problems } = await inTime(machine.clock, readState(machine));
  if (states.has(state)) return state;
  throw new LossError(`found\n${state}\nallowed\n${[...states].join('\n--\n')}\nproblems: ${problems.join(' ')}`);
}

function nextMachine(machine: SimMachine, seed: number): SimMachine {
  return machine.image({ kind: 'process-death', seed });
}

interface Run {
  /** Null if the database was never opened. */
  readonly connection: Connection | null;
  readonly histories: Histories;
  /** The number of steps that survive a power cut, if they happened. */
  readonly powerSafe: number;
}

/** Runs the workload, and reads everything after each step. */
async function runRejecting(machine: SimMachine, steps: readonly Step[]): Promise<Run> {
  const histories = new Histories(steps);
  const { clock } = machine;
  let connection: Connection | null = null;
  // The second attempt may meet the fault too, if it is lasting.
  for (let attempt = 0; attempt < 2 && connection === null; attempt++) {
    const opening = inTime(clock, openSmall(machine));
    if ((await rejection(opening)) === null) ({ connection } = await opening);
  }
  const forced = new ForcedSteps();
  let powerSafe = 0;
  if (connection === null) return { connection, histories, powerSafe };
  for (const [index, step] of steps.entries()) {
    const error = await rejection(inTime(clock, runStep(connection, clock, step)));
    if (forced.add(step, error === null) && (await connection.status()).powerSafe) powerSafe = index + 1;
    histories.add(error === null ? 'yes' : happened(step, error));
    await narrow(histories, connection, machine, `after '${step.kind}' (${error?.message ?? 'done'})`);
    if (histories.isFull) break;
  }
  return { connection, histories, powerSafe };
}

async function narrow(
  histories: Histories,
  connection: Connection,
  { clock }: SimMachine,
  when: string,
): Promise<void> {
  const states = [...histories.states()];
  const observed = await inTime(clock, observe(connection));
  if (histories.narrow(observed)) return;
  const lines = observed?.map(({ line }) => line).join('\n');
  throw new LossError(`${when}, found\n${lines}\nallowed\n${states.join('\n--\n')}`);
}

/** Whether a rejected step may have happened. */
function happened(step: Step, error: BigtabError): Happened {
  if (JSON.stringify(error.details).includes('"outcome":"unknown"')) return 'unknown';
  return changesSchema(step) ? 'visible' : 'no';
}

/** The typed error of a call, or null if it was answered. Any other error is thrown. */
async function rejection(call: Promise<unknown>): Promise<BigtabError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    return typedError(error);
  }
}

/**
 * The next process meets the fault too. It opens a database that exists, and every answer is right or a typed error, or
 * a loss is reported.
 */
async function checkWithFault(
  machine: SimMachine,
  exists: boolean,
  histories: Histories,
  result: SweepResult,
): Promise<void> {
  result.runs++;
  const opening = inTime(machine.clock, openSmall(machine));
  if (!exists && (await rejection(opening)) !== null) return;
  const { connection } = await opening;
  const { problems } = (await inTime(machine.clock, connection.status())).lastRecovery;
  if (problems.length === 0) await narrow(histories, connection, machine, 'in the next process');
  machine.counter.stop();
}

/** A row can be written, or the database says why not; and nothing else changes. */
async function checkWritable(machine: SimMachine, before: string, result: SweepResult): Promise<void> {
  const { connection } = await inTime(machine.clock, openSmall(machine));
  const { state, stateReason } = await inTime(machine.clock, connection.status());
  if (state !== 'open') {
    if (stateReason === null) throw new Error(`the state is ${state}, without a reason`);
    return;
  }
  for (const step of WRITING) await inTime(machine.clock, runStep(connection, machine.clock, step));
  machine.counter.stop();
  result.runs++;
  const after = await inTime(machine.clock, readState(nextMachine(machine, 1)));
  const lines = after.state.split('\n');
  const others = lines.filter((line) => line !== WRITTEN).join('\n');
  if (!lines.includes(WRITTEN) || others !== before.replaceAll(' (disabled)', '')) {
    throw new LossError(`after another write, found\n${after.state}\nbefore\n${before}`);
  }
}

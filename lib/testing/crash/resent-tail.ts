/*
 * Count-then-crash with a resent tail: a mixed history of several clients runs once to count the operations on files and
 * catalog, then once for each of them, in which the engine dies. The next engine opens what is left, and every client
 * sends its calls without an answer again. Each answer and the final state must be those of the run without a death.
 */
import type { Connection } from '../../client/connection.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { settled } from '../fakes/stepped-engine.js';
import { connectTo } from '../samples/engine.js';
import { openSmall } from './crash-run.js';
import { CRASH_KINDS } from './crash-sweep.js';
import type { Durability } from './expected-state.js';
import { inTime } from './in-time.js';
import { prepareMixedHistory, readMixedHistory, runMixedHistory } from './mixed-history.js';
import { ReplacedEngine } from './replaced-engine.js';

/**
 * How an engine dies. `unanswered`: after the operation, and after everything that it does until it waits, but without an
 * answer. `power cut`: takes what was not forced to the device, so all writes of the history are; names of files survive.
 */
export const DEATHS = ['killed', 'unanswered', 'power cut'] as const;

export type Death = (typeof DEATHS)[number];

export interface ResentTailOptions {
  readonly death: Death;
  readonly seed: number;
  /** Changes the packets that reach an engine after the first one; for a test of the test. */
  readonly change?: (packet: Uint8Array) => Uint8Array;
}

/** The engine dies in every third operation: successive seeds try all. */
const STRIDE = 3;
const CUTS = ['torn', 'lost', 'reordered'] as const;
/** The part of the runs in which the next engine dies too, often while it opens. */
const DIES_AGAIN = 0.3;
const SOON = 40;

interface Ended {
  readonly answers: readonly string[];
  readonly state: readonly string[];
  /** The number of operations of the first engine before its first call, and of all. */
  readonly opened: number;
  readonly operations: number;
}

/** Tries every death. Returns the number of deaths, and what was different after one of them. */
export async function resentTail(options: ResentTailOptions): Promise<{ deaths: number; differences: string[] }> {
  const { death, seed } = options;
  const prepared = await prepare(death === 'power cut' ? 'FSYNC_WAL' : 'SYNC_WAL');
  const whole = await runWith(options, prepared, Number.POSITIVE_INFINITY);
  const differences: string[] = [];
  let deaths = 0;
  for (let at = whole.opened + 1 + (seed % STRIDE); at <= whole.operations; at += STRIDE) {
    deaths++;
    const ended = await runWith(options, prepared, at).catch((error) => ({ answers: [`${error?.stack}`], state: [] }));
    const found = firstDifference(whole.answers, ended.answers) ?? firstDifference(whole.state, ended.state);
    if (found !== null) differences.push(`${death} at operation ${at} of ${whole.operations}, seed ${seed}: ${found}`);
  }
  return { deaths, differences };
}

/** A machine with the history's tables. */
async function prepare(durability: Durability): Promise<SimMachine> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openSmall(machine);
  await prepareMixedHistory(connection, durability);
  await connection.close();
  return machine;
}

/** Runs the history. The engine dies at operation `at`. */
async function runWith({ death, seed, change }: ResentTailOptions, prepared: SimMachine, at: number): Promise<Ended> {
  const random = new Random(seed * 7919 + (Number.isFinite(at) ? at : 0));
  const isMute = death === 'unanswered';
  const stopAt = isMute ? Number.POSITIVE_INFINITY : at;
  const first = prepared.image({ kind: 'process-death', seed: 1, stopAt });
  const engine = new ReplacedEngine(first, isMute ? at : Number.POSITIVE_INFINITY);
  const { clock } = first;
  await engine.open();
  const opened = first.counter.count;
  const answers = inTime(
    clock,
    runMixedHistory((name) => engine.connect(name)),
  );
  const done = answers.then(
    () => true,
    () => true,
  );
  for (;;) {
    const { machine } = engine;
    const { whenStopped } = machine.counter;
    const died = (machine === first ? Promise.race([whenStopped, engine.whenMute]) : whenStopped).then(() => false);
    if (await Promise.race([done, died])) break;
    if (change !== undefined) engine.change = change;
    if (!machine.counter.stopped) await settled();
    const kind = CRASH_KINDS[death === 'power cut' ? random.pick(CUTS) : 'killed'];
    const next = machine === first && random.chance(DIES_AGAIN) ? { stopAt: 1 + random.below(SOON) } : {};
    engine.die(machine.image({ ...kind, ...next, seed: random.uint32() }));
    const isOpen = engine.open().then(() => true);
    if (await Promise.race([isOpen, engine.machine.counter.whenStopped])) engine.renew();
  }
  const state = await readMixedHistory(reader(engine));
  return { answers: await answers, state, opened, operations: first.counter.count };
}

function reader({ database, machine }: ReplacedEngine): Connection {
  if (database === null) throw new Error('the database is not open');
  return connectTo(database, machine.clock);
}

function firstDifference(expected: readonly string[], found: readonly string[]): string | null {
  for (let at = 0; at < Math.max(expected.length, found.length); at++)
    if (expected[at] !== found[at]) return `\n  found    ${found[at]}\n  expected ${expected[at]}`;
  return null;
}

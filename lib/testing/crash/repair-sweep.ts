/*
 * Count-then-crash over a repair: a database with damage of every kind is repaired once to count the operations on files
 * and catalog, then once for each operation n of them, in which the process ends. After each crash, of every kind, and
 * after one more in the recovery:
 *  1. the database opens, and every answer that was right before the repair is right;
 *  2. another repair leaves nothing to find, and lists the rows of each answer that is not the one before the damage.
 */
import { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { endTask } from '../end-task.js';
import { answersOf, checkClean, compareAnswers } from './check-repair.js';
import { CRASH_KINDS, type CrashKind } from './crash-sweep.js';
import { type Answers, type DamageSample, damageSample, openDamaged, readEverything } from './damage-sample.js';
import { LossError, type SweepResult, sweepResult } from './sweep-result.js';

export interface RepairSweepOptions {
  readonly seed: number;
  readonly kinds: readonly CrashKind[];
  /** The process ends in every `stride`-th operation; by default in each. */
  readonly stride?: number;
  /** Only the crash in this operation. */
  readonly only?: number;
}

export async function repairSweep({ seed, kinds, stride = 1, only }: RepairSweepOptions): Promise<SweepResult> {
  const sample = await damageSample();
  const result = sweepResult();
  const counted = damagedMachine(sample);
  const connection = await openDamaged(counted);
  const before = (await readEverything(connection, sample.truth)).answers;
  const first = counted.counter.count + 1;
  await connection.repair({ release: true });
  const last = counted.counter.count;
  for (let stopAt = only ?? first; stopAt <= (only ?? last); stopAt += stride) {
    const machine = damagedMachine(sample, stopAt);
    await repairUntilStopped(machine);
    for (const kind of kinds) {
      result.faults++;
      const random = new Random(seed * 7919 + stopAt);
      const found = await checkCrash(sample, before, machine, kind, random, result);
      const where = `repair, stopped at ${stopAt} (${machine.counter.log.at(-1)}), ${kind}`;
      if (found !== null) result.fail(where, found, `repair:${seed}:${stopAt}:${kind}`);
    }
    await endTask();
  }
  return result;
}

/** A process that has opened the sample, with damage in several places, and ends in operation `stopAt`. */
function damagedMachine({ machine }: DamageSample, stopAt?: number): SimMachine {
  const { files, catalog } = machine.image({ kind: 'process-death', seed: 3, ...(stopAt !== undefined && { stopAt }) });
  const pathOf = (table: string, family: string): string => {
    const families = catalog.current?.tables.find(({ name }) => name === table)?.families;
    const { epoch = 0, number = 0 } = families?.find(({ name }) => name === family)?.runs[0]?.[0] ?? {};
    return `data/${epoch}-${number}`;
  };
  const flip = (path: string, part: number): void => {
    const bytes = files.bytesOf(path);
    const at = Math.floor(part * bytes.length);
    bytes[at] = (bytes[at] as number) ^ 0x40;
    files.setBytes(path, bytes);
  };
  flip(pathOf('t', 'f'), 0.3);
  files.setBytes(pathOf('t', 'g'), new Uint8Array());
  flip(pathOf('u', 'f'), 0.7);
  files.duplicate(pathOf('u', 'f'), 'data/9-77');
  const segments = files.paths().filter((path) => path.startsWith('wal/') && files.bytesOf(path).length > 0);
  for (const segment of segments.slice(0, -1)) flip(segment, 0.5);
  return new SimMachine({ seed: 3, clock: new ManualClock(machine.clock.now()) }, files, catalog);
}

async function repairUntilStopped(machine: SimMachine): Promise<void> {
  const work = async (): Promise<void> => {
    const connection = await openDamaged(machine);
    await connection.repair({ release: true });
  };
  await Promise.race([work().catch(() => {}), machine.counter.whenStopped]);
}

/** What is wrong after the crash, or null. */
async function checkCrash(
  sample: DamageSample,
  before: Answers,
  machine: SimMachine,
  kind: CrashKind,
  random: Random,
  result: SweepResult,
): Promise<unknown> {
  const crash = (after: SimMachine, stopAt?: number): SimMachine =>
    after.image({ ...CRASH_KINDS[kind], seed: random.uint32(), ...(stopAt !== undefined && { stopAt }) });
  try {
    const first = crash(machine);
    const opening = await check(sample, before, first, kind, result);
    const again = crash(machine, 1 + random.below(opening));
    await Promise.race([openDamaged(again).catch(() => {}), again.counter.whenStopped]);
    again.counter.stop();
    await check(sample, before, crash(again), kind, result);
    return null;
  } catch (error) {
    return error;
  }
}

/** Resolves to the number of operations of the open. */
async function check(
  { truth, logged, forced }: DamageSample,
  before: Answers,
  machine: SimMachine,
  kind: CrashKind,
  result: SweepResult,
): Promise<number> {
  result.runs++;
  const connection = await openDamaged(machine);
  const opening = machine.counter.count;
  const { answers } = await readEverything(connection, truth);
  // A power cut may undo what was not forced to the device.
  const mayBeGone = new Set(kind === 'killed' ? [] : logged.slice(forced));
  const left: Answers = new Map([...before].filter(([key]) => !mayBeGone.has(key)));
  for (const [key, old] of left) {
    const now = answers.get(key);
    if (!BigtabError.is(old) && now !== old) throw new LossError(`${key} was '${old.slice(0, 20)}' and is '${now}'`);
  }
  const { lost } = await connection.repair();
  await checkClean(connection, []);
  const after = await answersOf(connection, truth);
  compareAnswers(truth, left, new Map([...after].filter(([key]) => left.has(key))), lost);
  return opening;
}

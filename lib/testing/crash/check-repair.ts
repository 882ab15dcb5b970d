/*
 * A repair of a damaged database, and what must hold afterwards:
 *  1. the check finds nothing any more;
 *  2. every answer that was right before is the same, no answer is CORRUPTION, and the report lists the rows of each answer
 *     that is not the one before the damage;
 *  3. everything that was set aside still exists, and is the same after writes and the next open, which reports nothing;
 *  4. after `release`, what was set aside is removed, and nothing else has changed.
 */
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import type { LostPart } from '../../model/repair-report.js';
import type { SimMachine } from '../../simulation/sim-machine.js';
import { type Answers, openDamaged, pass, readEverything } from './damage-sample.js';
import { LossError } from './sweep-result.js';

/** `mayStay`: the paths whose problems cannot be repaired. Rejects if anything is wrong. */
export async function checkRepair(
  machine: SimMachine,
  truth: ReadonlyMap<string, string>,
  mayStay: readonly string[] = [],
): Promise<void> {
  const connection = await openDamaged(machine);
  const before = (await readEverything(connection, truth)).answers;
  const { lost, quarantined } = await connection.repair();
  await checkClean(connection, mayStay);
  const after = await answersOf(connection, truth);
  compareAnswers(truth, before, after, lost);
  const gone = quarantined.filter((path) => !machine.files.paths().includes(path));
  if (gone.length > 0) throw new LossError(`${gone} was not kept in quarantine`);
  for (const table of ['u', 'v']) {
    await connection.getTable(table).put(new Put('after').addColumn('f', 'q', 'after'));
    await connection.getAdmin().flush(table);
    after.set(`${table}/f/after`, 'after');
  }
  // A mirror that was replaced is removed.
  for (let minute = 0; minute < 2; minute++) await pass(machine.clock, 61_000);
  machine.counter.stop();
  const next = machine.image({ kind: 'process-death', seed: 5 });
  const again = await openDamaged(next);
  const { problems } = (await again.status()).lastRecovery;
  if (problems.length > 0 && mayStay.length === 0) throw new Error(`the next open reports ${problems.join(' ')}`);
  await checkClean(again, mayStay);
  await expectSame(again, after);
  const { quarantined: left } = await again.repair({ release: true });
  if (left.length > 0) throw new Error(`${left} was not released`);
  for (let minute = 0; minute < 3; minute++) await pass(next.clock, 61_000);
  const kept = quarantined.filter((path) => next.files.paths().includes(path));
  if (kept.length > 0) throw new Error(`${kept} was not removed`);
  await checkClean(again, mayStay);
  await expectSame(again, after);
}

/** Throws if the check finds a problem of another file than those that `mayStay`. */
export async function checkClean(connection: Connection, mayStay: readonly string[]): Promise<void> {
  const { files } = await connection.verify();
  for (const { path, problems } of files) {
    if (problems.length > 0 && !mayStay.includes(path))
      throw new Error(`the check still finds ${path}: ${problems.join(' ')}`);
  }
}

/** The answers of gets. Throws if two reads contradict each other, or one is refused. */
export async function answersOf(
  connection: Connection,
  truth: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { answers, scanned } = await readEverything(connection, truth);
  const read = new Map<string, string>();
  for (const [key, value] of answers) {
    if (BigtabError.is(value)) throw value;
    if (value !== (scanned.get(key) ?? '')) throw new Error(`a scan returns ${scanned.get(key)} for ${key}`);
    read.set(key, value);
  }
  for (const key of scanned.keys()) if (!read.has(key)) throw new Error(`a scan returns the unknown ${key}`);
  return read;
}

async function expectSame(connection: Connection, expected: ReadonlyMap<string, string>): Promise<void> {
  for (const [key, value] of await answersOf(connection, expected))
    if (value !== expected.get(key)) throw new LossError(`${key} has changed to '${value.slice(0, 20)}'`);
}

/** Throws unless each right answer is the same as before, and the report lists the rows of all others. */
export function compareAnswers(
  truth: ReadonlyMap<string, string>,
  before: Answers,
  after: ReadonlyMap<string, string>,
  lost: readonly LostPart[],
): void {
  for (const [key, value] of after) {
    const old = before.get(key) as string | BigtabError;
    if (!BigtabError.is(old)) {
      if (old !== value) throw new LossError(`${key} was '${old.slice(0, 20)}' and is '${value.slice(0, 20)}'`);
    } else if (value !== truth.get(key) && !lost.some((part) => contains(part, key))) {
      throw new LossError(`${key} is '${value.slice(0, 20)}', and the report does not list it`);
    }
  }
}

function contains({ table, family, rows }: LostPart, key: string): boolean {
  const [ofTable, ofFamily, row = ''] = key.split('/');
  if (rows === undefined || table !== ofTable || family !== ofFamily) return false;
  return rows.first <= row && (rows.last === null || row <= rows.last);
}

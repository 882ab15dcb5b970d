import type { Connection } from '../../client/connection.js';
import { Database } from '../../engine/server/database.js';
import { connectTo, type MemoryMedium, memoryMedium } from '../samples/engine.js';
import { errorOf } from '../vectors/answers.js';
import { agrees, expectedOf, type Got } from '../vectors/compare.js';
import type { FamilyText, History, Step } from '../vectors/history.js';
import type { Outcome } from '../vectors/outcome.js';
import { PlayedTable } from '../vectors/play-step.js';
import { inVariant, type Variant } from './engine-variants.js';

const TABLE = 'history';

/**
 * Plays the history in this thread, in its own database. `reopen` closes the database and opens a new one with the same
 * storage.
 */
export async function playVariant(variant: Variant, history: History): Promise<Outcome> {
  const { stackTraceLimit } = Error;
  // Refused calls are frequent and nothing reads their stacks. Mapping a stack to its source in a test runner costs
  // more than the call.
  Error.stackTraceLimit = 0;
  try {
    return await play(variant, history);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function play(variant: Variant, history: History): Promise<Outcome> {
  const { id, table, steps } = inVariant(variant, history);
  const medium = memoryMedium();
  medium.clock.set(steps[0]?.at ?? 0);
  let connection = await openVariant(medium, variant);
  let played = await PlayedTable.create(connection, TABLE, table);
  let families = table.families;
  for (const [index, step] of steps.entries()) {
    medium.clock.set(step.at);
    if (flushesFirst(steps[index + 1], step)) {
      await majorCompact(connection);
      continue;
    }
    if (flushesFirst(step, steps[index - 1])) continue;
    if (step.op === 'reopen') {
      await connection.close();
      connection = await openVariant(medium, variant);
      played = PlayedTable.on(connection, TABLE, { ...table, families });
      continue;
    }
    const got = await played.play(step).then((value): Got => ({ value }), errorOf);
    const expected = expectedOf(step);
    if (!agrees(expected, got)) {
      return { kind: 'failed', failure: { id, number: index + 1, step, expected, got } };
    }
    if ('value' in got) families = familiesAfter(families, step);
  }
  await connection.close();
  return { kind: 'passed' };
}

/** Opens a database in which only the history determines what is compacted. */
export async function openVariant(medium: MemoryMedium, variant: Variant): Promise<Connection> {
  const { files, catalog, clock } = medium;
  const yielder = (): Promise<void> => Promise.resolve();
  const platform = { files, catalog, clock, yielder, random: () => 0.37, backend: 'memory' as const };
  const database = await Database.open(
    { ...platform, ...variant.platform },
    { name: 'oracle', timestamps: 'wall', ...variant.options },
  );
  const connection = connectTo(database, clock);
  await connection.getAdmin().compactionSwitch(false);
  return connection;
}

/** A flush followed by a major compaction is played as one public call, which flushes first. */
function flushesFirst(step: Step | undefined, before: Step | undefined): boolean {
  return step?.op === 'majorCompact' && before?.op === 'flush';
}

async function majorCompact(connection: Connection): Promise<void> {
  const admin = connection.getAdmin();
  await admin.compactionSwitch(true);
  await admin.majorCompact(TABLE);
  await admin.compactionSwitch(false);
}

/** The families of a table after a step. */
export function familiesAfter(families: readonly FamilyText[], step: Step): readonly FamilyText[] {
  if (step.op !== 'alter') return families;
  const altered = step.families.map(({ NAME }) => NAME);
  return [...families.filter(({ NAME }) => !altered.includes(NAME)), ...step.families];
}

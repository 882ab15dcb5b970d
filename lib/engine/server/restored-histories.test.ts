import { describe, expect, it } from 'vitest';
import type { Table } from '../../client/table.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import { Random } from '../../simulation/random.js';
import { copyOf } from '../../testing/samples/engine.js';
import { openHistory, valuesOf } from '../../testing/samples/history-table.js';
import { testSeeds } from '../../testing/seed.js';

const REFUSED = expect.objectContaining({ code: 'INVALID_OPERATION' });

describe('After a restore, a get returns what a get as of that time returned', () => {
  for (const mode of ['ordered', 'strict', 'wall'] as const) {
    for (const seed of testSeeds(15)) {
      it(`in the mode ${mode}, after random writes, flushes and compactions (seed ${seed})`, async () => {
        await playHistory(mode, new Random(seed));
      });
    }
  }
});

const FAMILIES = ['h', 'i'];
const QUALIFIERS = ['', 'a', 'b', 'c'];

/** Random writes, and restores to random times: each does what it should, or is refused and changes nothing. */
async function playHistory(mode: TimestampMode, random: Random): Promise<void> {
  let session = await openHistory(mode);
  const since = session.medium.clock.now();
  let restored = 0;
  for (let step = 0; step < 60; step++) {
    const { medium, connection } = session;
    const now = medium.clock.now();
    if (random.chance(0.4)) medium.clock.advance(random.below(4));
    if (random.chance(0.05)) medium.clock.set(now - random.below(5));
    if (random.chance(0.04)) {
      const closes = random.chance(0.5);
      if (closes) await connection.close();
      session = await openHistory(mode, closes ? medium : copyOf(medium));
      continue;
    }
    if (!random.chance(0.2)) {
      await change(session, random);
      continue;
    }
    const asOf = random.chance(0.1) ? since - 1 - random.below(3) : since + random.below(now - since + 5);
    const columns = random.chance(0.3) ? [random.chance(0.5) ? 'h' : `i:${random.pick(QUALIFIERS)}`] : undefined;
    if (await restoreAndCheck({ ...session, mode }, asOf, since, columns)) restored++;
  }
  expect(restored).toBeGreaterThan(0);
}

async function change(
  { table, admin, medium }: Awaited<ReturnType<typeof openHistory>>,
  random: Random,
): Promise<void> {
  const family = random.pick(FAMILIES);
  const qualifier = random.pick(QUALIFIERS);
  const now = medium.clock.now();
  const time = random.chance(0.2) ? now - 6 + random.below(9) : undefined;
  switch (random.below(10)) {
    case 0:
      return table.delete(new Delete('r', ...(time === undefined ? [] : [time])));
    case 1:
      return table.delete(new Delete('r').addFamily(family, time));
    case 2:
      return table.delete(new Delete('r').addColumns(family, qualifier, time));
    case 3:
      return table.delete(new Delete('r').addColumn(family, qualifier, time));
    case 4:
      return table.delete(new Delete('r').addFamilyVersion(family, time ?? now));
    case 5:
      await table.increment(new Increment('r').addColumn(family, 'n', random.below(3)));
      return;
    case 6:
      return random.pick([() => admin.flush('t'), () => admin.compact('t'), () => admin.majorCompact('t')])();
    default:
      return table.put(
        new Put('r', ...(time === undefined ? [] : [time])).addColumn(family, qualifier, `${random.below(9)}`),
      );
  }
}

/** Returns whether the restore was not refused. */
async function restoreAndCheck(
  { table, mode }: { readonly table: Table; readonly mode: TimestampMode },
  asOf: number,
  since: number,
  columns: readonly string[] | undefined,
): Promise<boolean> {
  const isSelected = (column: string) =>
    columns?.some((name) => name === column || name === column.split(':')[0]) ?? true;
  const stored = await table.history('r');
  const present = await valuesOf(table);
  const earlier = await valuesOf(table, 'r', Math.max(0, asOf));
  const expected = Object.fromEntries([
    ...Object.entries(present).filter(([column]) => !isSelected(column)),
    ...Object.entries(earlier).filter(([column]) => isSelected(column)),
  ]);
  try {
    await table.restore('r', asOf, columns === undefined ? {} : { columns });
  } catch (error) {
    expect(error).toEqual(REFUSED);
    expect(await table.history('r')).toEqual(stored);
    // Either the time is too early, or, in wall mode, a cell or a delete would hide what is written.
    const isEarly = asOf < since || mode !== 'wall';
    expect(String(error)).toMatch(isEarly ? /keeps every cell only since/ : /would hide what is written now/);
    return false;
  }
  expect(asOf).toBeGreaterThanOrEqual(since);
  expect(await valuesOf(table)).toEqual(expected);
  // The history is kept: everything that was stored still is.
  const after = new Set((await table.history('r')).map((entry) => JSON.stringify(entry)));
  for (const entry of stored) expect(after).toContain(JSON.stringify(entry));
  return true;
}

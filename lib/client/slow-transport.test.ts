import { describe, expect, it } from 'vitest';
import type { BigtabError } from '../errors.js';
import { Get } from '../model/get.js';
import { Increment } from '../model/increment.js';
import { Random } from '../simulation/random.js';
import { SlowTransport } from '../testing/fakes/slow-transport.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { testSeeds } from '../testing/seed.js';
import { Connection } from './connection.js';
import type { Table } from './table.js';

const LIMIT = 10_000;
const LARGE = 3_000;

async function openSlowly() {
  const medium = memoryMedium();
  const { database, connection: direct } = await openEngine(medium, { memory: { getAnswer: LIMIT } });
  const table = await direct.ensureTable({ name: 't', families: ['f'] });
  for (let row = 0; row < 10; row++) await table.put({ row: `r${row}`, cells: { f: { q: 'x'.repeat(LARGE) } } });
  const transport = new SlowTransport(database.service);
  const { clock } = medium;
  const yielder = (): Promise<void> => Promise.resolve();
  const connection = new Connection({ name: 'slow', id: 'slow', transport, clock, yielder });
  return { medium, clock, database, direct, transport, connection };
}

/**
 * Calls without waiting for their answers, in the order of the list. `counted` receives the new values of the counter.
 */
function makeCalls(table: Table, random: Random, counted: bigint[]): Promise<unknown>[] {
  const row = () => `r${random.below(10)}`;
  return Array.from({ length: 60 }, () => {
    const kind = random.below(10);
    if (kind < 3) return table.incrementColumnValue('n', 'f', 'n', 1).then((value) => counted.push(value));
    if (kind < 7) return table.get(row());
    if (kind < 8) return table.put({ row: row(), cells: { f: { q: 'y'.repeat(LARGE) } } });
    if (kind < 9) return table.batch([new Get(row()), new Increment('m').addColumn('f', 'n', 1)]);
    return table.getScanner({ limit: 5 }).toArray();
  });
}

const RUNS = 12;

describe('Over a slow transport', () => {
  for (const seed of testSeeds(RUNS)) {
    it(`every call settles, and starts once and in order, although replies come in parts (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const { clock, transport, connection, database } = await openSlowly();
      const random = new Random(seed);
      const counted: bigint[] = [];
      const calls = makeCalls(connection.getTable('t'), random, counted);
      const all = Promise.all(calls);
      await transport.carry(all, clock, random);
      await all;
      expect(counted).toEqual(counted.map((_, index) => BigInt(index + 1)));
      expect(transport.largestReply).toBeLessThan(LIMIT + 6 * LARGE);
      await transport.carry(connection.close(), clock, random);
      await database.close();
    });

    it(`every call settles if the engine dies in between, and acknowledged writes ran once (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const { clock, transport, connection, direct } = await openSlowly();
      const random = new Random(seed);
      const counted: bigint[] = [];
      const calls = makeCalls(connection.getTable('t'), random, counted);
      for (let left = random.below(20); left > 0; left--) {
        await transport.carry(Promise.resolve(), clock, random);
        transport.deliver(random.chance(0.5) ? 'request' : 'reply');
      }
      transport.lose();
      const outcomes = await Promise.allSettled(calls);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect((outcome.reason as BigtabError).code).toBe('WORKER_LOST');
      }
      const value = await direct.getTable('t').incrementColumnValue('n', 'f', 'n', 0);
      expect(value).toBeGreaterThanOrEqual(BigInt(counted.length));
      await connection.close();
      await direct.close();
    });
  }

  it('the answers of forty gets of large values come in parts, none larger than the limit plus one answer', async () => {
    const { clock, transport, connection, database } = await openSlowly();
    const random = new Random(1);
    const table = connection.getTable('t');
    const rows = Array.from({ length: 40 }, (_, index) => `r${index % 10}`);
    const settled: number[] = [];
    const gets = rows.map((row, index) => table.get(row).finally(() => settled.push(index)));
    const all = Promise.all(gets);
    await transport.carry(all, clock, random);
    expect((await all).map((result) => result.getText('f', 'q')?.length)).toEqual(rows.map(() => LARGE));
    expect(settled).toEqual(rows.map((_, index) => index));
    expect(transport.largestReply).toBeLessThan(LIMIT + LARGE + 100);
    await transport.carry(connection.close(), clock, random);
    await database.close();
  });
});

import { describe, expect, it, vi } from 'vitest';
import { callEngine } from '../../client/calls/control-call.js';
import type { Session } from '../../client/calls/session.js';
import type { Connection } from '../../client/connection.js';
import type { Transaction } from '../../client/transaction.js';
import { Put } from '../../model/put.js';
import { NO_CONNECTION } from '../../service/client-service.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const DAY = 24 * 3_600_000;
const NOW = 1_600_000_000_000;

/** An engine with a table whose cells live for an hour, as the kit for pages uses it. */
async function bench(medium: MemoryMedium, timestamps: 'ordered' | 'wall' = 'ordered') {
  const { connection, database } = await openEngine(medium, { timestamps });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', timeToLive: 3600 }] });
  return {
    connection,
    table,
    setTime: (when: number | null) =>
      callEngine((packet) => database.service.call(packet), NO_CONNECTION, 'setTime', when),
    write: (row: string) => table.put(new Put(row).addColumn('f', 'q', 'v')),
    timeOf: async (row: string) => (await table.get(row)).getColumnLatestCell('f', 'q')?.timestamp ?? null,
    rows: () => rowsOf(connection),
  };
}

async function rowsOf(connection: Connection): Promise<readonly string[]> {
  const results = await connection.getTable('t').getScanner({}).toArray();
  return results.map(({ row }) => new TextDecoder().decode(row as Uint8Array));
}

function freshMedium(): MemoryMedium {
  const medium = memoryMedium();
  medium.clock.set(NOW);
  return medium;
}

describe('setTime', () => {
  it('is refused in a call of a connection', async () => {
    const { connection, write, timeOf } = await bench(freshMedium());
    const { session } = connection as unknown as { readonly session: Session };
    const set = session.control('alone', 'setTime', NOW + DAY);
    await expect(set).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    await write('a');
    expect(await timeOf('a')).toBe(NOW);
    await connection.close();
  });

  it('sets the time of writes and reads, which goes on from there, until the platform has it again', async () => {
    const medium = freshMedium();
    const { setTime, write, timeOf, rows, connection } = await bench(medium);
    await write('a');
    await setTime(NOW + DAY);
    expect(await rows()).toEqual([]);
    medium.clock.advance(5);
    await write('b');
    expect(await timeOf('b')).toBe(NOW + DAY + 5);
    await setTime(null);
    expect(await timeOf('a')).toBe(NOW);
    await connection.close();
  });

  for (const timestamps of ['ordered', 'wall'] as const) {
    it(`removes nothing, whatever is flushed or compacted meanwhile, with timestamps '${timestamps}'`, async () => {
      const medium = freshMedium();
      const { setTime, write, rows, connection } = await bench(medium, timestamps);
      await write('a');
      await setTime(NOW + DAY);
      await connection.getAdmin().flush('t');
      await connection.getAdmin().majorCompact('t');
      expect(await rows()).toEqual([]);
      await connection.close();
      const reopened = await openEngine(copyOf(medium), { timestamps });
      expect(await rowsOf(reopened.connection)).toEqual(['a']);
    });

    it(`keeps what is written at an earlier time and has not expired then, with timestamps '${timestamps}'`, async () => {
      const { setTime, write, rows, connection } = await bench(freshMedium(), timestamps);
      await setTime(NOW - 300 * DAY);
      await write('a');
      await connection.getAdmin().flush('t');
      await connection.getAdmin().majorCompact('t');
      expect(await rows()).toEqual(['a']);
      await connection.close();
    });
  }

  it('leaves the confirmed time alone, so that what expires later is removed as if no time had been set', async () => {
    const medium = freshMedium();
    const { setTime, write, rows, connection } = await bench(medium);
    for (const when of [NOW + 900 * DAY, NOW - 900 * DAY, null]) await setTime(when);
    await write('a');
    medium.clock.advance(DAY / 2);
    await connection.getAdmin().majorCompact('t');
    // It would be visible again, as above.
    await setTime(NOW);
    expect(await rows()).toEqual([]);
    await connection.close();
  });

  it('orders the writes of a row after those that it got in a later time', async () => {
    const { setTime, write, timeOf, connection } = await bench(freshMedium());
    await setTime(NOW + 1000);
    await write('a');
    await setTime(null);
    await write('a');
    await write('b');
    expect([await timeOf('a'), await timeOf('b')]).toEqual([NOW + 1000, NOW]);
    await connection.close();
  });

  it('reports to live reads what expires, and what is visible again', async () => {
    const { setTime, write, table, connection } = await bench(freshMedium());
    await write('a');
    const live = table.watch({});
    const next = async (count: number) => {
      for await (const { rows } of live) if (rows.length === count) return;
    };
    await next(1);
    await setTime(NOW + DAY);
    await next(0);
    await setTime(null);
    await next(1);
    live.close();
    await connection.close();
  });

  it('is the time at which the conditions of an atomicBatch and the reads of a transaction are judged', async () => {
    const { setTime, write, table, connection } = await bench(freshMedium());
    const put = (row: string) => new Put(row).addColumn('f', 'q', 'v');
    await write('a');
    await setTime(NOW + DAY);
    const conditions = [{ table, row: 'a', exists: false }] as const;
    await connection.atomicBatch([{ table, mutation: put('b') }], { conditions });
    const run = vi.fn(async (transaction: Transaction) => {
      const own = transaction.table('t');
      expect([await own.exists('a'), (await own.scan({})).length]).toEqual([false, 1]);
      own.put(put('c'));
    });
    await Promise.race([connection.transact(run), settle()]);
    expect([run.mock.calls.length, await rowsOf(connection)]).toEqual([1, ['b', 'c']]);
    await connection.close();
  });

  it.each([-1, 0.5, 'tomorrow', {}])('refuses %j', async (when) => {
    const { setTime, connection } = await bench(freshMedium());
    await expect(setTime(when as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await connection.close();
  });
});

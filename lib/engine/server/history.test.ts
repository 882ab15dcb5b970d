import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';
import { connectTo, copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FOUR_YEARS = 4 * 365 * 24 * HOUR;
const NOW = 1_600_000_000_000;

/** A database with a table that keeps history, and its medium. */
interface Session {
  readonly medium: MemoryMedium;
  /** The second connection is set if several connections write. */
  readonly connections: readonly [Connection, Connection];
}

function freshMedium(): MemoryMedium {
  const medium = memoryMedium();
  medium.clock.set(NOW);
  return medium;
}

async function open(medium: MemoryMedium): Promise<Session> {
  const { connection, database } = await openEngine(medium);
  await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }] });
  return { medium, connections: [connection, connectTo(database, medium.clock)] };
}

const put = (value: number | string, row = 'r'): Put => new Put(row).addColumn('f', 'q', String(value));

/** The versions of f:q, oldest first. */
async function versions({ connections: [connection] }: Session, row = 'r') {
  const { cells } = await connection.getTable('t').get({ row, versions: 'all' });
  return cells.map(({ timestamp, value }) => ({ timestamp, value: new TextDecoder().decode(value) })).reverse();
}

/** The value of f:q at a point in time. */
async function valueAsOf({ connections: [connection] }: Session, time: number, row = 'r'): Promise<string | null> {
  return (await connection.getTable('t').get({ row, asOf: time })).getText('f', 'q');
}

/** How puts to one cell reach the engine. */
const WAYS: Readonly<Record<string, (session: Session, values: readonly number[]) => Promise<unknown>>> = {
  'awaited one by one': async ({ connections: [connection] }, values) => {
    for (const value of values) await connection.getTable('t').put(put(value));
  },
  'in flight together': ({ connections: [connection] }, values) =>
    Promise.all(values.map((value) => connection.getTable('t').put(put(value)))),
  'as a list': ({ connections: [connection] }, values) =>
    connection.getTable('t').put(values.map((value) => put(value))),
  'as a batch': ({ connections: [connection] }, values) =>
    connection.getTable('t').batch(values.map((value) => put(value))),
  'as one change of the row': ({ connections: [connection] }, values) => {
    const change = new RowMutations('r');
    for (const value of values) change.add(put(value));
    return connection.getTable('t').mutateRow(change);
  },
  'as an atomicBatch': ({ connections: [connection] }, values) =>
    connection.atomicBatch(values.map((value) => ({ table: 't', mutation: put(value) }))),
  'from several connections in turn': async ({ connections }, values) => {
    for (const [index, value] of values.entries()) await connections[index % 2]?.getTable('t').put(put(value));
  },
};

/** What happens between the quarters of the puts. */
const CLOCKS: Readonly<Record<string, (session: Session, quarter: number) => Promise<Session>>> = {
  'that stands still': async (session) => session,
  'that goes forward': async (session) => {
    session.medium.clock.advance(100);
    return session;
  },
  'that jumps four years ahead and returns': async (session, quarter) => {
    session.medium.clock.set(quarter === 1 ? NOW + FOUR_YEARS : NOW + quarter);
    return session;
  },
  'that is set back by an hour each time': async (session) => {
    session.medium.clock.set(session.medium.clock.now() - HOUR);
    return session;
  },
  'that stands still over reloads': async (session) => {
    await session.connections[0].close();
    return open(session.medium);
  },
  'that is set back over the death of the process': async (session) => {
    const medium = copyOf(session.medium);
    medium.clock.set(session.medium.clock.now() - HOUR);
    return open(medium);
  },
  'that jumps ahead, and returns after a flush and a reload': async (session, quarter) => {
    const { medium, connections } = session;
    medium.clock.set(quarter === 1 ? NOW + FOUR_YEARS : NOW + quarter);
    await connections[0].getAdmin().flush('t');
    await connections[0].close();
    return open(medium);
  },
};

describe('1,000 puts to one cell with the default settings (A-10)', () => {
  for (const [how, write] of Object.entries(WAYS)) {
    for (const [when, between] of Object.entries(CLOCKS)) {
      it(`${how}, under a clock ${when}, are 1,000 versions in the order written`, async () => {
        let session = await open(freshMedium());
        const values = Array.from({ length: 1000 }, (_, index) => index);
        for (let quarter = 0; quarter < 4; quarter++) {
          if (quarter > 0) session = await between(session, quarter);
          await write(session, values.slice(250 * quarter, 250 * (quarter + 1)));
        }
        const found = await versions(session);
        expect(found.map(({ value }) => Number(value))).toEqual(values);
        const gets = found.map(({ timestamp }) => ({ row: 'r', asOf: timestamp }));
        const then = await session.connections[0].getTable('t').get(gets);
        expect(then.map((result) => Number(result.getText('f', 'q')))).toEqual(values);
        await session.connections[0].close();
      });
    }
  }
});

describe('History that was lost (A-10)', () => {
  it('keeps 100 awaited puts of a few milliseconds, of which an earlier version kept 41', async () => {
    const session = await open(freshMedium());
    for (let index = 0; index < 100; index++) {
      await session.connections[0].getTable('t').put(put(index));
      if (index % 5 === 4) session.medium.clock.advance(1);
    }
    expect((await versions(session)).map(({ value }) => Number(value))).toEqual(
      Array.from({ length: 100 }, (_, index) => index),
    );
  });

  it('keeps 30 puts a minute apart under a clock that was set back by one hour', async () => {
    const session = await open(freshMedium());
    const table = session.connections[0].getTable('t');
    await table.put(put('before'));
    session.medium.clock.set(NOW - HOUR);
    for (let minute = 0; minute < 30; minute++) {
      session.medium.clock.advance(MINUTE);
      await table.put(put(minute));
    }
    expect((await versions(session)).map(({ timestamp, value }) => [value, timestamp - NOW])).toEqual([
      ['before', 0],
      ...Array.from({ length: 30 }, (_, minute) => [String(minute), minute + 1]),
    ]);
  });

  it('keeps later writes of other rows after one put under a clock that is four years ahead', async () => {
    const session = await open(freshMedium());
    const { clock } = session.medium;
    const table = session.connections[0].getTable('t');
    await table.put(put('early', 'other'));
    clock.set(NOW + FOUR_YEARS);
    await table.put(put('ahead'));
    clock.set(NOW + 1000);
    for (let index = 0; index < 10; index++) await table.put(put(index, 'other'));
    expect(await valueAsOf(session, clock.now() + 9, 'other')).toBe('9');
    expect((await versions(session, 'other')).map(({ timestamp, value }) => [value, timestamp - NOW])).toEqual([
      ['early', 0],
      ...Array.from({ length: 10 }, (_, index) => [String(index), 1000 + index]),
    ]);
    clock.advance(1000);
    await table.put(put('late', 'other'));
    expect(await valueAsOf(session, clock.now(), 'other')).toBe('late');
  });

  it('keeps them after a reload too', async () => {
    const first = await open(freshMedium());
    first.medium.clock.set(NOW + FOUR_YEARS);
    await first.connections[0].getTable('t').put(put('ahead'));
    first.medium.clock.set(NOW);
    await first.connections[0].close();
    const session = await open(first.medium);
    const table = session.connections[0].getTable('t');
    for (let index = 0; index < 10; index++) {
      first.medium.clock.advance(1000);
      await table.put(put(index, 'other'));
      expect(await valueAsOf(session, first.medium.clock.now(), 'other')).toBe(String(index));
    }
    expect(await versions(session, 'other')).toHaveLength(10);
    for (let index = 0; index < 10; index++) await table.put(put(index));
    expect((await versions(session)).map(({ timestamp }) => timestamp - NOW - FOUR_YEARS)).toEqual(
      Array.from({ length: 11 }, (_, index) => index),
    );
  });
});

describe('The implicit timestamp of a row that is read (A-10)', () => {
  const AHEAD = NOW + HOUR;

  /**
   * The timestamp of a put to another column of a row, relative to now; `prepare` wrote under a clock that was an hour
   * ahead.
   */
  async function timeAfter(prepare: (session: Session) => Promise<unknown>): Promise<number> {
    const session = await open(freshMedium());
    session.medium.clock.set(AHEAD);
    await session.connections[0].getTable('t').put(put('elsewhere', 'elsewhere'));
    await prepare(session);
    const medium = copyOf(session.medium);
    medium.clock.set(NOW);
    const again = await open(medium);
    const table = again.connections[0].getTable('t');
    await table.put(new Put('r').addColumn('f', 'other', 'new'));
    return ((await table.get('r')).getColumnLatestCell('f', 'other')?.timestamp ?? 0) - NOW;
  }

  it("is, in memory, the engine's timestamp, regardless of explicit timestamps", async () => {
    expect(
      await timeAfter(async ({ connections: [connection] }) => {
        await connection.getTable('t').put(new Put('r').addColumn('f', 'q', AHEAD - 1, 'explicit'));
      }),
    ).toBe(0);
    expect(
      await timeAfter(async ({ connections: [connection] }) => {
        await connection.getTable('t').put(put('implicit'));
        await connection.getTable('t').put(new Put('r').addColumn('f', 'q', AHEAD + 7, 'explicit'));
      }),
    ).toBe(HOUR + 1);
  });

  it('is, in files, any timestamp not above the largest implicit one', async () => {
    expect(
      await timeAfter(async ({ connections: [connection] }) => {
        await connection.getTable('t').put(new Put('r').addColumn('f', 'q', AHEAD - 1, 'explicit'));
        await connection.getTable('t').put(new Put('r').addColumn('f', 'q', AHEAD + 7, 'explicit'));
        await connection.getAdmin().flush('t');
      }),
    ).toBe(HOUR);
  });

  it('may be that of a marker', async () => {
    expect(
      await timeAfter(async ({ connections: [connection] }) => {
        await connection.getTable('t').delete(new Delete('r'));
        await connection.getAdmin().flush('t');
      }),
    ).toBe(HOUR + 1);
    expect(
      await timeAfter(async ({ connections: [connection] }) => {
        await connection.getTable('t').put(put('implicit'));
        await connection.getTable('t').delete(new Delete('r').addColumn('f', 'q'));
      }),
    ).toBe(HOUR + 1);
  });
});

describe('A family that starts to keep versions (A-10)', () => {
  it('keeps the version that was written in the same millisecond', async () => {
    const { connection } = await openEngine(freshMedium());
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(put('one'));
    await connection.getAdmin().modifyColumnFamily('t', { name: 'f', maxVersions: 3 });
    await table.put(put('two'));
    await table.put(put('three'));
    const { cells } = await table.get({ row: 'r', versions: 'all' });
    expect(cells.map(({ timestamp }) => timestamp - NOW)).toEqual([2, 1, 0]);
  });
});

describe('A list of puts to more rows than are remembered (A-10)', () => {
  it('keeps every version under a stopped clock', async () => {
    const session = await open(freshMedium());
    const table = session.connections[0].getTable('t');
    const rows = Array.from({ length: 66_000 }, (_, index) => `row-${index}`);
    await table.put([...rows.map((row) => put('one', row)), ...rows.map((row) => put('two', row))]);
    for (let index = 0; index < rows.length; index += 997) {
      const found = await versions(session, rows[index]);
      expect(found.map(({ value, timestamp }) => [value, timestamp - NOW])).toEqual([
        ['one', 0],
        ['two', 1],
      ]);
    }
  });
});

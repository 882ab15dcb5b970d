import { describe, expect, it } from 'vitest';
import type { Table } from '../../client/table.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

/* Reads by an index return what a scan of all rows returns, also for values that expiry or a clock set back shows. */

const START = 1_000_000;
type Attributes = Partial<FamilyDescriptor>;
const PLAIN = { byType: { on: 'e:type' } } as const;
const UNIQUE = { byType: { on: 'e:type', unique: true } } as const;
const TAGS = { byType: { on: 'e:type' }, byTag: { qualifiersOf: 'e' } } as const;

async function open(family: Attributes = {}, indexes: object = TAGS) {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium, { timestamps: 'wall' });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'e', ...family }], indexes } as never);
  return { medium, connection, table: table as unknown as Table, admin: connection.getAdmin() };
}

function put(row: string, value: string, at: number, ttl?: number): Put {
  const made = new Put(row).addColumn('e', 'type', at, value);
  return ttl === undefined ? made : made.setTTL(ttl);
}

/** The rows with their values, by the index and by a scan of all rows, which must agree. */
async function values(table: Table): Promise<string> {
  const shown = async (scan: object) =>
    (await table.getScanner(scan).toArray())
      .map((row) => `${row.key}=${row.getText('e', 'type')}`)
      .sort()
      .join(' ');
  const all = await shown({});
  expect(await shown({ index: 'byType' })).toBe(all);
  return all;
}

const BY_WRITING = { newVersionBehavior: true, maxVersions: 1 } as const;

describe('NEW_VERSION_BEHAVIOR and a deleted put with its own time to live', () => {
  it.each(['memory', 'files', 'an index that is built later'])(
    'show an older version by the index once the put has expired, from %s',
    async (where) => {
      const { medium, connection, table, admin } = await open(BY_WRITING, where.startsWith('an') ? {} : TAGS);
      await table.put(put('r', 'old', START));
      await table.put(put('r', 'new', START + 1, 1_000));
      await table.delete(new Delete('r').addColumn('e', 'type', START + 1));
      if (where === 'files') await admin.flush('t');
      if (where.startsWith('an'))
        await connection.ensureTable({ name: 't', families: ['e'], indexes: TAGS } as never).catch(() => {});
      if (where.startsWith('an')) expect(await admin.listIndexes('t')).toHaveLength(2);
      expect(await values(table)).toBe('');
      medium.clock.advance(2_000);
      await settle();
      expect(await values(table)).toBe('r=old');
      expect((await table.getScanner({ index: 'byTag', equals: 'type' } as never).toArray()).length).toBe(1);
      expect((await connection.verify()).ok).toBe(true);
      await connection.close();
    },
  );

  it('show a version that a put of its own timestamp has replaced, and one of several columns', async () => {
    const indexes = { byType: { on: 'e:type' }, byBoth: { on: ['e:type', 'e:day'] } };
    const { medium, connection, table } = await open({ newVersionBehavior: true, maxVersions: 2 }, indexes);
    await table.put(new Put('r').addColumn('e', 'type', START, 'old').addColumn('e', 'day', START, 'monday'));
    await table.put(put('r', 'same', START, 1_000));
    await table.put(put('r', 'a', START + 1, 3_000));
    await table.put(put('r', 'b', START + 2, 2_000));
    await table.delete(new Delete('r').addColumn('e', 'type', START + 1));
    for (let second = 0; second < 5; second++) {
      const all = await values(table);
      const both = await table.getScanner({ index: 'byBoth' } as never).toArray();
      expect(both.map((row) => `${row.key}=${row.getText('e', 'type')}`).join()).toBe(all);
      medium.clock.advance(1_000);
      await settle();
    }
    expect(await values(table)).toBe('r=old');
    await connection.close();
  });

  it('count for a unique index', async () => {
    const { medium, connection, table } = await open(BY_WRITING, UNIQUE);
    await table.put(put('r', 'x', START));
    await table.put(put('r', 'y', START + 1, 1_000));
    await table.delete(new Delete('r').addColumn('e', 'type', START + 1));
    const refused = { code: 'CONDITION_FAILED', details: { index: 'byType', row: 'r' } };
    await expect(table.put(put('s', 'x', START))).rejects.toMatchObject(refused);
    medium.clock.advance(2_000);
    await expect(table.put(put('s', 'x', START))).rejects.toMatchObject(refused);
    await table.put(put('s', 'y', START));
    expect(await values(table)).toBe('r=x s=y');
    await connection.close();
  });

  it('do not count for a unique index once a version without expiry has replaced both', async () => {
    const { medium, connection, table } = await open(BY_WRITING, UNIQUE);
    await table.put(put('r', 'x', START));
    await table.put(put('r', 'y', START + 1, 1_000));
    await table.put(put('r', 'z', START + 2));
    await table.put([put('s', 'x', START), put('u', 'y', START)]);
    expect(await values(table)).toBe('r=z s=x u=y');
    medium.clock.advance(2_000);
    await settle();
    expect(await values(table)).toBe('r=z s=x u=y');
    await connection.close();
  });

  it('leave no entry for a version that nothing can show again', async () => {
    const { connection, table } = await open(BY_WRITING, UNIQUE);
    for (const [at, value] of ['x', 'y', 'z'].entries()) await table.put(put('r', value, START + at));
    await table.delete(new Delete('r').addColumn('e', 'type', START + 2));
    expect(await values(table)).toBe('');
    await table.put([put('s', 'x', START), put('u', 'y', START)]);
    expect(await values(table)).toBe('s=x u=y');
    await connection.close();
  });
});

describe('A clock that is set back', () => {
  it('shows by the index a put that had expired when it was written', async () => {
    const { medium, connection, table } = await open({}, TAGS);
    await table.put(put('r', 'x', START - 5_000, 1_000));
    expect(await values(table)).toBe('');
    medium.clock.set(START - 4_500);
    expect(await values(table)).toBe('r=x');
    expect((await table.getScanner({ index: 'byTag' } as never).toArray()).length).toBe(1);
    await connection.close();
  });

  it.each<[string, Attributes, number | undefined]>([
    ['a cell', { maxVersions: 5 }, 1_000],
    ['its family', { maxVersions: 5, timeToLive: 1 }, undefined],
    ['its family, of which one version stays', { maxVersions: 5, timeToLive: 1, minVersions: 1 }, undefined],
    ['a cell, with NEW_VERSION_BEHAVIOR', { maxVersions: 5, newVersionBehavior: true }, 1_000],
    ['a cell of a family that keeps deleted cells', { maxVersions: 5, keepDeletedCells: 'TRUE' }, 1_000],
  ])(
    'shows by the index what had expired by the time to live of %s, after writes and deletes',
    async (_, family, ttl) => {
      const { medium, connection, table } = await open(family, TAGS);
      const { clock } = medium;
      await table.put(put('r', 'a', START, ttl));
      clock.advance(5_000);
      await table.put(put('r', 'b', START + 5_000, ttl));
      await table.delete(new Delete('r').addColumn('e', 'type', START + 5_000));
      clock.set(START + 500);
      expect(await values(table)).toBe('r=a');
      clock.set(START + 20_000);
      await table.put(put('s', 'c', START + 200, ttl));
      for (let time = START + 10_000; time >= START; time -= 200) {
        clock.set(time);
        await values(table);
      }
      expect((await connection.verify()).ok).toBe(true);
      await connection.close();
    },
  );

  it('shows by the index what is stored in files', async () => {
    const { medium, connection, table, admin } = await open({ newVersionBehavior: true }, TAGS);
    await table.put(put('r', 'x', START, 1_000));
    await admin.flush('t');
    await table.put(put('s', 'y', START, 1_000));
    medium.clock.advance(5_000);
    await admin.flush('t');
    await table.put(put('u', 'z', START, 1_000));
    await admin.flush('t');
    medium.clock.set(START + 500);
    expect(await values(table)).toBe('r=x s=y u=z');
    await connection.close();
  });

  it.each<[string, Attributes, number | undefined]>([
    ['a cell', { maxVersions: 1 }, 1_000],
    ['its family', { maxVersions: 5, timeToLive: 1 }, undefined],
  ])(
    'shows by the index a version whose successor had expired in memory, by the time to live of %s',
    async (_, family, ttl) => {
      const { medium, connection, table, admin } = await open(family, TAGS);
      await table.put(put('r', 'a', START, ttl));
      await table.put(put('s', 'a', START));
      await admin.flush('t');
      await table.put(put('r', 'b', START + 100, ttl));
      await table.put(put('s', 'b', START + 100, ttl));
      medium.clock.advance(5_000);
      await admin.flush('t');
      await table.put(put('u', 'c', START));
      await admin.flush('t');
      await connection.getAdmin().compact('t');
      for (const time of [START + 5_000, START + 1_050, START + 1_000, START + 50]) {
        medium.clock.set(time);
        await values(table);
      }
      await connection.close();
    },
  );

  it('shows by an index that is built afterwards what had expired then', async () => {
    const { medium, connection, table } = await open({ newVersionBehavior: true }, {});
    await table.put(put('r', 'x', START, 1_000));
    medium.clock.advance(5_000);
    await connection.ensureTable({ name: 't', families: ['e'], indexes: PLAIN });
    medium.clock.set(START + 500);
    expect(await values(table)).toBe('r=x');
    await connection.close();
  });

  it('may show two rows with one value of a unique index, until the first expires again', async () => {
    const { medium, connection, table } = await open({}, UNIQUE);
    await table.put(put('r', 'x', START, 1_000));
    medium.clock.advance(5_000);
    await table.put(put('s', 'x', START + 5_000));
    medium.clock.set(START + 500);
    expect(await values(table)).toBe('r=x s=x');
    await expect(table.put(put('u', 'x', START + 600))).rejects.toMatchObject({ code: 'CONDITION_FAILED' });
    medium.clock.set(START + 5_000);
    expect(await values(table)).toBe('s=x');
    await connection.close();
  });

  it('does not let a unique index overlook a value that a delete shows again', async () => {
    const { medium, connection, table } = await open({ maxVersions: 5 }, UNIQUE);
    await table.put(put('r', 'x', START, 3_000));
    await table.put(put('r', 'y', START + 1, 5_000));
    await table.put(put('s', 'x', START));
    medium.clock.advance(1_000);
    await expect(table.delete(new Delete('r').addColumn('e', 'type', START + 1))).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      details: { index: 'byType', row: 's', refused: 'r' },
    });
    expect(await values(table)).toBe('r=y s=x');
    await connection.close();
  });
});

import { describe, expect, it } from 'vitest';
import * as Bytes from '../../bytes/bytes.js';
import type { Connection } from '../../client/connection.js';
import type { CatalogImage, TableRecord } from '../../storage/catalog/catalog.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { writeEntry } from '../../testing/samples/index-entries.js';

/*
 * Databases of versions for which 0 and -0 were two values of an index.
 */

const ZERO = Bytes.fromDouble(0);
const NEGATIVE_ZERO = Bytes.fromDouble(-0);
const INDEX = { on: ['m:celsius'], qualifiersOf: null, order: ['float64'], unique: true } as const;

/** `image` as an earlier version would have stored it after a later opening, with an index that it has built. */
function fromEarlier({ database, tables, snapshots = [] }: CatalogImage, isFirst = true): CatalogImage {
  const { entriesEpoch, ...record } = database;
  const withIndex = (table: TableRecord): TableRecord => ({
    ...table,
    nextFamilyId: 10,
    families: [...table.families.filter(({ id }) => id !== 9), { id: 9, name: '\\x00i', runs: [] }],
    indexes: [{ ...INDEX, name: 'i', familyId: 9, complete: true }],
  });
  return {
    database: {
      ...record,
      ...(!isFirst && { entriesEpoch: entriesEpoch as number }),
      epoch: database.epoch + 1,
      features: ['indexes', 'snapshots'],
    },
    tables: tables.map(withIndex),
    snapshots: snapshots.map((snapshot) => ({ ...snapshot, table: withIndex(snapshot.table) })),
  };
}

function earlier(medium: MemoryMedium, isFirst = true): MemoryMedium {
  const catalog = new MemoryCatalog(fromEarlier(medium.catalog.image as CatalogImage, isFirst));
  return { ...copyOf(medium), catalog };
}

/** Rows with 0, -0 and other numbers. */
async function stored(): Promise<MemoryMedium> {
  const medium = memoryMedium();
  const { connection } = await openEngine(medium);
  const table = await connection.ensureTable({ name: 't', families: ['m'] });
  const rows = { a: NEGATIVE_ZERO, b: ZERO, c: Bytes.fromDouble(-5), d: Bytes.fromDouble(5) };
  for (const [row, celsius] of Object.entries(rows)) await table.put({ row, cells: { m: { celsius } } });
  await connection.getAdmin().snapshot('s', 't');
  await connection.close();
  return medium;
}

const ENSURED = {
  name: 't',
  families: ['m'],
  indexes: { i: { on: 'm:celsius', order: 'float64', unique: true } },
} as const;

async function found(connection: Connection, table = 't'): Promise<string> {
  const rows = await connection.getTable(table).getScanner({ index: 'i', equals: NEGATIVE_ZERO }).toArray();
  return rows.map(({ key }) => key).join('');
}

function warnings(connection: Connection): unknown[] {
  const told: unknown[] = [];
  connection.addEventListener('error', () => {});
  connection.addEventListener('warning', ({ table, message }) => told.push([table, message]));
  return told;
}

const WARNING = [
  't',
  "Unique index 'i' of table 't' has rows with 0 and -0, which are equal: 'a' and 'b'. Change one of two",
];

describe('An index of numbers that an earlier version has written', () => {
  it('is built again by the first open, stays in use with both zeros, and a warning names their rows', async () => {
    const medium = earlier(await stored());
    const { connection } = await openEngine(medium);
    await settled();
    const told = warnings(connection);
    await connection.ensureTable(ENSURED);
    expect(await found(connection)).toBe('ab');
    await expect.poll(() => told).toEqual([WARNING]);
    expect((await connection.verify()).files.flatMap(({ problems }) => problems)).toEqual([]);
    const put = (row: string, celsius: Uint8Array) => connection.getTable('t').put({ row, cells: { m: { celsius } } });
    await expect(put('e', NEGATIVE_ZERO)).rejects.toMatchObject({ code: 'CONDITION_FAILED', details: { row: 'a' } });
    await put('b', Bytes.fromDouble(7));
    expect(await found(connection)).toBe('a');
    await connection.close();
  });

  it('is not built again by the next open, but after an earlier version has been the writer', async () => {
    const medium = earlier(await stored());
    const { connection } = await openEngine(medium);
    await connection.ensureTable(ENSURED);
    await medium.clock.advance(70_000);
    await settled();
    await connection.close();
    const isComplete = ({ catalog }: MemoryMedium) =>
      catalog.image?.tables[0]?.indexes?.map(({ complete }) => complete);
    expect(isComplete(medium)).toEqual([true]);
    const next = await openEngine(medium);
    expect(isComplete(medium)).toEqual([true]);
    await next.connection.close();
    const again = earlier(medium, false);
    const third = await openEngine(again);
    const told = warnings(third.connection);
    expect(isComplete(again)).toEqual([false]);
    await third.connection.ensureTable(ENSURED);
    expect(await found(third.connection)).toBe('ab');
    await expect.poll(() => told).toEqual([WARNING]);
    await third.connection.close();
  });

  it('stays in use if it is built again later, as after a change of the schema', async () => {
    const { connection } = await openEngine(earlier(await stored()));
    await connection.ensureTable(ENSURED);
    await connection.getAdmin().modifyColumnFamily('t', { name: 'm', maxVersions: 3 });
    await connection.ensureTable(ENSURED);
    expect(await found(connection)).toBe('ab');
    await connection.close();
  });

  it('is built for a table that is made of a snapshot of an earlier version', async () => {
    const { connection } = await openEngine(earlier(await stored()));
    await connection.getAdmin().cloneSnapshot('s', 'clone');
    await connection.ensureTable({ ...ENSURED, name: 'clone' });
    expect(await found(connection, 'clone')).toBe('ab');
    await connection.close();
  });

  it('is not read while the database is only read', async () => {
    const { connection } = await openEngine(earlier(await stored()), { open: 'read-only' });
    await expect(found(connection)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect((await connection.verify()).files.flatMap(({ problems }) => problems)).toEqual([]);
    await connection.close();
  });

  it('may have entries with the key of -0: they are no problem, and no row', async () => {
    const { connection, database } = await openEngine(memoryMedium());
    const table = await connection.ensureTable(ENSURED);
    await table.put({ row: 'a', cells: { m: { celsius: NEGATIVE_ZERO } } });
    const key = Uint8Array.of(1, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 'a'.charCodeAt(0));
    writeEntry(database.engine, 't', 'i', key, 'entry');
    expect((await connection.verify()).files.flatMap(({ problems }) => problems)).toEqual([]);
    expect(await connection.getTable('t').count({ index: 'i' })).toBe(1);
    await connection.close();
  });
});

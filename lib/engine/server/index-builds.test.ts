import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { BigtabError } from '../../errors.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const PLAIN = { name: 't', families: ['e', 'g'] };
const INDEXED = { ...PLAIN, indexes: { byType: { on: 'e:type' } } };
const ROWS = 3000;

/** An engine whose background steps wait while it is stopped. */
async function bench(medium = memoryMedium()) {
  let gate: Promise<void> | null = null;
  let open = (): void => {};
  const yielder = async (): Promise<void> => {
    while (gate !== null) await gate;
  };
  const { database, connection } = await openEngine(medium, {}, { yielder });
  const stop = (): void => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  const go = (): void => {
    gate = null;
    open();
  };
  return { medium, database, connection, stop, go };
}

async function fill(connection: Connection): Promise<void> {
  const table = await connection.ensureTable(PLAIN);
  const rows = Array.from({ length: ROWS }, (_, row) => note(`${10_000 + row}`, row % 3 === 0 ? 'third' : 'other'));
  await table.put(rows);
  await connection.getAdmin().flush('t');
}

function note(row: string, type: string) {
  return { row, cells: { e: { type, text: 'x'.repeat(200) } } };
}

async function keysOf(connection: Connection, equals: string): Promise<(string | null)[]> {
  const rows = await connection.getTable('t').getScanner({ index: 'byType', equals }).toArray();
  return rows.map(({ key }) => key);
}

async function scanned(connection: Connection, type: string): Promise<(string | null)[]> {
  const rows = await connection.getTable('t').getScanner().toArray();
  return rows.filter((row) => row.getText('e', 'type') === type).map(({ key }) => key);
}

describe('An index on a family that keeps deleted cells', () => {
  const UNIQUE = { name: 't', families: [{ name: 'e', keepDeletedCells: 'TRUE' }] };

  it('finds a value that a flush shows again, because it counts a deleted put as the only version', async () => {
    const { connection } = await bench();
    const indexes = { byType: { on: 'e:type', unique: true } };
    const table = await connection.ensureTable({ ...UNIQUE, indexes } as never);
    const put = (row: string, timestamp: number, type: string) =>
      table.put(new Put(row).addColumn('e', 'type', timestamp, type));
    await put('r', 1, 'A');
    await connection.getAdmin().flush('t');
    await put('r', 2, 'C');
    await put('r', 3, 'B');
    await table.delete(new Delete('r').addColumn('e', 'type'));
    expect([await keysOf(connection, 'C'), await keysOf(connection, 'A')]).toEqual([['r'], []]);
    await expect(put('q', 4, 'A')).rejects.toMatchObject({ code: 'CONDITION_FAILED' });
    await connection.getAdmin().flush('t');
    expect([await keysOf(connection, 'C'), await keysOf(connection, 'A')]).toEqual([[], ['r']]);
    expect((await connection.verify()).ok).toBe(true);
  });
});

describe('An index that is being built', () => {
  it('refuses reads, says how much is done, and does not delay writes, which it follows', async () => {
    const { connection, stop, go } = await bench();
    await fill(connection);
    stop();
    await connection.ensureTable(INDEXED, { wait: false });
    const table = connection.getTable('t');
    const refused = await keysOf(connection, 'third').catch((error: BigtabError) => error);
    expect(refused).toMatchObject({ code: 'INVALID_STATE', details: { table: 't', index: 'byType', done: 0 } });
    const building = async () => (await connection.status()).indexes.building;
    expect(await building()).toEqual([{ table: 't', index: 'byType', done: 0 }]);
    await table.put(note('10000', 'changed'));
    await table.put(note('zzz', 'third'));
    await table.delete({ row: '10003' });
    expect((await connection.getAdmin().listIndexes('t'))[0]?.complete).toBe(false);
    go();
    const progress: boolean[] = [];
    await connection.ensureTable(INDEXED, { onProgress: ({ done, total }) => progress.push(done <= total) });
    expect(progress).toContain(true);
    expect(progress).not.toContain(false);
    expect(await building()).toEqual([]);
    expect(await keysOf(connection, 'third')).toEqual(await scanned(connection, 'third'));
    expect(await keysOf(connection, 'changed')).toEqual(['10000']);
    await connection.close();
  });

  it('is built after a crash', async () => {
    const { medium, connection, stop, go } = await bench();
    await fill(connection);
    stop();
    await connection.ensureTable(INDEXED, { wait: false });
    await connection.getTable('t').put(note('10000', 'changed'));
    const again = await bench(copyOf(medium));
    await again.connection.ensureTable(INDEXED);
    for (const type of ['third', 'changed'])
      expect(await keysOf(again.connection, type)).toEqual(await scanned(again.connection, type));
    await again.connection.close();
    go();
    await connection.close();
  });

  it('does not keep the database from closing, and waits while its table is disabled', async () => {
    const { medium, connection, stop, go } = await bench();
    await fill(connection);
    stop();
    await connection.ensureTable(INDEXED, { wait: false });
    const disabled = connection.getAdmin().disableTable('t');
    go();
    await disabled;
    await connection.close();
    const again = await bench(medium);
    await again.connection.getAdmin().enableTable('t');
    await again.connection.ensureTable(INDEXED);
    expect(await keysOf(again.connection, 'third')).toEqual(await scanned(again.connection, 'third'));
    await again.connection.close();
  });
});

describe('An index', () => {
  it('of a disabled table is added, but not awaited: the call rejects at once, also if the table is disabled later', async () => {
    const { connection, stop, go } = await bench();
    const admin = connection.getAdmin();
    await fill(connection);
    await admin.disableTable('t');
    const refusal = {
      code: 'TABLE_NOT_ENABLED',
      message: expect.stringContaining("Index 'byType' of table 't' was added, but the table is disabled"),
      details: { table: 't', index: 'byType' },
    };
    await expect(connection.ensureTable(INDEXED)).rejects.toMatchObject(refusal);
    await expect(connection.ensureTable(INDEXED)).rejects.toMatchObject(refusal);
    expect(await connection.ensureTable(INDEXED, { wait: false })).toBeDefined();
    stop();
    await admin.enableTable('t');
    const waiting = expect(connection.ensureTable(INDEXED)).rejects.toMatchObject(refusal);
    await admin.disableTable('t');
    await waiting;
    go();
    await admin.enableTable('t');
    await connection.ensureTable(INDEXED);
    expect(await keysOf(connection, 'third')).toEqual(await scanned(connection, 'third'));
    await admin.disableTable('t');
    await connection.ensureTable(INDEXED);
    await connection.close();
  });

  it('is not created if it is unique and two rows have the same values: events, calls and reads say why', async () => {
    const { connection } = await bench();
    const table = await connection.ensureTable(PLAIN);
    await table.put([note('1', 'same'), note('2', 'other'), note('3', 'same')]);
    const told: unknown[] = [];
    connection.addEventListener('warning', (event) => told.push(event));
    const unique = { ...PLAIN, indexes: { byType: { on: 'e:type', unique: true } } };
    const why = `Index 'byType' of table 't' was not created because it is unique and rows '1' and '3' have the same values`;
    const message = `${why}. Change one of the rows, or leave out unique`;
    await connection.ensureTable(unique, { wait: false });
    await expect.poll(() => told).toEqual([{ type: 'warning', table: 't', attributes: [], message }]);
    expect(await connection.getAdmin().listIndexes('t')).toEqual([]);
    await expect(keysOf(connection, 'same')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(why),
    });
    await expect(connection.ensureTable(unique)).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      message,
      details: { table: 't', index: 'byType', row: '1', refused: '3' },
    });
    await table.delete({ row: '3' });
    await connection.ensureTable(unique);
    expect(await keysOf(connection, 'same')).toEqual(['1']);
    await connection.getAdmin().dropIndex('t', 'byType');
    await expect(keysOf(connection, 'same')).rejects.toMatchObject({ message: expect.not.stringContaining(why) });
    await connection.close();
  });

  it('is built again after a change of attributes that decide what is visible, and only then', async () => {
    const { connection, medium } = await bench();
    await connection.ensureTable(INDEXED);
    await connection.getTable('t').put(note('r', 'a'));
    const familyId = () => medium.catalog.image?.tables[0]?.indexes?.[0]?.familyId;
    const first = familyId();
    for (const [attribute, isRebuilt] of [
      [{ blockSize: 8192 }, false],
      [{ maxVersions: 2 }, true],
    ] as const) {
      const before = familyId();
      await connection.ensureTable({ ...INDEXED, families: [{ name: 'e', ...attribute }, 'g'] }, { alter: true });
      expect(familyId() !== before).toBe(isRebuilt);
      expect(await keysOf(connection, 'a')).toEqual(['r']);
    }
    expect(first).toBeDefined();
    await connection.close();
  });

  it('makes an older version refuse the database while there is one', async () => {
    const { connection, medium } = await bench();
    await connection.ensureTable(PLAIN);
    expect(medium.catalog.image?.database.features).toEqual([]);
    await connection.ensureTable(INDEXED);
    expect(medium.catalog.image?.database.features).toEqual(['indexes']);
    await connection.getAdmin().dropIndex('t', 'byType');
    expect(medium.catalog.image?.database.features).toEqual([]);
    await connection.close();
  });
});

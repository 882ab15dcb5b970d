import { describe, expect, it } from 'vitest';
import { int64, text } from '../model/codec.js';
import { json } from '../model/json-codec.js';
import { keyOf } from '../model/key-codec.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { defineTable } from './define-table.js';

const bookings = defineTable({
  name: 'bookings',
  key: keyOf(text, int64),
  families: { b: { columns: { guest: text, nights: int64, wishes: json<string[]>() } }, any: {} },
});

async function open() {
  const { connection } = await openEngine(memoryMedium());
  return { connection, table: await connection.ensureTable(bookings) };
}

describe('Typed tables', () => {
  it('take decoded values in the conditions of an atomicBatch', async () => {
    const { connection, table } = await open();
    await table.put({ row: ['sea', 1n], cells: { b: { guest: 'anna', nights: 2 }, any: { q: 'v' } } });
    const mutation = { row: ['sea', 2n], cells: { b: { guest: 'ben' } } } as const;
    await connection.atomicBatch([{ table, mutation }], {
      conditions: [
        { table, row: ['sea', 1n], column: 'b:nights', value: 2n },
        { table, row: ['sea', 1n], family: 'b', qualifier: 'nights', op: 'LESS', value: 1 },
        { table, row: ['sea', 1n], column: 'b:wishes' },
        { table, row: ['sea', 1n], column: 'any:q', value: 'v' },
        { table, row: ['sea', 2n], exists: false },
      ],
    });
    expect((await table.get(['sea', 2n])).b.guest).toBe('ben');
    const conditions = [{ table, row: ['sea', 1n], column: 'b:guest', value: 'ben' }] as const;
    await expect(connection.atomicBatch([{ table, mutation }], { conditions })).rejects.toMatchObject({
      code: 'CONDITION_FAILED',
      details: { failed: [0] },
    });
  });

  it('refuse the value of a condition that its codec does not accept, naming its place', async () => {
    const { connection, table } = await open();
    const conditions = [{ table, row: ['sea', 1n], column: 'b:nights', value: 'two' }] as const;
    await expect(connection.atomicBatch([], { conditions: conditions as never })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("table 'bookings', column 'b:nights'"),
      details: { condition: 0, table: 'bookings' },
    });
  });

  it('read and write decoded values in transactions', async () => {
    const { connection, table } = await open();
    await table.put({ row: ['sea', 1n], cells: { b: { guest: 'anna', nights: 2 } } });
    const seen = await connection.transact(async (transaction) => {
      const own = transaction.table(table);
      const { key, b } = await own.get(['sea', 1n]);
      const [free] = await own.get([['sea', 2n]]);
      const scanned = await own.scan({ prefix: ['sea'] });
      own.put({ row: ['sea', 2n], cells: { b: { guest: 'ben', wishes: ['quiet'] } } });
      own.increment({ row: ['sea', 1n], amounts: { b: { nights: 1 } } });
      own.append({ row: ['hill', 1n], values: { b: { guest: 'carl' } } });
      own.mutateRow({ row: ['lake', 1n], mutations: [{ row: ['lake', 1n], cells: { b: { guest: 'dora' } } }] });
      return { key, nights: b.nights, isFree: free?.isEmpty, guests: scanned.map((row) => row.b.guest) };
    });
    expect(seen).toEqual({ key: ['sea', 1n], nights: 2n, isFree: true, guests: ['anna'] });
    const rows = await table.getScanner().toArray();
    expect(rows.map(({ b }) => [b.guest, b.nights, b.wishes])).toEqual([
      ['carl', null, null],
      ['dora', null, null],
      ['anna', 3n, null],
      ['ben', null, ['quiet']],
    ]);
  });

  it('refuse a value in a transaction that its codec does not accept, and write nothing', async () => {
    const { connection, table } = await open();
    const run = connection.transact(async (transaction) => {
      const own = transaction.table(table);
      own.put({ row: ['sea', 1n], cells: { b: { guest: 'anna' } } });
      own.put({ row: ['sea', 2n], cells: { b: { nights: 'two' as never } } });
    });
    await expect(run).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { table: 'bookings' } });
    expect(await table.exists(['sea', 1n])).toBe(false);
  });

  it('refuse a read of a row that the transaction has written, by its key', async () => {
    const { connection, table } = await open();
    await connection.transact(async (transaction) => {
      const own = transaction.table(table);
      own.delete({ row: ['sea', 1n] });
      await expect(own.exists(['sea', 1n])).rejects.toMatchObject({ code: 'INVALID_STATE' });
      await expect(own.scan({ prefix: ['sea'] })).rejects.toMatchObject({ code: 'INVALID_STATE' });
      expect(await own.scan({ prefix: ['hill'] })).toEqual([]);
    });
  });
});

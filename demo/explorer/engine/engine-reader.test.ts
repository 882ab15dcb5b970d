import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { EngineReader } from './engine-reader.js';

async function open() {
  const connection = await openMemory({ name: 'engine' });
  const errors: unknown[] = [];
  const reader = new EngineReader(
    async () => undefined,
    (error) => errors.push(error),
  );
  return { connection, reader, errors, metrics: () => reader.state.value?.metrics };
}

describe('the state of the engine', () => {
  it('follows writes and flushes', async () => {
    const { connection, reader, metrics, errors } = await open();
    reader.attach(connection);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    await expect.poll(() => metrics()?.stores[0]?.memstoreCells).toBe(1);
    await connection.getAdmin().flush('t');
    await expect.poll(() => metrics()?.stores[0]?.storeFileCount).toBe(1);
    expect(errors).toEqual([]);
  });

  it('shows the chosen table, and another one after it was dropped', async () => {
    const { connection, reader, metrics, errors } = await open();
    await connection.ensureTable({ name: 'a', families: ['f'] });
    await connection.ensureTable({ name: 'b', families: ['f'] });
    reader.attach(connection);
    reader.choose('b');
    await expect.poll(() => metrics()?.table).toBe('b');
    await connection.getAdmin().disableTable('b');
    await connection.getAdmin().deleteTable('b');
    reader.refresh();
    await expect.poll(() => metrics()?.table).toBe('a');
    expect(reader.state.value?.tables).toEqual(['a']);
    expect(errors).toEqual([]);
  });

  it('is empty without tables, and is not read after the reader is detached', async () => {
    const { connection, reader, metrics, errors } = await open();
    const release = reader.attach(connection);
    await expect.poll(() => metrics()).toBeNull();
    release();
    await connection.close();
    reader.refresh();
    expect(errors).toEqual([]);
  });
});

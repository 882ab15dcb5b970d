import { describe, expect, it } from 'vitest';
import type { Table } from '../../client/table.js';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { MemoryCatalog } from '../../storage/catalog/memory-catalog.js';
import { copyOf, type MemoryMedium, openEngine } from '../../testing/samples/engine.js';
import { HISTORY, historyMedium, openHistory, putOne, START, valuesOf } from '../../testing/samples/history-table.js';

const REFUSED = expect.objectContaining({ code: 'INVALID_OPERATION' });

describe('Table.restore refuses', () => {
  /** Checks that the call is refused and changes nothing that is stored. */
  async function refuses(table: Table, call: () => Promise<void>, why: string): Promise<void> {
    const before = await table.history('r');
    await expect(call(), why).rejects.toEqual(REFUSED);
    await expect(call(), why).rejects.toThrow(why);
    expect(await table.history('r')).toEqual(before);
  }

  it('a family that does not keep every cell, if it is named or the row has cells in it', async () => {
    for (const attributes of [
      {},
      { ...KEEP_HISTORY, timeToLive: 1_000_000 },
      { ...KEEP_HISTORY, maxVersions: 100 },
      { maxVersions: KEEP_HISTORY.maxVersions },
      { ...KEEP_HISTORY, keepDeletedCells: 'TTL' as const },
    ]) {
      const { connection } = await openEngine(historyMedium());
      const table: Table = await connection.ensureTable({
        name: 't',
        families: [HISTORY, { name: 'p', ...attributes }],
      });
      await table.put(putOne('one'));
      await table.delete(new Delete('r'));
      // The delete of the row is a marker in the family, but there is no value in it.
      await table.restore('r', START);
      await refuses(
        table,
        () => table.restore('r', START, { columns: ['p:q'] }),
        "family 'p' does not keep every cell",
      );
      await table.put(putOne('one', 'q', 'p'));
      await refuses(table, () => table.restore('r', START), "family 'p' does not keep every cell");
      await table.delete(new Delete('r').addFamily('p'));
      await refuses(table, () => table.restore('r', START), "family 'p' does not keep every cell");
      await table.put(putOne('two'));
      await table.restore('r', START, { columns: ['h'] });
      expect((await valuesOf(table))['h:q']).toBe('one');
    }
  });

  it('a time before the table existed', async () => {
    const { table } = await openHistory();
    await table.put(putOne('one'));
    await refuses(table, () => table.restore('r', START - 1), `keeps every cell only since ${START}`);
    await refuses(table, () => table.restore('missing', START - 1), `keeps every cell only since ${START}`);
    await table.restore('r', START);
  });

  it('a time before the family was added', async () => {
    const { table, medium, connection } = await openHistory();
    await table.put(putOne('one'));
    medium.clock.advance(10);
    await connection.ensureTable({ name: 't', families: [{ ...HISTORY, name: 'new' }] });
    await table.put(putOne('two'));
    await table.restore('r', START, { columns: ['h'] });
    await table.put(putOne('three'));
    // The row has nothing in the new family.
    await table.restore('r', START);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'one' });
    await table.put(putOne('x', 'q', 'new'));
    await refuses(table, () => table.restore('r', START), "family 'new' keeps every cell only since");
    await refuses(table, () => table.restore('r', START, { columns: ['new'] }), "family 'new' keeps every cell only");
    await table.restore('r', START + 10);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'two' });
  });

  it('a time before the family was altered to keep every cell', async () => {
    const medium = historyMedium();
    const { connection } = await openEngine(medium);
    const table: Table = await connection.ensureTable({ name: 't', families: ['h'] });
    const admin = connection.getAdmin();
    await table.put(putOne('one'));
    medium.clock.advance(10);
    await table.put(putOne('two'));
    medium.clock.advance(10);
    await admin.modifyColumnFamily('t', HISTORY);
    await refuses(table, () => table.restore('r', START + 5), `keeps every cell only since ${START + 20}`);
    await table.restore('r', START + 20);
    medium.clock.advance(10);
    // Out of that state and back: what was kept may be gone.
    await admin.modifyColumnFamily('t', { ...HISTORY, maxVersions: 1 });
    await refuses(table, () => table.restore('r', START + 25), 'does not keep every cell');
    await admin.modifyColumnFamily('t', HISTORY);
    await refuses(table, () => table.restore('r', START + 25), `keeps every cell only since ${START + 30}`);
    await table.restore('r', START + 30);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'two' });
    // Other changes of the schema do not matter.
    medium.clock.advance(10);
    await admin.modifyColumnFamily('t', { ...HISTORY, blockSize: 1024 });
    await table.restore('r', START + 30);
  });

  it('a time before the timestamps that the family had when it was altered', async () => {
    const medium = historyMedium();
    const { connection } = await openEngine(medium);
    const table: Table = await connection.ensureTable({ name: 't', families: ['h'] });
    await table.put(putOne('dropped by the flush'));
    await table.put(new Put('r', START + 1_000).addColumn('h', 'q', 'ahead'));
    await connection.getAdmin().modifyColumnFamily('t', HISTORY);
    medium.clock.advance(5_000);
    await refuses(table, () => table.restore('r', START + 500), `keeps every cell only since ${START + 1_000}`);
    await table.restore('r', START + 1_000);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'ahead' });
  });

  it('a time before the table was truncated', async () => {
    const { table, medium, admin } = await openHistory();
    await table.put(putOne('one'));
    medium.clock.advance(10);
    await admin.disableTable('t');
    await admin.truncateTable('t');
    const since = `keeps every cell only since ${START + 10}`;
    await refuses(table, () => table.restore('r', START + 5), since);
    await table.put(putOne('two'));
    await refuses(table, () => table.restore('r', START + 5), since);
    await table.restore('r', START + 10);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'two' });
  });

  it('a column with a cell that has its own time to live', async () => {
    const { table, medium } = await openHistory();
    await table.put(putOne('one'));
    await table.put(putOne('fleeting', 'ttl').setTTL(1_000));
    medium.clock.advance(10);
    await table.put(putOne('two'));
    const why = "column 'h:ttl' has a cell with its own time to live";
    await refuses(table, () => table.restore('r', START), why);
    await refuses(table, () => table.restore('r', START, { columns: ['h:ttl'] }), why);
    medium.clock.advance(2_000);
    await refuses(table, () => table.restore('r', START), why);
    await table.restore('r', START + 5, { columns: ['h:q'] });
    expect(await valuesOf(table)).toEqual({ 'h:q': 'one' });
  });

  for (const work of ['flush', 'majorCompact'] as const) {
    it(`a time at which a put was visible that a ${work} has dropped, because its own time to live was over`, async () => {
      let { table, medium, connection, admin } = await openHistory();
      await table.put(putOne('fleeting').setTTL(1_000));
      if (work === 'majorCompact') await admin.flush('t');
      medium.clock.advance(1_010);
      await table.put(putOne('present'));
      await admin[work]('t');
      const why = `keeps every cell only since ${START + 1_001}`;
      await refuses(table, () => table.restore('r', START + 1_000), why);
      expect(await valuesOf(table)).toEqual({ 'h:q': 'present' });
      await connection.close();
      ({ table, medium, connection, admin } = await openHistory('ordered', medium));
      await refuses(table, () => table.restore('r', START + 1_000), why);
      await table.restore('r', START + 1_001);
      expect(await valuesOf(table)).toEqual({});
    });
  }

  it('in wall mode, a change that a later cell or delete would hide', async () => {
    const { table, medium } = await openHistory('wall');
    await table.put(putOne('one'));
    await table.put(putOne('one', 'other'));
    medium.clock.advance(10);
    const later = START + 1_000_000;
    await table.put(new Put('r', later).addColumn('h', 'q', 'ahead'));
    await refuses(table, () => table.restore('r', START + 5), `a cell of column 'h:q' has the timestamp ${later}`);
    await table.delete(new Delete('r').addColumns('h', 'q', later + 1));
    await refuses(table, () => table.restore('r', START + 5), "a delete of column 'h:q' has the timestamp");
    await table.put(putOne('two', 'other'));
    medium.clock.advance(1);
    await table.restore('r', START + 5, { columns: ['h:other'] });
    expect(await valuesOf(table)).toEqual({ 'h:other': 'one' });
    await table.delete(new Delete('r').addFamily('h', later + 2));
    await refuses(table, () => table.restore('r', START + 5), `a delete of family 'h' has the timestamp ${later + 2}`);
  });

  it('in wall mode, a change that a delete of the same millisecond would hide', async () => {
    const { table, medium } = await openHistory('wall');
    await table.put(putOne('one'));
    medium.clock.advance(10);
    await table.delete(new Delete('r'));
    await refuses(table, () => table.restore('r', START), 'would hide what is written now');
    medium.clock.advance(1);
    await table.restore('r', START);
    expect(await valuesOf(table)).toEqual({ 'h:q': 'one' });
  });

  it('a value above the limit of a cell, and more than one step can write', async () => {
    const { table, medium, admin } = await openHistory();
    await table.put(putOne('x'.repeat(100)));
    medium.clock.advance(10);
    await table.delete(new Delete('r'));
    const families = [HISTORY, { ...HISTORY, name: 'i' }];
    await admin.modifyTable({ name: 't', families, configuration: { 'hbase.server.keyvalue.maxsize': '50' } });
    await refuses(table, () => table.restore('r', START), 'exceeds limit');
    await admin.modifyTable({ name: 't', families });
    for (let n = 0; n < 3; n++) await table.put(new Put('large').addColumn('h', `q${n}`, new Uint8Array(6 << 20)));
    medium.clock.advance(10);
    await table.delete(new Delete('large'));
    await expect(table.restore('large', START + 15)).rejects.toThrow('Restore fewer columns at a time');
    await table.restore('large', START + 15, { columns: ['h:q0', 'h:q1'] });
    expect((await table.get('large')).size).toBe(2);
  });

  it('a table that is read-only or disabled', async () => {
    const { table, admin } = await openHistory();
    await table.put(putOne('one'));
    await admin.modifyTable({ name: 't', families: [HISTORY], readOnly: true });
    await refuses(table, () => table.restore('r', START), 'region is read only');
    await admin.disableTable('t');
    await expect(table.restore('r', START)).rejects.toEqual(expect.objectContaining({ code: 'TABLE_NOT_ENABLED' }));
  });
});

describe('The time since which a family keeps every cell', () => {
  it('is kept when the database is opened again', async () => {
    const first = await openHistory();
    await first.table.put(putOne('one'));
    first.medium.clock.advance(10);
    await first.table.put(putOne('two'));
    for (const close of [false, true]) {
      if (close) await first.connection.close();
      const medium = copyOf(first.medium);
      medium.clock.advance(1_000);
      const { table } = await openHistory('ordered', medium);
      await table.restore('r', START);
      expect(await valuesOf(table)).toEqual({ 'h:q': 'one' });
      await expect(table.restore('r', START - 1)).rejects.toEqual(REFUSED);
    }
  });

  /** The medium as an earlier version of the code leaves it, which does not know of these times. */
  function without(medium: MemoryMedium, generations = 0): MemoryMedium {
    const old = copyOf(medium);
    const image = old.catalog.image as NonNullable<typeof old.catalog.image>;
    const tables = image.tables.map(({ keptHistory, ...table }) => ({
      ...table,
      ...(generations > 0 && { keptHistory, schemaGeneration: table.schemaGeneration + generations }),
    }));
    return { ...old, catalog: new MemoryCatalog({ ...image, tables }) };
  }

  it('is the first open if an earlier version made the table, or changed its schema since', async () => {
    for (const generations of [0, 1]) {
      const first = await openHistory();
      await first.table.put(putOne('one'));
      await first.connection.close();
      const medium = without(first.medium, generations);
      medium.clock.advance(1_000);
      const { table, connection } = await openHistory('ordered', medium);
      await table.put(putOne('two'));
      await expect(table.restore('r', START + 999)).rejects.toThrow(`only since ${START + 1_000}`);
      await connection.close();
      medium.clock.advance(1_000);
      const again = await openHistory('ordered', medium);
      await again.table.put(putOne('three'));
      await again.table.restore('r', START + 1_000);
      expect(await valuesOf(again.table)).toEqual({ 'h:q': 'two' });
    }
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import type { TableLike } from '../../model/schema/table-descriptor.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl } from '../../service/control-codec.js';
import { encodeCall } from '../../service/packet-codec.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { connectTo, openEngine } from '../../testing/samples/engine.js';

async function bench(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) })) {
  const { connection, database } = await openEngine(machine);
  const other = connectTo(database, machine.clock);
  return { machine, database, connection, other, admin: connection.getAdmin() };
}

const T: TableLike = { name: 't', families: ['f'] };
const put = (row: string, family = 'f') => new Put(row).addColumn(family, 'q', 'v');

/** The code that a call rejects with. */
async function codeOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    return BigtabError.is(error) ? error.code : String(error);
  }
}

async function rows(connection: Connection): Promise<number> {
  return (await connection.getTable('t').getScanner({}).toArray()).length;
}

describe('createTable', () => {
  it('checks namespace, then sanity, then existence (S-31)', async () => {
    const { admin } = await bench();
    await admin.createTable(T);
    const insane = [{ name: 'f', blockSize: 1 }];
    expect(await codeOf(admin.createTable({ name: 'nope:t', families: insane }))).toBe('NAMESPACE_NOT_FOUND');
    expect(await codeOf(admin.createTable({ name: 't', families: insane }))).toBe('INVALID_OPERATION');
    expect(await codeOf(admin.createTable({ name: 'default:t', families: ['f'] }))).toBe('TABLE_EXISTS');
  });

  it('of several callers at once succeeds for one', async () => {
    const { admin, other } = await bench();
    const codes = await Promise.all([admin, other.getAdmin(), admin].map((one) => codeOf(one.createTable(T))));
    expect(codes).toEqual([null, 'TABLE_EXISTS', 'TABLE_EXISTS']);
  });

  it('that the catalog refuses leaves no table, and may be tried again', async () => {
    const { machine, admin } = await bench();
    machine.catalog.fail({ operation: 'commit', carriedOut: false });
    expect(await codeOf(admin.createTable(T))).toBe('STORAGE_UNAVAILABLE');
    expect(await admin.tableExists('t')).toBe(false);
    await admin.createTable(T);
    expect(await admin.listTableNames()).toEqual(['t']);
  });
});

describe('Lists of tables', () => {
  it('are in byte order with the namespace written out, without system tables (N-11, S-50)', async () => {
    const { admin } = await bench();
    for (const name of ['t', 'Z', 'default:a', 'hbase:mine']) await admin.createTable({ name, families: ['f'] });
    expect(await admin.listTableNames()).toEqual(['Z', 'a', 't']);
    expect((await admin.listTableDescriptors()).map(({ name }) => name)).toEqual(['Z', 'a', 't']);
    expect(await admin.tableExists('hbase:mine')).toBe(true);
  });
});

describe('ensureTable', () => {
  it('of several callers at once makes one table with the families of all', async () => {
    const { connection, other, admin, machine } = await bench();
    await Promise.all([
      connection.ensureTable({ name: 't', families: ['f'] }),
      other.ensureTable({ name: 't', families: ['g', 'f'] }),
      other.ensureTable({ name: 't', families: ['a'] }),
      connection.ensureTable({ name: 't', families: ['f', 'g'] }),
    ]);
    expect((await admin.getDescriptor('t')).families.map(({ name }) => name)).toEqual(['a', 'f', 'g']);
    await connection.getTable('t').put([put('r', 'a'), put('r', 'g')]);
    const again = await bench(machine.image({ kind: 'process-death', seed: 1 }));
    expect((await again.connection.getTable('t').get('r')).cells.map(({ family }) => family.length)).toEqual([1, 1]);
    expect(await again.connection.getAdmin().listTableNames()).toEqual(['t']);
  });

  it('reports the differences and changes nothing, not even missing families', async () => {
    const { connection, admin } = await bench();
    await connection.ensureTable(T);
    const asked = {
      name: 't',
      families: [{ name: 'f', bloomFilter: 'ROWCOL' }, 'g'],
      durability: 'FSYNC_WAL',
    } as const;
    await expect(connection.ensureTable(asked)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      details: {
        differences: [
          { family: null, attribute: 'durability', stored: 'USE_DEFAULT', asked: 'FSYNC_WAL' },
          { family: 'f', attribute: 'bloomFilter', stored: 'ROW', asked: 'ROWCOL' },
        ],
      },
    });
    expect((await admin.getDescriptor('t')).families.length).toBe(1);
  });

  it('adds a family while scans, writes and a flush run', async () => {
    const { connection, other, admin } = await bench();
    const table = await connection.ensureTable(T);
    await table.put(['a', 'b'].map((row) => put(row)));
    const scanner = table.getScanner({ caching: 1 });
    const first = await scanner.next();
    await Promise.all([
      admin.flush('t'),
      other.ensureTable({ name: 't', families: ['a'] }),
      connection.getTable('t').put(put('c')),
    ]);
    expect(first?.cells.map(({ family }) => String.fromCharCode(...family))).toEqual(['f']);
    expect((await scanner.toArray()).length).toBe(1);
    await connection.getTable('t').put(put('d', 'a'));
    expect(await rows(connection)).toBe(4);
  });
});

describe('States of a table', () => {
  it('are checked in the order of the model (S-32, S-33, S-34, S-51, S-53)', async () => {
    const { admin } = await bench();
    for (const call of [admin.deleteTable, admin.truncateTable, admin.enableTable, admin.disableTable, admin.flush]) {
      expect(await codeOf(call.call(admin, 't'))).toBe('TABLE_NOT_FOUND');
    }
    expect([await admin.tableExists('t'), await admin.isTableAvailable('t')]).toEqual([false, false]);
    expect(await codeOf(admin.isTableEnabled('t'))).toBe('TABLE_NOT_FOUND');
    expect(await codeOf(admin.isTableDisabled('t'))).toBe('TABLE_NOT_FOUND');
    await admin.createTable(T);
    for (const call of [admin.deleteTable, admin.truncateTable, admin.enableTable]) {
      expect(await codeOf(call.call(admin, 't'))).toBe('TABLE_NOT_DISABLED');
    }
    expect(await codeOf(admin.flush('t', 'nope'))).toBe('NO_SUCH_COLUMN_FAMILY');
    await admin.disableTable('t');
    expect([await admin.isTableDisabled('t'), await admin.isTableAvailable('t')]).toEqual([true, false]);
    expect(await codeOf(admin.disableTable('t'))).toBe('TABLE_NOT_ENABLED');
    expect(await codeOf(admin.flush('t', 'nope'))).toBe('TABLE_NOT_ENABLED');
    await admin.truncateTable('t');
    expect(await admin.isTableEnabled('t')).toBe(true);
  });

  it('survive closing the database', async () => {
    const { machine, admin } = await bench();
    await admin.createTable(T);
    await admin.createTable({ name: 'off', families: ['f'] });
    await admin.disableTable('off');
    const again = (await bench(machine.image({ kind: 'process-death', seed: 1 }))).admin;
    expect([await again.isTableEnabled('t'), await again.isTableEnabled('off')]).toEqual([true, false]);
  });

  it('do not change for a table whose flush fails: it stays enabled', async () => {
    const { machine, connection, admin } = await bench();
    const table = await connection.ensureTable(T);
    await table.put(put('r'));
    machine.files.fail({ operation: 'write', path: /data/, error: 'IO' });
    expect(await codeOf(admin.disableTable('t'))).toBe('STORAGE_UNAVAILABLE');
    expect(await admin.isTableEnabled('t')).toBe(true);
    await admin.disableTable('t');
    expect(await admin.isTableDisabled('t')).toBe(true);
  });

  it('keep cells that are written while a disable flushes', async () => {
    const { connection, other, admin } = await bench();
    const table = await connection.ensureTable(T);
    await table.put(put('a'));
    const disabled = admin.disableTable('t');
    await other.getTable('t').put(put('b'));
    await disabled;
    await admin.enableTable('t');
    expect(await rows(connection)).toBe(2);
  });
});

describe('Dropped and truncated tables', () => {
  it('are empty when they are created again, in memory and after the death of the process', async () => {
    const { machine, connection, admin } = await bench();
    const table = await connection.ensureTable(T);
    await table.put(put('flushed'));
    await admin.flush('t');
    await table.put(put('logged'));
    await admin.disableTable('t');
    await admin.truncateTable('t');
    expect(await rows(connection)).toBe(0);
    await table.put(put('second life'));
    await admin.disableTable('t');
    await admin.deleteTable('t');
    await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    expect(await rows(connection)).toBe(0);
    await table.put(put('third life'));
    const again = await bench(machine.image({ kind: 'process-death', seed: 1 }));
    expect(await rows(again.connection)).toBe(1);
    expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('release their memory', async () => {
    const { connection, admin } = await bench();
    const table = await connection.ensureTable(T);
    await table.put(put('r'));
    const { used } = (await connection.status()).memory.slab;
    expect(used).toBeGreaterThan(0);
    await admin.disableTable('t');
    await admin.truncateTable('t');
    await table.put(put('r'));
    await admin.disableTable('t');
    await admin.deleteTable('t');
    expect((await connection.status()).memory.slab.used).toBe(0);
    expect((await connection.status()).storeFiles.count).toBe(0);
  });
});

describe('Order of calls', () => {
  it('makes later calls of a connection wait for its schema change, but not those of others', async () => {
    const { connection, other, admin } = await bench();
    await connection.ensureTable({ name: 'other', families: ['f'] });
    const order: string[] = [];
    await Promise.all([
      admin.createTable(T).then(() => order.push('created')),
      connection
        .getTable('t')
        .put(put('r'))
        .then(() => order.push('put')),
      other
        .getTable('other')
        .put(put('r'))
        .then(() => order.push('other')),
    ]);
    expect(order).toEqual(['other', 'created', 'put']);
  });

  it('allows a write to be answered while a flush of its own connection runs', async () => {
    const { connection, admin } = await bench();
    const table = await connection.ensureTable(T);
    await table.put(put('a'));
    const order: string[] = [];
    await Promise.all([
      admin.flush('t').then(() => order.push('flushed')),
      table.put(put('b')).then(() => order.push('put')),
    ]);
    expect(order).toEqual(['put', 'flushed']);
  });
});

describe('Control requests', () => {
  it('are parsed once, even those that wait for a schema change', async () => {
    const { database } = await bench();
    const parse = vi.spyOn(JSON, 'parse');
    const send = (payload: Uint8Array) =>
      database.service.call(encodeCall('page', { operation: Operation.Control, number: 0, payload }));
    await Promise.all([send(encodeControl('createTable', [T, []])), send(encodeControl('tableExists', ['t']))]);
    const requests = parse.mock.calls.filter(([text]) => text.includes('"method"'));
    parse.mockRestore();
    expect(requests).toHaveLength(2);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { openMemory } from './memory.js';
import type { BytesMap } from './model/bytes-map.js';
import { Delete } from './model/delete.js';
import { Get } from './model/get.js';
import { Increment } from './model/increment.js';
import { Put } from './model/put.js';
import { Scan } from './model/scan.js';
import { ManualClock } from './simulation/manual-clock.js';

const TABLE = { name: 'webtable', families: ['anchor'] } as const;

/**
 * Works like Vue's `reactive`: objects and lists become proxies at every depth; maps, bytes, promises and similar
 * values stay unchanged.
 */
function reactive<T extends object>(target: T): T {
  const kind = Object.prototype.toString.call(target).slice(8, -1);
  if ((kind !== 'Object' && kind !== 'Array') || !Object.isExtensible(target)) return target;
  return new Proxy(target, {
    get(object, key, receiver) {
      const value: unknown = Reflect.get(object, key, receiver);
      return typeof value === 'object' && value !== null ? reactive(value) : value;
    },
  });
}

describe('openMemory', () => {
  it('returns a connection to an engine in this thread', async () => {
    const connection = await openMemory();
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('com.cnn.www').addColumn('anchor', 'cnnsi.com', 'CNN'));
    expect((await table.get('com.cnn.www')).getText('anchor', 'cnnsi.com')).toBe('CNN');
    expect(await connection.status()).toMatchObject({
      name: 'memory',
      backend: 'memory',
      state: 'open',
      stateReason: null,
      origin: 'created',
      storage: { usage: null, quota: null, persisted: null },
    });
    expect(await connection.requestPersistence()).toBe(false);
    await connection.close();
    await expect(connection.status()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('reports the origin evicted if existed returns true', async () => {
    const connection = await openMemory({ existed: async () => true });
    expect((await connection.status()).origin).toBe('evicted');
    await connection.close();
    await expect(openMemory({ existed: () => Promise.reject(new RangeError('mine')) })).rejects.toThrow('mine');
    await expect(openMemory({ existed: 1 as never })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('uses the time of the clock in the options', async () => {
    const clock = { time: 1000, now: () => clock.time };
    const connection = await openMemory({ name: 'crawl', timestamps: 'wall', clock });
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('a').addColumn('anchor', 'q', 'v'));
    clock.time = 2000;
    await table.put(new Put('b').addColumn('anchor', 'q', 'v'));
    const times = await Promise.all(
      ['a', 'b'].map(async (row) => (await table.get(row)).getColumnLatestCell('anchor', 'q')?.timestamp),
    );
    expect(times).toEqual([1000, 2000]);
    await connection.close();
  });

  it('waits by a clock that has timers', async () => {
    const clock = new ManualClock();
    const connection = await openMemory({ clock });
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', timeToLive: 60 }] });
    await table.put(new Put('a').addColumn('f', 'q', 'v'));
    const live = table.watch({});
    const states = live[Symbol.asyncIterator]();
    while ((await states.next()).value?.rows.length !== 1);
    clock.advance(61_000);
    while ((await states.next()).value?.rows.length !== 0);
    live.close();
    await connection.close();
  });

  it('uses timestamps without fractions of milliseconds, whatever the clock returns', async () => {
    const connection = await openMemory({ timestamps: 'wall', clock: { now: () => 1000.75 } });
    const table = await connection.ensureTable(TABLE);
    await table.put(new Put('a').addColumn('anchor', 'q', 'v'));
    expect((await table.get('a')).getColumnLatestCell('anchor', 'q')?.timestamp).toBe(1000);
    await connection.close();
  });

  it.each([Number.NaN, -7])('keeps the last time when the clock returns %s', async (broken) => {
    const clock = { time: 1000, now: () => clock.time };
    const connection = await openMemory({ timestamps: 'wall', clock });
    const table = await connection.ensureTable(TABLE);
    clock.time = broken;
    await table.put(new Put('a').addColumn('anchor', 'q', 'v'));
    expect((await table.get('a')).getColumnLatestCell('anchor', 'q')?.timestamp).toBe(1000);
    await connection.close();
  });

  it.each([
    ['ordered', [1000, 1000, 1001]],
    ['strict', [1000, 1001, 1003]],
    ['wall', [1000, 1000, null]],
  ] as const)("gives implicit timestamps as timestamps: '%s' says (W-3, A-10)", async (timestamps, expected) => {
    const connection = await openMemory({ timestamps, clock: { now: () => 1000 } });
    const table = await connection.ensureTable(TABLE);
    const write = async () => {
      await table.put(new Put('a').addColumn('anchor', 'q', 'v'));
      return (await table.get('a')).getColumnLatestCell('anchor', 'q')?.timestamp ?? null;
    };
    const seen = [await write(), await write()];
    await table.delete(new Delete('a').addColumns('anchor', 'q'));
    expect([...seen, await write()]).toEqual(expected);
    await connection.close();
  });

  it.each([
    // The durability of the connection, of the table and of the mutation, and whether the write is logged.
    [undefined, undefined, undefined, true],
    ['SKIP_WAL', 'USE_DEFAULT', 'USE_DEFAULT', false],
    ['SKIP_WAL', 'SYNC_WAL', 'USE_DEFAULT', true],
    ['SYNC_WAL', 'SKIP_WAL', 'USE_DEFAULT', false],
    ['SYNC_WAL', 'SKIP_WAL', 'FSYNC_WAL', true],
    ['FSYNC_WAL', 'SYNC_WAL', 'SKIP_WAL', false],
  ] as const)(
    "takes the mutation's durability, else the table's, else its own: of %s, %s, %s (W-61)",
    async (own, ofTable, ofMutation, logged) => {
      const connection = await openMemory(own === undefined ? {} : { durability: own });
      const durability = ofTable === undefined ? {} : { durability: ofTable };
      const table = await connection.ensureTable({ ...TABLE, ...durability });
      const logBytes = async () => (await connection.status()).memory.log.used;
      const writes = [
        () => table.put(new Put('a').addColumn('anchor', 'q', 'v').setDurability(ofMutation ?? 'USE_DEFAULT')),
        () => table.incrementColumnValue('a', 'anchor', 'n', 1, ofMutation),
        () => table.delete(new Delete('a').setDurability(ofMutation ?? 'USE_DEFAULT')),
      ];
      for (const write of writes) {
        const before = await logBytes();
        await write();
        expect((await logBytes()) > before).toBe(logged);
      }
      await connection.close();
    },
  );

  it('is closed by Symbol.asyncDispose, if the platform has it', async () => {
    const connection = await openMemory();
    await connection[Symbol.asyncDispose]();
    await expect(connection.status()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('has a status that is a plain object', async () => {
    const connection = await openMemory({ memory: { log: 1_000_000 } });
    const status = await connection.status();
    expect(structuredClone(status)).toEqual(status);
    expect(Object.keys(status)).toEqual(
      expect.arrayContaining(['backend', 'state', 'origin', 'storeFiles', 'memory', 'lastRecovery', 'powerSafe']),
    );
    expect(status.memory.log).toMatchObject({ limit: 1_000_000 });
    await connection.close();
  });

  it('returns only arrays with their own buffer', async () => {
    const connection = await openMemory();
    const table = await connection.ensureTable(TABLE);
    const found: Uint8Array[] = [];
    connection.addEventListener('commit', ({ firstRow, lastRow }) => found.push(firstRow, lastRow));
    await table.put(['a', 'b'].map((row) => new Put(row).addColumn('anchor', row, row)));
    const results = [
      await table.get('a'),
      ...(await table.getScanner().toArray()),
      await table.increment({ row: 'n', amounts: { anchor: { n: 1 } } }),
    ];
    for (const result of results) {
      const { row, cells } = result;
      found.push(row as Uint8Array, result.value() as Uint8Array);
      for (const cell of cells) found.push(cell.row, cell.family, cell.qualifier, cell.value);
      for (const [family, columns] of result.getNoVersionMap() ?? []) {
        found.push(family, ...columns.keys(), ...columns.values());
        for (const qualifier of columns.keys()) found.push(result.getValue(family, qualifier) as Uint8Array);
      }
      for (const columns of Object.values(result.toObject())) found.push(...Object.values(columns));
      for (const columns of (result.getMap() ?? new Map()).values()) {
        for (const versions of columns.values()) found.push(...versions.values());
      }
    }
    const put = new Put('r').addColumn('anchor', 'q', 'v');
    found.push(put.row, ...put.cells.flatMap(({ family, qualifier, value }) => [family, qualifier, value]));
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((one) => one.byteOffset !== 0 || one.buffer.byteLength !== one.length)).toEqual([]);
    await connection.close();
  });

  it('works if a framework turns everything that it returns into proxies', async () => {
    const connection = reactive(await openMemory());
    const table = reactive(await connection.ensureTable(reactive({ name: 't', families: ['f'] })));
    await table.put(
      reactive([reactive(new Put('a').addColumn('f', 'q', 'v')), { row: 'b', cells: { f: { q: 'v' } } }]),
    );
    await table.delete(reactive(new Delete('c')));
    expect((await table.get(reactive([reactive(new Get('a')), 'c']))).map(({ isEmpty }) => isEmpty)).toEqual([
      false,
      true,
    ]);
    const result = reactive(await table.increment(reactive(new Increment('n').addColumn('f', 'n', 1))));
    expect(reactive(result.getFamilyMap('f') as BytesMap<Uint8Array>).has('n')).toBe(true);
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ row: 'n', cells: [{ value: '1' }] });
    const mutator = reactive(connection.getBufferedMutator('t'));
    await mutator.mutate(reactive(new Put('d').addColumn('f', 'q', 'v')));
    await mutator.close();
    const rows: string[] = [];
    for await (const row of reactive(table.getScanner(reactive(new Scan().setCaching(1)))))
      rows.push(String(reactive(row)));
    expect(rows).toHaveLength(4);
    const left = reactive(table.getScanner({ caching: 1 }));
    await left.next();
    await left.close();
    expect((await connection.status()).scanners.open).toBe(0);
    const admin = reactive(connection.getAdmin());
    await admin.flush('t');
    expect(await admin.listTableNames()).toEqual(['t']);
    await connection.close();
  });

  it('accepts the requests of another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('./index.js');
    const connection = await openMemory();
    const put = new copy.Put('r').addColumn('f', 'q', 'v');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(put);
    await expect(table.delete(put as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await table.exists(new copy.Get('r'))).toBe(true);
    await connection.close();
  });

  it('keeps databases with the same name separate', async () => {
    const [first, second] = await Promise.all([openMemory({ name: 'a' }), openMemory({ name: 'a' })]);
    await first.ensureTable(TABLE);
    expect(await second.getAdmin().listTableNames()).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  it.each([
    [{ name: '-a' }, "a database's name"],
    [{ clock: Date }, null],
    [{ clock: { time: 0 } }, 'clock must be an object with now()'],
    [{ clock: { now: () => Number.NaN } }, 'clock.now() must return milliseconds'],
    [{ clock: { now: () => -1 } }, 'clock.now() must return milliseconds'],
    [{ whenBusy: 'wait' }, "unknown property 'whenBusy'"],
    [{ memory: { log: 'much' } }, 'memory.log'],
    [{ timestamps: 'exact' }, 'timestamps must be one of'],
    [{ configuration: { 'hbase.column.max.versions': '3' } }, "did you mean 'hbase.column.max.version'"],
    [{ configuration: { 'my.own': '3' } }, null],
  ])('checks %j', async (options, message) => {
    const opened = openMemory(options as never);
    if (message === null) return (await opened).close();
    await expect(opened).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });
});

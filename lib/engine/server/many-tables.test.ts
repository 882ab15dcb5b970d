import { describe, expect, it } from 'vitest';
import type { Result } from '../../client/answers/result.js';
import type { Connection } from '../../client/connection.js';
import { Get } from '../../model/get.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CountingFileSystem } from '../../testing/fakes/counting-file-system.js';
import type { VisibleFiles } from '../../testing/fakes/visible-files.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';

const FAMILIES = ['f', 'g', 'h'];
/** Every memstore is large enough for a flush. */
const FLUSH_ALL: MemoryOptions = { idleFlushSize: 0 };

function newMachine(stopAt?: number): SimMachine {
  const clock = new ManualClock(1_000_000);
  return new SimMachine({ seed: 1, clock, ...(stopAt === undefined ? {} : { stopAt }) });
}

async function createTables(connection: Connection, tables: number, families: readonly string[]): Promise<string[]> {
  const names = Array.from({ length: tables }, (_, index) => `t${index}`);
  for (const name of names) await connection.ensureTable({ name, families: [...families] });
  return names;
}

/** Writes one cell to each family of each table. */
async function writeEach(connection: Connection, names: readonly string[], families: readonly string[]): Promise<void> {
  for (const name of names) {
    const put = new Put('row');
    for (const family of families) put.addColumn(family, 'q', `${name} ${family}`);
    await connection.getTable(name).put(put);
  }
}

async function expectEach(
  connection: Connection,
  names: readonly string[],
  families: readonly string[],
): Promise<void> {
  for (const name of names) {
    const row = await connection.getTable(name).get('row');
    expect(families.map((family) => row.getText(family, 'q'))).toEqual(families.map((family) => `${name} ${family}`));
  }
}

function operations({ counter }: SimMachine, from: number, pattern: RegExp): number {
  return counter.log.slice(from).filter((operation) => pattern.test(operation)).length;
}

/** 40 tables with two flushed families each, and a count of the handles. */
async function flushedTables(): Promise<{
  readonly memory: VisibleFiles;
  readonly files: CountingFileSystem;
  readonly connection: Connection;
  readonly names: readonly string[];
  readonly reopen: () => Promise<Connection>;
}> {
  const medium = memoryMedium();
  const files = new CountingFileSystem(medium.files);
  const { connection } = await openEngine({ ...medium, files });
  const names = await createTables(connection, 40, ['f', 'g']);
  await writeEach(connection, names, ['f', 'g']);
  for (const name of names) await connection.getAdmin().flush(name);
  const reopen = async (): Promise<Connection> => (await openEngine({ ...medium, files })).connection;
  return { memory: medium.files, files, connection, names, reopen };
}

/** The handles of the log, of its spare segments and of the mirror are open too. */
const OTHER_HANDLES = 6;

describe('The files of many tables', () => {
  it('are closed when they are not in use, except 64, and opened again by a read', async () => {
    const { files, connection, names, reopen } = await flushedTables();
    expect(files.handles.now).toBeGreaterThan(50);
    expect(files.handles.now).toBeLessThanOrEqual(64 + OTHER_HANDLES);
    await expectEach(connection, names, ['f', 'g']);
    expect(files.handles.now).toBeLessThanOrEqual(64 + OTHER_HANDLES);
    const { opens } = files.done;
    for (let round = 0; round < 3; round++) await expectEach(connection, names.slice(-20), ['f', 'g']);
    expect(files.done.opens).toBe(opens);
    await connection.close();
    expect(files.handles.now).toBe(0);
    const again = await reopen();
    expect(files.handles.now).toBeLessThanOrEqual(64 + OTHER_HANDLES);
    await expectEach(again, names, ['f', 'g']);
    await again.close();
    expect(files.handles.now).toBe(0);
  });

  it('stay open for a scanner, and are opened for explain, writes that read, batches and compactions', async () => {
    const { files, connection, names } = await flushedTables();
    const [first = '', second = '', third = '', fourth = ''] = names;
    const use = (): Promise<void> => expectEach(connection, names, ['f', 'g']);
    const table = connection.getTable(first);
    for (let row = 0; row < 5; row++) await table.put(new Put(`row-${row}`).addColumn('f', 'q', 'v'.repeat(1000)));
    await connection.getAdmin().flush(first);
    const scanner = table.getScanner({ caching: 1 });
    expect((await scanner.next())?.getText('f', 'q')).toBe(`${first} f`);
    await use();
    const rest: unknown[] = [];
    for await (const result of scanner) rest.push(result.getText('f', 'q'));
    expect(rest).toEqual(Array(5).fill('v'.repeat(1000)));

    await use();
    const other = connection.getTable(second);
    expect((await other.explain({ row: 'row' })).rows).toBe(1);
    await use();
    await other.increment({ row: 'row', amounts: { f: { n: 5 } } });
    await use();
    const [got] = await other.batch([new Get('row')]);
    expect((got as Result).getText('f', 'q')).toBe(`${second} f`);
    await use();
    const conditions = [{ table: third, row: 'row', exists: true }];
    await connection.atomicBatch([{ table: second, mutation: new Put('a').addColumn('f', 'q', 'v') }], { conditions });
    await connection.transact(async (transaction) => {
      const read = transaction.table(fourth);
      const rows = [await read.get('row'), ...(await read.scan())];
      await use();
      transaction.table(second).put({ row: 'b', cells: { f: { q: String(rows.length) } } });
    });
    expect((await other.get('b')).getText('f', 'q')).toBe('2');
    await connection.getAdmin().flush(second);
    await connection.getAdmin().majorCompact(second);
    await use();
    await connection.getAdmin().disableTable(third);
    await connection.getAdmin().deleteTable(third);
    expect(files.handles.now).toBeLessThanOrEqual(64 + OTHER_HANDLES);
    await connection.close();
    expect(files.handles.now).toBe(0);
  });

  it('reject only the reads that need a file that cannot be opened again', async () => {
    const { memory, connection, names } = await flushedTables();
    await memory.remove('data/1-1');
    await expect(connection.getTable('t0').get('row')).rejects.toMatchObject({ code: 'CORRUPTION' });
    expect((await connection.getTable('t0').get(new Get('row').addFamily('g'))).getText('g', 'q')).toBe('t0 g');
    await expectEach(connection, names.slice(1), ['f', 'g']);
    await connection.close();
  });
});

describe('A database with many tables', () => {
  it('holds little memory for tables with a row each', async () => {
    const { connection, database } = await openEngine(newMachine());
    const names = await createTables(connection, 100, FAMILIES);
    await writeEach(connection, names, FAMILIES);
    expect(database.engine.pool.usedBytes).toBe(300 * 1024);
    await connection.close();
  });

  it('flushes its tables together when it closes', async () => {
    const machine = newMachine();
    const { connection } = await openEngine(machine, { memory: FLUSH_ALL });
    const names = await createTables(connection, 200, ['f']);
    await writeEach(connection, names, ['f']);
    const from = machine.counter.count;
    await connection.close();
    expect(operations(machine, from, /create data/)).toBe(200);
    expect(operations(machine, from, /catalog commit/)).toBeLessThan(30);
    expect(operations(machine, from, /flush manifest/)).toBeLessThan(30);
    const again = await openEngine(machine);
    expect((await again.connection.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
    await expectEach(again.connection, names, ['f']);
    await again.connection.close();
  });

  it('loses nothing if the process or the power ends while it flushes them', async () => {
    const names = ['t0', 't1', 't2', 't3', 't4'];
    const load = async (machine: SimMachine): Promise<void> => {
      const { connection } = await openEngine(machine, { memory: FLUSH_ALL, durability: 'FSYNC_WAL' });
      await createTables(connection, names.length, ['f']);
      // The name of the log's segment is durable then.
      machine.clock.advance(61_000);
      await writeEach(connection, names, ['f']);
      await connection.close();
    };
    const whole = newMachine();
    await load(whole);
    const first = whole.counter.log.indexOf('create data/1-1');
    expect(first).toBeGreaterThan(0);
    for (let stopAt = first + 1; stopAt <= whole.counter.count; stopAt++) {
      const machine = newMachine(stopAt);
      await Promise.race([load(machine).catch(() => {}), machine.counter.whenStopped]);
      for (const kind of ['process-death', 'power-cut'] as const) {
        const { connection } = await openEngine(machine.image({ kind, seed: stopAt }));
        await expectEach(connection, names, ['f']);
        await connection.close();
      }
    }
  });

  it('leaves a little in each of many families in the log when it closes', async () => {
    const machine = newMachine();
    const { connection } = await openEngine(machine);
    const names = await createTables(connection, 150, FAMILIES);
    await writeEach(connection, names, FAMILIES);
    await connection.getTable('t7').put(new Put('unlogged').addColumn('g', 'q', 'v').setDurability('SKIP_WAL'));
    await connection.getTable('t9').put(new Put('large').addColumn('g', 'q', new Uint8Array(300 * 1024)));
    await connection.close();
    const stored = machine.files.paths().filter((path) => path.startsWith('data/'));
    expect(stored.length).toBe(6);
    expect(machine.files.paths().length).toBeLessThan(12);
    const again = (await openEngine(machine)).connection;
    expect((await again.status()).lastRecovery).toMatchObject({ records: 148, problems: [] });
    await expectEach(again, names, FAMILIES);
    expect((await again.getTable('t7').get('unlogged')).getText('g', 'q')).toBe('v');
    await again.close();
  });

  it('flushes them all when it closes if the log is long', async () => {
    const machine = newMachine();
    const { connection } = await openEngine(machine);
    const names = await createTables(connection, 70, ['f']);
    await writeEach(connection, names, ['f']);
    await connection.getTable('t3').put(new Put('large').addColumn('f', 'q', new Uint8Array(2 * 1024 * 1024)));
    await connection.close();
    const stored = machine.files.paths().filter((path) => path.startsWith('data/'));
    expect(stored.length).toBe(70);
  });
});

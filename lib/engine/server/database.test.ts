import { afterEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { copyOf, type Medium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import type { DatabaseOptions } from './database.js';

const open: Connection[] = [];

async function start(medium: Medium, options: Partial<DatabaseOptions> = {}): Promise<Connection> {
  const { connection } = await openEngine(medium, options);
  open.push(connection);
  return connection;
}

afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});

describe('Database', () => {
  it('puts, gets and deletes', async () => {
    const connection = await start(memoryMedium());
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put(new Put('r').addColumn('f', 'q', 'one').addColumn('g', 'q', 'two'));
    expect((await table.get('r')).getText('f', 'q')).toBe('one');
    await table.delete(new Delete('r').addFamily('f'));
    expect((await table.get('r')).getText('f', 'q')).toBe(null);
    expect((await table.get('r')).getText('g', 'q')).toBe('two');
  });

  it('returns all writes after close and open, flushed or not', async () => {
    const medium = memoryMedium();
    const first = await start(medium);
    const table = await first.ensureTable({ name: 't', families: ['f'] });
    for (let row = 0; row < 100; row++) await table.put(new Put(`r${row}`).addColumn('f', 'q', `v${row}`));
    await first.getAdmin().flush('t');
    for (let row = 50; row < 150; row++) await table.put(new Put(`r${row}`).addColumn('f', 'q', `w${row}`));
    await first.close();
    const second = (await start(medium)).getTable('t');
    expect((await second.getScanner({}).toArray()).length).toBe(150);
    expect((await second.get('r49')).getText('f', 'q')).toBe('v49');
    expect((await second.get('r50')).getText('f', 'q')).toBe('w50');
  });

  it('after the death of the process replays the cells that were in no store file, and reports it', async () => {
    const medium = memoryMedium();
    const table = await (await start(medium)).ensureTable({ name: 't', families: ['f'] });
    for (let row = 0; row < 10; row++) await table.put(new Put(`r${row}`).addColumn('f', 'q', 'v'));
    const second = await start(copyOf(medium));
    const { lastRecovery, origin, epoch } = await second.status();
    expect(lastRecovery).toMatchObject({ records: 10, discardedBytes: 0, problems: [] });
    expect({ origin, epoch }).toEqual({ origin: 'opened', epoch: 2 });
    expect((await second.getTable('t').getScanner({}).toArray()).length).toBe(10);
  });

  it('keeps writes of SKIP_WAL when it is closed, and may lose them with the process (W-61)', async () => {
    const medium = memoryMedium();
    const first = await start(medium);
    const table = await first.ensureTable({ name: 't', families: ['f'] });
    await table.put(new Put('r').addColumn('f', 'q', 'v').setDurability('SKIP_WAL'));
    expect((await table.get('r')).getText('f', 'q')).toBe('v');
    const crashed = await start(copyOf(medium));
    expect((await crashed.getTable('t').get('r')).isEmpty).toBe(true);
    await first.close();
    expect((await (await start(medium)).getTable('t').get('r')).getText('f', 'q')).toBe('v');
  });

  it('flushes a region at its size, with the same answers as before', async () => {
    const medium = memoryMedium();
    const connection = await start(medium, { memory: { flushSize: 64 * 1024 } });
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 1024 }] });
    for (let batch = 0; batch < 40; batch++) {
      const puts = Array.from({ length: 20 }, (_, row) =>
        new Put(`${batch}-${row}`).addColumn('f', 'q', 'v'.repeat(200)),
      );
      await table.put(puts);
    }
    for (let turn = 0; turn < 2_000 && (await connection.status()).flushing; turn++) await null;
    expect((await connection.status()).storeFiles.count).toBeGreaterThan(0);
    expect((await table.getScanner({}).toArray()).length).toBe(800);
  });

  it('opens and reads 200 store files', async () => {
    const medium = memoryMedium();
    const connection = await start(medium);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await connection.getAdmin().compactionSwitch(false);
    for (let file = 0; file < 200; file++) {
      await table.put(new Put(`r${file % 50}`).addColumn('f', `q${file}`, `v${file}`));
      await connection.getAdmin().flush('t');
    }
    await connection.close();
    const again = await start(medium);
    expect((await again.status()).storeFiles.count).toBe(200);
    const rows = await again.getTable('t').getScanner({}).toArray();
    expect(rows.map((row) => row.cells.length)).toEqual(Array.from({ length: 50 }, () => 4));
    expect((await again.getTable('t').get('r7')).getText('f', 'q57')).toBe('v57');
  });

  it('delays writes above the memory limit, and refuses them with REGION_TOO_BUSY after 10 s', async () => {
    const medium = memoryMedium();
    let stuck = true;
    const { files } = medium;
    const create = files.create.bind(files);
    files.create = (path) => (stuck && path.startsWith('data/') ? new Promise(() => {}) : create(path));
    const { connection } = await openEngine(medium, {
      memory: { memstore: 65_536, memstoreLimit: 65_536, flushSize: 65_536 },
    });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(new Put('large').addColumn('f', 'q', new Uint8Array(100_000)));
    const waiting = table.put(new Put('waits').addColumn('f', 'q', 'v'));
    const refused = expect(waiting).rejects.toMatchObject({ code: 'REGION_TOO_BUSY' });
    for (let turn = 0; turn < 50; turn++) await null;
    medium.clock.advance(10_000);
    await refused;
    expect((await table.get('waits')).isEmpty).toBe(true);
    expect((await table.get('large')).isEmpty).toBe(false);
    stuck = false;
  });

  it('reports only changed rows, not refused ones', async () => {
    const connection = await start(memoryMedium());
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const seen: string[] = [];
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    connection.addEventListener('commit', ({ firstRow, lastRow }) => seen.push(`${text(firstRow)}..${text(lastRow)}`));
    await expect(table.put(new Put('x').addColumn('nope', 'q', 'v'))).rejects.toThrow();
    const list = [new Put('b').addColumn('f', 'q', 'v'), new Put('z').addColumn('nope', 'q', 'v')];
    await expect(table.put(list)).rejects.toMatchObject({ code: 'BATCH_FAILED' });
    expect(seen).toEqual(['b..b']);
  });

  it('serves other connections while one waits for a schema change', async () => {
    const connection = await start(memoryMedium());
    const created = connection.getAdmin().createTable({ name: 't', families: ['f'] });
    const put = connection.getTable('t').put(new Put('r').addColumn('f', 'q', 'v'));
    await Promise.all([created, put]);
    expect((await connection.getTable('t').get('r')).getText('f', 'q')).toBe('v');
  });

  it('settles every call and releases every file and timer when it closes, even if the device fails', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, database } = await openEngine(machine);
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(new Put('r').addColumn('f', 'q', 'v'));
    await table.getScanner({}).next();
    machine.files.fail({ operation: 'flush', path: /wal/, times: 99, error: 'IO' });
    const forced = table.put(new Put('s').addColumn('f', 'q', 'v').setDurability('FSYNC_WAL'));
    const refused = expect(forced).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await expect(database.close()).rejects.toThrow('flush');
    await refused;
    expect(machine.clock.waiting).toBe(0);
    machine.files.heal();
    for (const path of machine.files.paths()) (await machine.files.open(path)).close();
    const again = (await openEngine(machine.image({ kind: 'process-death', seed: 1 }))).connection;
    expect((await again.getTable('t').getScanner({}).toArray()).length).toBe(2);
  });

  it('flushes the memstores when it closes, and leaves nothing open', async () => {
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
    const { connection, database } = await openEngine(machine, { memory: { scanBatch: 1, scanBatchLimit: 1 } });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(['a', 'b', 'c'].map((row) => new Put(row).addColumn('f', 'q', 'v').setDurability('ASYNC_WAL')));
    await table.getScanner({}).next();
    await database.close();
    await database.close();
    expect(machine.clock.waiting).toBe(0);
    for (const path of machine.files.paths()) (await machine.files.open(path)).close();
    const again = (await openEngine(machine)).connection;
    expect((await again.status()).lastRecovery).toMatchObject({ records: 0, problems: [] });
    expect((await again.getTable('t').getScanner({}).toArray()).length).toBe(3);
  });
});

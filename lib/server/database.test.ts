import { afterEach, describe, expect, it } from 'vitest';
import { MemoryCatalog } from '../catalog/memory-catalog.js';
import { Connection } from '../client/connection.js';
import type { Transport } from '../client/transport.js';
import { MemoryFileSystem } from '../fs/memory-file-system.js';
import { Delete } from '../model/delete.js';
import { Put } from '../model/put.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Database, type DatabaseOptions } from './database.js';

const open: Database[] = [];

interface Medium {
  readonly files: MemoryFileSystem;
  readonly catalog: MemoryCatalog;
  readonly clock: ManualClock;
}

function newMedium(): Medium {
  const clock = new ManualClock();
  clock.set(1_000_000);
  return { files: new MemoryFileSystem(), catalog: new MemoryCatalog(), clock };
}

async function start(medium: Medium, options: Partial<DatabaseOptions> = {}): Promise<{ database: Database; connection: Connection }> {
  const database = await Database.open(
    { ...medium, yielder: () => Promise.resolve(), random: () => 0.5, backend: 'memory' },
    { name: 'test', ...options },
  );
  open.push(database);
  const transport: Transport = {
    call: (packet) => database.service.call(packet),
    onEvent: (listener) => void database.subscribe(listener),
    onLost: () => {},
    close: () => database.close(),
  };
  let connections = 0;
  const connection = new Connection({
    name: 'test',
    transport,
    id: `c${open.length}-${connections++}`,
    yielder: () => Promise.resolve(),
  } as never);
  return { database, connection };
}

afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

describe('Database', () => {
  it('puts, gets and deletes', async () => {
    const { connection } = await start(newMedium());
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put(new Put('r').addColumn('f', 'q', 'one').addColumn('g', 'q', 'two'));
    expect((await table.get('r')).getText('f', 'q')).toBe('one');
    await table.delete(new Delete('r').addFamily('f'));
    expect((await table.get('r')).getText('f', 'q')).toBe(null);
    expect((await table.get('r')).getText('g', 'q')).toBe('two');
  });

  it('gives after close and open what was written, flushed or not', async () => {
    const medium = newMedium();
    const first = await start(medium);
    const table = await first.connection.ensureTable({ name: 't', families: ['f'] });
    for (let row = 0; row < 100; row++) await table.put(new Put(`r${row}`).addColumn('f', 'q', `v${row}`));
    await first.connection.getAdmin().flush('t');
    for (let row = 50; row < 150; row++) await table.put(new Put(`r${row}`).addColumn('f', 'q', `w${row}`));
    await first.connection.close();
    const second = await start(medium);
    const rows = await second.connection.getTable('t').getScanner({}).toArray();
    expect(rows.length).toBe(150);
    expect((await second.connection.getTable('t').get('r49')).getText('f', 'q')).toBe('v49');
    expect((await second.connection.getTable('t').get('r50')).getText('f', 'q')).toBe('w50');
  });
});

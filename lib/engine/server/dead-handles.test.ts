import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Delete } from '../../model/delete.js';
import { Get } from '../../model/get.js';
import { Increment } from '../../model/increment.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { batch, codeOf, get, increment, mutate, PacketClient } from '../../testing/samples/packet-client.js';
import type { Database } from './database.js';

const ROWS = Array.from({ length: 12 }, (_, index) => `r${String(index).padStart(2, '0')}`);

interface Opened {
  readonly machine: SimMachine;
  readonly database: Database;
  readonly connection: Connection;
  readonly client: PacketClient;
  readonly errors: string[];
  /** Paths of the store files. */
  readonly paths: readonly string[];
}

let pages = 0;

/** A database whose rows are in two store files, which nothing has read yet. */
async function openCold(machine: SimMachine): Promise<Opened> {
  const { database, connection } = await openEngine(machine);
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.message));
  const region = database.engine.regions.get('t');
  const paths = (region?.stores ?? []).flatMap(({ files }) => files.map(({ file }) => file.path));
  return {
    machine,
    database,
    connection,
    client: new PacketClient(database.service, `page ${++pages}`),
    errors,
    paths,
  };
}

async function coldDatabase(): Promise<Opened> {
  const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection } = await openEngine(machine);
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', blockSize: 1024 }] });
  for (const half of [ROWS.slice(0, 6), ROWS.slice(6)]) {
    for (const row of half) {
      await table.put(new Put(row).addColumn('f', 'q', row).addColumn('f', 'pad', 'x'.repeat(400)));
      await table.increment(new Increment(row).addColumn('f', 'n', 5));
    }
    await connection.getAdmin().flush('t');
  }
  await connection.close();
  return openCold(machine);
}

/** Ends the handle of each store file that is read next, or of the one at `path`. */
function killHandles({ machine, paths }: Opened, path?: string): void {
  for (const one of path === undefined ? paths : [path]) {
    machine.files.fail({ operation: 'read', path: one, error: 'INVALID' });
  }
}

async function valuesOf({ connection }: Opened): Promise<string[]> {
  const rows = await connection.getTable('t').getScanner({}).toArray();
  return rows.map((row) => textOf(row.getValue('f', 'q')));
}

describe('a store file whose handle the browser has ended', () => {
  it('is opened again, and the read runs again', async () => {
    const opened = await coldDatabase();
    killHandles(opened);
    const table = opened.connection.getTable('t');
    const found = await Promise.all(ROWS.map((row) => table.get(new Get(row))));
    expect(found.map((row) => textOf(row.getValue('f', 'q')))).toEqual(ROWS);
    expect(await valuesOf(opened)).toEqual(ROWS);
    expect(opened.errors).toEqual([]);
  });

  it('ends no scan: its rows come once, in order', async () => {
    const opened = await coldDatabase();
    const scanner = opened.connection.getTable('t').getScanner(new Scan().setCaching(1));
    const rows: string[] = [];
    for await (const row of scanner) {
      rows.push(textOf(row.row));
      killHandles(opened);
    }
    expect(rows).toEqual(ROWS);
    expect(opened.errors).toEqual([]);
  });

  it('makes the whole group run again: every write is applied once', async () => {
    const opened = await coldDatabase();
    killHandles(opened);
    const { client } = opened;
    const plus = (row: string) => increment('t', new Increment(row).addColumn('f', 'n', 1));
    const packet = [
      get('t', 'new'),
      mutate('t', new Put('new').addColumn('f', 'q', 'x')),
      plus('new'),
      plus('r00'),
      get('t', 'new', 'r00'),
      plus('r07'),
      batch('t', new Put('r01').addColumn('f', 'q', 'y'), new Get('r01'), new Increment('r08').addColumn('f', 'n', 1)),
      mutate('t', new Delete('r02')),
    ];
    const answers = await client.send(...packet);
    expect(answers.map(codeOf)).toEqual(packet.map(() => null));
    expect(String(answers[2])).toMatch(/^new\/f:n\/.*=1$/);
    expect(String(answers[3])).toMatch(/=6$/);
    expect(String(answers[5])).toMatch(/=6$/);
    const next = await openCold(opened.machine.image({ kind: 'process-death', seed: 2 }));
    const counters = await next.client.send(plus('new'), plus('r00'), plus('r07'), plus('r08'));
    expect(counters.map((answer) => String(answer).replace(/.*=/, ''))).toEqual(['2', '7', '7', '7']);
    expect(await valuesOf(next)).toEqual(['x', 'r00', 'y', ...ROWS.slice(3)]);
  });

  it('lets no later packet of the connection overtake', async () => {
    const opened = await coldDatabase();
    killHandles(opened);
    const first = opened.client.send(get('t', 'r00'), mutate('t', new Put('r00').addColumn('f', 'q', 'later')));
    const second = opened.client.send(get('t', 'r00'));
    expect((await first).map(codeOf)).toEqual([null, null]);
    expect(String(await second)).toContain('=later');
  });

  it.each<[string, string, (opened: Opened, path: string) => void]>([
    [
      'is short',
      'CORRUPTION',
      ({ machine: { files } }, path) => files.setBytes(path, files.bytesOf(path).slice(0, -9)),
    ],
    [
      'has another last block',
      'CORRUPTION',
      ({ machine: { files } }, path) => files.setBytes(path, flipped(files.bytesOf(path))),
    ],
    ['cannot be opened', 'STORAGE_UNAVAILABLE', ({ machine }, path) => brokenOpen(machine, path)],
  ])('is reported by name if it %s afterwards; everything else answers', async (_, code, breakFile) => {
    const opened = await coldDatabase();
    const [path] = opened.paths as [string];
    killHandles(opened, path);
    breakFile(opened, path);
    for (let time = 0; time < 2; time++) {
      const [bad, good] = await opened.client.send(get('t', 'r00'), get('t', 'r06'));
      expect(codeOf(bad)).toBe(code);
      expect(bad).toMatchObject({ details: { file: path }, message: expect.stringContaining(path) });
      expect(codeOf(good)).toBeNull();
    }
    expect(opened.errors).toEqual([expect.stringContaining(path)]);
  });

  it('is opened again for a clone of its table, which reads the same file', async () => {
    const opened = await coldDatabase();
    const admin = opened.connection.getAdmin();
    await opened.connection.getTable('t').put(new Put('r99').addColumn('f', 'q', 'r99'));
    await admin.flush('t');
    await admin.snapshot('s', 't');
    opened.machine.files.killHandles(/^data/);
    await admin.cloneSnapshot('s', 'copy');
    const rows = await opened.connection.getTable('copy').getScanner({}).toArray();
    expect(rows.map((row) => textOf(row.getValue('f', 'q')))).toEqual([...ROWS, 'r99']);
    expect(await valuesOf(opened)).toEqual([...ROWS, 'r99']);
    expect(opened.errors).toEqual([]);
  });

  it('is tried again by later reads', async () => {
    const opened = await coldDatabase();
    const [path] = opened.paths as [string];
    killHandles(opened, path);
    brokenOpen(opened.machine, path, 2);
    expect(codeOf((await opened.client.send(get('t', 'r00')))[0])).toBe('STORAGE_UNAVAILABLE');
    opened.machine.files.heal();
    await opened.client.send(get('t', 'r00'));
    expect(await valuesOf(opened)).toEqual(ROWS);
  });
});

describe('a handle of the log or of the mirror that the browser has ended', () => {
  it.each(['write', 'flush', 'truncate'] as const)('loses no write in a %s of the log', async (operation) => {
    const opened = await coldDatabase();
    const table = opened.connection.getTable('t');
    if (operation === 'truncate') opened.machine.files.fail({ operation: 'write', path: /^wal/, error: 'QUOTA' });
    opened.machine.files.fail({ operation, path: /^wal/, error: 'INVALID' });
    const acknowledged: string[] = [];
    for (const row of ['w1', 'w2', 'w3']) {
      const put = new Put(row).addColumn('f', 'q', row).setDurability(operation === 'flush' ? 'FSYNC_WAL' : 'SYNC_WAL');
      await table.put(put).then(
        () => acknowledged.push(row),
        () => {},
      );
    }
    expect(acknowledged.length).toBeGreaterThan(1);
    const next = await openCold(opened.machine.image({ kind: 'process-death', seed: 3 }));
    expect(await valuesOf(next)).toEqual(expect.arrayContaining([...ROWS, ...acknowledged]));
  });

  it.each(['write', 'flush'] as const)('does not stop flushes in a %s of the mirror', async (operation) => {
    const opened = await coldDatabase();
    opened.machine.files.fail({ operation, path: /^manifest/, error: 'INVALID' });
    const table = opened.connection.getTable('t');
    for (const row of ['w1', 'w2']) {
      await table.put(new Put(row).addColumn('f', 'q', row));
      await opened.connection.getAdmin().flush('t');
    }
    const next = await openCold(opened.machine.image({ kind: 'process-death', seed: 3 }));
    expect(await valuesOf(next)).toEqual([...ROWS, 'w1', 'w2']);
  });
});

function textOf(bytes: Uint8Array | null): string {
  return String.fromCharCode(...(bytes ?? []));
}

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy[copy.length - 60] = (copy[copy.length - 60] as number) ^ 1;
  return copy;
}

function brokenOpen(machine: SimMachine, path: string, times = 100): void {
  machine.files.fail({ operation: 'open', path, error: 'IO', times });
}

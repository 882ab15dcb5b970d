import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { yieldOnce } from '../../testing/fakes/yield-once.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { openScanner, PacketClient } from '../../testing/samples/packet-client.js';

const MEMORY = { logSegment: 16 * 1024, scanBatch: 1, scanBatchLimit: 1 };

async function bench(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) })) {
  const { connection, database } = await openEngine(machine, { memory: MEMORY });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.code));
  const files = (folder: string) => machine.files.paths().filter((path) => path.startsWith(folder));
  return { machine, clock: machine.clock, connection, database, admin: connection.getAdmin(), table, errors, files };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** Writes five rows, in three segments of the log. */
async function write({ table }: Bench, value = 'x'): Promise<void> {
  for (let row = 0; row < 5; row++) await table.put(new Put(`r${row}`).addColumn('f', 'q', value.repeat(9_000)));
}

async function aMinuteLater({ clock }: Bench): Promise<void> {
  clock.advance(61_000);
  for (let round = 0; round < 5; round++) await settle();
}

function afterDeath({ machine }: Bench): Promise<Bench> {
  return bench(machine.image({ kind: 'process-death', seed: 3 }));
}

async function rows({ table }: Bench): Promise<number> {
  return (await table.getScanner({}).toArray()).length;
}

describe('ObsoleteFiles', () => {
  it('removes log segments a minute after the flush that made them superfluous, and not sooner', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    const before = made.files('wal/');
    made.clock.advance(15_000);
    await settle();
    expect(made.files('wal/')).toEqual(before);
    await aMinuteLater(made);
    expect(before.filter((path) => !made.files('wal/').includes(path))).toEqual(['wal/1-1', 'wal/1-2']);
    expect(await rows(await afterDeath(made))).toBe(5);
  });

  it('uses the wall clock, so that time counts while the database is closed', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    const next = made.machine.image({ kind: 'process-death', seed: 3 });
    next.clock.set(next.clock.now() + 61_000);
    const again = await bench(next);
    await settle();
    expect(again.files('wal/')).not.toContain('wal/1-1');
    expect(await rows(again)).toBe(5);
  });

  it('keeps up with sessions that end at once: the number of files does not grow', async () => {
    let made = await bench();
    const counts: number[] = [];
    for (let session = 1; session <= 100; session++) {
      await made.table.put(new Put(`r${session}`).addColumn('f', 'q', 'v'));
      await made.connection.close();
      made.clock.advance(10_000);
      if (session % 20 === 0) counts.push(made.files('').length);
      made = await bench(made.machine);
    }
    expect(await rows(made)).toBe(100);
    expect((await made.connection.status()).storeFiles.count).toBeLessThanOrEqual(12);
    expect(Math.max(...counts.slice(1)) - (counts[0] as number)).toBeLessThan(10);
  });

  it('keeps up with sessions of a few seconds that mostly leave their writes in the log', async () => {
    let made = await bench();
    const counts: number[] = [];
    for (let session = 1; session <= 150; session++) {
      await made.table.incrementColumnValue('n', 'f', 'n', 1);
      await made.connection.close();
      made.clock.advance(3_000);
      if (session % 50 === 0) counts.push(made.files('').length);
      made = await bench(made.machine);
    }
    expect((await made.table.get('n')).getLong('f', 'n')).toBe(150n);
    // A minute has twenty sessions.
    expect(Math.max(...counts)).toBeLessThan(200);
    expect(Math.max(...counts.slice(1)) - (counts[0] as number)).toBeLessThan(10);
  });

  it('keeps up with sessions that are killed after a few seconds', async () => {
    let made = await bench();
    const counts: number[] = [];
    for (let session = 1; session <= 120; session++) {
      await made.table.incrementColumnValue('n', 'f', 'n', 1);
      made.clock.advance(3_000);
      for (let turn = 0; turn < 40; turn++) await yieldOnce();
      if (session % 40 === 0) counts.push(made.files('').length);
      made = await afterDeath(made);
    }
    expect((await made.table.get('n')).getLong('f', 'n')).toBe(120n);
    expect(Math.max(...counts)).toBeLessThan(200);
    // Up to 32 segments of the log are left to the next session.
    expect(Math.max(...counts.slice(1)) - (counts[0] as number)).toBeLessThan(40);
  });

  it('first forgets the roll-back points: a store file damaged later is CORRUPTION, not a table without rows', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    await aMinuteLater(made);
    await aMinuteLater(made);
    const next = made.machine.image({ kind: 'process-death', seed: 3 });
    next.files.setBytes('data/1-1', next.files.bytesOf('data/1-1').slice(0, 100));
    const again = await bench(next);
    await expect(rows(again)).rejects.toMatchObject({ code: 'CORRUPTION', details: { file: 'data/1-1' } });
    expect((await again.connection.status()).lastRecovery.problems.join()).toContain('cannot be read');
  });

  it('keeps the files of a table that went back and could not be flushed at once', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    await made.table.put(new Put('tail').addColumn('f', 'q', 'v'));
    const lost = made.machine.image({ kind: 'process-death', seed: 3 });
    lost.files.takeAway('data/1-1');
    lost.files.fail({ operation: 'create', path: /data/, error: 'QUOTA', times: 9 });
    await openEngine(lost, { memory: MEMORY });
    const next = lost.image({ kind: 'process-death', seed: 4 });
    next.clock.advance(61_000);
    const again = await bench(next);
    await aMinuteLater(again);
    expect(await rows(again)).toBe(6);
    expect(await rows(await afterDeath(again))).toBe(6);
    await again.admin.flush('t');
    await aMinuteLater(again);
    expect(again.files('wal/1-')).not.toContain('wal/1-1');
    expect(await rows(await afterDeath(again))).toBe(6);
  });

  it('waits without a report for a file that a scanner still reads', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    const { admin, clock, errors, files, database } = made;
    const client = new PacketClient(database.service, 'packets');
    clock.advance(50_000);
    await client.send(openScanner('t'));
    clock.advance(9_000);
    await client.send(openScanner('t'));
    clock.advance(1_000);
    await admin.disableTable('t');
    await admin.deleteTable('t');
    clock.advance(60_000);
    await settle();
    expect((await made.connection.status()).scanners.open).toBe(1);
    expect([errors, files('data/')]).toEqual([[], ['data/1-1']]);
    await aMinuteLater(made);
    expect([errors, files('data/')]).toEqual([[], []]);
  });

  it('removes each file once', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    for (let minute = 0; minute < 5; minute++) await aMinuteLater(made);
    const removals = made.machine.counter.log.filter((operation) => operation.startsWith('remove'));
    expect(removals.length).toBe(new Set(removals).size);
  });

  it('reports a file that cannot be removed, and tries again', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    made.machine.files.fail({ operation: 'remove', path: 'wal/1-1', error: 'IO' });
    await aMinuteLater(made);
    expect(made.errors).toEqual(['STORAGE_UNAVAILABLE']);
    expect(made.files('wal/')).toContain('wal/1-1');
    await aMinuteLater(made);
    expect(made.files('wal/')).not.toContain('wal/1-1');
  });

  it('removes nothing that the mirror still needs, and writes a mirror that failed before it removes anything', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    await write(made);
    made.machine.files.fail({ operation: 'write', path: /^manifest-/, error: 'QUOTA', times: 9 });
    await made.admin.majorCompact('t');
    const before = made.files('');
    await aMinuteLater(made);
    expect(made.files('')).toEqual(expect.arrayContaining(before));
    const fromMirror = await bench(made.machine.image({ kind: 'process-death', seed: 3, catalog: 'nothing' }));
    expect(await rows(fromMirror)).toBe(5);
    made.machine.files.heal();
    await aMinuteLater(made);
    expect(made.files('data/').length).toBe(1);
    expect(await rows(await afterDeath(made))).toBe(5);
  });

  it('removes nothing while the database closes', async () => {
    const made = await bench();
    await write(made);
    await made.admin.flush('t');
    made.clock.advance(61_000);
    await made.connection.close();
    const { count } = made.machine.counter;
    await settle();
    expect(made.machine.counter.count).toBe(count);
    expect(made.clock.waiting).toBe(0);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { connectTo, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { Database } from '../server/database.js';

const KIB = 1024;

async function bench(memory: MemoryOptions = {}, machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) })) {
  const { connection, database } = await openEngine(machine, { memory });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.code));
  const write = async (row: string, kib: number, name = 't'): Promise<void> => {
    await connection.getTable(name).put(new Put(row).addColumn('f', 'q', new Uint8Array(kib * KIB)));
    await settled();
  };
  const files = async (): Promise<number> => (await connection.status()).storeFiles.count;
  return { machine, clock: machine.clock, connection, database, table, errors, write, files };
}

/** Waits until background work has ended. */
async function settled(): Promise<void> {
  for (let round = 0; round < 30; round++) await settle();
}

describe('Maintenance', () => {
  it('flushes a region once it has reached its size, and not before', async () => {
    const { write, files } = await bench({ flushSize: 64 * KIB });
    await write('a', 40);
    expect(await files()).toBe(0);
    await write('b', 40);
    expect(await files()).toBe(1);
  });

  it('does not look at every table after a write', async () => {
    const { connection, database, write } = await bench();
    await connection.ensureTable({ name: 'u', families: ['f'] });
    const looked = vi.spyOn(database.engine.regions, 'values');
    for (let row = 0; row < 10; row++) await write(`r${row}`, 1);
    expect(looked).toHaveBeenCalledTimes(0);
  });

  it('flushes the largest region if all memstores together are too large', async () => {
    const { connection, machine, write, files } = await bench({ memstore: 256 * KIB, memstoreLimit: 1024 * KIB });
    await connection.ensureTable({ name: 'u', families: ['f'] });
    await write('a', 60);
    await write('a', 100, 'u');
    expect(await files()).toBe(0);
    await write('b', 120, 'u');
    expect(machine.files.paths().filter((path) => path.startsWith('data/'))).toEqual(['data/1-1']);
  });

  it('flushes regions above the idle size after two seconds without a write', async () => {
    const { clock, connection, write, files } = await bench({ idleFlushSize: 100 * KIB });
    await connection.ensureTable({ name: 'u', families: ['f'] });
    await write('a', 120);
    await write('a', 20, 'u');
    clock.advance(1_500);
    await write('b', 1);
    clock.advance(1_500);
    await settled();
    expect(await files()).toBe(0);
    clock.advance(500);
    await settled();
    expect(await files()).toBe(1);
    clock.advance(60_000);
    await settled();
    expect(await files()).toBe(1);
  });

  it('does the same with what recovery read from the log, even without a write', async () => {
    const memory = { idleFlushSize: 100 * KIB };
    const { machine, write } = await bench(memory);
    await write('a', 120);
    const { clock, files } = await bench(memory, machine.image({ kind: 'process-death', seed: 1 }));
    expect(await files()).toBe(0);
    clock.advance(2_000);
    await settled();
    expect(await files()).toBe(1);
  });

  it('flushes the region with the oldest edits if the log is too long', async () => {
    const { connection, machine, write } = await bench({ log: 64 * KIB, logSegment: 16 * KIB });
    await connection.ensureTable({ name: 'u', families: ['f'] });
    await write('old', 1);
    for (let row = 0; row < 3; row++) await write(`r${row}`, 18, 'u');
    expect(machine.files.paths().filter((path) => path.startsWith('data/'))).toEqual([]);
    await write('last', 18, 'u');
    expect(machine.files.paths().filter((path) => path.startsWith('data/'))[0]).toBe('data/1-1');
  });

  it('lets messages through while the log requires a flush of many small regions', async () => {
    const nextMessage = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
    const { files, catalog, clock } = machine;
    const database = await Database.open(
      { files, catalog, clock, yielder: nextMessage, random: () => 0.5, backend: 'sim' },
      { name: 'test', memory: { log: 64 * KIB, logSegment: 16 * KIB } },
    );
    const connection = connectTo(database, machine.clock);
    const write = async (name: string, kib: number): Promise<void> => {
      await connection.ensureTable({ name, families: ['f'] });
      await connection.getTable(name).put(new Put('r').addColumn('f', 'q', new Uint8Array(kib * KIB)));
    };
    for (let table = 0; table < 50; table++) await write(`t${table}`, 0);
    for (let table = 0; table < 3; table++) await write(`large-${table}`, 18);
    await write('last', 18);
    await nextMessage();
    expect((await connection.status()).storeFiles.count).toBeLessThan(3);
    while ((await connection.status()).storeFiles.count < 50) await nextMessage();
    await connection.close();
  });

  it('does not flush if the log is long because of the segment being written: none of it could be removed', async () => {
    const { write, files } = await bench({ log: 64 * KIB });
    for (let row = 0; row < 10; row++) await write(`r${row}`, 20);
    expect(await files()).toBe(0);
  });

  it('runs one flush at a time', async () => {
    const { connection, machine, table, files } = await bench({ flushSize: 64 * KIB });
    const other = await connection.ensureTable({ name: 'u', families: ['f'] });
    const from = machine.counter.log.length;
    const value = new Uint8Array(100 * KIB);
    await Promise.all([table, other].map((one) => one.put(new Put('a').addColumn('f', 'q', value))));
    await settled();
    expect(await files()).toBe(2);
    const steps = machine.counter.log
      .slice(from)
      .map((operation) => operation.split('/').slice(0, 2).join('/'))
      .filter((operation) => /create data|catalog/.test(operation));
    expect(steps).toEqual(['create data/1-1', 'catalog commit', 'create data/1-2', 'catalog commit']);
  });

  it('reports a failed flush, retries after a second, and leaves no file of the first attempt', async () => {
    const { clock, machine, errors, write, files } = await bench({ flushSize: 64 * KIB });
    machine.files.fail({ operation: 'write', path: /data/, times: 2, error: 'QUOTA' });
    await write('a', 100);
    expect(errors).toEqual(['QUOTA_EXCEEDED']);
    clock.advance(999);
    await write('b', 1);
    expect(errors).toEqual(['QUOTA_EXCEEDED']);
    clock.advance(1);
    await settled();
    expect(errors).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
    expect(machine.files.paths().filter((path) => path.startsWith('data/'))).toEqual([]);
    clock.advance(1_000);
    await settled();
    expect(errors.length).toBe(2);
    expect(await files()).toBeGreaterThan(0);
  });

  it('retries even if the timer came a little early', async () => {
    class HastyClock extends ManualClock {
      override after(ms: number, run: () => void): () => void {
        return super.after(ms > 1 ? ms - 0.5 : ms, run);
      }
    }
    const machine = new SimMachine({ seed: 1, clock: new HastyClock(1_000) });
    const { clock, errors, write, files } = await bench({ flushSize: 64 * KIB }, machine);
    machine.files.fail({ operation: 'write', path: /data/, error: 'QUOTA' });
    await write('a', 100);
    expect(errors.length).toBe(1);
    clock.advance(1_001);
    await settled();
    expect(await files()).toBe(1);
  });

  it('lets writes wait for memory, and continue once a flush has made room', async () => {
    const limit = 128 * KIB;
    const { clock, machine, table, write, files } = await bench({ memstore: limit, memstoreLimit: limit });
    machine.files.fail({ operation: 'write', path: /data/, error: 'QUOTA' });
    await write('large', 200);
    let done = false;
    const waiting = table.put(new Put('waits').addColumn('f', 'q', 'v')).then(() => {
      done = true;
    });
    await settled();
    expect(done).toBe(false);
    clock.advance(1_000);
    await waiting;
    expect(await files()).toBe(1);
    expect((await table.get('waits')).isEmpty).toBe(false);
  });

  it('ends the oldest scanner if only scanners use the memory that a write needs (R-94)', async () => {
    const limit = 128 * KIB;
    const { connection, table, write } = await bench({
      memstore: limit,
      memstoreLimit: limit,
      scanBatch: 1,
      scanBatchLimit: 1,
    });
    for (const row of ['a', 'b', 'c', 'd']) await write(row, 10);
    const scanner = table.getScanner();
    await scanner.next();
    await write('x', 100);
    expect((await connection.status()).scanners).toMatchObject({ open: 0, expired: 1 });
    await write('y', 1);
    expect((await scanner.toArray()).map(({ row }) => String.fromCharCode(...(row as Uint8Array)))).toEqual([
      ...'bcdxy',
    ]);
    expect(scanner.snapshot).toBe('moved');
  });

  it('leaves no timer when the database is closed, even after a failure', async () => {
    const { clock, database, machine, table } = await bench({ flushSize: 64 * KIB });
    machine.files.fail({ operation: 'write', path: /data/, times: 99, error: 'QUOTA' });
    await table.put(new Put('a').addColumn('f', 'q', new Uint8Array(100 * KIB)));
    await database.close();
    expect(clock.waiting).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import type { Connection } from '../client/connection.js';
import type { Durability } from '../model/durability.js';
import { SimulatedMachine } from './simulated-machine.js';

const MINUTE = 60_000;

async function write(connection: Connection, row: string, durability: Durability = 'SYNC_WAL'): Promise<void> {
  const table = await connection.ensureTable({ name: 'notes', families: ['f'] });
  await table.put({ row, cells: { f: { q: 'v' } }, durability });
}

async function rows(connection: Connection): Promise<readonly (string | null)[]> {
  const table = await connection.ensureTable({ name: 'notes', families: ['f'] });
  return (await table.getScanner({}).toArray()).map(({ key }) => key);
}

describe('SimulatedMachine', () => {
  it('keeps a closed database for the next connection', async () => {
    const machine = new SimulatedMachine();
    const connection = await machine.open({ name: 'app' });
    expect(await connection.status()).toMatchObject({ name: 'app', backend: 'sim', origin: 'created' });
    await write(connection, 'a');
    let lost = 0;
    connection.addEventListener('lost', () => lost++);
    await connection.close();
    const again = await machine.open();
    expect(await rows(again)).toEqual(['a']);
    expect((await again.status()).origin).toBe('opened');
    expect(lost).toBe(0);
    await again.close();
  });

  it('keeps every acknowledged write when the process is killed', async () => {
    const machine = new SimulatedMachine();
    const connection = await machine.open();
    for (const row of ['a', 'b', 'c']) await write(connection, row);
    machine.kill();
    expect(await rows(await machine.open())).toEqual(['a', 'b', 'c']);
  });

  it('keeps what was forced to the disk when the power is cut, once the database is a minute old', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const machine = new SimulatedMachine({ seed });
      const connection = await machine.open();
      await write(connection, 'a');
      machine.clock.advance(MINUTE);
      await write(connection, 'b', 'FSYNC_WAL');
      expect((await connection.status()).powerSafe).toBe(true);
      machine.cutPower();
      const again = await machine.open();
      expect(await rows(again), `seed ${seed}`).toEqual(['a', 'b']);
      await again.close();
    }
  });

  it('loses what was not forced to the disk under some seeds, and repeats a run with the same seed', async () => {
    const run = async (seed: number): Promise<number> => {
      const machine = new SimulatedMachine({ seed });
      const connection = await machine.open();
      await write(connection, 'a', 'FSYNC_WAL');
      machine.clock.advance(2 * MINUTE);
      for (const row of 'bcdefgh') await write(connection, row);
      machine.cutPower();
      return (await rows(await machine.open())).length;
    };
    const seeds = Array.from({ length: 20 }, (_, index) => index);
    const kept = await Promise.all(seeds.map(run));
    expect(new Set(kept).size).toBeGreaterThan(1);
    expect(await Promise.all(seeds.map(run))).toEqual(kept);
  });

  it('loses the connection, as a page whose worker dies, and names the seed', async () => {
    const machine = new SimulatedMachine({ seed: 7 });
    const connection = await machine.open();
    await write(connection, 'a');
    const lost: string[] = [];
    connection.addEventListener('lost', ({ error }) => lost.push(error.code));
    const inProgress = write(connection, 'b');
    machine.cutPower();
    const error = await inProgress.then(
      () => expect.fail('the power was cut'),
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: 'WORKER_LOST' });
    expect(String(error.cause)).toContain('Its seed is 7.');
    await expect(connection.status()).rejects.toMatchObject({ code: 'WORKER_LOST' });
    expect(lost).toEqual(['WORKER_LOST']);
    await connection.close();
    await (await machine.open()).close();
  });

  it('can cut the power in every operation, also while the database opens, and the next open succeeds', async () => {
    let operation = 0;
    for (let ended = false; !ended; ) {
      const machine = new SimulatedMachine({ seed: operation });
      machine.cutPowerAt(++operation);
      try {
        const connection = await machine.open();
        await write(connection, 'a');
        await connection.close();
        ended = true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'WORKER_LOST' });
      }
      const again = await machine.open();
      const found = await rows(again);
      expect(found).toEqual(ended ? ['a'] : expect.toSatisfy((list: string[]) => list.join('') in { '': 1, a: 1 }));
      await again.close();
    }
    expect(operation).toBeGreaterThan(10);
  });

  it('stops what runs in a process when that ends', async () => {
    const machine = new SimulatedMachine();
    const connection = await machine.open();
    await write(connection, 'a');
    machine.kill();
    const { operations } = machine;
    machine.clock.advance(60 * MINUTE);
    for (let turn = 0; turn < 100; turn++) await null;
    expect(machine.operations).toBe(operations);
  });

  it('keeps the age of names that they had when the power was cut', async () => {
    const lostAny = async (afterCut: number) => {
      let lost = 0;
      for (let seed = 1; seed <= 30; seed++) {
        const machine = new SimulatedMachine({ seed });
        await write(await machine.open(), 'a', 'FSYNC_WAL');
        machine.cutPower();
        machine.clock.advance(afterCut);
        if ((await rows(await machine.open())).length === 0) lost++;
      }
      return lost;
    };
    expect(await lostAny(2 * MINUTE)).toBe(await lostAny(0));
  });

  it('refuses a second connection', async () => {
    const machine = new SimulatedMachine();
    const connection = await machine.open();
    await expect(machine.open()).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    await write(connection, 'a');
    await connection.close();
    await (await machine.open()).close();
  });

  it('fails the calls that a fault names, in the catalog too, until it is removed', async () => {
    const machine = new SimulatedMachine();
    const connection = await machine.open();
    await write(connection, 'a');
    machine.fail({ operation: 'write', error: 'IO', times: Number.POSITIVE_INFINITY });
    await expect(write(connection, 'b')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    machine.heal();
    machine.kill();
    const again = await machine.open();
    expect(await rows(again)).toContain('a');
    machine.fail({ operation: 'commit', error: 'IO', times: Number.POSITIVE_INFINITY });
    await expect(again.getAdmin().flush('notes')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    machine.heal();
    await again.close();
  });

  it('rejects writes when the quota is used up, and accepts them when there is room again', async () => {
    const machine = new SimulatedMachine();
    const connection = await machine.open();
    await write(connection, 'a');
    machine.setQuota(machine.usedBytes);
    const table = connection.getTable('notes');
    const big = 'x'.repeat(3 << 20);
    await expect(table.put({ row: 'b', cells: { f: { q: big } } })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    machine.setQuota(Number.POSITIVE_INFINITY);
    await table.put({ row: 'b', cells: { f: { q: big } } });
    await connection.close();
  });

  it.each([
    [() => new SimulatedMachine({ seed: 0.5 }), 'seed'],
    [() => new SimulatedMachine({ quota: -1 }), 'quota'],
    [() => new SimulatedMachine({ seeds: 1 } as never), "did you mean 'seed'"],
    [() => new SimulatedMachine().fail({ operation: 'writes', error: 'IO' } as never), 'operation must be one of'],
    [() => new SimulatedMachine().fail({ operation: 'write', error: 'HANG' } as never), 'error must be one of'],
    [() => new SimulatedMachine().cutPowerAt(0), 'integer from 1'],
    [() => new SimulatedMachine().setQuota(Number.NaN), 'quota'],
  ])('refuses wrong arguments %#', (work, message) => {
    expect(work).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
    );
  });
});

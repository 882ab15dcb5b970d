import { describe, expect, it } from 'vitest';
import type { TransactionTable } from '../../client/transaction.js';
import { Append } from '../../model/append.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import { Put } from '../../model/put.js';
import { RowMutations } from '../../model/row-mutations.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const MIB = 1 << 20;
const FULL = { code: 'QUOTA_EXCEEDED' };
/** Values of 500,000 bytes, so that each flush makes a file of that size. */
const LARGE = 'x'.repeat(500_000);

async function bench(
  machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }),
  memory: MemoryOptions = { logSegment: MIB },
) {
  const { connection, database } = await openEngine(machine, { memory }, { reserveBytes: 4 * MIB });
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const state = async () => (await connection.status()).state;
  return { machine, files: machine.files, connection, database, admin: connection.getAdmin(), table, state };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** Advances the clock in small steps, so that timers and what they start can run. */
async function pass({ machine }: Bench, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    machine.clock.advance(1_000);
    for (let round = 0; round < 3; round++) await settle();
  }
}

function put(row: string, value = 'v'): Put {
  return new Put(row).addColumn('f', 'q', value);
}

async function rows({ table }: Bench): Promise<string[]> {
  const found = await table.getScanner({}).toArray();
  return found.map(({ row }) => new TextDecoder().decode(row as Uint8Array));
}

/** Reads two rows, and writes. */
function transact({ connection }: Bench, write: (own: TransactionTable) => void): Promise<boolean[]> {
  return connection.transact(async (transaction) => {
    const own = transaction.table('t');
    const found = await own.exists(['a', 'c']);
    write(own);
    return found;
  });
}

function afterDeath({ machine }: Bench): SimMachine {
  return machine.image({ kind: 'process-death', seed: 2 });
}

/** A database with one unflushed row whose device is full; its reserve is there. */
async function full(): Promise<Bench> {
  const made = await bench();
  await made.admin.createTable({ name: 'u', families: ['f'] });
  await made.table.put([put('a'), put('b')]);
  await pass(made, 2_000);
  expect(made.files.paths()).toContain('reserve-1-1');
  made.files.setQuota(made.files.usedBytes);
  await expect(made.table.put(put('large', LARGE.repeat(3)))).rejects.toMatchObject(FULL);
  expect(await made.state()).toBe('full');
  return made;
}

describe('On a full device', () => {
  it('deletes are accepted, everything that holds a put, increment or append is refused', async () => {
    const made = await full();
    const { table, connection } = made;
    await expect(table.put(put('c'))).rejects.toMatchObject(FULL);
    await expect(table.increment(new Increment('c').addColumn('f', 'n', 1))).rejects.toMatchObject(FULL);
    await expect(table.append(new Append('c').addColumn('f', 'n', 'x'))).rejects.toMatchObject(FULL);
    const mixed = new RowMutations('a').add(new Delete('a')).add(put('a', 'new'));
    await expect(table.mutateRow(mixed)).rejects.toMatchObject(FULL);
    const atomic = [
      { table: 't', mutation: new Delete('a') },
      { table: 't', mutation: put('c') },
    ];
    await expect(connection.atomicBatch(atomic)).rejects.toMatchObject(FULL);
    await expect(transact(made, (own) => own.put(put('c')))).rejects.toMatchObject(FULL);
    expect(await transact(made, () => {})).toEqual([true, false]);
    expect(await rows(made)).toEqual(['a', 'b']);
    await transact(made, (own) => own.delete(new Delete('a')));
    expect(await rows(made)).toEqual(['b']);
    expect(await rows(await bench(afterDeath(made)))).toEqual(['b']);
  });

  it('the delete that finds the device full is run again, in the order of its packet', async () => {
    const made = await bench();
    await made.table.put(put('a'));
    await pass(made, 2_000);
    made.files.setQuota(made.files.usedBytes);
    const outcomes = await Promise.allSettled([
      made.table.put(put('b', LARGE.repeat(3))),
      made.table.delete(new Delete('a')),
      made.table.exists('a'),
      made.table.put(put('c')),
    ]);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code))).toEqual([
      'QUOTA_EXCEEDED',
      undefined,
      false,
      'QUOTA_EXCEEDED',
    ]);
  });

  it('tables with unflushed rows can be disabled, truncated, dropped, and lose families', async () => {
    const made = await full();
    const { admin } = made;
    await admin.deleteColumnFamily('t', 'g');
    await admin.disableTable('t');
    await admin.truncateTable('t');
    expect(await rows(made)).toEqual([]);
    await admin.disableTable('t');
    await admin.deleteTable('t');
    await admin.disableTable('u');
    await admin.deleteTable('u');
    expect(await admin.listTableNames()).toEqual([]);
    const again = await openEngine(afterDeath(made), {}, { reserveBytes: 4 * MIB });
    expect(await again.connection.getAdmin().listTableNames()).toEqual([]);
  });

  it('markers of deletes have at least 1 MiB, then they are refused', async () => {
    const made = await full();
    const qualifier = new Uint8Array(60_000);
    let bytes = 0;
    await expect(
      (async () => {
        for (; bytes < 4 * MIB; bytes += qualifier.length)
          await made.table.delete(new Delete('a').addColumns('f', qualifier));
      })(),
    ).rejects.toMatchObject(FULL);
    expect(bytes).toBeGreaterThan(MIB);
    await made.admin.disableTable('t');
    await made.admin.deleteTable('t');
  });

  it('the state returns to open with a new reserve when there is room', async () => {
    const made = await full();
    const { files, table } = made;
    expect(files.paths().filter((path) => path.startsWith('reserve'))).toEqual([]);
    await pass(made, 20_000);
    expect(await made.state()).toBe('full');
    const events: string[] = [];
    made.connection.addEventListener('status', ({ status }) => events.push(status.state));
    files.setQuota(files.usedBytes + 16 * MIB);
    await pass(made, 10_000);
    expect(events).toContain('open');
    expect(await made.connection.status()).toMatchObject({ state: 'open', stateReason: null });
    expect(files.paths().filter((path) => path.startsWith('reserve'))).toEqual([
      expect.stringMatching(/^reserve-1-\d+$/),
    ]);
    await table.put(put('c'));
    expect(await rows(made)).toEqual(['a', 'b', 'c']);
  });

  it('dropping half the data makes writing possible again', async () => {
    const made = await bench();
    for (const name of ['t', 'u']) {
      const table = await made.connection.ensureTable({ name, families: ['f', 'g'] });
      for (let row = 0; row < 8; row++) await table.put(put(`r${row}`, LARGE));
      await made.admin.flush(name);
    }
    await pass(made, 200_000);
    made.files.setQuota(made.files.usedBytes);
    await expect(made.table.put(put('large', LARGE.repeat(3)))).rejects.toMatchObject(FULL);
    await made.admin.disableTable('u');
    await made.admin.deleteTable('u');
    await pass(made, 130_000);
    expect(await made.state()).toBe('open');
    await made.table.put(put('large', LARGE));
  });
});

it('A device without room for anything: the database is read with its log in memory, and opened again with room', async () => {
  const made = await bench();
  await made.table.put([put('a'), put('b', LARGE)]);
  const next = afterDeath(made);
  next.files.setQuota(next.files.usedBytes);
  const before = next.files.paths();
  let ended = false;
  const onFenced = () => {
    ended = true;
  };
  const again = await openEngine(next, {}, { reserveBytes: 4 * MIB, onFenced });
  const table = again.connection.getTable('t');
  expect((await table.getScanner({}).toArray()).length).toBe(2);
  expect(await again.connection.status()).toMatchObject({ state: 'read-only' });
  await expect(table.delete(new Delete('a'))).rejects.toMatchObject(FULL);
  expect(next.files.paths()).toEqual(expect.arrayContaining([...before]));
  await pass({ ...made, machine: next }, 6_000);
  expect(ended).toBe(false);
  next.files.setQuota(16 * MIB);
  await pass({ ...made, machine: next }, 6_000);
  expect(ended).toBe(true);
  await again.connection.close();
  expect(await rows(await bench(next.image({ kind: 'process-death', seed: 3 })))).toEqual(['a', 'b']);
});

describe('A flush that finds no room while the log has some', () => {
  const memory = { memstore: 2 * MIB, memstoreLimit: 2 * MIB, flushSize: 2 * MIB };

  /** A database with 2.5 MB of unflushed rows on a device with room for another MB. */
  async function withoutRoomForFlush(): Promise<Bench> {
    const made = await bench(undefined, memory);
    await pass(made, 2_000);
    for (const row of ['a', 'b', 'c', 'd', 'e']) await made.table.put(put(row, LARGE));
    made.files.setQuota(made.files.usedBytes + MIB);
    return made;
  }

  it('refuses puts, accepts deletes, and the state is full', async () => {
    const made = await withoutRoomForFlush();
    const written = made.table.put(put('f'));
    const refused = expect(written).rejects.toMatchObject(FULL);
    await pass(made, 11_000);
    await refused;
    expect(await made.state()).toBe('full');
    await made.table.delete(new Delete('a'));
    await pass(made, 20_000);
    expect(await made.state()).toBe('full');
    expect(await rows(made)).toEqual(['b', 'c', 'd', 'e']);
    expect(await rows(await bench(afterDeath(made)))).toEqual(['b', 'c', 'd', 'e']);
  });

  it('runs again, and the state returns to open when it succeeds', async () => {
    const made = await withoutRoomForFlush();
    await pass(made, 20_000);
    expect(await made.state()).toBe('full');
    made.files.setQuota(made.files.usedBytes + 16 * MIB);
    await pass(made, 6_000);
    expect(await made.state()).toBe('open');
    expect((await made.connection.status()).storeFiles.count).toBe(1);
    await made.table.put(put('f', LARGE));
    expect(await rows(made)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});

describe('A full device whose IndexedDB is broken', () => {
  async function fullAndBroken(): Promise<Bench> {
    const made = await bench();
    await made.table.put([put('a'), put('b')]);
    await pass(made, 2_000);
    made.machine.catalog.breakDown();
    await made.admin.flush('t');
    expect(await made.state()).toBe('degraded');
    made.files.setQuota(made.files.usedBytes);
    await expect(made.table.put(put('large', LARGE.repeat(3)))).rejects.toMatchObject(FULL);
    return made;
  }

  it('accepts deletes and schema changes, refuses puts, and keeps everything', async () => {
    const made = await fullAndBroken();
    expect(await made.state()).toBe('full');
    await expect(made.table.put(put('c'))).rejects.toMatchObject(FULL);
    await made.table.delete(new Delete('a'));
    await made.admin.deleteColumnFamily('t', 'g');
    const again = await bench(afterDeath(made));
    expect([await rows(again), await again.state()]).toEqual([['b'], 'full']);
    await again.admin.disableTable('t');
    await again.admin.deleteTable('t');
    const last = await openEngine(afterDeath(again), {}, { reserveBytes: 4 * MIB });
    expect(await last.connection.getAdmin().listTableNames()).toEqual([]);
  });

  it('is degraded again when there is room, and open when IndexedDB works too', async () => {
    const made = await fullAndBroken();
    made.files.setQuota(made.files.usedBytes + 16 * MIB);
    await pass(made, 10_000);
    expect(await made.state()).toBe('degraded');
    await made.table.put(put('c'));
    made.machine.catalog.heal();
    await pass(made, 60_000);
    await made.admin.flush('t');
    expect(await made.state()).toBe('open');
    expect(await rows(await bench(afterDeath(made)))).toEqual(['a', 'b', 'c']);
  });
});

describe('A database that is full of its own garbage', () => {
  async function withGarbage(): Promise<Bench> {
    const made = await bench();
    for (let row = 0; row < 12; row++) {
      await made.table.put(put('r', LARGE));
      await made.admin.flush('t');
    }
    await made.admin.majorCompact('t');
    return made;
  }

  it('lets writes wait until the oldest obsolete file is a minute old, and reports how much there is', async () => {
    const made = await withGarbage();
    const { obsolete, bytes } = (await made.connection.status()).storeFiles;
    expect(obsolete.bytes).toBeGreaterThan(10 * bytes);
    await pass(made, 2_000);
    made.files.setQuota(made.files.usedBytes);
    let ended = false;
    const written = made.table.put(put('s', LARGE.repeat(3))).finally(() => {
      ended = true;
    });
    await pass(made, 50_000);
    expect(ended).toBe(false);
    await pass(made, 12_000);
    await written;
    expect([await rows(made), await made.state()]).toEqual([['r', 's'], 'open']);
    await pass(made, 125_000);
    expect((await made.connection.status()).storeFiles.obsolete.bytes).toBe(0);
  });

  it('closes while a write waits', async () => {
    const made = await withGarbage();
    await pass(made, 2_000);
    made.files.setQuota(made.files.usedBytes);
    const written = made.table.put(put('s', LARGE.repeat(3)));
    const refused = expect(written).rejects.toMatchObject(FULL);
    await settle();
    await made.database.close();
    await refused;
  });

  it('opens: what is a minute old is removed before anything is written', async () => {
    const next = afterDeath(await withGarbage());
    next.clock.set(next.clock.now() + 61_000);
    next.files.setQuota(next.files.usedBytes);
    const made = await bench(next);
    expect(await rows(made)).toEqual(['r']);
    await made.table.put(put('s'));
    expect((await made.connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('opens with its reserve if the garbage is too young', async () => {
    const before = await withGarbage();
    await pass(before, 2_000);
    const next = afterDeath(before);
    next.files.setQuota(next.files.usedBytes);
    const made = await bench(next);
    expect([await rows(made), await made.state()]).toEqual([['r'], 'full']);
    await pass(made, 130_000);
    expect(await made.state()).toBe('open');
    await made.table.put(put('s'));
  });
});

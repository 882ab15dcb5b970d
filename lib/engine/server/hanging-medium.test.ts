import { describe, expect, it } from 'vitest';
import type { MemoryOptions } from '../../model/memory-options.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { passSeconds } from '../../testing/fakes/pass-seconds.js';
import { settled } from '../../testing/fakes/stepped-engine.js';
import { connectTo, openEngine } from '../../testing/samples/engine.js';

const LIMIT_S = 30;
const NO_ANSWER = { code: 'STORAGE_UNAVAILABLE', details: { reason: 'no-answer' } };

function newMachine(): SimMachine {
  return new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
}

async function open(machine: SimMachine, memory: MemoryOptions = {}) {
  const { connection, database } = await openEngine(machine, { memory });
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  // The calls of one connection may wait for each other.
  const other = connectTo(database, machine.clock).getTable('t');
  const put = (row: string, value = 'v') => other.put({ row, cells: { f: { q: value } } });
  const rows = async () => (await table.getScanner({}).toArray()).length;
  return { connection, database, admin: connection.getAdmin(), table, put, rows };
}

/** Lets the calls reach the medium, then lets the limit pass. */
async function waitInVain({ clock }: SimMachine): Promise<void> {
  await settled();
  await passSeconds(clock, LIMIT_S);
  await settled();
}

const storeFiles = ({ files }: SimMachine) => files.paths().filter((path) => path.startsWith('data/'));

describe('A catalog that does not answer', () => {
  it('ends a flush after 30 s, and no other commit starts until the stored generation was read', async () => {
    const machine = newMachine();
    const { admin, put, rows } = await open(machine);
    await put('a');
    machine.catalog.fail({ operation: 'commit', error: 'HANG', times: 1000 });
    machine.catalog.fail({ operation: 'open', error: 'HANG', times: 1000 });
    const flush = admin.flush('t');
    flush.catch(() => {});
    await waitInVain(machine);
    await expect(flush).rejects.toMatchObject(NO_ANSWER);
    const written = storeFiles(machine);
    const commits = machine.counter.log.filter((line) => line === 'catalog commit').length;
    const again = [admin.flush('t'), admin.disableTable('t')];
    for (const call of again) call.catch(() => {});
    for (let wait = 0; wait < 3; wait++) {
      await waitInVain(machine);
      await put(`b${wait}`);
    }
    for (const call of again) await expect(call).rejects.toMatchObject(NO_ANSWER);
    expect(storeFiles(machine)).toEqual(written);
    expect(machine.counter.log.filter((line) => line === 'catalog commit').length).toBe(commits);
    expect(await rows()).toBe(4);
  });

  for (const carriedOut of [false, true]) {
    it(`is used again when it answers, and the late change was ${carriedOut ? '' : 'not '}made`, async () => {
      const machine = newMachine();
      const { admin, put, connection } = await open(machine);
      await put('a');
      machine.catalog.fail({ operation: 'commit', error: 'HANG', carriedOut });
      const flush = admin.flush('t');
      flush.catch(() => {});
      await waitInVain(machine);
      await expect(flush).rejects.toMatchObject(NO_ANSWER);
      await put('b');
      machine.catalog.answerHanging();
      await settled();
      await admin.flush('t');
      expect(machine.catalog.current?.database.generation).toBe((await connection.status()).generation);
      for (const image of [machine.image({ kind: 'process-death', seed: 2 }), machine]) {
        if (image === machine) await connection.close();
        const again = await open(image);
        expect([await again.rows(), (await again.connection.status()).lastRecovery.problems]).toEqual([2, []]);
      }
    });
  }

  it('lets writes continue until the log is full, and makes the database read-only until it answers', async () => {
    const machine = newMachine();
    const log = 256 * 1024;
    const { admin, connection, put, rows } = await open(machine, { log, logSegment: 32 * 1024 });
    const states: string[] = [];
    connection.addEventListener('status', ({ status }) => states.push(status.state));
    await put('a');
    machine.catalog.fail({ operation: 'commit', error: 'HANG' });
    machine.catalog.fail({ operation: 'open', error: 'HANG', times: 1000 });
    const flush = admin.flush('t');
    flush.catch(() => {});
    await waitInVain(machine);
    let written = 1;
    const value = 'x'.repeat(10_000);
    while ((await connection.status()).state === 'open') await put(`b${written++}`, value);
    expect(written * value.length).toBeGreaterThan(log - 2 * value.length);
    expect((await connection.status()).stateReason).toContain('IndexedDB does not answer');
    await expect(put('c')).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    await expect(admin.disableTable('t')).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
    expect(await rows()).toBe(written);
    machine.catalog.heal();
    machine.catalog.answerHanging();
    await waitInVain(machine);
    expect(await connection.status()).toMatchObject({ state: 'open', stateReason: null });
    expect(states).toEqual(expect.arrayContaining(['read-only', 'open']));
    await put('c');
    await admin.flush('t');
    await connection.close();
    expect(await (await open(machine)).rows()).toBe(written + 1);
  });

  it('does not keep close from ending, however many tables are not flushed', async () => {
    const machine = newMachine();
    const { connection, put } = await open(machine);
    for (const name of ['u', 'v', 'w']) {
      const table = await connection.ensureTable({ name, families: ['f'] });
      await table.put({ row: 'r', cells: { f: { q: 'v' } } });
    }
    await put('a');
    machine.catalog.fail({ operation: 'commit', error: 'HANG', times: 1000 });
    machine.catalog.fail({ operation: 'open', error: 'HANG', times: 1000 });
    const closing = connection.close();
    // The commits that wait when the first one ends are tried once.
    for (let wait = 0; wait < 2; wait++) await waitInVain(machine);
    await closing;
    machine.catalog.heal();
    expect(await (await open(machine.image({ kind: 'process-death', seed: 2 }))).rows()).toBe(1);
  });

  it('ends connect after 30 s', async () => {
    for (const operation of ['open', 'replace'] as const) {
      const machine = newMachine();
      machine.catalog.fail({ operation, error: 'HANG', times: 1000 });
      const opening = openEngine(machine);
      opening.catch(() => {});
      await waitInVain(machine);
      await expect(opening).rejects.toMatchObject(NO_ANSWER);
    }
  });
});

describe('A file that does not open', () => {
  it('ends connect after 30 s, and is closed when it opens late', async () => {
    const machine = newMachine();
    const { admin, put } = await open(machine);
    await put('a');
    await admin.flush('t');
    for (const [operation, path] of [
      ['open', /^wal/],
      ['open', /^manifest/],
      ['create', /^wal/],
      ['create', /^manifest/],
      ['list', /wal/],
    ] as const) {
      const image = machine.image({ kind: 'process-death', seed: 2 });
      // Without spare segments, the open has to create one.
      for (const name of image.files.paths()) if (image.files.bytesOf(name).length === 0) image.files.takeAway(name);
      image.files.fail({ operation, path, error: 'HANG' });
      const opening = openEngine(image);
      opening.catch(() => {});
      await waitInVain(image);
      await expect(opening, `${operation} ${path}`).rejects.toMatchObject(NO_ANSWER);
      image.files.answerHanging();
      await settled();
      for (const name of image.files.paths()) (await image.files.open(name)).close();
      expect(await (await open(image)).rows(), `${operation} ${path}`).toBe(1);
    }
  });

  it('affects only its own rows if it is a store file', async () => {
    const machine = newMachine();
    const { admin, put } = await open(machine);
    await put('a');
    await admin.flush('t');
    const image = machine.image({ kind: 'process-death', seed: 2 });
    image.files.fail({ operation: 'open', path: /^data/, error: 'HANG' });
    const opening = openEngine(image);
    await waitInVain(image);
    const { connection } = await opening;
    expect((await connection.status()).lastRecovery.problems.join()).toContain('data/1-1');
    await connection.close();
    image.files.answerHanging();
    await settled();
    expect(await (await open(image)).rows()).toBe(1);
  });
});

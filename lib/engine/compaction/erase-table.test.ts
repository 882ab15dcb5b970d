import { describe, expect, it } from 'vitest';
import type { Progress } from '../../client/calls/call-options.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { codeOf } from '../../testing/fakes/stepped-engine.js';
import { connectTo, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const SECRET = 'the secret number is 4711';

async function bench(machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) })) {
  const { connection, database } = await openEngine(machine, { memory: { logSegment: 16 * 1024 } });
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const other = await connection.ensureTable({ name: 'other', families: ['f'] });
  return { machine, clock: machine.clock, connection, database, admin: connection.getAdmin(), table, other };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** The files that contain the secret, as bytes or in an answer of a mirror, and `catalog` if an answer there does. */
function placesOf({ machine, database }: Bench): readonly string[] {
  const places = machine.files.paths().filter((path) => {
    const text = Buffer.from(machine.files.bytesOf(path)).toString('latin1');
    const answers = Array.from(text.matchAll(/"answer":"([^"]*)"/g), ([, answer = '']) => answer);
    return text.includes(SECRET) || answers.some(isSecret);
  });
  const answers = database.engine.commit.image.database.operations.flatMap((record) => record.answers);
  return answers.some(({ answer }) => isSecret(answer)) ? [...places, 'catalog'] : places;
}

function isSecret(base64: string): boolean {
  return Buffer.from(base64, 'base64').includes(SECRET);
}

function contains({ files }: SimMachine, path: string, text: string): boolean {
  return Buffer.from(files.bytesOf(path)).includes(text);
}

/** Lets time pass, a second at a time, until the call has settled; at most five minutes. */
async function passing<T>({ clock }: Bench, call: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  call.then(over, over);
  for (let second = 0; second < 300 && !isOver; second++) {
    for (let round = 0; round < 40 && !isOver; round++) await settle();
    clock.advance(1_000);
  }
  return call;
}

/** Writes the secret to files, to several log segments and to memory, then deletes and overwrites it. */
async function leaveSecrets({ table, other, admin, connection }: Bench): Promise<void> {
  await table.put({ row: 'flushed', cells: { f: { q: SECRET }, g: { q: SECRET } } });
  await table.put({ row: 'old', cells: { f: { q: SECRET } } });
  await admin.flush('t');
  await other.put({ row: 'long', cells: { f: { q: 'x'.repeat(40_000) } } });
  await table.put({ row: 'logged', cells: { f: { q: SECRET } }, durability: 'ASYNC_WAL' });
  await connection.atomicBatch([
    { table, mutation: new Put('both').addColumn('f', 'q', SECRET) },
    { table: other, mutation: new Put('both').addColumn('f', 'q', 'kept') },
  ]);
  for (const row of ['flushed', 'logged', 'both']) await table.delete({ row });
  await table.put({ row: 'old', cells: { f: { q: 'new' } } });
}

describe('erase', () => {
  it('resolves when no file contains a deleted or overwritten value, and keeps everything else', async () => {
    const made = await bench();
    await leaveSecrets(made);
    expect(placesOf(made).length).toBeGreaterThan(2);
    await passing(made, made.admin.erase('t'));
    expect(placesOf(made)).toEqual([]);
    expect((await made.table.getScanner().toArray()).map((row) => row.getText('f', 'q'))).toEqual(['new']);
    expect((await made.other.get('both')).getText('f', 'q')).toBe('kept');
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 3 }));
    expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
    expect([placesOf(again), (await again.table.getScanner().toArray()).length]).toEqual([[], 1]);
    expect((await again.other.get('both')).getText('f', 'q')).toBe('kept');
  });

  it('removes what a majorCompact leaves in the log and in replaced files', async () => {
    const made = await bench();
    await leaveSecrets(made);
    await made.admin.majorCompact('t');
    expect(placesOf(made)).not.toEqual([]);
    await passing(made, made.admin.erase('t'));
    expect(placesOf(made)).toEqual([]);
  });

  it('removes the answers of appends, which contain values', async () => {
    const made = await bench();
    const page = connectTo(made.database, made.clock);
    await page.getTable('t').append({ row: 'r', values: { f: { q: SECRET } } });
    await made.table.delete({ row: 'r' });
    await made.admin.flush('t');
    expect(placesOf(made)).toContain('catalog');
    await passing(made, made.admin.erase('t'));
    expect(placesOf(made)).toEqual([]);
  });

  it('removes values that have just expired from a table with indexes, and their entries', async () => {
    const made = await bench();
    const indexes = { byQ: { on: 'f:q' } };
    const table = await made.connection.ensureTable({ name: 'i', families: [{ name: 'f', timeToLive: 1 }], indexes });
    for (const row of ['flushed', 'in memory']) {
      await table.put({ row, cells: { f: { q: SECRET } } });
      made.clock.advance(2_000);
      if (row === 'flushed') await made.admin.flush('i');
    }
    expect(placesOf(made).length).toBeGreaterThan(0);
    await passing(made, made.admin.erase('i'));
    expect(placesOf(made)).toEqual([]);
  });

  it('keeps what reads still return: deleted cells of a family with KEEP_HISTORY', async () => {
    const made = await bench();
    const kept = await made.connection.ensureTable({ name: 'kept', families: [{ name: 'f', ...KEEP_HISTORY }] });
    await kept.put({ row: 'r', timestamp: 5, cells: { f: { q: SECRET } } });
    await kept.delete({ row: 'r', timestamp: 6 });
    await passing(made, made.admin.erase('kept'));
    expect((await kept.get({ row: 'r', asOf: 5 })).getText('f', 'q')).toBe(SECRET);
  });

  it.for(['erase', 'the next open'] as const)('removes the names and row keys of a dropped table: %s', async (how) => {
    const made = await bench();
    const secret = await made.connection.ensureTable({ name: 'secretTable', families: ['secretFamily'] });
    await secret.put({ row: 'secretRow', cells: { secretFamily: { q: 'v' } } });
    await made.admin.flush('secretTable');
    await made.admin.disableTable('secretTable');
    await made.admin.deleteTable('secretTable');
    const places = ({ files }: SimMachine) =>
      files.paths().filter((path) => /secret/i.test(Buffer.from(files.bytesOf(path)).toString('latin1')));
    expect(places(made.machine)).toContainEqual(expect.stringMatching(/^manifest/));
    if (how === 'erase') {
      await passing(made, made.admin.erase('other'));
      expect(places(made.machine)).toEqual([]);
      return;
    }
    await made.connection.close();
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 3 }));
    await passing(again, new Promise((resolve) => again.clock.after(120_000, () => resolve(undefined))));
    expect(places(again.machine)).toEqual([]);
  });

  it('reports cells, then the seconds that it waits, and once the end', async () => {
    const made = await bench();
    await leaveSecrets(made);
    const told: Progress[] = [];
    await passing(made, made.admin.erase('t', { onProgress: (progress) => told.push(progress) }));
    const units = told.map(({ unit }) => unit).filter((unit, index, all) => unit !== all[index - 1]);
    expect(units).toEqual(['cells', 'seconds']);
    const waits = told.filter(({ unit }) => unit === 'seconds');
    expect(waits.length).toBeGreaterThan(50);
    expect(waits.every(({ done, total }) => done <= total && total >= 60 && total <= 62)).toBe(true);
    expect(waits.at(-1)?.done).toBe(waits.at(-1)?.total);
  });

  it('ends with the reason of its signal, and the files are removed later', async () => {
    const made = await bench();
    await leaveSecrets(made);
    const controller = new AbortController();
    const call = made.admin.erase('t', { signal: controller.signal });
    const outcome = call.catch((reason: unknown) => reason);
    for (let second = 0; second < 10; second++) {
      for (let round = 0; round < 40; round++) await settle();
      made.clock.advance(1_000);
    }
    controller.abort('enough');
    await settle();
    expect(await outcome).toBe('enough');
    expect(placesOf(made)).not.toEqual([]);
    for (let minute = 0; minute < 3; minute++) {
      made.clock.advance(61_000);
      for (let round = 0; round < 20; round++) await settle();
    }
    expect(placesOf(made)).toEqual([]);
  });

  it('runs twice at once, and both resolve', async () => {
    const made = await bench();
    await leaveSecrets(made);
    await passing(made, Promise.all([made.admin.erase('t'), made.admin.erase('t'), made.admin.erase('other')]));
    expect(placesOf(made)).toEqual([]);
  });

  it('waits for a scanner that reads a replaced file', async () => {
    const made = await bench();
    await leaveSecrets(made);
    const scanner = made.other.getScanner();
    await scanner.next(1);
    const erasing = made.admin.erase('t');
    await passing(made, erasing);
    await scanner.close();
    expect(placesOf(made)).toEqual([]);
  });

  it('rejects when the database closes, and the next open removes the files', async () => {
    const made = await bench();
    await leaveSecrets(made);
    const outcome = codeOf(made.admin.erase('t'));
    for (let round = 0; round < 40; round++) await settle();
    await made.database.close();
    expect(await outcome).toBe('INVALID_OPERATION');
    made.clock.advance(120_000);
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 3 }));
    for (let round = 0; round < 20; round++) await settle();
    await passing(again, again.admin.erase('t'));
    expect(placesOf(again)).toEqual([]);
  });

  it('rejects with CONNECTION_CLOSED when its connection closes', async () => {
    const made = await bench();
    await leaveSecrets(made);
    const page = connectTo(made.database, made.clock);
    const outcome = codeOf(page.getAdmin().erase('t'));
    for (let round = 0; round < 40; round++) await settle();
    const closing = page.close();
    expect(await outcome).toBe('CONNECTION_CLOSED');
    await closing;
  });

  it('rejects for a missing or disabled table, and while compactions are off', async () => {
    const { admin } = await bench();
    expect(await codeOf(admin.erase('nope'))).toBe('TABLE_NOT_FOUND');
    await admin.disableTable('t');
    expect(await codeOf(admin.erase('t'))).toBe('TABLE_NOT_ENABLED');
    await admin.compactionSwitch(false);
    expect(await codeOf(admin.erase('other'))).toBe('INVALID_OPERATION');
    expect(await codeOf(admin.erase('other', { signal: 1 as never }))).toBe('INVALID_ARGUMENT');
  });

  it('rejects with CORRUPTION if a damaged segment of the log is kept', async () => {
    const made = await bench();
    await leaveSecrets(made);
    const next = made.machine.image({ kind: 'process-death', seed: 3 });
    const path = next.files.paths().find((path) => contains(next, path, 'x'.repeat(40_000))) as string;
    const bytes = next.files.bytesOf(path);
    bytes[Buffer.from(bytes).indexOf('x'.repeat(40_000)) + 20_000] = 0;
    next.files.setBytes(path, bytes);
    const again = await bench(next);
    await expect(passing(again, again.admin.erase('t'))).rejects.toMatchObject({
      code: 'CORRUPTION',
      details: { file: path },
    });
  });

  it('survives a crash at any point', async () => {
    for (const seconds of [0, 1, 30, 59, 61]) {
      const made = await bench();
      await leaveSecrets(made);
      made.admin.erase('t').catch(() => undefined);
      for (let second = 0; second < seconds; second++) {
        for (let round = 0; round < 20; round++) await settle();
        made.clock.advance(1_000);
      }
      const again = await bench(made.machine.image({ kind: 'process-death', seed: seconds }));
      expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
      expect((await again.table.getScanner().toArray()).map((row) => row.getText('f', 'q'))).toEqual(['new']);
      expect((await again.other.get('both')).getText('f', 'q')).toBe('kept');
    }
  });
});

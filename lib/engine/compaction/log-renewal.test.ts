import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { exported, streamOf } from '../../testing/samples/backups.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

const SECRET = 'the secret number is 4711';

async function bench(old?: SimMachine) {
  const machine = old ?? new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { connection, database } = await openEngine(machine);
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const other = await connection.ensureTable({ name: 'other', families: ['f'] });
  if (old === undefined) {
    await other.put({ row: 'r', cells: { f: { q: 'kept' } } });
    await table.put({ row: 'r', cells: { f: { q: SECRET }, g: { q: SECRET } } });
  }
  return { machine, clock: machine.clock, connection, database, admin: connection.getAdmin(), table, other };
}

type Bench = Awaited<ReturnType<typeof bench>>;

/** The files that contain the secret. */
function placesOf({ machine }: Bench, secret = SECRET): readonly string[] {
  return machine.files.paths().filter((path) => Buffer.from(machine.files.bytesOf(path)).includes(secret));
}

async function pass({ clock }: Bench, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 20) {
    clock.advance(20_000);
    for (let round = 0; round < 20; round++) await settle();
  }
}

describe('A value that was deleted', () => {
  it.each([
    [
      'a major compaction',
      async ({ table, admin }: Bench) => {
        await table.delete({ row: 'r' });
        await admin.majorCompact('t');
      },
    ],
    [
      'dropping its table',
      async ({ admin }: Bench) => {
        await admin.disableTable('t');
        await admin.deleteTable('t');
      },
    ],
    [
      'truncating its table',
      async ({ admin }: Bench) => {
        await admin.disableTable('t');
        await admin.truncateTable('t');
      },
    ],
  ] as const)('is in no file three minutes after %s', async (_, remove) => {
    const made = await bench();
    expect(placesOf(made)).toEqual([expect.stringMatching(/^wal\//)]);
    await remove(made);
    expect(placesOf(made)).not.toEqual([]);
    await pass(made, 180);
    expect(placesOf(made)).toEqual([]);
    expect((await made.other.get('r')).getText('f', 'q')).toBe('kept');
    await made.connection.close();
  });

  it('is in no file three minutes after its import has failed', async () => {
    const made = await bench();
    const imported = 'a secret of another database';
    const source = await openEngine(new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }));
    // The cells of a table are written at the latest when the next table begins.
    await source.connection.ensureTable({ name: 'v', families: ['f'] });
    const table = await source.connection.ensureTable({ name: 'u', families: ['f'] });
    await table.put({ row: 'r', cells: { f: { q: imported } } });
    const cut = (await exported(source.connection)).replace('"cells":1', '"cells":2');
    await expect(made.connection.importStream(streamOf(cut), { mode: 'create' })).rejects.toThrow('damaged');
    expect(placesOf(made, imported)).not.toEqual([]);
    await pass(made, 180);
    expect(placesOf(made, imported)).toEqual([]);
    await Promise.all([source.connection.close(), made.connection.close()]);
  });

  it('is in no file three minutes after its family was dropped', async () => {
    const made = await bench();
    const value = 'a secret of another family';
    const third = await made.connection.ensureTable({ name: 'third', families: ['f', 'g'] });
    await third.put({ row: 'r', cells: { f: { q: 'kept' }, g: { q: value } } });
    await made.admin.deleteColumnFamily('third', 'g');
    expect(placesOf(made, value).length).toBeGreaterThan(0);
    await pass(made, 180);
    expect(placesOf(made, value)).toEqual([]);
    expect((await third.get('r')).getText('f', 'q')).toBe('kept');
    await made.connection.close();
  });

  it.each(['drop', 'truncate'] as const)('is not in the log of the next owner after a %s', async (how) => {
    const made = await bench();
    await made.admin.disableTable('t');
    if (how === 'drop') await made.admin.deleteTable('t');
    else await made.admin.truncateTable('t');
    const machine = made.machine.image({ kind: 'process-death', seed: 2 });
    const next = { ...made, machine, ...(await openEngine(machine)) };
    const inLog = (value: string) => placesOf(next, value).filter((path) => path.startsWith('wal/'));
    expect([inLog(SECRET), inLog('kept')]).toEqual([['wal/1-1'], ['wal/1-1', 'wal/2-1']]);
    const last = machine.image({ kind: 'process-death', seed: 3 });
    const { connection } = await openEngine(last);
    expect((await connection.getTable('other').get('r')).getText('f', 'q')).toBe('kept');
    await pass(next, 180);
    expect(placesOf(next)).toEqual([]);
  });

  it('is in no segment of the log three minutes after everything was flushed, if nothing is written', async () => {
    const made = await bench();
    await made.admin.flush('t');
    await made.admin.flush('other');
    await pass(made, 180);
    expect(placesOf(made).filter((path) => path.startsWith('wal/'))).toEqual([]);
    await made.connection.close();
  });

  it('is in no segment of the log an hour later, if nothing is written and not everything was flushed', async () => {
    const made = await bench();
    await pass(made, 3_500);
    expect(placesOf(made).filter((path) => path.startsWith('wal/'))).not.toEqual([]);
    await pass(made, 300);
    expect(placesOf(made).filter((path) => path.startsWith('wal/'))).toEqual([]);
    await made.connection.close();
  });
});

describe('A value that was deleted before the database was closed', () => {
  it('is in no file three minutes after the next open, even if nothing is written there', async () => {
    const made = await bench();
    await made.table.delete({ row: 'r' });
    await made.admin.majorCompact('t');
    await made.connection.close();
    expect(placesOf(made)).not.toEqual([]);
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 3 }));
    await pass(again, 180);
    expect(placesOf(again)).toEqual([]);
    expect((await again.other.get('r')).getText('f', 'q')).toBe('kept');
    await again.connection.close();
  });
});

describe('The renewal of the log', () => {
  it('is not repeated while nothing is written', async () => {
    const made = await bench();
    await pass(made, 7_500);
    const segments = () => made.machine.files.paths().filter((path) => path.startsWith('wal/'));
    const before = segments();
    await pass(made, 7_500);
    expect(segments()).toEqual(before);
    await made.connection.close();
  });

  it('that fails is reported and tried again', async () => {
    const made = await bench();
    const errors: string[] = [];
    made.connection.addEventListener('error', ({ error }) => errors.push(error.code));
    await made.table.delete({ row: 'r' });
    await made.admin.majorCompact('t');
    made.machine.files.fail({ operation: 'flush', path: /^wal/, error: 'IO', times: 3 });
    await pass(made, 60);
    await pass(made, 240);
    expect(placesOf(made)).toEqual([]);
    await made.connection.close();
  });

  it('ends when the database closes', async () => {
    const made = await bench();
    await made.admin.majorCompact('t');
    made.clock.advance(60_000);
    await made.connection.close();
    expect(made.clock.waiting).toBe(0);
  });
});

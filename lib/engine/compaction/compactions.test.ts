import { describe, expect, it } from 'vitest';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { codeOf, openSteppedEngine, settled } from '../../testing/fakes/stepped-engine.js';

async function bench(hasty = false, room?: () => Promise<number>) {
  const engine = await openSteppedEngine(hasty, room);
  const { connection, machine } = engine;
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 99 }, 'g'] });
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.code));
  const admin = connection.getAdmin();
  const files = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  const count = async () => (await connection.status()).storeFiles.count;
  return { ...engine, admin, table, errors, files, count };
}

type Bench = Awaited<ReturnType<typeof bench>>;

async function writeFiles({ admin, table }: Bench, count: number, cells = 1): Promise<void> {
  for (let file = 0; file < count; file++) {
    await table.put(Array.from({ length: cells }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', `${file}`)));
    await admin.flush('t');
  }
}

describe('Automatic compactions', () => {
  it('start after two seconds without a write, not right after a flush', async () => {
    const made = await bench();
    await writeFiles(made, 3);
    await settled();
    expect(await made.count()).toBe(3);
    made.clock.advance(1_999);
    await settled();
    expect(await made.count()).toBe(3);
    made.clock.advance(1);
    await settled();
    expect(await made.count()).toBe(1);
    expect((await made.connection.status()).compactions).toEqual({
      enabled: true,
      running: 0,
      finished: 1,
      skipped: [],
    });
  });

  it('start at once if a family has twelve files', async () => {
    const made = await bench();
    await writeFiles(made, 11);
    await settled();
    expect(await made.count()).toBe(11);
    await writeFiles(made, 1);
    await settled();
    expect(await made.count()).toBeLessThan(12);
  });

  it('continue until no family has anything worthwhile', async () => {
    const made = await bench();
    await writeFiles(made, 3);
    for (let file = 0; file < 4; file++) {
      await made.table.put(new Put('r').addColumn('g', 'q', `${file}`));
      await made.admin.flush('t');
    }
    made.clock.advance(2_000);
    await settled();
    expect(await made.count()).toBe(2);
  });

  it('leave disabled tables alone', async () => {
    const made = await bench();
    await writeFiles(made, 3);
    await made.admin.disableTable('t');
    made.clock.advance(5_000);
    await settled();
    expect(await made.count()).toBe(3);
  });

  it('leave tables alone whose COMPACTION_ENABLED is false, except for requested compactions', async () => {
    const made = await bench();
    const [f, g] = (await made.admin.getDescriptor('t')).families;
    await made.admin.modifyTable({ name: 't', families: [f, g] as never, metadata: { COMPACTION_ENABLED: 'FALSE' } });
    await writeFiles(made, 13);
    made.clock.advance(5_000);
    await settled();
    expect(await made.count()).toBe(13);
    await made.admin.majorCompact('t');
    expect(await made.count()).toBe(1);
  });

  it('drop files whose cells have expired without reading them (C-6)', async () => {
    const made = await bench();
    const table = await made.connection.ensureTable({ name: 'u', families: [{ name: 'f', timeToLive: 10 }] });
    const admin = made.connection.getAdmin();
    for (const row of ['a', 'b']) {
      await table.put(new Put(row).addColumn('f', 'q', 'v'));
      await admin.flush('u');
      made.clock.advance(1_000);
    }
    made.clock.advance(9_500);
    await settled();
    const [first] = made.files();
    made.machine.files.fail({ operation: 'read', path: first as string, error: 'IO' });
    // Without any write: time alone is enough.
    made.clock.advance(60_000);
    await settled();
    expect(await made.count()).toBe(1);
    expect(made.errors).toEqual([]);
  });

  it('make a major one if the last is long ago (C-7)', async () => {
    const made = await bench();
    await writeFiles(made, 2);
    made.clock.set(made.clock.now() + 12 * 86_400_000);
    await settled();
    expect(await made.count()).toBe(2);
    made.clock.advance(60_000);
    await settled();
    expect(await made.count()).toBe(1);
    expect(await made.admin.getLastMajorCompactionTimestamp('t')).toBe(made.clock.now());
  });

  it('use the settings of their table, and those of a family first (S-8, C-6, C-7)', async () => {
    const made = await bench();
    const admin = made.connection.getAdmin();
    const day = { 'hbase.hregion.majorcompaction': '86400000', 'hbase.hregion.majorcompaction.jitter': '0' };
    const never = { ...day, 'hbase.hregion.majorcompaction': '0' };
    const families = ['daily', { name: 'never', configuration: never }];
    const major = await made.connection.ensureTable({ name: 'major', families, configuration: day });
    const configuration = { 'hbase.store.delete.expired.storefile': 'false', ...never };
    const expired = await made.connection.ensureTable({
      name: 'expired',
      families: [{ name: 'f', timeToLive: 10 }],
      configuration,
    });
    for (const row of ['a', 'b']) {
      await major.put(new Put(row).addColumn('daily', 'q', 'v').addColumn('never', 'q', 'v'));
      await expired.put(new Put(row).addColumn('f', 'q', 'v'));
      for (const name of ['major', 'expired']) await admin.flush(name);
    }
    made.clock.advance(86_400_000 - 10_000);
    await settled();
    expect(await made.count()).toBe(6);
    made.clock.advance(10_001);
    // A write, and then a pause.
    await made.table.put(new Put('r').addColumn('f', 'q', 'x'));
    made.clock.advance(2_000);
    await settled();
    expect(await made.count()).toBe(5);
    expect((await made.connection.status()).compactions.finished).toBe(1);
  });

  it('that fail are reported, leave nothing behind, and are retried a minute later', async () => {
    const made = await bench();
    await writeFiles(made, 3);
    const before = made.files();
    made.machine.files.fail({ operation: 'write', path: /data/, error: 'IO' });
    made.clock.advance(2_000);
    await settled();
    expect(made.errors).toEqual(['STORAGE_UNAVAILABLE']);
    expect(made.files()).toEqual(before);
    await made.table.put(new Put('r').addColumn('f', 'q', 'x'));
    made.clock.advance(3_000);
    await settled();
    expect(await made.count()).toBe(3);
    made.clock.advance(60_000);
    await made.table.put(new Put('r').addColumn('f', 'q', 'y'));
    made.clock.advance(2_000);
    await settled();
    expect(await made.count()).toBe(1);
    expect(made.errors).toEqual(['STORAGE_UNAVAILABLE']);
  });
});

describe('A compaction that has no room', () => {
  const skipped = async ({ connection }: Bench) => (await connection.status()).compactions.skipped;

  it('is skipped and listed by the status, not started; it runs once there is room (C-7)', async () => {
    let room = 100;
    const made = await bench(false, async () => room);
    await writeFiles(made, 2);
    const before = made.files();
    made.clock.set(made.clock.now() + 12 * 86_400_000);
    const operations = made.machine.counter.log.length;
    for (let minute = 0; minute < 3; minute++) {
      made.clock.advance(60_000);
      await settled();
    }
    expect(await skipped(made)).toEqual([{ table: 't', family: 'f' }]);
    expect(made.files()).toEqual(before);
    expect(made.machine.counter.log.slice(operations).filter((operation) => /create data/.test(operation))).toEqual([]);
    room = 1e6;
    made.clock.advance(120_000);
    await settled();
    expect(await made.count()).toBe(1);
    expect(await skipped(made)).toEqual([]);
    expect(made.errors).toEqual([]);
  });

  it('is replaced by a smaller one', async () => {
    let room = Number.POSITIVE_INFINITY;
    const made = await bench(false, async () => room);
    await writeFiles(made, 1, 500);
    await writeFiles(made, 3);
    const sizes = made.files().map((path) => made.machine.files.bytesOf(path).length);
    room = sizes.slice(1).reduce((sum, size) => sum + size, 0);
    made.clock.set(made.clock.now() + 12 * 86_400_000);
    made.clock.advance(60_000);
    await settled();
    expect(await made.count()).toBe(2);
    expect(await skipped(made)).toEqual([{ table: 't', family: 'f' }]);
  });

  it('is also skipped if the medium reports this only while it writes', async () => {
    const made = await bench();
    await writeFiles(made, 3);
    const before = made.files();
    made.machine.files.fail({ operation: 'write', path: /data/, error: 'QUOTA' });
    made.clock.advance(2_000);
    await settled();
    expect(await skipped(made)).toEqual([{ table: 't', family: 'f' }]);
    expect(made.files()).toEqual(before);
    made.clock.advance(120_000);
    await settled();
    expect([await made.count(), await skipped(made), made.errors]).toEqual([1, [], []]);
  });

  it('is still attempted if requested', async () => {
    const made = await bench(false, async () => 0);
    await writeFiles(made, 2);
    await made.admin.majorCompact('t');
    expect(await made.count()).toBe(1);
  });
});

describe('The switch', () => {
  it('when off, starts no compaction, makes compact do nothing, and refuses majorCompact', async () => {
    const made = await bench();
    expect(await made.admin.compactionSwitch(false)).toBe(true);
    await writeFiles(made, 12);
    made.clock.advance(5_000);
    await settled();
    await made.admin.compact('t');
    expect(await codeOf(made.admin.majorCompact('t'))).toBe('INVALID_OPERATION');
    expect(await made.count()).toBe(12);
    expect(await made.admin.compactionSwitch(true)).toBe(false);
    expect(await made.admin.compactionSwitch(true)).toBe(true);
    await made.admin.majorCompact('t');
    expect(await made.count()).toBe(1);
  });

  it('when switched off, gives up the running one', async () => {
    const made = await bench(true);
    await writeFiles(made, 3, 100);
    const before = made.files();
    made.gate.shut();
    const compaction = codeOf(made.admin.majorCompact('t'));
    await settled();
    expect(made.files().length).toBe(4);
    const off = made.admin.compactionSwitch(false);
    made.gate.open();
    await off;
    expect(made.files()).toEqual(before);
    expect(await compaction).toBe('INVALID_OPERATION');
  });

  it('accepts only true or false', async () => {
    const { admin } = await bench();
    expect(await codeOf(admin.compactionSwitch('on' as unknown as boolean))).toBe('INVALID_ARGUMENT');
  });
});

describe('A compaction that runs', () => {
  async function running(how: 'majorCompact' | 'compact' = 'majorCompact') {
    const made = await bench(true);
    await writeFiles(made, 3, 100);
    const before = made.files();
    made.gate.shut();
    const compaction = codeOf(made.admin[how]('t', 'f'));
    await settled();
    expect(made.files().length).toBe(before.length + 1);
    return { ...made, before, compaction };
  }

  it('lets its table be read, written and flushed', async () => {
    const { admin, compaction, count, gate, table } = await running();
    await table.put(new Put('new').addColumn('f', 'q', 'v'));
    const flushed = admin.flush('t');
    gate.open();
    await flushed;
    expect(await compaction).toBe('done');
    expect(await count()).toBe(2);
    expect((await table.getScanner(new Scan()).toArray()).length).toBe(101);
  });

  it('is reported by the state of its table', async () => {
    for (const [how, state] of [
      ['majorCompact', 'MAJOR'],
      ['compact', 'MINOR'],
    ] as const) {
      const { admin, compaction, gate } = await running(how);
      expect(await admin.getCompactionState('t')).toBe(state);
      const second = admin[how === 'compact' ? 'majorCompact' : 'compact']('t');
      await settled();
      expect(await admin.getCompactionState('t')).toBe('MAJOR_AND_MINOR');
      gate.open();
      await Promise.all([compaction, second]);
      expect(await admin.getCompactionState('t')).toBe('NONE');
    }
  });

  it('is ended by a schema change of its table, and leaves nothing behind', async () => {
    const { admin, before, compaction, files, gate } = await running();
    const changed = admin.disableTable('t');
    await settled();
    gate.open();
    await changed;
    expect(files()).toEqual(before);
    expect(await compaction).toBe('INVALID_OPERATION');
    await admin.deleteTable('t');
    expect(await codeOf(admin.majorCompact('t'))).toBe('TABLE_NOT_FOUND');
  });

  it('is ended when the connection closes, and leaves nothing behind', async () => {
    const { before, clock, compaction, connection, files, gate } = await running();
    const closed = connection.close();
    await settled();
    gate.open();
    await closed;
    expect(await compaction).toBe('CONNECTION_CLOSED');
    expect(files()).toEqual(before);
    expect(clock.waiting).toBe(0);
  });

  it('is ended when the database closes', async () => {
    const { before, compaction, database, files, gate } = await running();
    const closed = database.close();
    await settled();
    gate.open();
    await closed;
    expect(await compaction).toBe('INVALID_OPERATION');
    expect(files()).toEqual(before);
  });

  it('runs alone: the next one waits for it', async () => {
    const { admin, compaction, files, gate, before } = await running();
    const second = admin.majorCompact('t');
    await settled();
    expect(files().length).toBe(before.length + 1);
    gate.open();
    expect(await Promise.all([compaction, codeOf(second)])).toEqual(['done', 'done']);
  });
});

describe('Writes', () => {
  it('let a compaction take a step first if a family has twelve files, and wait for it from twenty on', async () => {
    const made = await bench(true);
    await made.admin.compactionSwitch(false);
    await writeFiles(made, 20, 50);
    await made.admin.compactionSwitch(true);
    made.gate.shut();
    const compaction = made.admin.compact('t');
    await settled();
    let written = false;
    const write = made.table.put(new Put('waits').addColumn('f', 'q', 'v')).then(() => {
      written = true;
    });
    await settled();
    expect(written).toBe(false);
    made.gate.open();
    await Promise.all([compaction, write]);
    expect(await made.count()).toBeLessThan(20);
  });

  it('reject with REGION_TOO_BUSY if that takes longer than ten seconds', async () => {
    const made = await bench(true);
    await made.admin.compactionSwitch(false);
    await writeFiles(made, 20, 50);
    await made.admin.compactionSwitch(true);
    made.gate.shut();
    const compaction = made.admin.compact('t');
    await settled();
    const write = codeOf(made.table.put(new Put('waits').addColumn('f', 'q', 'v')));
    await settled();
    made.clock.advance(10_000);
    expect(await write).toBe('REGION_TOO_BUSY');
    made.gate.open();
    await compaction;
  });

  it('to another table do not wait', async () => {
    const made = await bench(true);
    const other = await made.connection.ensureTable({ name: 'other', families: ['f'] });
    await made.admin.compactionSwitch(false);
    await writeFiles(made, 20, 50);
    await made.admin.compactionSwitch(true);
    made.gate.shut();
    const compaction = made.admin.compact('t');
    await settled();
    expect(await codeOf(other.put(new Put('r').addColumn('f', 'q', 'v')))).toBe('done');
    made.gate.open();
    await compaction;
  });

  it('do not wait if no compaction can help', async () => {
    const made = await bench();
    await made.admin.compactionSwitch(false);
    await writeFiles(made, 21);
    await made.table.put(new Put('r').addColumn('f', 'q', 'v'));
    expect(await made.count()).toBe(21);
  });
});

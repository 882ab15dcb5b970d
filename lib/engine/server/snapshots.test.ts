import { describe, expect, it } from 'vitest';
import type { Table } from '../../client/table.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { connectTo, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';

async function bench(
  machine = new SimMachine({ seed: 1, clock: new ManualClock(1_700_000_000_000) }),
  configuration: Record<string, string> = {},
) {
  const { connection, database } = await openEngine(machine, { configuration });
  const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  const storeFiles = () => machine.files.paths().filter((path) => path.startsWith('data/'));
  return { machine, clock: machine.clock, connection, database, admin: connection.getAdmin(), table, storeFiles };
}

type Bench = Awaited<ReturnType<typeof bench>>;

async function put(table: Table, row: string, value: string): Promise<void> {
  await table.put({ row, cells: { f: { q: value } } });
}

/** `row=value` of each row. */
async function rows({ connection }: Bench, name = 't'): Promise<string> {
  const results = await connection.getTable(name).getScanner({}).toArray();
  return results.map((result) => `${result.key}=${result.getText('f', 'q')}`).join(' ');
}

async function minutesLater({ clock }: Bench, minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    clock.advance(61_000);
    for (let round = 0; round < 5; round++) await settle();
  }
}

describe('A snapshot', () => {
  it('keeps what the table had: later puts, deletes and compactions do not change its clones (S-60, S-64, S-66)', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.flush('t');
    await put(made.table, 'b', '1');
    await made.admin.snapshot('s', 't');
    await put(made.table, 'a', '2');
    await made.table.delete({ row: 'b' });
    await made.admin.majorCompact('t');
    await minutesLater(made, 2);
    await made.admin.cloneSnapshot('s', 'u');
    expect([await rows(made), await rows(made, 'u')]).toEqual(['a=2', 'a=1 b=1']);
    await put(made.connection.getTable('u'), 'c', '3');
    await made.admin.majorCompact('u');
    await made.admin.cloneSnapshot('s', 'v');
    expect([await rows(made), await rows(made, 'u'), await rows(made, 'v')]).toEqual(['a=2', 'a=1 b=1 c=3', 'a=1 b=1']);
  });

  it('of type SKIPFLUSH has only what is in store files; DISABLED is for disabled tables (S-60)', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.flush('t');
    await put(made.table, 'b', '1');
    await made.admin.snapshot('skip', 't', 'SKIPFLUSH');
    await made.admin.snapshot('flush', 't', 'DISABLED');
    await made.admin.disableTable('t');
    await made.admin.snapshot('disabled', 't', 'FLUSH');
    for (const name of ['skip', 'flush', 'disabled']) await made.admin.cloneSnapshot(name, `of-${name}`);
    expect(await rows(made, 'of-skip')).toBe('a=1');
    expect(await rows(made, 'of-flush')).toBe('a=1 b=1');
    expect(await rows(made, 'of-disabled')).toBe('a=1 b=1');
    const types = (await made.admin.listSnapshots()).map(({ name, table, type }) => [name, table, type]);
    expect(types).toEqual([
      ['disabled', 't', 'DISABLED'],
      ['flush', 't', 'FLUSH'],
      ['skip', 't', 'SKIPFLUSH'],
    ]);
  });

  it('copies no file; a file is removed when no table, snapshot or clone names it', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.flush('t');
    const first = made.storeFiles();
    await made.admin.snapshot('s', 't');
    await made.admin.cloneSnapshot('s', 'u');
    expect(made.storeFiles()).toEqual(first);
    await made.admin.majorCompact('t');
    await minutesLater(made, 2);
    expect(made.storeFiles()).toEqual(expect.arrayContaining(first));
    await made.admin.deleteSnapshot('s');
    await minutesLater(made, 2);
    expect(made.storeFiles()).toEqual(expect.arrayContaining(first));
    await made.admin.majorCompact('u');
    expect(made.storeFiles()).toEqual(expect.arrayContaining(first));
    await minutesLater(made, 2);
    expect(made.storeFiles()).not.toEqual(expect.arrayContaining(first));
    expect([await rows(made), await rows(made, 'u')]).toEqual(['a=1', 'a=1']);
  });

  it('still exists when the table is dropped, and when the database is opened again', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.disableTable('t');
    await made.admin.deleteTable('t');
    await minutesLater(made, 2);
    await made.connection.close();
    const again = await bench(made.machine);
    await again.admin.cloneSnapshot('s', 'u');
    expect(await rows(again, 'u')).toBe('a=1');
    expect((await again.connection.status()).lastRecovery.problems).toEqual([]);
  });
});

describe('A clone', () => {
  it('is opened again with the files that it shares, even if the source was dropped', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.cloneSnapshot('s', 'u');
    await put(made.connection.getTable('u'), 'b', '2');
    await put(made.table, 'c', '3');
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 2 }));
    expect([await rows(again), await rows(again, 'u')]).toEqual(['a=1 c=3', 'a=1 b=2']);
    await again.admin.disableTable('t');
    await again.admin.deleteTable('t');
    await again.admin.deleteSnapshot('s');
    await minutesLater(again, 2);
    const third = await bench(again.machine.image({ kind: 'process-death', seed: 2 }));
    expect(await rows(third, 'u')).toBe('a=1 b=2');
    expect((await third.connection.verify()).ok).toBe(true);
  });

  it('gives a later put in the same millisecond a newer timestamp than the delete that it has', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.table.delete({ row: 'a' });
    await made.admin.snapshot('s', 't');
    await made.admin.cloneSnapshot('s', 'u');
    await put(made.connection.getTable('u'), 'a', '2');
    expect(await rows(made, 'u')).toBe('a=2');
  });
});

describe('A restore', () => {
  it('brings back schema and data, keeps the table disabled, and leaves no snapshot of its own (S-63)', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await put(made.table, 'a', '2');
    await made.admin.deleteColumnFamily('t', 'g');
    await made.admin.disableTable('t');
    await made.admin.restoreSnapshot('s');
    expect(await made.admin.isTableDisabled('t')).toBe(true);
    await made.admin.enableTable('t');
    expect(await rows(made)).toBe('a=1');
    expect((await made.admin.getDescriptor('t')).families.map(({ name }) => name)).toEqual(['f', 'g']);
    expect((await made.admin.listSnapshots()).map(({ name }) => name)).toEqual(['s']);
    await put(made.table, 'b', '3');
    const again = await bench(made.machine.image({ kind: 'process-death', seed: 2 }));
    expect(await rows(again)).toBe('a=1 b=3');
  });

  it('of a table that does not exist creates it, enabled (S-63)', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.disableTable('t');
    await made.admin.deleteTable('t');
    await made.admin.restoreSnapshot('s');
    expect(await rows(made)).toBe('a=1');
  });

  it('that fails changes nothing and leaves no fail-safe snapshot (S-63)', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await put(made.table, 'a', '2');
    await made.admin.disableTable('t');
    const listed: string[][] = [];
    const { commit } = made.machine.catalog;
    let commits = 0;
    made.machine.catalog.commit = async (edit) => {
      listed.push((edit.putSnapshots ?? []).map(({ name }) => name));
      commits++;
      if (commits === 2) throw new Error('no');
      await commit.call(made.machine.catalog, edit);
    };
    await expect(made.admin.restoreSnapshot('s')).rejects.toThrow();
    expect(listed[0]).toEqual([expect.stringMatching(/^hbase-failsafe-s-17\d+$/)]);
    expect((await made.admin.listSnapshots()).map(({ name }) => name)).toEqual(['s']);
    await made.admin.enableTable('t');
    expect(await rows(made)).toBe('a=2');
  });

  it('without a fail-safe snapshot that fails commits nothing else', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.disableTable('t');
    const { commit } = made.database.engine.commit;
    let commits = 0;
    made.database.engine.commit.commit = async (...args) => {
      commits++;
      if (commits === 1) throw new Error('no');
      await commit.apply(made.database.engine.commit, args);
    };
    await expect(made.admin.restoreSnapshot('s', false)).rejects.toThrow();
    expect(commits).toBe(1);
    await made.admin.enableTable('t');
    expect(await rows(made)).toBe('a=1');
  });

  it('without a fail-safe snapshot is one commit', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.disableTable('t');
    const { generation } = await made.connection.status();
    await made.admin.restoreSnapshot('s', false);
    expect((await made.connection.status()).generation).toBe(generation + 1);
  });
});

describe('Expired snapshots', () => {
  it('can be neither cloned nor restored, and are deleted by the cleaner (S-65)', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('old', 't', 'FLUSH', { TTL: 100 });
    await made.admin.snapshot('kept', 't', 'FLUSH', { TTL: 100_000 });
    await made.admin.disableTable('t');
    made.clock.advance(100_001);
    const expired = { code: 'SNAPSHOT_TTL_EXPIRED', hbaseName: 'SnapshotTTLExpiredException' };
    await expect(made.admin.cloneSnapshot('old', 'u')).rejects.toMatchObject(expired);
    await expect(made.admin.restoreSnapshot('old')).rejects.toMatchObject(expired);
    expect(await made.admin.listSnapshots()).toHaveLength(2);
    await minutesLater(made, 30);
    expect((await made.admin.listSnapshots()).map(({ name, ttl }) => [name, ttl])).toEqual([['kept', 100_000]]);
  });

  it('are kept while the cleanup is switched off, in later engines too', async () => {
    const made = await bench();
    await made.admin.snapshot('old', 't', 'FLUSH', { TTL: 1 });
    expect(await made.admin.snapshotCleanupSwitch(false)).toBe(true);
    expect(await made.admin.isSnapshotCleanupEnabled()).toBe(false);
    await minutesLater(made, 31);
    await made.connection.close();
    const again = await bench(made.machine);
    await minutesLater(again);
    expect(await again.admin.listSnapshots()).toHaveLength(1);
    expect(await again.admin.snapshotCleanupSwitch(true)).toBe(false);
    await minutesLater(again, 31);
    expect(await again.admin.listSnapshots()).toEqual([]);
  });

  it('have the TTL of the database if they set none', async () => {
    const made = await bench(undefined, { 'hbase.master.snapshot.ttl': '7' });
    await made.admin.snapshot('s', 't');
    expect(await made.admin.listSnapshots()).toMatchObject([{ ttl: 7 }]);
  });
});

describe('The calls of snapshots', () => {
  it('refuse names that exist, do not exist or are not allowed (S-61, S-62, N-9)', async () => {
    const { admin } = await bench();
    await admin.snapshot('s', 't');
    const refused: readonly [Promise<unknown>, string, string][] = [
      [admin.snapshot('s', 't'), 'SNAPSHOT_EXISTS', 'SnapshotExistsException'],
      [admin.snapshot('s2', 'no'), 'SNAPSHOT_CREATION', 'SnapshotCreationException'],
      [admin.snapshot('a:b', 't'), 'INVALID_ARGUMENT', 'IllegalArgumentException'],
      [admin.snapshot('-a', 't'), 'INVALID_ARGUMENT', 'IllegalArgumentException'],
      [admin.snapshot('', 't'), 'INVALID_ARGUMENT', 'IllegalArgumentException'],
      [admin.snapshot('s3', 'hbase:meta'), 'INVALID_ARGUMENT', 'IllegalArgumentException'],
      [admin.snapshot('s3', 't', 'FLUSH', { TTL: -1 }), 'INVALID_ARGUMENT', 'IllegalArgumentException'],
      [admin.snapshot('s3', 't', 'NO' as 'FLUSH'), 'INVALID_ARGUMENT', 'IllegalArgumentException'],
      [admin.deleteSnapshot('no'), 'SNAPSHOT_DOES_NOT_EXIST', 'SnapshotDoesNotExistException'],
      [admin.cloneSnapshot('no', 'u'), 'SNAPSHOT_DOES_NOT_EXIST', 'SnapshotDoesNotExistException'],
      [admin.cloneSnapshot('s', 't'), 'TABLE_EXISTS', 'TableExistsException'],
      [admin.cloneSnapshot('s', 'no:u'), 'NAMESPACE_NOT_FOUND', 'NamespaceNotFoundException'],
      [admin.restoreSnapshot('no'), 'RESTORE_SNAPSHOT', 'RestoreSnapshotException'],
      [admin.restoreSnapshot('s'), 'TABLE_NOT_DISABLED', 'TableNotDisabledException'],
      [admin.isSnapshotFinished('no'), 'UNKNOWN_SNAPSHOT', 'UnknownSnapshotException'],
    ];
    for (const [call, code, hbaseName] of refused) await expect(call).rejects.toMatchObject({ code, hbaseName });
    expect(await admin.isSnapshotFinished('s')).toBe(true);
    expect((await admin.listSnapshots()).map(({ name }) => name)).toEqual(['s']);
  });

  it('report a snapshot as unfinished while it is taken', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    const other = connectTo(made.database, made.clock).getAdmin();
    const answers = new Set<unknown>();
    const taken = made.admin.snapshot('s', 't');
    while (!answers.has(true)) answers.add(await other.isSnapshotFinished('s').catch(({ code }) => code));
    expect([...answers]).toContain(false);
    await taken;
  });

  it('list and delete by patterns of whole names (S-62)', async () => {
    const { admin, connection } = await bench();
    await connection.ensureTable({ name: 'other', families: ['f'] });
    for (const name of ['aa', 'ab', 'xaa']) await admin.snapshot(name, 't');
    await admin.snapshot('ba', 'other');
    const names = async (list: Promise<readonly { readonly name: string }[]>) => (await list).map(({ name }) => name);
    expect(await names(admin.listSnapshots('a.*'))).toEqual(['aa', 'ab']);
    expect(await names(admin.listTableSnapshots('t'))).toEqual(['aa', 'ab', 'xaa']);
    expect(await names(admin.listTableSnapshots('.*', '.*a'))).toEqual(['aa', 'ba', 'xaa']);
    await admin.deleteSnapshots('a');
    expect(await admin.listSnapshots()).toHaveLength(4);
    await admin.deleteTableSnapshots('t', 'a.*');
    expect(await names(admin.listSnapshots())).toEqual(['ba', 'xaa']);
    await admin.deleteSnapshots(/.*/);
    expect(await admin.listSnapshots()).toEqual([]);
  });

  it('take MAX_FILESIZE for the tables that are made of a snapshot (S-60)', async () => {
    const { admin } = await bench();
    await admin.snapshot('s', 't', 'FLUSH', { MAX_FILESIZE: 5_000_000 });
    await admin.cloneSnapshot('s', 'u');
    expect((await admin.getDescriptor('u')).maxFileSize).toBe(5_000_000);
  });
});

describe('A power cut that undoes young names', () => {
  const cut = (made: Bench) =>
    bench(made.machine.image({ kind: 'power-cut', unflushed: 'drop', names: 'undo', seed: 4 }));

  it('takes nothing from a snapshot, a clone and a restored table: the log has it (S-60)', async () => {
    const made = await bench();
    await minutesLater(made, 2);
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.cloneSnapshot('s', 'u');
    await put(made.table, 'b', '2');
    await made.admin.disableTable('t');
    await made.admin.restoreSnapshot('s');
    await made.admin.enableTable('t');
    expect(made.storeFiles()).not.toEqual([]);
    let next = await cut(made);
    expect(next.storeFiles().filter((path) => path.startsWith('data/1-'))).toEqual([]);
    for (let again = 0; again < 2; again++) {
      await next.admin.cloneSnapshot('s', `v${again}`);
      for (const name of ['t', 'u', `v${again}`]) expect(await rows(next, name)).toBe('a=1');
      next = await cut(next);
    }
    await minutesLater(next, 2);
    expect((await next.connection.verify()).ok).toBe(true);
  });

  it('lets a snapshot go back over a compaction, to files that its table no longer has', async () => {
    const made = await bench();
    for (const row of ['a', 'b']) {
      await put(made.table, row, '1');
      await made.admin.flush('t');
    }
    await minutesLater(made, 2);
    const old = made.storeFiles();
    await made.admin.majorCompact('t');
    await made.admin.snapshot('s', 't');
    await made.admin.disableTable('t');
    await made.admin.deleteTable('t');
    const next = await cut(made);
    await next.admin.cloneSnapshot('s', 'u');
    expect(await rows(next, 'u')).toBe('a=1 b=1');
    await minutesLater(next, 3);
    expect(next.storeFiles()).toEqual(old);
  });
});

describe('A watch of a restored table', () => {
  it('has the rows of the snapshot', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await put(made.table, 'b', '2');
    const live = made.table.watch({});
    await live.ready;
    await made.admin.disableTable('t');
    await made.admin.restoreSnapshot('s');
    await made.admin.enableTable('t');
    for (let round = 0; round < 20 && live.getSnapshot().rows.length !== 1; round++) await settle();
    expect(live.getSnapshot().rows.map(({ key }) => key)).toEqual(['a']);
    live.close();
  });
});

describe('The history of a table that keeps it', () => {
  it('goes on in a clone, and begins with the restore in a restored table', async () => {
    const made = await bench();
    const { admin, clock, connection } = made;
    const table = await connection.ensureTable({ name: 'h', families: [{ name: 'f', ...KEEP_HISTORY }] });
    clock.advance(1_000);
    await put(table, 'a', '1');
    const before = clock.now();
    clock.advance(1_000);
    await put(table, 'a', '2');
    await admin.snapshot('s', 'h');
    await admin.cloneSnapshot('s', 'c');
    clock.advance(1_000);
    await admin.disableTable('h');
    await admin.restoreSnapshot('s');
    await admin.enableTable('h');
    await connection.getTable('c').restore('a', before);
    expect(await rows(made, 'c')).toBe('a=1');
    await expect(table.restore('a', before)).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
  });
});

describe('What snapshots keep', () => {
  it('is counted by status, each file once, as long as no table has it too', async () => {
    const made = await bench();
    const files = async () => (await made.connection.status()).storeFiles;
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.snapshot('s2', 't');
    const { bytes } = await files();
    expect(await files()).toMatchObject({ count: 1, snapshots: { count: 0, bytes: 0 } });
    await made.admin.cloneSnapshot('s', 'u');
    expect(await files()).toMatchObject({ count: 1, bytes, snapshots: { count: 0, bytes: 0 } });
    await made.admin.majorCompact('t');
    await made.admin.majorCompact('u');
    expect(await files()).toMatchObject({ count: 2, snapshots: { count: 1, bytes } });
  });

  it('is named by erase: the snapshots and clones that may still have an erased value', async () => {
    const made = await bench();
    await put(made.table, 'a', 'secret');
    await made.admin.snapshot('s', 't');
    await made.admin.cloneSnapshot('s', 'u');
    await made.table.delete({ row: 'a' });
    const erase = async () => {
      const erased = made.admin.erase('t');
      await minutesLater(made, 3);
      return erased;
    };
    expect(await erase()).toEqual({ snapshots: ['s'], tables: ['u'] });
    await made.admin.deleteSnapshot('s');
    expect(await erase()).toEqual({ snapshots: [], tables: ['u'] });
    await made.admin.majorCompact('u');
    await made.admin.snapshot('later', 't');
    expect(await erase()).toMatchObject({ tables: [] });
    await made.admin.deleteSnapshots('.*');
    expect(await erase()).toEqual({ snapshots: [], tables: [] });
  });

  it('is read by verify', async () => {
    const made = await bench();
    await put(made.table, 'a', '1');
    await made.admin.snapshot('s', 't');
    await made.admin.majorCompact('t');
    await minutesLater(made, 2);
    const { ok, files } = await made.connection.verify();
    expect(ok).toBe(true);
    expect(files.filter(({ kind }) => kind === 'store file')).toHaveLength(2);
    const [path = ''] = files.flatMap(({ kind, path }) => (kind === 'store file' ? [path] : [])).sort();
    await made.connection.close();
    await made.machine.files.remove(path);
    const again = await bench(made.machine);
    expect((await again.connection.status()).lastRecovery.problems.join()).toContain(`Snapshot 's'`);
    const found = await again.connection.verify();
    expect(found.files.find((file) => file.path === path)?.problems.length).toBeGreaterThan(0);
  });
});

it('A database with snapshots lists their feature, and only while they or shared files exist', async () => {
  const made = await bench();
  const features = () => made.machine.catalog.current?.database.features;
  await put(made.table, 'a', '1');
  expect(features()).toEqual([]);
  await made.admin.snapshot('s', 't');
  expect(features()).toEqual(['snapshots']);
  await made.admin.cloneSnapshot('s', 'u');
  await made.admin.deleteSnapshot('s');
  expect(features()).toEqual(['snapshots']);
  await made.admin.majorCompact('u');
  await minutesLater(made, 2);
  await made.admin.flush('u');
  expect(features()).toEqual([]);
});

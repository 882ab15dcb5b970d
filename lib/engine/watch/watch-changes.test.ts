import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { codeOf, mutate } from '../../testing/samples/packet-client.js';
import { keysOf, put, remove, watchBench } from '../../testing/samples/watch-bench.js';
import { WATCH_LIMITS } from './watch-limits.js';

const ROWS = Array.from({ length: 20 }, (_, index) => `r${String(index).padStart(2, '0')}`);

function newMachine(): SimMachine {
  return new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
}

describe('A change of the schema', () => {
  it('has the rows read again: truncate, alter, a dropped and an added family', async () => {
    const { page, connection, woken } = await watchBench();
    const admin = connection.getAdmin();
    const watched = await page.open('t');
    await page.send(put('a'), mutate('t', new Put('b').addColumn('g', 'q', 'v')));
    await admin.deleteColumnFamily('t', 'g');
    expect(woken).toEqual(['page']);
    await page.read();
    expect(keysOf(watched)).toEqual(['a']);
    await admin.addColumnFamily('t', 'e');
    await page.send(mutate('t', new Put('c').addColumn('e', 'q', 'v')));
    expect(watched.rows.get('c')).toEqual(['c/e:q/1000000=v']);
    await admin.disableTable('t');
    await admin.truncateTable('t');
    await page.read();
    expect([keysOf(watched), watched.isState]).toEqual([[], true]);
    await page.send(put('d'));
    expect(keysOf(watched)).toEqual(['d']);
  });

  it('fails a watch that names a family which is dropped', async () => {
    const { page, connection } = await watchBench();
    const watched = await page.open('t', { columns: ['g'] });
    await connection.getAdmin().deleteColumnFamily('t', 'g');
    await page.read();
    expect(watched.error?.code).toBe('NO_SUCH_COLUMN_FAMILY');
    expect((await connection.status()).watches).toEqual([]);
  });

  it('keeps the rows of a disabled table, and reads on when it is enabled', async () => {
    const { page, connection, clock } = await watchBench({ families: [{ name: 'f', timeToLive: 10 }] });
    const admin = connection.getAdmin();
    const watched = await page.open('t');
    await page.send(put('a'));
    await admin.disableTable('t');
    clock.advance(20_000);
    await page.readOnce();
    expect([keysOf(watched), watched.isState, watched.error]).toEqual([['a'], true, null]);
    await admin.enableTable('t');
    await page.read();
    expect(keysOf(watched)).toEqual([]);
  });

  it('ends the watch of a deleted table with TABLE_NOT_FOUND', async () => {
    const { page, connection, woken } = await watchBench();
    const watched = await page.open('t');
    await page.send(put('a'));
    await connection.getAdmin().disableTable('t');
    await page.read();
    await connection.getAdmin().deleteTable('t');
    expect(woken.length).toBe(2);
    await page.read();
    expect([watched.error?.code, keysOf(watched)]).toEqual(['TABLE_NOT_FOUND', ['a']]);
  });

  it('ends the watch of a deleted table even if another one has its name before the client reads', async () => {
    const { page, connection } = await watchBench();
    const watched = await page.open('t');
    await page.send(put('a'));
    const admin = connection.getAdmin();
    await admin.disableTable('t');
    await admin.deleteTable('t');
    await admin.createTable({ name: 't', families: ['f'] });
    await page.read();
    expect([watched.error?.code, keysOf(watched)]).toEqual(['TABLE_NOT_FOUND', ['a']]);
  });
});

describe('A flush or a compaction', () => {
  it('that removes a marker shows the put in memory that it hid', async () => {
    const { page, connection, woken } = await watchBench();
    const admin = connection.getAdmin();
    const watched = await page.open('t');
    await page.send(mutate('t', new Delete('a').addColumns('f', 'q', 900_000)), put('b'));
    await admin.flush('t');
    await page.send(mutate('t', new Put('a').addColumn('f', 'q', 800_000, 'hidden')));
    expect(keysOf(watched)).toEqual(['b']);
    await compactFiles(connection, 't', null);
    expect(woken.length).toBeGreaterThan(0);
    await page.read();
    expect(watched.rows.get('a')).toEqual(['a/f:q/800000=hidden']);
  });

  it('that drops a version which was visible because a newer one is deleted elsewhere, removes the row', async () => {
    const { page, connection } = await watchBench();
    const admin = connection.getAdmin();
    await admin.compactionSwitch(false);
    const watched = await page.open('t');
    for (const time of [1, 2]) {
      await page.send(mutate('t', new Put('a').addColumn('f', 'q', time, `v${time}`)));
      await admin.flush('t');
    }
    await page.send(mutate('t', new Delete('a').addColumn('f', 'q', 2)));
    expect(watched.rows.get('a')).toEqual(['a/f:q/1=v1']);
    await admin.compactionSwitch(true);
    await admin.majorCompact('t');
    await page.read();
    expect(keysOf(watched)).toEqual((await connection.getTable('t').getScanner().toArray()).map(() => 'a'));
  });

  it('of another table, or of rows without hidden cells, has nothing read again', async () => {
    const { page, connection, woken } = await watchBench();
    const watched = await page.open('t');
    await page.send(put('a'), put('b'));
    await connection.getAdmin().flush('t');
    await connection.getAdmin().majorCompact('t');
    expect([woken, watched.sent]).toEqual([[], 2]);
  });
});

describe('A failure', () => {
  it('of the log leaves the rows as they are stored', async () => {
    const machine = newMachine();
    const { page, other } = await watchBench({ medium: machine });
    const watched = await page.open('t');
    await page.send(put('a', 'old'));
    machine.files.fail({ operation: 'write', path: 'wal/1-1', error: 'QUOTA' });
    const answers = await page.send(put('a', 'new'), put('b'), remove('a'));
    expect(answers.map(codeOf)).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
    expect(watched.rows.get('a')).toEqual(['a/f:q/1000000=old']);
    machine.files.heal();
    await other.send(put('c'));
    await page.read();
    expect(keysOf(watched)).toEqual(['a', 'c']);
  });

  it('of the handle of a file is repaired while the watch is read', async () => {
    const machine = newMachine();
    const first = await watchBench({ medium: machine });
    await first.other.send(...ROWS.map((row) => put(row)));
    await first.connection.close();
    const { page, database } = await watchBench({ medium: machine });
    const files = database.engine.regions.get('t')?.stores.flatMap((store) => store.files) ?? [];
    for (const { file } of files) machine.files.fail({ operation: 'read', path: file.path, error: 'INVALID' });
    const watched = await page.open('t');
    await page.read();
    expect([watched.error, keysOf(watched)]).toEqual([null, ROWS]);
  });

  it('to read a damaged file ends the watch with CORRUPTION; others go on', async () => {
    const machine = newMachine();
    const families = [{ name: 'f', blockSize: 1024 }];
    const first = await watchBench({ medium: machine, families });
    await first.other.send(...ROWS.map((row) => put(row, 'x'.repeat(400))));
    await first.connection.close();
    // A byte of the first data block.
    for (const path of machine.files.paths().filter((one) => one.startsWith('data/')))
      machine.files.setBytes(
        path,
        machine.files.bytesOf(path).map((byte, at) => (at === 200 ? byte ^ 1 : byte)),
      );
    const { page } = await watchBench({ medium: machine, families });
    const sound = await page.open('t', { start: 'r10' });
    const damaged = await page.open('t');
    await page.read();
    expect([damaged.error?.code, sound.error, keysOf(sound).length]).toEqual(['CORRUPTION', null, 10]);
    await page.send(put('y'), remove('r19'));
    expect(keysOf(sound)).toEqual([...ROWS.slice(10, 19), 'y']);
    const again = await page.open('t');
    expect(again.error?.code).toBe('CORRUPTION');
  });

  it('does not follow from files that are closed while many are open', async () => {
    const { page, other, connection } = await watchBench();
    const names = Array.from({ length: 70 }, (_, index) => `crowd${index}`);
    await other.send(put('a'));
    await connection.getAdmin().flush('t');
    const watched = await page.open('t');
    for (const name of names) {
      await connection.ensureTable({ name, families: ['f'] });
      await connection.getTable(name).put(new Put('r').addColumn('f', 'q', 'v'));
      await connection.getAdmin().flush(name);
    }
    await other.send(put('b'), remove('a'));
    await page.read();
    expect([watched.error, keysOf(watched)]).toEqual([null, ['b']]);
    const all = await page.open('crowd1');
    expect([all.error, keysOf(all)]).toEqual([null, ['r']]);
  });
});

describe('Closing the database', () => {
  it('closes readings, so that nothing of it is kept', async () => {
    const { page, other, database, connection } = await watchBench({
      platform: { watchLimits: { ...WATCH_LIMITS, stepBytes: 1 } },
    });
    await other.send(...ROWS.map((row) => put(row)));
    await page.open('t');
    expect(page.isBehind).toBe(true);
    await connection.close();
    expect(database.engine.pool.usedBytes).toBe(0);
  });

  it('waits for the differences of writes that are answered', async () => {
    const yielder = () => new Promise<void>((resolve) => setImmediate(resolve));
    const { page, connection } = await watchBench({ platform: { yielder } });
    const watched = await page.open('t');
    const written = page.send(
      mutate('t', ...ROWS.map((row) => new Put(row).addColumn('f', 'q', 'v').setDurability('FSYNC_WAL'))),
    );
    await Promise.all([written, connection.close()]);
    expect(keysOf(watched)).toEqual(ROWS);
  });
});

import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Get } from '../../model/get.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { CountingFileSystem } from '../../testing/fakes/counting-file-system.js';
import { openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { MOST_IDLE_FILES } from '../region/open-files.js';
import type { Database } from './database.js';

const FAMILIES = ['f', 'g'];
/** `data/1-1` and `data/1-2` are the files of the first table, which are not among the newest 64. */
const OLD = 'data/1-1';

interface Opened {
  readonly machine: SimMachine;
  readonly files: CountingFileSystem;
  readonly database: Database;
  readonly connection: Connection;
  /** Messages of events. */
  readonly errors: string[];
  /** How often store files were opened. */
  readonly opens: () => number;
}

async function open(machine: SimMachine): Promise<Opened> {
  const files = new CountingFileSystem(machine.files);
  const { database, connection } = await openEngine({ files, catalog: machine.catalog, clock: machine.clock });
  const errors: string[] = [];
  connection.addEventListener('error', ({ error }) => errors.push(error.message));
  const opens = (): number => files.opened.filter((path) => path.startsWith('data/')).length;
  return { machine, files, database, connection, errors, opens };
}

const nameOf = (table: number): string => `t${table}`;

async function textAt({ connection }: Opened, table: number, family: string): Promise<string | null> {
  return (await connection.getTable(nameOf(table)).get(new Get('row').addFamily(family))).getText(family, 'q');
}

async function problemsOf({ connection }: Opened): Promise<readonly string[]> {
  return (await connection.status()).lastRecovery.problems;
}

/** Tables with two store files each, of which nothing is open; the later a table, the newer are its files. */
async function flushed(tables: number): Promise<SimMachine> {
  const clock = new ManualClock(1_000_000);
  const machine = new SimMachine({ seed: 1, clock });
  const { connection } = await open(machine);
  for (let table = 0; table < tables; table++) {
    await connection.ensureTable({ name: nameOf(table), families: FAMILIES });
    const put = new Put('row');
    for (const family of FAMILIES) put.addColumn(family, 'q', `${table}${family}`);
    await connection.getTable(nameOf(table)).put(put);
    clock.advance(1);
    await connection.getAdmin().flush(nameOf(table));
  }
  await connection.close();
  return machine;
}

/** Flips a bit of the trailer. */
function damage({ files }: SimMachine, path: string): void {
  const bytes = new Uint8Array(files.bytesOf(path));
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1;
  files.setBytes(path, bytes);
}

describe('Opening a database', () => {
  it('opens at most 64 store files, and each of the others once, when its table is first used', async () => {
    const opened = await open(await flushed(40));
    expect(opened.opens()).toBe(MOST_IDLE_FILES);
    expect((await opened.connection.status()).storeFiles.count).toBe(80);
    expect(opened.opens()).toBe(MOST_IDLE_FILES);
    // The tables with the newest files are open.
    expect(await textAt(opened, 39, 'g')).toBe('39g');
    expect(await textAt(opened, 8, 'f')).toBe('8f');
    expect(opened.opens()).toBe(MOST_IDLE_FILES);
    for (let table = 0; table < 8; table++) expect(await textAt(opened, table, 'f')).toBe(`${table}f`);
    expect(opened.opens()).toBe(80);
    await opened.connection.close();
    expect(opened.files.handles.now).toBe(0);
  });

  it('opens all files of a database that has no more than 64', async () => {
    const opened = await open(await flushed(32));
    expect(opened.opens()).toBe(MOST_IDLE_FILES);
    await opened.connection.close();
  });

  it('finds files that a power cut removed by their names, and restores their tables from the log', async () => {
    const machine = await flushed(40);
    for (const path of [OLD, 'data/1-14']) await machine.files.remove(path);
    const opened = await open(machine);
    const restored = expect.stringContaining('was restored to its state before a flush');
    expect(await problemsOf(opened)).toEqual([restored, restored]);
    expect(opened.opens()).toBeLessThan(MOST_IDLE_FILES + 10);
    for (const table of [0, 6]) {
      for (const family of FAMILIES) expect(await textAt(opened, table, family)).toBe(`${table}${family}`);
    }
    await opened.connection.close();
  });
});

describe('A store file that is not open yet', () => {
  it('is contained and reported when its first use finds it damaged', async () => {
    const machine = await flushed(40);
    damage(machine, OLD);
    const opened = await open(machine);
    const { connection, errors } = opened;
    expect(await problemsOf(opened)).toEqual([]);
    const corruption = { code: 'CORRUPTION', details: expect.objectContaining({ file: OLD }) };
    await expect(textAt(opened, 0, 'f')).rejects.toMatchObject(corruption);
    expect(await textAt(opened, 0, 'g')).toBe('0g');
    expect((await connection.getTable('t0').get(new Get('s').addFamily('f'))).isEmpty).toBe(true);
    expect(await problemsOf(opened)).toEqual([
      expect.stringMatching(
        /A store file of table 't0', family 'f', cannot be read: data\/1-1 .* from 'row' up to 'row'/,
      ),
    ]);
    expect((await connection.status()).origin).toBe('recovered');
    expect(errors).toEqual([expect.stringContaining(OLD)]);
    // Writes go on, and no compaction is major.
    const table = connection.getTable('t0');
    for (const value of ['a', 'b']) {
      await table.put(new Put('s').addColumn('f', 'q', value));
      await connection.getAdmin().flush('t0');
    }
    await expect(connection.getAdmin().majorCompact('t0')).rejects.toMatchObject(corruption);
    expect(machine.files.paths()).toContain(OLD);
    expect((await table.get('s')).getText('f', 'q')).toBe('b');
    await connection.close();
    expect(opened.files.handles.now).toBe(0);
  });

  it('is opened for a major compaction, and its deleted cells go', async () => {
    const machine = await flushed(40);
    const opened = await open(machine);
    const admin = opened.connection.getAdmin();
    await admin.majorCompact('t0');
    const [metrics] = (await admin.getRegionMetrics('t0')).stores;
    expect(metrics).toMatchObject({ storeFileCount: 1, storeFiles: [{ cells: 1, kind: 'compaction', major: true }] });
    await opened.connection.close();
  });

  it('is opened for metrics', async () => {
    const opened = await open(await flushed(40));
    const admin = opened.connection.getAdmin();
    const [metrics] = (await admin.getRegionMetrics('t0')).stores;
    expect(metrics).toMatchObject({ storeFileCount: 1, storeFiles: [{ number: 1, cells: 1, minKey: 'row' }] });
    expect(await admin.getLastMajorCompactionTimestamp('t1')).toBe(0);
    await opened.connection.close();
  });

  it('is checked a minute later if nothing uses it', async () => {
    const machine = await flushed(40);
    damage(machine, OLD);
    const opened = await open(machine);
    machine.clock.advance(61_000);
    for (let turn = 0; turn < 100; turn++) await settle();
    expect(opened.opens()).toBe(80);
    expect(await problemsOf(opened)).toEqual([expect.stringContaining(OLD)]);
    expect(opened.files.handles.now).toBeLessThanOrEqual(MOST_IDLE_FILES + 6);
    await opened.connection.close();
    expect(opened.files.handles.now).toBe(0);
  });

  it('is tried again by the next read if another worker still holds it', async () => {
    const machine = await flushed(40);
    const opened = await open(machine);
    machine.files.fail({ operation: 'open', path: OLD, error: 'BUSY' });
    await expect(textAt(opened, 0, 'f')).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    expect(await textAt(opened, 0, 'f')).toBe('0f');
    expect(await problemsOf(opened)).toEqual([]);
    await opened.connection.close();
  });

  it.each(['open', 'size', 'read'] as const)(
    'is tried again by the next read if one call of %s fails',
    async (operation) => {
      const machine = await flushed(40);
      const opened = await open(machine);
      machine.files.fail({ operation, path: OLD, error: 'IO' });
      const refused = { code: 'STORAGE_UNAVAILABLE', details: { file: OLD, reason: 'io-error' } };
      await expect(textAt(opened, 0, 'f')).rejects.toMatchObject(refused);
      expect(await problemsOf(opened)).toEqual([expect.stringContaining('reject with STORAGE_UNAVAILABLE')]);
      expect(await textAt(opened, 0, 'f')).toBe('0f');
      expect(await problemsOf(opened)).toEqual([]);
      expect((await opened.connection.status()).origin).toBe('opened');
      await opened.connection.close();
    },
  );

  it('is tried again if it belongs to a clone or a restored table', async () => {
    const { machine, connection } = await open(await flushed(1));
    const admin = connection.getAdmin();
    await admin.snapshot('s', 't0');
    await admin.cloneSnapshot('s', 'clone');
    await admin.disableTable('t0');
    await admin.restoreSnapshot('s');
    await admin.enableTable('t0');
    for (const table of ['clone', 't0']) {
      const read = async () => (await connection.getTable(table).get(new Get('row').addFamily('f'))).getText('f', 'q');
      // The other table may have the file open.
      machine.files.fail({ operation: 'read', path: OLD, error: 'IO' });
      await expect(read()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
      expect(await read()).toBe('0f');
    }
    expect((await connection.status()).lastRecovery.problems).toEqual([]);
  });

  it('is not left open if its table is dropped while it is opened', async () => {
    const machine = await flushed(40);
    const opened = await open(machine);
    const { connection, files } = opened;
    const admin = connection.getAdmin();
    await admin.disableTable('t0');
    const region = opened.database.engine.regions.get('t0');
    machine.files.fail({ operation: 'open', path: OLD, error: 'HANG' });
    const reading = opened.database.engine.openFiles.read(region as NonNullable<typeof region>);
    await admin.deleteTable('t0');
    machine.files.answerHanging();
    await reading;
    const { now } = files.handles;
    expect(now).toBeLessThanOrEqual(MOST_IDLE_FILES + 6);
    await connection.close();
    expect(files.handles.now).toBe(0);
  });

  it('is read before an output of a compaction that was not committed is removed', async () => {
    const machine = await flushed(40);
    const first = await open(machine);
    machine.catalog.fail({ operation: 'commit', error: 'HANG' });
    first.connection.getAdmin().majorCompact('t0');
    for (let turn = 0; turn < 10; turn++) await settle();
    const image = machine.image({ kind: 'process-death', seed: 2 });
    damage(image, OLD);
    const opened = await open(image);
    // It may be the only copy of the damaged input.
    const kept = 'data/2-81';
    expect(await problemsOf(opened)).toEqual(
      expect.arrayContaining([expect.stringContaining(kept), expect.stringContaining(OLD)]),
    );
    image.clock.advance(61_000);
    for (let turn = 0; turn < 100; turn++) await settle();
    expect(image.files.paths()).toContain(kept);
    await opened.connection.close();
  });
});

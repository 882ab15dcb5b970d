import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import type { Table } from '../../client/table.js';
import { BigtabError } from '../../errors.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { ClearableCatalog, ClearableFiles } from '../../testing/fakes/clearable-medium.js';
import { connectTo } from '../../testing/samples/engine.js';
import { Database } from './database.js';

const PUT = { row: 'r', cells: { f: { q: 'v' } } };

interface Scene {
  readonly catalog: ClearableCatalog;
  readonly files: ClearableFiles;
  readonly clock: ManualClock;
  readonly connection: Connection;
  readonly table: Table;
  /** The notifications of the host. */
  readonly cleared: BigtabError[];
  /** How often the host was told that another writer has opened the database. */
  readonly fenced: () => number;
}

async function setUp(): Promise<Scene> {
  const [catalog, files, clock] = [new ClearableCatalog(), new ClearableFiles(), new ManualClock()];
  const cleared: BigtabError[] = [];
  const yielder = (): Promise<void> => Promise.resolve();
  const onCleared = (error: BigtabError): void => void cleared.push(error);
  let fenced = 0;
  const onFenced = (): void => void fenced++;
  const database = await Database.open(
    { files, catalog, clock, yielder, random: () => 0.37, backend: 'sim', onCleared, onFenced },
    { name: 'test' },
  );
  const connection = connectTo(database, clock);
  await connection.ensureTable({ name: 't', families: ['f'] });
  const table = connection.getTable('t');
  await table.put({ row: 'before', cells: { f: { q: 'v' } } });
  return { catalog, files, clock, connection, table, cleared, fenced: () => fenced };
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a put is acknowledged without time passing, and its outcome. */
function watch(work: Promise<unknown>): { outcome: unknown } {
  const seen: { outcome: unknown } = { outcome: 'waits' };
  work.then(
    () => {
      seen.outcome = 'done';
    },
    (error) => {
      seen.outcome = BigtabError.is(error) ? error.code : error;
    },
  );
  return seen;
}

describe('when the browser ends the connection to the catalog', () => {
  it('and record and files exist, the database continues', async () => {
    const { catalog, table, connection, cleared } = await setUp();
    catalog.onEnded();
    await table.put(PUT);
    await connection.getAdmin().flush('t');
    expect((await table.get('r')).getText('f', 'q')).toBe('v');
    expect([catalog.replaced, cleared]).toEqual([1, []]);
    await connection.close();
  });

  it('no write is acknowledged until the state is known; reads are answered', async () => {
    const { catalog, table, connection } = await setUp();
    let decide = (): void => undefined;
    catalog.gate = new Promise<void>((resolve) => {
      decide = resolve;
    });
    catalog.onEnded();
    const writes = [table.put(PUT), table.increment({ row: 'n', amounts: { f: { q: 1 } } })].map(watch);
    await settle();
    expect((await table.get('before')).getText('f', 'q')).toBe('v');
    expect(writes).toEqual([{ outcome: 'waits' }, { outcome: 'waits' }]);
    decide();
    await settle();
    expect(writes).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
    await connection.close();
  });

  it('and record and files are missing, every call rejects with STORAGE_CLEARED, and nothing is created', async () => {
    const { catalog, files, table, connection, cleared, clock } = await setUp();
    catalog.clear();
    files.gone = true;
    catalog.onEnded();
    await expect(table.put(PUT)).rejects.toMatchObject({
      code: 'STORAGE_CLEARED',
      message: expect.stringMatching(/deleted while the database was open.*Call connect again/),
    });
    for (const call of [
      () => table.put(PUT),
      () => table.get('before'),
      () => table.getScanner().next(),
      () => connection.getAdmin().flush('t'),
      () => connection.status(),
    ]) {
      await expect(call(), String(call)).rejects.toMatchObject({ code: 'STORAGE_CLEARED' });
    }
    expect(cleared).toMatchObject([{ code: 'STORAGE_CLEARED' }]);
    const paths = files.paths();
    await connection.close();
    clock.advance(600_000);
    await settle();
    expect([catalog.image, catalog.replaced]).toEqual([null, 1]);
    expect(files.paths().filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('and only the record is missing, it is written again after 2 s if the files still exist', async () => {
    const { catalog, table, connection, cleared, clock } = await setUp();
    const before = catalog.image;
    catalog.clear();
    catalog.onEnded();
    const put = watch(table.put(PUT));
    await settle();
    clock.advance(1999);
    await settle();
    expect([put.outcome, catalog.image]).toEqual(['waits', null]);
    clock.advance(1);
    await settle();
    expect(put.outcome).toBe('done');
    expect(catalog.image).toEqual(before);
    await connection.getAdmin().flush('t');
    expect(cleared).toEqual([]);
    await connection.close();
  });

  it('and another writer has written a record meanwhile, the host ends', async () => {
    const { catalog, table, clock, fenced } = await setUp();
    catalog.clear();
    catalog.onEnded();
    catalog.replace = async () => {
      throw new BigtabError('FENCED', 'The catalog belongs to the writer of epoch 9; this worker has epoch 1');
    };
    const put = watch(table.put(PUT));
    await settle();
    clock.advance(2_000);
    await settle();
    expect([fenced(), put.outcome]).toEqual([1, 'FENCED']);
  });

  it('and the record disappears first and the files within 2 s, the data is lost', async () => {
    const { catalog, files, table, connection, cleared, clock } = await setUp();
    catalog.clear();
    catalog.onEnded();
    const put = watch(table.put(PUT));
    await settle();
    files.gone = true;
    clock.advance(2000);
    await settle();
    expect([put.outcome, catalog.image, cleared.length]).toEqual(['STORAGE_CLEARED', null, 1]);
    await connection.close();
    expect(catalog.image).toBeNull();
  });

  it('and only the files are missing, the data is lost', async () => {
    const { catalog, files, table, connection, cleared } = await setUp();
    files.gone = true;
    catalog.onEnded();
    await expect(table.put(PUT)).rejects.toMatchObject({ code: 'STORAGE_CLEARED' });
    expect(cleared).toHaveLength(1);
    await connection.close();
  });

  it('again during the check, it checks once more', async () => {
    const { catalog, files, table, connection, clock } = await setUp();
    let list = (): void => undefined;
    files.gate = new Promise<void>((resolve) => {
      list = resolve;
    });
    catalog.onEnded();
    const put = watch(table.put(PUT));
    await settle();
    // The record was found; now it is deleted, and the files next.
    catalog.clear();
    catalog.onEnded();
    list();
    await settle();
    expect(put.outcome).toBe('waits');
    files.gone = true;
    clock.advance(2000);
    await settle();
    expect(put.outcome).toBe('STORAGE_CLEARED');
    await connection.close();
  });

  it('and the files do not answer, writes reject with STORAGE_UNAVAILABLE, and the next one checks again', async () => {
    const { catalog, files, table, connection, clock, cleared } = await setUp();
    files.gate = new Promise(() => undefined);
    catalog.onEnded();
    const put = watch(table.put(PUT));
    await settle();
    clock.advance(4000);
    await settle();
    expect(put.outcome).toBe('STORAGE_UNAVAILABLE');
    files.gate = Promise.resolve();
    await table.put(PUT);
    expect(cleared).toEqual([]);
    await connection.close();
  });
});

describe('when the stored data is lost without a notification', () => {
  it('a commit that finds no record waits until the state is known, and runs again', async () => {
    const { catalog, table, connection, clock } = await setUp();
    catalog.clear();
    const flush = watch(connection.getAdmin().flush('t'));
    await settle();
    expect(flush.outcome).toBe('waits');
    clock.advance(2000);
    await settle();
    expect(flush.outcome).toBe('done');
    expect(catalog.image?.tables[0]?.flushedSequenceId).toBeGreaterThan(0);
    expect((await table.get('before')).isEmpty).toBe(false);
    await connection.close();
  });

  it('a flush that cannot create its file detects that the data is lost', async () => {
    const { files, connection, cleared } = await setUp();
    files.gone = true;
    await expect(connection.getAdmin().flush('t')).rejects.toMatchObject({ code: 'STORAGE_CLEARED' });
    expect(cleared).toHaveLength(1);
    await connection.close();
  });
});

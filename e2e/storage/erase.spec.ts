import type { Page } from 'playwright/test';
import { expect, test } from '../in-page.js';
import { hurry, withWorkerPrelude } from '../worker-prelude.js';
import { readFiles } from './stored-files.js';

const SECRET = 'the secret number is 4711';

/** The files of the database that contain the secret, and `catalog` if IndexedDB does. */
async function placesOf(page: Page): Promise<readonly string[]> {
  const files = Object.entries(await readFiles(page, 'crawl', /./));
  const places = files.filter(([, bytes]) => bytes.includes(SECRET)).map(([path]) => path);
  return (await recordsOf(page)).includes(SECRET) ? [...places, 'catalog'] : places;
}

/** Every record of the catalog as text, with the answers of operations, which contain values, as they were sent. */
function recordsOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const connection = await settled(indexedDB.open('bigtab/crawl'));
    const stores = [...connection.objectStoreNames];
    const transaction = connection.transaction(stores);
    const records = await Promise.all(stores.map((store) => settled(transaction.objectStore(store).getAll())));
    connection.close();
    return JSON.stringify(records, (key, value) => (key === 'answer' ? atob(value) : value));
  });
}

test('erase removes deleted values from every file and from the catalog, and a delete alone does not', async ({
  page,
}) => {
  await withWorkerPrelude(page, hurry);
  await page.evaluate(async (secret) => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put({ row: 'flushed', cells: { f: { q: secret }, g: { q: secret } } });
    await table.put({ row: 'kept', cells: { f: { q: 'kept' } } });
    await connection.getAdmin().flush('t');
    await table.put({ row: 'logged', cells: { f: { q: secret } } });
    await table.append({ row: 'appended', values: { f: { q: secret } } });
    for (const row of ['flushed', 'logged', 'appended']) await table.delete({ row });
    Object.assign(globalThis, { connection, table });
  }, SECRET);
  const before = await placesOf(page);
  expect(before.filter((path) => path.startsWith('data/')).length).toBeGreaterThan(0);
  expect(before.filter((path) => path.startsWith('wal/')).length).toBeGreaterThan(0);
  const seen = await page.evaluate(async () => {
    const { connection, table } = globalThis as unknown as {
      connection: import('bigtab').Connection;
      table: import('bigtab').Table;
    };
    const units = new Set<string>();
    await connection.getAdmin().erase('t', { onProgress: ({ unit }) => units.add(unit) });
    const rows = await table.getScanner().toArray();
    return { units: [...units], rows: rows.map((row) => row.getText('f', 'q')) };
  });
  expect(seen).toEqual({ units: ['cells', 'seconds'], rows: ['kept'] });
  expect(await placesOf(page)).toEqual([]);
});

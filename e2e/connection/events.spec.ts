import { expect, test } from '../in-page.js';
import { withWorkerPrelude } from '../worker-prelude.js';

test.describe('events of a connection', () => {
  test('commit names the table and its first and last row, at most once per table and turn', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const other = await connect('crawl');
      const events: string[] = [];
      const toText = (row: Uint8Array) => new TextDecoder().decode(row);
      other.addEventListener('commit', ({ type, table, firstRow, lastRow }) =>
        events.push(`${type} ${table} ${toText(firstRow)} ${toText(lastRow)}`),
      );
      const t = await connection.ensureTable({ name: 't', families: ['f'] });
      const u = await connection.ensureTable({ name: 'u', families: ['f'] });
      const put = (row: string) => ({ row, cells: { f: { q: 'v' } } });
      await Promise.all([t.put(put('m')), t.put(put('c')), u.put(put('x')), t.put(put('p')), t.delete({ row: 'b' })]);
      await t.incrementColumnValue('n', 'f', 'n', 1);
      await t.get('m');
      await until(() => events.length >= 3);
      return events.sort();
    });
    expect(seen).toEqual(['commit t b p', 'commit t n n', 'commit u x x']);
  });

  test('status is fired when the state changes, with the state that status() returns', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const counts: number[] = [];
      connection.addEventListener('status', ({ status }) => counts.push(status.storeFiles.count));
      const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' }, g: { q: 'v' } } });
      await connection.getAdmin().flush('t');
      await until(() => counts.at(-1) === 2);
      const { storeFiles, ...status } = await connection.status();
      return { counts, count: storeFiles.count, tables: status.tables, backend: status.backend };
    });
    expect(seen).toMatchObject({ count: 2, tables: 1, backend: 'opfs' });
  });

  test('error reports background work that failed, and the write is kept', async ({ page }) => {
    await withWorkerPrelude(page, () => {
      const { getFileHandle } = FileSystemDirectoryHandle.prototype;
      let broken = true;
      new BroadcastChannel('repair').onmessage = () => {
        broken = false;
      };
      FileSystemDirectoryHandle.prototype.getFileHandle = function (name, options) {
        // The directory of the store files.
        if (broken && options?.create === true && this.name === 'data') {
          return Promise.reject(new DOMException('cannot be written', 'NotReadableError'));
        }
        return getFileHandle.call(this, name, options);
      };
    });
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect({ name: 'crawl', memory: { flushSize: 16 * 1024 } });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const told = new Promise<string>((resolve) => {
        connection.addEventListener('error', ({ error }) => resolve(error.code));
      });
      for (let n = 0; n < 40; n++) await table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(1_000) } } });
      const code = await told;
      const rows = (await table.getScanner().toArray()).length;
      new BroadcastChannel('repair').postMessage('now');
      // The flush is repeated automatically.
      await until(async () => (await connection.status()).storeFiles.count > 0);
      const after = (await table.getScanner().toArray()).length;
      return { code, rows, after };
    });
    expect(seen).toEqual({ code: 'STORAGE_UNAVAILABLE', rows: 40, after: 40 });
  });

  test('a listener that throws or was removed does not keep other listeners from being called', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const heard: string[] = [];
      const removed = () => heard.push('removed');
      connection.addEventListener('commit', () => {
        throw new Error('of a listener');
      });
      connection.addEventListener('commit', removed);
      connection.addEventListener('commit', () => heard.push('second'));
      connection.removeEventListener('commit', removed);
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      await until(() => heard.length > 0);
      return heard;
    });
    expect(seen).toEqual(['second']);
    expect(errors).toEqual(['of a listener']);
  });
});

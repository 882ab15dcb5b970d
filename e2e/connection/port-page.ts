import type { Page } from 'playwright/test';

/* Pages that connect as most apps do, and whose broadcasts are counted. */

/** What `connectOn` adds to the globals of a page. */
export interface Connected {
  connection: import('bigtab').Connection;
  /** The broadcasts of this page's sessions. */
  broadcasts: number;
}

export interface Options {
  /** Whether the page has `SharedWorker`. */
  readonly shares?: boolean;
}

/** Opens the database with one table, in the default worker, because only its address is known. */
export async function connectOn(page: Page, { shares = true }: Options = {}): Promise<void> {
  await page.evaluate(async (shares) => {
    const { postMessage } = BroadcastChannel.prototype;
    Object.assign(globalThis, { broadcasts: 0 });
    BroadcastChannel.prototype.postMessage = function (message: unknown) {
      if (this.name.startsWith('bigtab:crawl:')) (globalThis as unknown as Connected).broadcasts++;
      postMessage.call(this, message);
    };
    if (!shares) Reflect.deleteProperty(globalThis, 'SharedWorker');
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    await connection.ensureTable({ name: 't', families: ['f'] });
    addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }));
    Object.assign(globalThis, { connection });
  }, shares);
}

/** Makes calls until one of them needs no broadcast; at most for three seconds. */
export function movesToPort(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const tab = globalThis as unknown as Connected;
    const table = tab.connection.getTable('t');
    const end = performance.now() + 3_000;
    while (performance.now() < end) {
      const before = tab.broadcasts;
      await table.get('n');
      if (tab.broadcasts === before) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return false;
  });
}

import type { BrowserContext, Page } from 'playwright/test';
import { testRuns } from '../../lib/testing/seed.js';
import { expect, openPage, prepare, test } from '../in-page.js';
import { hurry, withWorkerPrelude } from '../worker-prelude.js';
import { heapOf, workerHeap } from './heap.js';

/*
 * What a site has open and keeps in memory and on the device does not grow with the number of connections and tabs that
 * have gone.
 *
 * BIGTAB_RUNS sets the number of connections and of tabs, and so does `npm run soak -- tabs --browser --leaks N`.
 */

const RUNS = testRuns(40);
/** Without compilers: what they compile in the course of many runs counts as a part of the heap. */
const UNCOMPILED = { args: ['--js-flags=--no-opt --no-maglev --no-sparkplug'] };
/** The runs after which the browser has filled its caches. */
const WARM_UP = 60;
/** By how much heaps may grow after that. */
const TOLERANCE = 0.05;
/** The engine remembers up to 1,024 connections that wrote, to recognize calls that are sent again. */
const REMEMBERED = 1_024;
const BYTES_A_CONNECTION = 2_048;
/** A session that is not idle leaves its files for a minute, and the removed ones are listed for another minute. */
const FILES_A_SESSION = 10;

/** What a page of these tests has. */
interface Tab {
  connection: import('bigtab').Connection;
  /** Connects, writes, and leaves a scanner open. */
  use(): Promise<void>;
  /** How many channels and ports to shared workers are open. */
  open: { channels: number; ports: number };
}

/** Counts what the page opens. */
function countOpen(): void {
  // Otherwise the browser keeps an entry for each worker that was fetched.
  performance.setResourceTimingBufferSize(0);
  const open = { channels: 0, ports: 0 };
  Object.assign(globalThis, { open });
  const Channel = BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    private isOpen = true;
    constructor(name: string) {
      super(name);
      open.channels++;
    }
    override close(): void {
      if (this.isOpen) open.channels--;
      this.isOpen = false;
      super.close();
    }
  };
  const Shared = SharedWorker;
  globalThis.SharedWorker = class extends Shared {
    constructor(...given: ConstructorParameters<typeof Shared>) {
      super(...given);
      open.ports++;
      const { port } = this;
      const close = port.close.bind(port);
      port.close = () => {
        open.ports--;
        port.close = close;
        close();
      };
    }
  };
}

/** A page on which `use` can be called. */
async function prepareTab(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const use = async () => {
      const connection = await connect('crawl');
      connection.addEventListener('commit', () => {});
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.incrementColumnValue('n', 'f', 'n', 1);
      await table.getScanner({}).next();
      Object.assign(globalThis, { connection });
    };
    Object.assign(globalThis, { use });
  });
}

const use = (page: Page) => page.evaluate(() => (globalThis as unknown as Tab).use());
const close = (page: Page) => page.evaluate(() => (globalThis as unknown as Tab).connection.close());

/** Connects and closes `times` times. One call, because the browser keeps the text of each call of a test. */
function useAndClose(page: Page, times: number): Promise<void> {
  return page.evaluate(async (times) => {
    const tab = globalThis as unknown as Tab;
    for (let time = 0; time < times; time++) {
      await tab.use();
      await tab.connection.close();
    }
  }, times);
}

/** What a page and its site have open. */
function openParts(page: Page) {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const locks = [...held, ...pending].map(({ name = '' }) => name.replace(/:[0-9a-f]{8}-.*/, ':…')).sort();
    const databases = (await indexedDB.databases()).length;
    return { locks, databases, ...(globalThis as unknown as Tab).open };
  });
}

/** The number of files of the site. */
function countFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const count = async (directory: FileSystemDirectoryHandle): Promise<number> => {
      let files = 0;
      for await (const handle of directory.values())
        files += handle instanceof FileSystemDirectoryHandle ? await count(handle) : 1;
      return files;
    };
    return count(await navigator.storage.getDirectory());
  });
}

async function sharedWorkers(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  await session.detach();
  return targetInfos.filter(({ type }) => type === 'shared_worker').length;
}

test.describe('Nothing is left', () => {
  test(`of ${RUNS} connections that one page opens and closes`, async ({ profile, site }) => {
    test.setTimeout(90_000 + RUNS * 5_000);
    const context = await prepare(await profile.launch(UNCOMPILED));
    await context.addInitScript(countOpen);
    const page = await openPage(context, `${site.origin}/blank`);
    await prepareTab(page);
    await useAndClose(page, WARM_UP);
    const session = await context.newCDPSession(page);
    const before = { heap: await heapOf(session), files: await countFiles(page), at: Date.now() };
    const parts = await openParts(page);
    expect(parts).toEqual({ locks: [], databases: 1, channels: 0, ports: 0 });
    await useAndClose(page, RUNS);
    const after = { heap: await heapOf(session), files: await countFiles(page), at: Date.now() };
    console.log(`heap ${before.heap} → ${after.heap}, files ${before.files} → ${after.files}`);
    expect(after.heap).toBeLessThan(before.heap * (1 + TOLERANCE));
    await expect.poll(() => page.workers()).toEqual([]);
    expect(await openParts(page)).toEqual(parts);
    const recent = Math.ceil((RUNS + WARM_UP) * Math.min(1, 150_000 / (after.at - before.at)));
    expect(after.files).toBeLessThan(20 + FILES_A_SESSION * recent);
  });

  test(`of ${RUNS} tabs that follow, at the page and the worker that lead`, async ({ profile, site }) => {
    test.setTimeout(90_000 + RUNS * 5_000);
    const context = await prepare(await profile.launch(UNCOMPILED));
    await context.addInitScript(countOpen);
    // The engine waits for seconds before it forgets a client.
    await withWorkerPrelude(context, hurry);
    const page = await openPage(context, `${site.origin}/blank`);
    await prepareTab(page);
    await use(page);
    const session = await context.newCDPSession(page);
    const ofWorker = await workerHeap(session);
    const parts = await openParts(page);
    let follower = await openPage(context, `${site.origin}/blank`);
    const follow = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await prepareTab(follower);
        await use(follower);
        if (time % 3 === 0) await close(follower);
        if (time % 3 === 2) {
          await follower.close();
          follower = await openPage(context, `${site.origin}/blank`);
        } else await follower.reload();
      }
      // Until nothing that is to be forgotten soon is left, and the shared worker has ended.
      await expect.poll(() => openParts(page)).toEqual(parts);
      await expect.poll(() => sharedWorkers(context, page)).toBe(0);
    };
    await follow(WARM_UP);
    const before = { heap: await heapOf(session), worker: await ofWorker(), files: await countFiles(page) };
    await follow(RUNS);
    const after = { heap: await heapOf(session), worker: await ofWorker(), files: await countFiles(page) };
    console.log(`heap ${before.heap} → ${after.heap}, of the worker ${before.worker} → ${after.worker}`);
    expect(after.heap).toBeLessThan(before.heap * (1 + TOLERANCE));
    const remembered = Math.min(RUNS, REMEMBERED) * BYTES_A_CONNECTION;
    expect(after.worker).toBeLessThan(before.worker * (1 + TOLERANCE) + remembered);
    expect(after.files).toBeLessThanOrEqual(before.files + 5);
    expect(page.workers()).toHaveLength(1);
    const status = await page.evaluate(async () => {
      const { tabs, scanners } = await (globalThis as unknown as Tab).connection.status();
      return { tabs, open: scanners.open <= scanners.limit };
    });
    expect(status).toEqual({ tabs: 1, open: true });
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, type Failure, prepare, test } from '../in-page.js';
import { withWorkerPrelude } from '../worker-prelude.js';

/** How connect, deleteDatabase and listDatabases fail on `page`. */
function failures(page: Page): Promise<readonly (Failure | null)[]> {
  return page.evaluate(async () => {
    const { connect, deleteDatabase, listDatabases } = await import('bigtab');
    return Promise.all([failureOf(connect('crawl')), failureOf(deleteDatabase('news')), failureOf(listDatabases())]);
  });
}

function expectReason(found: readonly (Failure | null)[], reason: string, words: string | RegExp): void {
  expect(found).toHaveLength(3);
  for (const failure of found) {
    expect(failure).toMatchObject({ code: 'STORAGE_UNAVAILABLE', name: 'BigtabError', details: { reason } });
    expect(failure?.message).toMatch(words);
    expect(failure?.ms).toBeLessThan(5_000);
  }
}

test.describe('if storage cannot work, connect rejects within 5 s with STORAGE_UNAVAILABLE', () => {
  test("and the reason 'insecure' on a page that is neither https nor localhost", async ({ newProfile, site }) => {
    const profile = await newProfile();
    const context = await prepare(await profile.launch({ args: ['--host-resolver-rules=MAP lan.test 127.0.0.1'] }));
    const page = await context.newPage();
    await page.goto(`http://lan.test:${site.port}/blank`);
    const sentence = `Browsers provide storage only to https:// and localhost pages; this page is http://lan.test:${site.port}`;
    expectReason(await failures(page), 'insecure', sentence);
    expect(page.workers()).toHaveLength(0);
    // Calls that need no storage still work.
    const value = await page.evaluate(async () => {
      const { openMemory } = await import('bigtab/memory');
      const connection = await openMemory();
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'v' } } });
      return (await table.get('a')).getText('f', 'q');
    });
    expect(value).toBe('v');
  });

  for (const [name, text] of [
    ['SecurityError', 'Security error when calling GetDirectory'],
    ['UnknownError', 'unknown transient reason'],
  ] as const) {
    test(`and the reason 'private-mode' if getDirectory rejects with ${name}`, async ({ page }) => {
      await withWorkerPrelude(
        page,
        new Function(
          `StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('${text}', '${name}'));`,
        ) as () => void,
      );
      expectReason(await failures(page), 'private-mode', new RegExp(`private.*${name}: ${text}`));
      await expect.poll(() => page.workers().length).toBe(0);
    });
  }

  test("and the reason 'blocked' if the browser blocks all cookies", async ({ newProfile, site }) => {
    const profile = await newProfile();
    await mkdir(`${profile.folder}/Default`);
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(`${profile.folder}/Default/Preferences`, JSON.stringify(preferences));
    const context = await prepare(await profile.launch());
    const page = await context.newPage();
    await page.goto(`${site.origin}/blank`);
    expectReason(await failures(page), 'blocked', /blocks this site's storage .*SecurityError.* Allow cookies/);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test("and the reason 'no-opfs' if getDirectory is missing", async ({ page }) => {
    await withWorkerPrelude(page, () => {
      delete (StorageManager.prototype as { getDirectory?: unknown }).getDirectory;
    });
    expectReason(await failures(page), 'no-opfs', 'OPFS');
  });

  test("and the reason 'no-opfs' if getDirectory hangs", async ({ page }) => {
    await withWorkerPrelude(page, () => {
      StorageManager.prototype.getDirectory = () => new Promise(() => undefined);
    });
    expectReason(await failures(page), 'no-opfs', 'did not answer');
  });

  test("and the reason 'no-opfs' if files have no synchronous access", async ({ page }) => {
    await withWorkerPrelude(page, () => {
      delete (FileSystemFileHandle.prototype as { createSyncAccessHandle?: unknown }).createSyncAccessHandle;
    });
    expectReason(await failures(page), 'no-opfs', 'synchronous access');
  });

  test("and the reason 'no-opfs' if opening a file is not supported", async ({ page }) => {
    await withWorkerPrelude(page, () => {
      const refuse = () =>
        Promise.reject(new DOMException('Backend does not support this operation', 'NotSupportedError'));
      Object.assign(FileSystemFileHandle.prototype, { createSyncAccessHandle: refuse });
    });
    expectReason(await failures(page), 'no-opfs', 'Backend does not support this operation');
    // Neither files nor a catalog, because they would make every later attempt fail.
    const left = await page.evaluate(async () => {
      const names: string[] = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
      return { names, catalogs: await indexedDB.databases(), locks: await heldLocks('bigtab:') };
    });
    expect(left).toEqual({ names: [], catalogs: [], locks: [] });
  });

  test("and the reason 'no-opfs' if there are no Web Locks", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
    await page.reload();
    expectReason(await failures(page), 'no-opfs', 'Web Locks');
  });

  test("and the reason 'no-worker' if there is no Worker, unless a factory provides one", async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { HiddenWorker: Worker });
      delete (globalThis as { Worker?: unknown }).Worker;
    });
    await page.reload();
    expectReason(await failures(page), 'no-worker', 'Worker');
    const state = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const { HiddenWorker } = globalThis as unknown as { HiddenWorker: typeof Worker };
      const connection = await connect({ name: 'crawl', worker: () => new HiddenWorker('/dist/worker.js') });
      return (await connection.status()).state;
    });
    expect(state).toBe('open');
  });
});

test('a failed connect leaves no data, and the next one succeeds once storage works', async ({ page }) => {
  await withWorkerPrelude(page, () => {
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('not now', 'SecurityError'));
  });
  expect((await failures(page)).map((failure) => failure?.code)).toEqual(Array(3).fill('STORAGE_UNAVAILABLE'));
  await page.unrouteAll();
  const state = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    return (await (await connect('crawl')).status()).state;
  });
  expect(state).toBe('open');
});

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright/test';
import { build, createServer, type ViteDevServer } from 'vite';
import { expect, test } from '../fixtures.js';
import { makeApp } from './app.js';
import { pageOf, svelte, VUE_FLAGS } from './framework-build.js';
import { HOOKS_APP, LISTS, SERVER_PROGRAM } from './hooks-app.js';

/* Live lists in React, Vue and Svelte, in Vite's development server and in a server's build, with the published package. */

interface Notes {
  put(row: string, text: string): Promise<void>;
  remove(row: string): Promise<void>;
  watches(): Promise<readonly { readonly rows: number }[]>;
}

declare const window: {
  notes: Notes;
  renders: number;
  toggle(): void;
  redraw(): void;
  setPrefix(prefix: string): void;
};

let folder: string;
let server: ViteDevServer;
let origin: string;

// Vite prepares the frameworks while the first test waits.
test.describe.configure({ mode: 'default', timeout: 180_000 });

test.beforeAll(async () => {
  folder = await makeApp('hooks');
  const pages = Object.keys(LISTS).map((name) => {
    const script = `./${name}/main.js`;
    return [`${name}.html`, pageOf(script)] as const;
  });
  for (const [path, text] of [...Object.entries(HOOKS_APP), ...pages, ['server.js', SERVER_PROGRAM] as const]) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await writeFile(`${folder}/${path}`, text);
  }
  server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: VUE_FLAGS,
    plugins: [svelte('client')],
    server: { host: '127.0.0.1', port: 0 },
    // What the pages import is known from the start, so that the server does not reload them when it finds more.
    optimizeDeps: { exclude: ['bigtab', 'svelte'], include: ['react', 'react-dom/client', 'vue'] },
  });
  await server.listen();
  const address = server.httpServer?.address();
  origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});

test.afterAll(() => server.close());

const rowsOf = (page: Page) => page.getByRole('listitem');
const watchesOf = (page: Page) => page.evaluate(async () => (await window.notes.watches()).length);

/** Opens the app with an empty table. */
async function open(page: Page, framework: string): Promise<void> {
  await page.goto(`${origin}/${framework}.html`);
  await expect(page.getByRole('heading')).toHaveText('WORD live');
  await page.evaluate(async () => {
    for (const row of ['a1', 'a2', 'b1', 'b2']) await window.notes.remove(row);
  });
  await expect(rowsOf(page)).toHaveCount(0);
}

for (const framework of Object.keys(LISTS) as readonly (keyof typeof LISTS)[]) {
  test(`shows every change, and has one watch while it is mounted: ${framework}`, async ({ page }) => {
    await open(page, framework);
    await page.evaluate(() => window.notes.put('a1', 'first'));
    await expect(rowsOf(page)).toHaveText(['first']);
    await page.evaluate(() => window.notes.put('a1', 'changed'));
    await expect(rowsOf(page)).toHaveText(['changed']);
    await page.evaluate(() => window.notes.put('b1', 'other'));
    expect(await watchesOf(page)).toBe(1);
    await page.evaluate(() => window.setPrefix('b'));
    await expect(rowsOf(page)).toHaveText(['other']);
    await expect.poll(() => watchesOf(page)).toBe(1);
    await page.evaluate(() => window.toggle());
    await expect(page.getByText('hidden')).toBeVisible();
    await expect.poll(() => watchesOf(page)).toBe(0);
    await page.evaluate(() => window.toggle());
    await expect(rowsOf(page)).toHaveText(['other']);
    await expect.poll(() => watchesOf(page)).toBe(1);
  });

  test(`leaves no watch when it is unmounted while it is loading: ${framework}`, async ({ page }) => {
    await open(page, framework);
    await page.evaluate(() => window.toggle());
    await expect.poll(() => watchesOf(page)).toBe(0);
    // Mounted and unmounted in turns that are much shorter than a read.
    await page.evaluate(async () => {
      for (let times = 0; times < 20; times++) {
        window.toggle();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    });
    await expect(page.getByText('hidden')).toBeVisible();
    await expect.poll(() => watchesOf(page)).toBe(0);
  });

  test(`keeps its rows, with one watch, when its code is replaced: ${framework}`, async ({ page }) => {
    await open(page, framework);
    await page.evaluate(() => window.notes.put('a1', 'kept'));
    await expect(rowsOf(page)).toHaveText(['kept']);
    const file = `${folder}/${LISTS[framework]}`;
    const before = await readFile(file, 'utf8');
    // A page that was loaded again would not have this.
    await page.evaluate(() => {
      document.title = 'same page';
    });
    try {
      await writeFile(file, before.replace('WORD', 'REPLACED'));
      await expect(page.getByRole('heading')).toHaveText('REPLACED live');
      await expect(rowsOf(page)).toHaveText(['kept']);
      await expect.poll(() => watchesOf(page)).toBe(1);
      await expect(page).toHaveTitle('same page');
    } finally {
      await writeFile(file, before);
      // The server may have missed the second of two changes.
      server.moduleGraph.invalidateAll();
    }
  });
}

test('a literal scan opens no other watch when the component renders again: react', async ({ page }) => {
  await open(page, 'react');
  await page.evaluate(() => window.notes.put('a1', 'first'));
  await expect(rowsOf(page)).toHaveText(['first']);
  const before = await page.evaluate(() => window.renders);
  await page.evaluate(() => window.redraw());
  await expect.poll(() => page.evaluate(() => window.renders)).toBeGreaterThan(before);
  await expect(page.getByRole('heading')).toHaveText('WORD live');
  await expect(rowsOf(page)).toHaveText(['first']);
  expect(await watchesOf(page)).toBe(1);
});

test('a server renders the lists as loading, without a database', async () => {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    define: VUE_FLAGS,
    plugins: [svelte('server')],
    ssr: { noExternal: ['svelte', 'bigtab'] },
    build: { ssr: `${folder}/server.js`, outDir: `${folder}/server`, minify: false },
  });
  const printed = execFileSync(process.execPath, ['server/server.js'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
  });
  const rendered = Object.entries(JSON.parse(printed) as Record<string, string>);
  const texts = rendered.map(([name, html]) => [name, html.replace(/<[^>]*>/g, '')]);
  expect(texts).toEqual([
    ['react', 'WORD loading'],
    ['vue', 'WORD loading'],
    ['svelte', 'WORD loading'],
  ]);
});

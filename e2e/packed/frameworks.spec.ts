import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { build as esbuild } from 'esbuild';
import type { Page } from 'playwright/test';
import { build } from 'vite';
import { filesOf, programOf } from '../../lib/build/docs/code-blocks.js';
import { inRoot } from '../../lib/build/package/places.js';
import { expect, test } from '../fixtures.js';
import { type Site, startSite } from '../site.js';
import { makeApp } from './app.js';
import { pageOf, svelte, VUE_FLAGS } from './framework-build.js';
import { typeCheck, writeConfig } from './type-check.js';

/*
 * The files that the guide shows, exactly as in the guide, with the published package. React, Vue and Svelte come from
 * the repository's `node_modules`, in a folder above the app.
 */

const FRAMEWORKS = { react: 'react/main.tsx', vue: 'vue/main.ts', svelte: 'svelte/main.ts' } as const;

/** Runs `moveNotes` and reports the result. */
const MOVE = `import { moveNotes } from './move-notes';
moveNotes().then((count) => { document.title = 'moved ' + count; }, (error) => { document.title = 'failed: ' + error; });
`;

/** Prints the HTML that the server sends for the guide's page for Next. */
const SERVER = `import { renderToString } from 'react-dom/server';
import Page from './next/app/page';
console.log(renderToString(<Page />));
`;

let folder: string;
/** A new one for each test, because the apps store their data under one name. */
let site: Site;

test.beforeAll(async () => {
  folder = await makeApp('guide');
  const textOf = (name: string) => readFile(inRoot(`demo/guide/pages/${name}.md`), 'utf8');
  const pages = await Promise.all(['frameworks', 'from-indexeddb'].map(textOf));
  const shown = pages.flatMap((text) => [...filesOf(text)]);
  const first = programOf('index', await textOf('index')).code;
  const own = Object.entries({ ...FRAMEWORKS, move: 'move.ts', first: 'first.ts' }).map(([name, script]) => {
    return [`${name}.html`, pageOf(`./${script}`)] as const;
  });
  const added = Object.entries({ 'move.ts': MOVE, 'first.ts': first, 'server.tsx': SERVER });
  for (const [path, text] of [...shown, ...own, ...added]) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await writeFile(`${folder}/${path}`, text);
  }
  await writeConfig(folder, ['**/*.ts', '**/*.tsx'], ['svelte']);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    // StrictMode has an effect only in React's development build.
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"', ...VUE_FLAGS },
    plugins: [svelte('client')],
    build: { rolldownOptions: { input: own.map(([path]) => `${folder}/${path}`) }, minify: false },
  });
});

test.beforeEach(async () => {
  site = await startSite({ routes: { '/': `${folder}/dist` } });
});

test.afterEach(() => site.close());

/** The errors of the page so far. */
function problemsOf(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('Note').fill(text);
  await page.getByRole('button', { name: 'Add' }).click();
}

test.describe("the guide's apps", () => {
  // One worker builds them once.
  test.describe.configure({ mode: 'default' });

  test('type-check', () => {
    expect(typeCheck(folder)).toBe('');
  });

  test('show the note of the first table after a reload', async ({ page }) => {
    const problems = problemsOf(page);
    const printed: string[] = [];
    page.on('console', (message) => printed.push(message.text()));
    await page.goto(`${site.origin}/first.html`);
    await expect.poll(() => printed).toEqual(['null', 'Milk, bread']);
    await page.reload();
    await expect.poll(() => printed.slice(2)).toEqual(['Milk, bread', 'Milk, bread']);
    expect(problems).toEqual([]);
  });

  for (const framework of Object.keys(FRAMEWORKS)) {
    test(`show written data at once and after a reload: ${framework}`, async ({ page }) => {
      const problems = problemsOf(page);
      await page.goto(`${site.origin}/${framework}.html`);
      await add(page, 'first');
      await expect(page.getByRole('listitem')).toHaveText(['first']);
      await expect(page.getByLabel('Note')).toHaveValue('');
      await add(page, 'second');
      await expect(page.getByRole('listitem')).toHaveText(['first', 'second']);
      expect(page.workers()).toHaveLength(1);
      await page.reload();
      await expect(page.getByRole('listitem')).toHaveText(['first', 'second']);
      expect(problems).toEqual([]);
    });
  }

  test("run in React's development build, in which StrictMode starts every effect twice", async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${site.origin}/react.html`);
    await expect.poll(() => said.join('\n')).toContain('React DevTools');
  });

  test('are rendered by a server without a database', async () => {
    await esbuild({
      entryPoints: [`${folder}/server.tsx`],
      outfile: `${folder}/server.mjs`,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    });
    const html = execFileSync(process.execPath, ['server.mjs'], { cwd: folder, encoding: 'utf8', timeout: 20_000 });
    expect(html.trim()).toBe('<main><h1>Notes</h1><p>Loading</p></main>');
  });

  test('move the data from IndexedDB', async ({ page }) => {
    await page.goto(`${site.origin}/none`);
    await page.evaluate(async () => {
      const request = indexedDB.open('old-app', 1);
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore('notes');
        for (const key of ['a', 'b']) store.put({ title: `Title ${key}`, text: key }, key);
      };
      await new Promise<void>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = () => reject(request.error);
      });
    });
    for (const _ of ['once', 'and once more']) {
      await page.goto(`${site.origin}/move.html`);
      await expect(page).toHaveTitle('moved 2');
    }
  });
});

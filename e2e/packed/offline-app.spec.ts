import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { build } from 'vite';
import { filesOf } from '../../lib/build/docs/code-blocks.js';
import { inRoot } from '../../lib/build/package/places.js';
import { expect, test } from '../fixtures.js';
import { type Site, startSite } from '../site.js';
import { makeApp } from './app.js';
import { typeCheck, writeConfig } from './type-check.js';

/* The guide's complete app, exactly as in the guide, with the published package. React comes from the repository. */

let folder: string;

/** The files of the guide's page, in a new app. Vite's template would add the types of its own variables. */
async function writeApp(): Promise<string> {
  const app = await makeApp('offline-app');
  const page = await readFile(inRoot('demo/guide/pages/offline-app.md'), 'utf8');
  const files = [...filesOf(page), ['src/vite-env.d.ts', '/// <reference types="vite/client" />\n'] as const];
  for (const [path, text] of files) {
    await mkdir(dirname(`${app}/${path}`), { recursive: true });
    await writeFile(`${app}/${path}`, text);
  }
  return app;
}

/** Builds the app as it is now into `folder/NAME`. */
async function buildInto(name: string): Promise<void> {
  // Another test of this process may have built in development mode, which Vite keeps there.
  process.env.NODE_ENV = 'production';
  await build({ root: folder, configFile: `${folder}/vite.config.ts`, logLevel: 'error', build: { outDir: name } });
}

/** Replaces what the site serves. */
async function deploy(name: string): Promise<void> {
  await rm(`${folder}/served`, { recursive: true, force: true });
  await cp(`${folder}/${name}`, `${folder}/served`, { recursive: true });
}

const serve = (port?: number): Promise<Site> =>
  startSite({ routes: { '/': `${folder}/served` }, ...(port !== undefined && { port }) });

const tasksOf = (page: Page) => page.getByRole('listitem').getByRole('checkbox');

async function add(page: Page, title: string): Promise<void> {
  await page.getByLabel('New task').fill(title);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel(title, { exact: true })).toBeVisible();
}

/** A page that the service worker controls. */
async function openControlled(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return page;
}

test.describe("the guide's complete app", () => {
  test.describe.configure({ mode: 'default' });

  test.beforeAll(async () => {
    folder = await writeApp();
    await buildInto('first');
    const main = `${folder}/src/main.tsx`;
    await writeFile(main, (await readFile(main, 'utf8')).replace('<h1>Tasks', '<h1>My tasks'));
    await buildInto('second');
  });

  test('type-checks', async () => {
    await writeConfig(folder, ['src/*.ts', 'src/*.tsx', 'vite.config.ts'], ['node']);
    expect(typeCheck(folder)).toBe('');
  });

  test('works offline, in two tabs, and changes to a new version with its data', async ({ profile }) => {
    await deploy('first');
    let site = await serve();
    const { origin, port } = site;
    const context = await profile.launch();
    const first = await openControlled(context, `${origin}/`);
    await expect(first.getByRole('heading')).toHaveText('Tasks');
    await add(first, 'Buy milk');

    // Without a network.
    await site.close();
    await first.reload();
    await expect(first.getByLabel('Buy milk', { exact: true })).toBeVisible();
    await add(first, 'Call home');
    const second = await context.newPage();
    await second.goto(`${origin}/`);
    await expect(tasksOf(second)).toHaveCount(2);
    // The box is checked when the list contains the change.
    await second.getByLabel('Buy milk', { exact: true }).click();
    await expect(first.getByLabel('Buy milk', { exact: true })).toBeChecked();
    await expect(second.getByText('Open in 2 tabs.')).toBeVisible();
    await first.getByRole('button', { name: 'Delete Call home' }).click();
    await expect(tasksOf(second)).toHaveCount(1);

    // A deploy. The old version stays until the user wants the new one; then both tabs change.
    await deploy('second');
    site = await serve(port);
    await first.reload();
    await expect(first.getByRole('heading')).toHaveText('Tasks');
    await expect(second.getByText('There is a new version.')).toBeVisible();
    await add(second, 'Written before the update');
    await first.getByRole('button', { name: 'Reload' }).click();
    for (const page of [first, second]) {
      await expect(page.getByRole('heading')).toHaveText('My tasks');
      await expect(tasksOf(page)).toHaveCount(2);
      await expect(page.getByLabel('Buy milk', { exact: true })).toBeChecked();
    }
    expect(await first.evaluate(() => caches.keys())).toHaveLength(1);

    // The new version works offline too.
    await site.close();
    await second.reload();
    await expect(second.getByRole('heading')).toHaveText('My tasks');
    await expect(tasksOf(second)).toHaveCount(2);
    await context.close();
  });

  test('keeps one copy of the worker for offline use', async () => {
    const worker = await readFile(`${folder}/first/service-worker.js`, 'utf8');
    const kept = JSON.parse(/FILES = (.*);/.exec(worker)?.[1] ?? '[]') as string[];
    expect(kept.filter((name) => name.includes('worker'))).toEqual([
      expect.stringMatching(/^assets\/worker-[\w-]+\.js$/),
    ]);
  });
});

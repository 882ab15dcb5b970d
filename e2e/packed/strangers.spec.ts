import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { build, createServer } from 'vite';
import { expect, test } from '../fixtures.js';
import { type Site, startSite } from '../site.js';
import { makeApp, pageWith, VISITS } from './app.js';
import { type Bundler, bundleApp } from './bundle.js';
import { UNPACKED } from './package-files.js';

const SELF_ONLY = { 'content-security-policy': "default-src 'self'" };

/** Opens the visits page twice and returns the addresses of its workers. Fails if the console shows an error. */
async function visitTwice(page: Page, address: string): Promise<readonly string[]> {
  const errors: string[] = [];
  const workers: string[] = [];
  page.on('console', (message) => {
    // These pages have no icon, which does not concern the package.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto(address);
  await expect(page).toHaveTitle('1 Home opfs');
  await page.reload();
  await expect(page).toHaveTitle('2 Home opfs');
  expect(errors).toEqual([]);
  return workers;
}

/** Builds of the visits page, by the tool that makes them. */
const builds = new Map<string, Promise<string>>();

/** The result of the first `build` with this tool, because the sites of the same build differ only in their headers. */
function builtOnce(tool: string, build: () => Promise<string>): Promise<string> {
  const folder = builds.get(tool) ?? build();
  builds.set(tool, folder);
  return folder;
}

/** A site with the bundled visits page and an icon. */
async function builtSite(bundler: Bundler, headers: Readonly<Record<string, string>> = {}): Promise<Site> {
  const folder = await builtOnce(bundler, async () => {
    const app = await makeApp(bundler);
    await bundleApp(bundler, app, VISITS);
    return `${app}/built`;
  });
  return startSite({ routes: { '/': { html: pageWith('/built/main.js') }, '/built/': folder }, headers });
}

async function viteApp(name: string): Promise<string> {
  const folder = await makeApp(name);
  await writeFile(`${folder}/main.js`, VISITS);
  await writeFile(`${folder}/index.html`, pageWith('/main.js'));
  return folder;
}

test.describe("the package in other people's apps", () => {
  // One worker makes each build once. A busy machine takes minutes for webpack's.
  test.describe.configure({ mode: 'default', timeout: 180_000 });

  test('starts under the development server of Vite', async ({ page }) => {
    const folder = await viteApp('vite-serve');
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'error',
      cacheDir: `${folder}/cache`,
      server: { host: '127.0.0.1', port: 0, fs: { allow: [folder] } },
    });
    try {
      await server.listen();
      await visitTwice(page, server.resolvedUrls?.local[0] ?? '');
    } finally {
      await server.close();
    }
  });

  for (const headers of [{}, SELF_ONLY]) {
    const where = headers === SELF_ONLY ? ' under a content security policy of self alone' : '';

    test(`starts in a build of Vite${where}`, async ({ page }) => {
      const folder = await builtOnce('vite', async () => {
        const app = await viteApp('vite-build');
        await build({ root: app, configFile: false, logLevel: 'error' });
        return `${app}/dist`;
      });
      const site = await startSite({ routes: { '/': folder }, headers });
      const workers = await visitTwice(page, `${site.origin}/`);
      expect(workers.every((address) => address.startsWith(site.origin))).toBe(true);
      await site.close();
    });

    test(`starts in a build of webpack${where}`, async ({ page }) => {
      const site = await builtSite('webpack', headers);
      const workers = await visitTwice(page, `${site.origin}/`);
      expect(workers.every((address) => address.startsWith(site.origin))).toBe(true);
      await site.close();
    });

    test(`starts without a bundler${where}`, async ({ page }) => {
      const folder = await makeApp(`plain-${Object.keys(headers).length}`);
      await writeFile(`${folder}/main.js`, VISITS.replace("'bigtab'", "'/bigtab/dist/index.js'"));
      const site = await startSite({
        routes: { '/': { html: pageWith('/app/main.js') }, '/app/': folder, '/bigtab/': UNPACKED },
        headers,
      });
      const workers = await visitTwice(page, `${site.origin}/`);
      expect(workers.every((address) => address.endsWith('/bigtab/dist/worker.js'))).toBe(true);
      await site.close();
    });
  }

  test('starts in a build of esbuild, from its inline copy', async ({ page }) => {
    const site = await builtSite('esbuild');
    expect((await visitTwice(page, `${site.origin}/`)).some((address) => address.startsWith('blob:'))).toBe(true);
    await site.close();
  });

  test('starts from a script tag of another origin, from its inline copy', async ({ page }) => {
    const there = await startSite({ routes: { '/': UNPACKED }, headers: { 'access-control-allow-origin': '*' } });
    const folder = await makeApp('other-origin');
    await writeFile(`${folder}/main.js`, VISITS.replace("'bigtab'", `'${there.origin}/dist/index.js'`));
    const here = await startSite({ routes: { '/': { html: pageWith('/app/main.js') }, '/app/': folder } });
    expect((await visitTwice(page, `${here.origin}/`)).every((address) => address.startsWith('blob:'))).toBe(true);
    await here.close();
    await there.close();
  });

  test('reports what was tried if neither the file nor the inline copy may start', async ({ page }) => {
    const site = await builtSite('esbuild', SELF_ONLY);
    await page.goto(`${site.origin}/`);
    await expect(page).toHaveTitle(/^failed: WORKER_START_FAILED: .*worker\.js.*inline copy.*content security policy/);
    await site.close();
  });
});

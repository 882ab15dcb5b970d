import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';
import { inRoot } from '../../lib/build/package/places.js';
import { findBrowser } from '../find-browser.js';
import { startSite } from '../site.js';
import { makeApp } from './app.js';
import { bundleApp } from './bundle.js';
import { FILES } from './tested-app.js';
import { typeCheck, writeConfig } from './type-check.js';

/** Writes the app, and returns its folder. */
async function makeTestedApp(name: string): Promise<string> {
  const folder = await makeApp(name);
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(folder, path), text);
  return folder;
}

/** Runs a command of a package in the app, without the variables of this test run. Resolves to its output. */
async function run(folder: string, script: string, words: readonly string[], variables = {}): Promise<string> {
  const own = /^(FORCE_COLOR|NODE_OPTIONS|TEST_|VITEST|PLAYWRIGHT|PW)/;
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const env = { ...environment, NO_COLOR: '1', ...variables };
  try {
    const options = { cwd: folder, env, timeout: 150_000 };
    return (await promisify(execFile)(process.execPath, [inRoot(`node_modules/${script}`), ...words], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `it failed: ${stdout}${stderr}`;
  }
}

test.describe("an app's own tests, written with the kits", () => {
  test.setTimeout(180_000);

  test('compile', async () => {
    const folder = await makeTestedApp('tests-compile');
    await writeConfig(folder, ['*.ts'], ['node']);
    expect(typeCheck(folder)).toBe('');
  });

  test('pass in Node', async () => {
    const folder = await makeTestedApp('tests-unit');
    expect(await run(folder, 'vitest/vitest.mjs', ['run'])).toMatch(/Tests\s+4 passed/);
  });

  test('pass in a browser', async () => {
    const folder = await makeTestedApp('tests-browser');
    await bundleApp('rolldown', folder, "import './page.ts';\n");
    const site = await startSite({ routes: { '/': folder } });
    const variables = { APP_ORIGIN: site.origin, CHROMIUM: findBrowser() as string };
    const output = await run(folder, 'playwright/cli.js', ['test'], variables);
    await site.close();
    expect(output).toMatch(/\b2 passed\b/);
  });
});

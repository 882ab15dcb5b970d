import { type ChildProcess, spawn } from 'node:child_process';
import { expect, ROOT, test } from './fixtures.js';

/** Resolves to the address that `npm start` prints. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      // The address is printed in colours.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with the escape character.
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said.replace(/\x1b\[\d+m/g, ''));
      if (address !== null) resolve(address[0]);
    });
    child.once('exit', () => reject(new Error(`npm start ended and said: ${said}`)));
  });
}

test('npm start prints its address within 30 s and serves the page from the sources', async ({ context }) => {
  const child = spawn(process.execPath, ['demo/start.mjs'], { cwd: ROOT, env: { ...process.env, PORT: '0' } });
  try {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no address in 30 s')), 30_000));
    const address = await Promise.race([addressOf(child), late]);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    const workerStarted = page.waitForEvent('worker');
    await page.goto(address);
    expect(await (await workerStarted).evaluate(() => typeof self.postMessage)).toBe('function');
    await expect(page).toHaveTitle(/Bigtab/);
    expect(errors).toEqual([]);
  } finally {
    child.kill();
  }
});

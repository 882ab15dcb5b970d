import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { expect, ROOT, test } from './fixtures.js';

/** Resolves to the address that `npm start` prints. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      // The address is printed in color.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a color begins with the escape character.
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(said.replace(/\x1b\[\d+m/g, ''));
      if (address !== null) resolve(address[0]);
    });
    child.once('exit', () => reject(new Error(`npm start ended and said: ${said}`)));
  });
}

/** The whole answer to a request for `address`, which is sent unchanged. */
function answerTo(origin: string, address: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `GET ${address} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      ),
    );
    socket.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    socket.once('close', () => resolve(said));
    socket.once('error', reject);
  });
}

test('npm start answers 400 to an invalid address, without a stack trace or a path of the machine', async () => {
  const child = spawn(process.execPath, ['demo/start.mjs'], { cwd: ROOT, env: { ...process.env, PORT: '0' } });
  try {
    const origin = await addressOf(child);
    for (const address of ['//', '///', '//guide/index.html', '/\\', 'http://[', 'nothing', '*']) {
      const answer = await answerTo(origin, address);
      expect(answer, address).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer, address).not.toMatch(/node_modules|file:|\bat .*\d:\d/);
      expect(answer, address).not.toContain(ROOT);
    }
    expect(await answerTo(origin, '/guide/index.html')).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    child.kill();
  }
});

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

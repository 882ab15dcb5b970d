import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'playwright/test';
import { makeApp } from './app.js';

/** The output of a program that runs in plain Node with the installed package. */
async function runInNode(name: string, program: string): Promise<string> {
  const folder = await makeApp(name);
  await writeFile(`${folder}/main.js`, program);
  // The test runner requests colors, which would appear in the output.
  const { FORCE_COLOR: _, ...environment } = process.env;
  return execFileSync(process.execPath, ['main.js'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    timeout: 20_000,
  }).trim();
}

test.describe('the package in plain Node', () => {
  for (const name of [
    '',
    '/hbase/proxy',
    '/memory',
    '/playwright',
    '/service-worker',
    '/shell',
    '/testing',
    '/testing/node',
    '/worker',
  ]) {
    const entry = `bigtab${name}`;
    test(`${entry} can be imported, and the process then ends`, async () => {
      const program = `await import('${entry}'); console.log('imported');`;
      expect(await runInNode(`node-${entry.replaceAll('/', '-')}`, program)).toBe('imported');
    });
  }

  test('connect rejects with STORAGE_UNAVAILABLE and names bigtab/memory', async () => {
    const program = `import { BigtabError, connect } from 'bigtab';
await connect('x').then(
  () => console.log('opened'),
  (error) => console.log(BigtabError.is(error), error.code, error.details.reason, error.message.includes('bigtab/memory')),
);`;
    expect(await runInNode('node-connect', program)).toBe('true STORAGE_UNAVAILABLE server true');
  });

  test('openMemory returns a working connection that shares its classes with the page entry', async () => {
    const program = `import { BigtabError, Put } from 'bigtab';
import { openMemory } from 'bigtab/memory';
const connection = await openMemory({ name: 'x' });
const table = await connection.ensureTable({ name: 't', families: ['f'] });
await table.put(new Put('row').addColumn('f', 'q', 'value'));
console.log((await table.get('row')).getText('f', 'q'));
await connection.getTable('none').get('row').catch((error) => console.log(error instanceof BigtabError, error.code));
await connection.close();`;
    expect(await runInNode('node-memory', program)).toBe('value\ntrue TABLE_NOT_FOUND');
  });

  test('openDirectory keeps other processes out, and finds what a killed process has written', async () => {
    const program = `import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openDirectory } from 'bigtab/testing/node';
if (process.argv[2] === 'child') {
  const table = await (await openDirectory('data')).ensureTable({ name: 't', families: ['f'] });
  await table.put({ row: 'row', cells: { f: { q: 'value' } } });
  setInterval(() => {}, 1000);
  console.log('written');
} else {
  const child = spawn(process.execPath, ['main.js', 'child'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await openDirectory('data').catch((error) => console.log(error.code, error.details.pid === child.pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const connection = await openDirectory('data');
  console.log((await connection.getTable('t').get('row')).getText('f', 'q'));
  await connection.close();
}`;
    expect(await runInNode('node-directory', program)).toBe('DATABASE_BUSY true\nvalue');
  });

  test('openDirectory replaces the lock of a killed process once, however many processes try it at the same time', async () => {
    const [processes, rounds] = [4, 20];
    const program = `import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openDirectory } from 'bigtab/testing/node';
if (process.argv[2] === 'child') {
  console.log('ready');
  const [start] = await once(process.stdin, 'data');
  const results = [];
  for (let round = 0; round < ${rounds}; round++) {
    await setTimeout(Number(start) + round * 100 - Date.now());
    results.push(await openDirectory('data-' + round).then(() => 'open', ({ code }) => code));
  }
  console.log(JSON.stringify(results));
  process.stdin.resume();
} else {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (let round = 0; round < ${rounds}; round++) {
    mkdirSync('data-' + round + '/lock', { recursive: true });
    writeFileSync('data-' + round + '/lock/' + pid + '-0-x', '');
  }
  const children = Array.from({ length: ${processes} }, () => spawn(process.execPath, ['main.js', 'child'], { stdio: ['pipe', 'pipe', 'inherit'] }));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const { stdin } of children) stdin.write(String(Date.now() + 200));
  const results = await Promise.all(children.map(async ({ stdout }) => JSON.parse((await once(stdout, 'data'))[0])));
  for (const child of children) child.kill();
  console.log(results[0].map((_, round) => results.map((result) => result[round]).sort().join()).join('\\n'));
}`;
    const outcome = ['DATABASE_BUSY', 'DATABASE_BUSY', 'DATABASE_BUSY', 'open'].join();
    expect((await runInNode('node-race', program)).split('\n')).toEqual(Array.from({ length: rounds }, () => outcome));
  });

  test('createShell runs commands over a connection of another entry', async () => {
    const program = `import { openMemory } from 'bigtab/memory';
import { createShell } from 'bigtab/shell';
const connection = await openMemory({ name: 'x' });
const shell = createShell(connection, { now: () => 0 });
await shell.run("create 't', 'f'");
console.log(await shell.run(["put 't', 'r', 'f:q', 'v', 5", "get 't', 'r'", "get 'none', 'r'"]));
await connection.close();`;
    expect(await runInNode('node-shell', program)).toMatch(
      /^Took .*\nCOLUMN {2}CELL\n f:q timestamp=5, value=v\n1 row\(s\)\nTook .*\n\nERROR: Unknown table none!\n/,
    );
  });

  test('the command bigtab starts an HBase proxy, and SIGTERM ends it, whatever its login module does', async () => {
    const program = `import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
const { bin } = JSON.parse(readFileSync('node_modules/bigtab/package.json', 'utf8'));
const path = 'node_modules/bigtab/' + bin.bigtab;
console.log(readFileSync(path, 'utf8').split('\\n')[0]);
const words = ['hbase-proxy', '--gateway', 'http://127.0.0.1:9/', '--listen', '127.0.0.1:0', '--login', 'login.mjs'];
writeFileSync('login.mjs', 'setInterval(() => {}, 1000); export default async () => ({});');
for (const unfinished of [false, true]) {
  const child = spawn(process.execPath, [path, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed] = await once(child.stdout, 'data');
  const url = /http\\S+/.exec(printed)[0];
  console.log((await fetch(url)).status);
  if (unfinished) {
    const socket = connect(new URL(url).port, '127.0.0.1').on('error', () => {});
    socket.write('POST / HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-length: 9\\r\\n\\r\\n');
    await once(socket, 'data');
  }
  const start = Date.now();
  child.kill('SIGTERM');
  console.log(...(await once(child, 'exit')), Date.now() - start < 10_000);
}`;
    expect(await runInNode('node-command', program)).toBe('#!/usr/bin/env node\n405\n0 null true\n405\n0 null true');
  });
});

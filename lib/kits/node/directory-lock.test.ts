import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { lockDirectory } from './directory-lock.js';

let script = '';
let directory = '';
let child: ChildProcess | undefined;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [inRoot('lib/kits/node/directory-lock.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'iife',
    globalName: 'lock',
    target: 'node20',
    logLevel: 'warning',
  });
  script = (outputFiles[0] as { readonly text: string }).text;
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bigtab-lock-'));
});

afterEach(() => {
  child?.kill('SIGKILL');
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns the code of the error that a lock of the directory throws, or null. Releases the lock. */
function refusal(): unknown {
  try {
    lockDirectory(directory)();
    return null;
  } catch (error) {
    return error;
  }
}

/** Locks the directory in another process, which then lives until it is killed. */
async function lockInProcess(): Promise<ChildProcess> {
  const program = `${script}; lock.lockDirectory(${JSON.stringify(directory)}); console.log('locked'); setInterval(() => {}, 9e8);`;
  child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child?.stdout?.once('data', resolve));
  return child;
}

/** Resolves to the code with which a worker thread fails to lock the directory, or null. `first`: a program that it runs first. */
function lockInThread(first: string): Promise<unknown> {
  const program = `${script}; ${first}
    let code = null;
    try { lock.lockDirectory(${JSON.stringify(directory)}); } catch (error) { code = error.code; }
    require('node:worker_threads').parentPort.postMessage(code);`;
  return new Promise((resolve, reject) => {
    new Worker(program, { eval: true }).once('message', resolve).once('error', reject);
  });
}

/** The entry of a lock that this process would have. */
function ownEntry(): string {
  const release = lockDirectory(directory);
  const [entry = ''] = readdirSync(join(directory, 'lock'));
  release();
  return entry;
}

/** Leaves a lock with these entries. */
function leave(...entries: string[]): void {
  rmSync(join(directory, 'lock'), { recursive: true, force: true });
  mkdirSync(join(directory, 'lock'));
  for (const entry of entries) writeFileSync(join(directory, 'lock', entry), '');
}

const busy = (text: string) => ({ code: 'DATABASE_BUSY', message: expect.stringContaining(text) });

describe('A lock of a directory', () => {
  it.each([-3_600_000, 3_000, 3_600_000])('is recognized by its process after the clock was set by %d ms', (ms) => {
    const release = lockDirectory(directory);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    expect(refusal()).toMatchObject(busy(`is open in process ${process.pid}`));
    release();
    expect(refusal()).toBeNull();
  });

  it('is recognized by its process while a test replaces every clock', () => {
    const release = lockDirectory(directory);
    vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance', 'hrtime', 'setTimeout'] });
    vi.advanceTimersByTime(60_000);
    expect(refusal()).toMatchObject(busy(`is open in process ${process.pid}`));
    release();
  });

  it('is recognized by other threads of its process, whose clocks may differ', async () => {
    const release = lockDirectory(directory);
    const real = 'const real = Date.now();';
    for (const first of [
      '',
      `${real} Date.now = () => real - 86_400_000;`,
      `${real} Date.now = () => real + 86_400_000;`,
    ])
      expect(await lockInThread(first)).toBe('DATABASE_BUSY');
    release();
    expect(await lockInThread('')).toBeNull();
  });

  it('is not taken from another process, whatever the clock of this one is', async () => {
    const { pid } = await lockInProcess();
    expect(refusal()).toMatchObject(busy(`is open in process ${pid}`));
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    expect(refusal()).toMatchObject(busy(`is open in process ${pid}`));
  });

  it('is taken when its process has been killed', async () => {
    const holder = await lockInProcess();
    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    expect(refusal()).toBeNull();
  });

  it('is taken after a power cut that left it without an entry', () => {
    leave();
    expect(refusal()).toBeNull();
  });
});

// Each test changes parts of an entry: id, start, system, space, kind of file system.
describe.runIf(process.platform === 'linux')('A lock of a directory, as the system identifies its process,', () => {
  const { pid: endedPid } = spawnSync(process.execPath, ['--version']);
  const changed = (parts: Readonly<Record<number, string | number>>): string => {
    const found = ownEntry().split('-').map(String);
    for (const [at, part] of Object.entries(parts)) found[Number(at)] = String(part);
    return found.join('-');
  };

  it.each([
    ['its process has ended', { 0: endedPid }],
    ['this process has its id, but was started later', { 1: 1 }],
    ['another process has its id, but was started later', { 0: process.ppid, 1: 1 }],
  ])('is taken if %s', (_, parts) => {
    leave(changed(parts));
    expect(refusal()).toBeNull();
  });

  it('is taken if it is of another system that had mounted the file system, which only one at a time can do', () => {
    const isLocal = ownEntry().includes('-local-');
    leave(changed({ 2: 'other', 4: 'local' }));
    expect(refusal() === null).toBe(isLocal);
  });

  it('is taken if its process has ended, and its parent has not noticed', async () => {
    const { pid } = await lockInProcess();
    child?.kill('SIGKILL');
    // This thread does not notice the end while it waits here.
    while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')) || readdirSync(`/proc/${pid}/task`).length > 1) {}
    expect(refusal()).toBeNull();
    expect(child?.signalCode).toBeNull();
  });

  it.each([
    ['on another machine', { 2: 'other', 4: '' }],
    ['in another container', { 3: 'other' }],
    ['that has the id of an ended one, on another machine', { 0: endedPid, 2: 'other', 4: '' }],
    ['that has the id of an ended one, in another container', { 0: endedPid, 3: 'other' }],
    ['on a system that has no identity', { 0: endedPid, 2: '' }],
    ['whose start is not known', { 0: process.ppid, 1: '' }],
  ])('is never taken from a process %s', (_, parts) => {
    leave(changed(parts));
    const path = join(directory, 'lock');
    expect(refusal()).toMatchObject({
      code: 'DATABASE_BUSY',
      message: expect.stringContaining(`If no process has the database open, remove the directory '${path}'`),
      details: { directory, lock: path },
    });
    expect(readdirSync(path)).toHaveLength(1);
  });

  it.each([`${endedPid}-1700000000-00000000-0000-4000-8000-000000000000`, `${endedPid}-0-x`])(
    'is taken if an earlier version has made its entry %j, and no process has the id',
    (entry) => {
      leave(entry);
      expect(refusal()).toBeNull();
    },
  );

  it.each([`${process.ppid}-1700000000-00000000-0000-4000-8000-000000000000`, `${endedPid}-0-x-y`, 'x'])(
    'is never taken if its entry has the unknown form %j, or an earlier one and the id of a process that runs',
    (entry) => {
      leave(entry);
      expect(refusal()).toMatchObject(busy('remove the directory'));
      expect(readdirSync(join(directory, 'lock'))).toEqual([entry]);
    },
  );
});

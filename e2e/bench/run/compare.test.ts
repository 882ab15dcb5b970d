import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { resolveCommit } from './build-commit.js';
import { compare } from './compare.js';
import { interruptible } from './interruption.js';
import { readOptions } from './options.js';
import { runCommand } from './run-command.js';

const folder = await mkdtemp(join(tmpdir(), 'bigtab-compare-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const running = new AbortController().signal;

describe('resolveCommit', () => {
  it('finds the full name of a commit', async () => {
    expect(await resolveCommit('HEAD')).toMatch(/^[0-9a-f]{40}$/);
  });

  it.each(['no-such-branch', '', '--all', 'HEAD:package.json'])('reports that "%s" is not a commit', async (name) => {
    await expect(resolveCommit(name)).rejects.toThrow(`${name} is not a commit of this repository`);
  });
});

describe('runCommand', () => {
  it('fails with the output of the command', async () => {
    const script = 'console.log("compiling"); console.error("type error"); process.exit(2)';
    const failed = runCommand(process.execPath, ['-e', script], folder, 'it does not build', running);
    await expect(failed).rejects.toThrow(/^it does not build:\ncompiling\ntype error$/);
  });

  it('ends the command if the run is interrupted', async () => {
    const controller = new AbortController();
    const script = 'setInterval(() => {}, 1000)';
    const ended = runCommand(process.execPath, ['-e', script], folder, 'it does not build', controller.signal);
    controller.abort(new Error('enough'));
    await expect(ended).rejects.toThrow('enough');
  });
});

describe('compare', () => {
  it('refuses an unknown commit before it builds anything', async () => {
    const options = readOptions(['--compare', 'nope']);
    await expect(compare('nope', options, folder, running)).rejects.toThrow('nope is not a commit of this repository');
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes its files if it is interrupted', async () => {
    const interrupted = AbortSignal.abort(new Error('enough'));
    const options = readOptions(['--compare', 'HEAD']);
    await expect(compare('HEAD', options, folder, interrupted)).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('interruptible', () => {
  it('cleans up and aborts its work on a signal to terminate', async () => {
    let cleared = false;
    const work = interruptible(async (signal) => {
      try {
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      } finally {
        cleared = true;
      }
    });
    process.emit('SIGHUP', 'SIGHUP');
    await expect(work).rejects.toMatchObject({ name: 'Interrupted', message: 'ended by SIGHUP' });
    expect(cleared).toBe(true);
  });

  it('ignores signals afterwards', async () => {
    const before = process.listenerCount('SIGINT');
    await interruptible(async () => expect(process.listenerCount('SIGINT')).toBe(before + 1));
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../../process-tree.js';
import { startProcess } from './cluster-process.js';

const LIMIT = 60_000;

function start(program: string, timeLimit = LIMIT) {
  return startProcess(process.execPath, ['-e', program], timeLimit);
}

describe('a process that prints a line when it is ready', () => {
  it('is ready with its first line, and ends when its input is closed', async () => {
    const { firstLine, stop } = await start(`
      console.log(process.pid);
      console.log('a second line');
      process.stdin.resume();
    `);
    expect(isRunning(Number(firstLine))).toBe(true);
    await stop();
    expect(isRunning(Number(firstLine))).toBe(false);
  });

  it('can be stopped after it has ended by itself', async () => {
    const { firstLine, stop } = await start(`console.log('ready')`);
    expect(firstLine).toBe('ready');
    await stop();
    await stop();
  });

  it('can log while this process runs synchronous code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'logged-'));
    const done = JSON.stringify(join(folder, 'done'));
    const { stop } = await start(`
      console.log('ready');
      console.error('x'.repeat(1_000_000));
      require('node:fs').writeFileSync(${done}, '');
      process.stdin.resume();
    `);
    const wait = `while (!require('node:fs').existsSync(${done})) continue;`;
    execFileSync(process.execPath, ['-e', wait], { timeout: LIMIT / 2 });
    await stop();
    rmSync(folder, { recursive: true });
  });

  it('rejects with the last 60 lines of the log if the process ends before', async () => {
    const failure = start(`
      console.error(Array.from({ length: 100 }, (_, index) => 'line ' + index).join('\\n'));
      process.exitCode = 3;
    `);
    const message = await failure.then(
      () => '',
      (error: Error) => error.message,
    );
    const lines = message.split('\n');
    expect(lines[0]).toMatch(/ has ended with code 3\. The end of its log:$/);
    expect(lines.slice(1)).toEqual(Array.from({ length: 60 }, (_, index) => `line ${index + 40}`));
  });

  it('rejects if there is no such program', async () => {
    await expect(startProcess('/no/such/program', [], LIMIT)).rejects.toThrow(/program has ended with .*ENOENT/);
  });

  it('ends the process if it is not ready in time', async () => {
    await expect(start('process.stdin.resume()', 1)).rejects.toThrow(/was not ready after 0\.001 seconds/);
  });
});

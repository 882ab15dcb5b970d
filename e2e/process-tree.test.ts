import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { isRunning, processIds, withDescendants } from './process-tree.js';

/** A process that starts another one, prints its id, and waits forever. */
const PARENT = `
  const { spawn } = require('node:child_process');
  console.log(spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']).pid);
  setInterval(() => {}, 1000);
`;

const started: number[] = [];
afterEach(() => {
  for (const id of started.splice(0)) if (isRunning(id)) process.kill(id, 'SIGKILL');
});

async function startFamily(): Promise<{ readonly process: ChildProcess; readonly ids: readonly [number, number] }> {
  const parent = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const ids = [parent.pid as number, Number(line)] as const;
  started.push(...ids);
  return { process: parent, ids: [ids[0], ids[1]] };
}

// Only Linux lists its processes in files.
describe.runIf(processIds().length > 0)('withDescendants', () => {
  it('returns the processes that a process has started', async () => {
    const { ids } = await startFamily();
    expect(withDescendants([ids[0]])).toEqual(ids);
    expect(withDescendants([process.pid])).toEqual(expect.arrayContaining([process.pid, ...ids]));
  });
});

describe.runIf(processIds().length > 0)('isRunning', () => {
  it('is false once a process has ended', async () => {
    const { process: parent, ids } = await startFamily();
    expect(ids.map(isRunning)).toEqual([true, true]);
    const ended = once(parent, 'exit');
    parent.kill('SIGKILL');
    await ended;
    expect(ids.map(isRunning)).toEqual([false, true]);
  });
});

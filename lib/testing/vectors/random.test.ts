import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../build/package/places.js';
import { LEAST_RANDOM, RANDOM } from './vector-files.js';

/** The output of a run of one file, and the number of histories that passed. */
interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly passed: number;
}

/** Plays one file in a separate process. It captures no stacks, because an expected error needs none. */
function play(file: string): Promise<Run> {
  const words = ['--stack-trace-limit=0', inRoot('lib/testing/vectors/conformance.mjs'), inRoot(file)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, passed: Number(/^(\d+) passed/m.exec(output)?.[1]) }));
  });
}

describe('random histories', () => {
  const runs = new Map<string, Run>();

  beforeAll(async () => {
    const waiting = [...RANDOM];
    const playWaiting = async () => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) runs.set(file, await play(file));
    };
    await Promise.all(Array.from({ length: availableParallelism() }, playWaiting));
  }, 600_000);

  it.each(RANDOM)("get HBase's answers: %s", (file) => {
    const { code, output } = runs.get(file) as Run;
    expect(output.split('\n').slice(0, 20).join('\n')).toMatch(/(^|\n)\d+ passed, 0 failed\n$/);
    expect(code).toBe(0);
  });

  it('are complete in number', () => {
    const played = [...runs.values()].reduce((sum, { passed }) => sum + passed, 0);
    expect(played).toBeGreaterThanOrEqual(LEAST_RANDOM);
  });
});

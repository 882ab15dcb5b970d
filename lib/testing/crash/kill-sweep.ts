/*
 * Real kills: a Node process writes to files of this machine and receives SIGKILL at a random time. Every second time,
 * the next process, which opens the database, is killed too. Then every acknowledged step must be there, in a state
 * that the workload has.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inRoot } from '../../build/package/places.js';
import { Random } from '../../simulation/random.js';
import { readState } from './crash-run.js';
import { allowedStates } from './expected-state.js';
import { inTime } from './in-time.js';
import { killMedium, killWorkload } from './kill-medium.js';
import { LossError, type SweepResult, sweepResult } from './sweep-result.js';

/** A process is killed after it acknowledged fewer steps than this. */
const MOST_STEPS = 120;
/** A recovery is killed at most this long after its process started, in milliseconds. */
const LONGEST_RECOVERY = 200;
const WRITES_NOW = 3;

export interface KillSweepOptions {
  readonly seed: number;
  readonly kills: number;
}

/** Kills one process for each seed from `seed` on. */
export async function killSweep({ seed: first, kills }: KillSweepOptions): Promise<SweepResult> {
  const result = sweepResult();
  const root = mkdtempSync(join(tmpdir(), 'bigtab-kills-'));
  const script = join(root, 'child.mjs');
  try {
    await build({
      entryPoints: [inRoot('lib/testing/crash/kill-child.ts')],
      bundle: true,
      outfile: script,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
    });
    for (let seed = first; seed < first + kills; seed++) {
      const directory = join(root, String(seed));
      await killOnce(script, directory, seed, result).catch((error: unknown) => {
        result.fail('SIGKILL of a Node process', error, `kill:${seed}`);
      });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return result;
}

/** Throws if anything is wrong after the kill. */
async function killOnce(script: string, directory: string, seed: number, result: SweepResult): Promise<void> {
  const random = new Random(seed);
  const last = 1 + random.below(MOST_STEPS);
  result.faults++;
  const { acknowledged, written } = await killWriter(script, directory, seed, last, random.below(WRITES_NOW));
  if (random.chance(0.5)) {
    result.faults++;
    await killRecovery(script, directory, random.below(LONGEST_RECOVERY));
  }
  result.runs++;
  const states = allowedStates(killWorkload(seed), acknowledged, written);
  const medium = killMedium(directory);
  const { state, problems } = await inTime(medium.clock, readState(medium));
  if (states.has(state) && problems.length === 0) return;
  throw new LossError(`after ${acknowledged} steps, found\n${state}\nproblems: ${problems.join(' ')}`);
}

/** Kills a writing process some time after it acknowledged step `last`. Returns what it acknowledged until its end. */
async function killWriter(
  script: string,
  directory: string,
  seed: number,
  last: number,
  delay: number,
): Promise<{ readonly acknowledged: number; readonly written: number }> {
  const child = spawn(process.execPath, [script, 'write', directory, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => {
    const before = lineCount(printed);
    printed += bytes.toString();
    if (before < last && lineCount(printed) >= last) setTimeout(() => child.kill('SIGKILL'), delay);
  });
  const signal = await ended(child);
  if (signal !== 'SIGKILL') throw new Error(`the process ended by itself, after ${lineCount(printed)} steps`);
  const line = printed.slice(0, printed.lastIndexOf('\n')).split('\n').at(-1) ?? '';
  const [acknowledged = 0, written = 0] = line.split(' ').map(Number);
  return { acknowledged, written };
}

async function killRecovery(script: string, directory: string, delay: number): Promise<void> {
  const child = spawn(process.execPath, [script, 'open', directory], { stdio: 'inherit' });
  const kill = setTimeout(() => child.kill('SIGKILL'), delay);
  await ended(child);
  clearTimeout(kill);
}

function ended(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}

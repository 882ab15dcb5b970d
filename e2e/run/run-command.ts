import { spawn } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { inRoot } from '../../lib/build/package/places.js';
import type { Outcome } from './outcome.js';

/**
 * Runs `script` of a dependency with Node in the repository's root. Resolves to its exit code. If there is a `turn`, the
 * output is kept until it resolves, so that the lines of two scripts do not mix.
 */
export async function runScript(
  script: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  turn: Promise<unknown> | null = null,
): Promise<number> {
  const output = turn === null ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [inRoot(`node_modules/${script}`), ...words], {
    cwd: inRoot('.'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, output],
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const [code] = await Promise.all([
    ended,
    printAfter(turn, child.stdout, process.stdout),
    printAfter(turn, child.stderr, process.stderr),
  ]);
  return code;
}

/** Copies `source`, if there is one, to `target`, but not before `turn`. Resolves when everything was copied. */
async function printAfter(turn: Promise<unknown> | null, source: Readable | null, target: Writable): Promise<void> {
  // Reads without a limit, because a script stops when its pipe is full.
  const kept = source?.pipe(new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })) ?? [];
  await turn;
  for await (const chunk of kept) target.write(chunk);
}

/** A step that passes or fails, counted as one test. */
export async function check(title: string, step: () => Promise<boolean>): Promise<Outcome> {
  console.log(`\n> ${title}`);
  let held = false;
  try {
    held = await step();
  } catch (error) {
    console.error(error);
  }
  return { passed: held ? 1 : 0, failed: held ? [] : [title], skipped: [] };
}

import { spawn } from 'node:child_process';
import { inRoot } from '../../lib/build/package/places.js';
import type { Outcome } from './outcome.js';

/** Runs `script` of a dependency with Node in the repository's root. Resolves to its exit code. */
export function runScript(
  script: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, [inRoot(`node_modules/${script}`), ...words], {
    cwd: inRoot('.'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
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

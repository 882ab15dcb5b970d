import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { joinRuns } from '../report/join-runs.js';
import type { RawLine } from '../report/summary.js';

/** The raw lines of files that form one run. Throws an Error with a message for people if they do not. */
export async function readRun(files: readonly string[]): Promise<readonly RawLine[]> {
  const read = files.map(async (file) => {
    const text = await readFile(file, 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    return { name: basename(file), lines: lines.map((line) => JSON.parse(line) as RawLine) };
  });
  return joinRuns(await Promise.all(read));
}

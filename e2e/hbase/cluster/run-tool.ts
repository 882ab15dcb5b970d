import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LINES_SHOWN = 40;
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/**
 * Runs a program to its end and resolves to what it printed. If it fails or takes longer than `timeLimit` milliseconds,
 * it rejects; the message has the last lines of its output.
 */
export async function runTool(program: string, words: readonly string[], timeLimit: number): Promise<string> {
  const start = performance.now();
  try {
    const { stdout } = await run(program, words, { timeout: timeLimit, maxBuffer: LARGEST_OUTPUT });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Partial<Printed> & Error;
    const late = performance.now() - start >= timeLimit;
    const how = late ? `was ended after ${timeLimit / 1000} seconds` : 'has failed';
    // A program that cannot be started has printed nothing.
    const output = `${stdout}${stderr}`.trim() || message;
    const end = output.split('\n').slice(-LINES_SHOWN).join('\n');
    throw new Error(`${program} ${how}. The end of its output:\n${end}`, { cause: error });
  }
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

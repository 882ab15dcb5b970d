import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** A process that has printed its first line. */
export interface StartedProcess {
  readonly firstLine: string;
  /** Closes the input of the process, which ends it. Resolves when it has ended. */
  stop(): Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

const LINES_SHOWN = 60;
const BYTES_READ = 64 * 1024;
const STOP_LIMIT = 10_000;

/**
 * Starts a process that prints a line when it is ready, and ends when its input closes. Rejects if it ends before, or
 * is not ready after `timeLimit` milliseconds; the message has the last lines of its log (stderr).
 */
export async function startProcess(
  program: string,
  words: readonly string[],
  timeLimit: number,
): Promise<StartedProcess> {
  const log = await openUnnamed();
  // A file, because a process that logs to a pipe stops while the pipe is not read, such as while this process runs
  // synchronous code.
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', log.fd] }) as Child;
  // Writing to a process that has ended fails.
  child.stdin.on('error', () => {});
  const ended = endOf(child);
  const stop = () => stopProcess(child, ended);
  try {
    const ready = await readyOrReason(child, ended, timeLimit);
    if ('firstLine' in ready) return { ...ready, stop };
    await stop();
    throw new Error(`${program} ${ready.reason}. The end of its log:\n${await endOfFile(log)}`);
  } finally {
    await log.close();
  }
}

/** A new file without a name, so it is removed when the last process that has it open closes it. */
async function openUnnamed(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'log-'));
  const file = await open(join(folder, 'log'), 'w+');
  await rm(folder, { recursive: true });
  return file;
}

async function endOfFile(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const position = Math.max(size - BYTES_READ, 0);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BYTES_READ), position });
  return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-LINES_SHOWN).join('\n');
}

async function readyOrReason(
  child: Child,
  ended: Promise<string>,
  timeLimit: number,
): Promise<{ firstLine: string } | { reason: string }> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeLimit);
  try {
    return await Promise.race([
      once(createInterface(child.stdout), 'line').then(([line]) => ({ firstLine: line as string })),
      ended.then((how) => ({ reason: `has ended with ${how}` })),
      once(timeout.signal, 'abort').then(() => ({ reason: `was not ready after ${timeLimit / 1000} seconds` })),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves to how the process has ended, when it has ended or could not be started. */
function endOf(child: Child): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

async function stopProcess(child: Child, ended: Promise<string>): Promise<void> {
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
  await ended;
  clearTimeout(timer);
}

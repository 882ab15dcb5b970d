import * as fs from 'node:fs';
import { join } from 'node:path';
import { BigtabError } from '../../errors.js';

/** The start time that a process computes for itself varies by up to this many seconds. */
const START_TOLERANCE_S = 2;

/** The process that holds a lock. A later process may have the same id, but not the same start time. */
interface Holder {
  readonly pid: number;
  /** Seconds since 1970. */
  readonly startedAt: number;
}

/**
 * Locks a directory for one connection by a file in it, which names this process. A lock whose process has ended is
 * replaced. Throws DATABASE_BUSY. Returns the function that releases the lock, which may be called again.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  const self: Holder = { pid: process.pid, startedAt: Date.now() / 1000 - process.uptime() };
  const holder = readHolder(path);
  if (holder !== null && isAlive(holder, self)) throw directoryBusy(directory, holder);
  fs.rmSync(path, { force: true });
  try {
    fs.writeFileSync(path, JSON.stringify(self), { flag: 'wx' });
  } catch (error) {
    // Another process was faster.
    if ((error as { readonly code?: unknown }).code === 'EEXIST') throw directoryBusy(directory, readHolder(path));
    throw error;
  }
  let isHeld = true;
  return () => {
    // After that, the file may be the lock of another connection.
    if (isHeld) fs.rmSync(path, { force: true });
    isHeld = false;
  };
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8')) as Holder;
  } catch {
    // There is no file, or the process ended while it wrote it.
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder, self: Holder): boolean {
  // Perhaps in another thread.
  if (pid === self.pid) return Math.abs(startedAt - self.startedAt) <= START_TOLERANCE_S;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user.
    return (error as { readonly code?: unknown }).code === 'EPERM';
  }
}

function directoryBusy(directory: string, holder: Holder | null): BigtabError {
  const who = holder === null ? 'another process' : `process ${holder.pid}`;
  const message = `The database in '${directory}' is open in ${who}. Close its connection first.`;
  return new BigtabError('DATABASE_BUSY', message, { details: { directory, pid: holder?.pid ?? null } });
}

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
 * Locks a directory for one connection by a directory in it, whose only entry names this process. A lock whose process
 * has ended is replaced. Throws DATABASE_BUSY. Returns the function that releases the lock; more calls have no effect.
 *
 * It is given its name with its entry in it, and a directory that has entries can be neither removed nor replaced. So of
 * several processes that find an old lock, one gets the new one.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  const self: Holder = { pid: process.pid, startedAt: Math.round(Date.now() / 1000 - process.uptime()) };
  const entry = `${self.pid}-${self.startedAt}-${crypto.randomUUID()}`;
  for (const old of entriesOf(path)) {
    const holder = readHolder(old);
    if (isAlive(holder, self)) throw directoryBusy(directory, holder);
    fs.rmSync(join(path, old), { force: true });
  }
  removeEmpty(path);
  const made = join(directory, `lock-${entry}`);
  fs.mkdirSync(made);
  fs.writeFileSync(join(made, entry), '');
  try {
    fs.renameSync(made, path);
  } catch (error) {
    fs.rmSync(made, { recursive: true });
    const [other] = entriesOf(path);
    if (other === undefined) throw error;
    // Another process was faster.
    throw directoryBusy(directory, readHolder(other));
  }
  return () => {
    fs.rmSync(join(path, entry), { force: true });
    removeEmpty(path);
  };
}

function entriesOf(path: string): readonly string[] {
  try {
    return fs.readdirSync(path);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}

function readHolder(entry: string): Holder {
  const [pid, startedAt] = entry.split('-').map(Number) as [number, number];
  return { pid, startedAt };
}

/** Removes a directory, unless it has entries or does not exist. */
function removeEmpty(path: string): void {
  try {
    fs.rmdirSync(path);
  } catch {
    // Then the next step reports it.
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

function directoryBusy(directory: string, { pid }: Holder): BigtabError {
  const message = `The database in '${directory}' is open in process ${pid}. Close its connection first.`;
  return new BigtabError('DATABASE_BUSY', message, { details: { directory, pid } });
}

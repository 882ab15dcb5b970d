import * as fs from 'node:fs';
import { join } from 'node:path';
import { BigtabError } from '../../errors.js';
import { hasProcess, isRunning, ownIdentity, type ProcessIdentity } from './process-identity.js';

/** The process that holds a lock. */
interface Holder extends ProcessIdentity {
  /** Whether only its system can mount the file system of the directory. */
  readonly isLocal: boolean;
}

/**
 * Locks a directory for one connection by a directory in it, whose only entry names this process. A lock whose process
 * has provably ended is replaced; if that cannot be proved, it is never taken. Throws DATABASE_BUSY. Returns the function
 * that releases the lock; more calls have no effect.
 *
 * It is given its name with its entry in it, and a directory that has entries can be neither removed nor replaced. So of
 * several processes that find an old lock, one gets the new one.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock');
  const self: Holder = { ...ownIdentity(), isLocal: isLocal(directory) };
  const entry = entryOf(self);
  for (const old of entriesOf(path)) {
    if (hasEnded(old, self) !== true) throw directoryBusy(directory, old, self);
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
    throw directoryBusy(directory, other, self);
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

/** Removes a directory, unless it has entries or does not exist. */
function removeEmpty(path: string): void {
  try {
    fs.rmdirSync(path);
  } catch {
    // Then the next step reports it.
  }
}

function entryOf({ pid, start, system, space, isLocal }: Holder): string {
  return [pid, start, system, space, isLocal ? 'local' : '', crypto.randomUUID()].join('-');
}

/** Exact inverse of `entryOf`; null for an entry in another form. */
function readHolder(entry: string): Holder | null {
  const found = /^([1-9]\d*)-(\w*)-(\w*)-(\w*)-(local)?-[\da-f-]{36}$/.exec(entry);
  if (found === null) return null;
  const [, pid, start = '', system = '', space = '', local] = found;
  return { pid: Number(pid), start, system, space, isLocal: local !== undefined };
}

/** The entry of an earlier version: an id, a time and a random name. Its directory was for one machine. */
const EARLIER = /^[1-9]\d*-\d+-(?:\w+|[\da-f]{8}(?:-[\da-f]{4,12}){4})$/;

/** Whether the process of an entry has ended; null if that cannot be told. */
function hasEnded(entry: string, self: Holder): boolean | null {
  const holder = readHolder(entry);
  if (holder === null) return EARLIER.test(entry) && !hasProcess(Number.parseInt(entry, 10)) ? true : null;
  if (holder.system === '' || self.system === '') return null;
  // Two systems that have both mounted the file system did so one after the other.
  if (holder.system !== self.system) return holder.isLocal && self.isLocal ? true : null;
  if (holder.space !== self.space) return null;
  const running = isRunning(holder);
  return running === null ? null : !running;
}

/** The types of file systems that one system at a time can mount: ext, XFS and Btrfs. */
const LOCAL_TYPES: readonly number[] = [0xef53, 0x58465342, 0x9123683e];

function isLocal(directory: string): boolean {
  return process.platform === 'linux' && LOCAL_TYPES.includes(fs.statfsSync(directory).type);
}

function directoryBusy(directory: string, entry: string, self: Holder): BigtabError {
  const pid = Number.parseInt(entry, 10);
  const lock = join(directory, 'lock');
  const message =
    hasEnded(entry, self) === false
      ? `The database in '${directory}' is open in process ${pid}. Close its connection first.`
      : `The database in '${directory}' may be open in process ${pid}: it cannot be determined from here whether the process that locked it has ended, for example because it ran on another machine or in another container. Close its connection. If no process has the database open, remove the directory '${lock}'.`;
  return new BigtabError('DATABASE_BUSY', message, { details: { directory, pid, lock } });
}

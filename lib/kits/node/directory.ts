/*
 * The package's entry `bigtab/testing/node`: a database in a directory of this machine.
 */
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import type { Connection } from '../../client/connection.js';
import { invalidArgument } from '../../errors.js';
import { IN_PROCESS_OPTIONS, openInProcess, type StoredOptions } from '../../in-process/open-in-process.js';
import { processYielder } from '../../in-process/process-yielder.js';
import { type ClockLike, readClock } from '../../in-process/read-clock.js';
import { readLiteral } from '../../model/literal.js';
import { lockDirectory } from './directory-lock.js';
import { NodeCatalog, nextOf } from './node-catalog.js';
import { NodeFileSystem } from './node-file-system.js';

export type { Connection } from '../../client/connection.js';

/** The name of the catalog's file, which is beside those of the database. */
const CATALOG = 'catalog';

/** The options of `openDirectory`. */
export interface OpenDirectoryOptions extends StoredOptions {
  /** As in `openMemory`. */
  readonly clock?: ClockLike | undefined;
}

/**
 * Opens the database in the directory `path` and resolves to its only connection. Creates the directory and the database
 * if they do not exist. The engine is the same as in a browser's worker, and runs in this thread. For tests that need real
 * files, or data that survives the process: what was acknowledged is stored even if the process is killed.
 *
 * The directory contains nothing else. To remove the database, close its connection and remove the directory. To keep a
 * copy, close the connection and copy the directory.
 *
 * Rejects with DATABASE_BUSY while a connection to the directory is open, in this process or in another one, and if it
 * cannot be determined whether the process that opened the directory has ended: it may run on another machine or in
 * another container. Then the message names the directory to remove. Rejects with the error of the file system if the
 * directory cannot be used, and as `connect` does.
 *
 * @example
 * import { mkdtemp, rm } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * const directory = await mkdtemp(`${tmpdir()}/notes-`);
 * const connection = await openDirectory(directory);
 * const table = await connection.ensureTable({ name: 'notes', families: ['text'] });
 * await connection.close();
 * await rm(directory, { recursive: true });
 */
export async function openDirectory(path: string, options: OpenDirectoryOptions = {}): Promise<Connection> {
  readLiteral<OpenDirectoryOptions>(options, 'set of openDirectory options', [...IN_PROCESS_OPTIONS, 'open', 'clock']);
  if (typeof path !== 'string' || path === '') throw invalidArgument(`path must name a directory; got ${String(path)}`);
  const clock = readClock(options.clock);
  const root = resolve(path);
  const files = new NodeFileSystem(root, [CATALOG, nextOf(CATALOG)]);
  const release = lockDirectory(root);
  const yielder = processYielder();
  try {
    return await openInProcess(options, {
      name: 'directory',
      files,
      catalog: new NodeCatalog(join(root, CATALOG)),
      clock,
      yielder: yielder.yield,
      random: Math.random,
      backend: 'node-fs',
      room: async () => freeBytes(root),
      wrap: (transport) => ({ ...transport, close: () => transport.close().finally(release) }),
    });
  } catch (error) {
    release();
    throw error;
  }
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = fs.statfsSync(directory);
  return bavail * bsize;
}

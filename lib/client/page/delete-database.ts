import { BigtabError } from '../../errors.js';
import { readLiteral } from '../../model/literal.js';
import { toDatabaseName } from '../../model/schema/database-name.js';
import { fromHere } from '../../service/error-handler.js';
import { pagePlatform } from './connect.js';
import { readWorkerOption } from './connect-options.js';
import { loadConnection } from './load-connection.js';
import { type Platform, requireStorage, type WorkerLike, waitLeft } from './platform.js';
import { findEntry, reserve } from './registry.js';
import { beginWorker } from './start-worker.js';
import type { WorkerTransport } from './worker-transport.js';

type ConnectionCode = Awaited<ReturnType<typeof loadConnection>>;

/** The options of `deleteDatabase` and `listDatabases`. */
export interface WorkerOptions {
  /** As in `connect`. */
  readonly worker?: (() => WorkerLike) | undefined;
}

/**
 * Removes the database `name` with all its tables; a missing database is not an error. A worker removes it and ends
 * with the call.
 *
 * Connections of other tabs get the event `versionchange` with the reason `delete`, and are closed within 5 s.
 *
 * Rejects with DATABASE_BUSY while a connection of this page is open (await its `close()` first) and, after 10 s, if
 * another tab has the database open and does not answer; with STORAGE_UNAVAILABLE and WORKER_START_FAILED as `connect` does. If it rejects
 * for another reason, call it again: some of the files may already be removed.
 */
export async function deleteDatabase(name: string, options: WorkerOptions = {}): Promise<void> {
  return deleteDatabaseOn(pagePlatform(), name, options);
}

/** The names of this site's databases, sorted. A separate worker lists them; open databases are not disturbed. */
export async function listDatabases(options: WorkerOptions = {}): Promise<readonly string[]> {
  return listDatabasesOn(pagePlatform(), options);
}

/** `deleteDatabase` in a given page. */
export async function deleteDatabaseOn(platform: Platform, name: string, options: WorkerOptions): Promise<void> {
  const since = platform.clock.monotonic();
  return fromHere(async () => {
    toDatabaseName(name);
    for (let entry = findEntry(name); entry !== undefined; entry = findEntry(name)) {
      if (!entry.ending) {
        throw new BigtabError('DATABASE_BUSY', `Database '${name}' is open in this page. Close its connections first.`);
      }
      await entry.ended;
    }
    await reserve(name, () =>
      askNewWorker(platform, options, since, async ({ askToClose, callWorker }, worker, withinMs) => {
        const deleted = callWorker(worker, 'deleteDatabase', name, withinMs);
        const stop = askToClose('delete', name, platform);
        return deleted.finally(stop);
      }),
    );
  });
}

/** `listDatabases` in a given page. */
export async function listDatabasesOn(platform: Platform, options: WorkerOptions): Promise<readonly string[]> {
  const since = platform.clock.monotonic();
  return fromHere(() =>
    askNewWorker(platform, options, since, ({ callWorker }, worker, withinMs) =>
      callWorker(worker, 'listDatabases', withinMs),
    ),
  );
}

/** Starts a worker for one call of the user, which began at `since`. `ask` gets the remaining time. */
async function askNewWorker<T>(
  platform: Platform,
  options: WorkerOptions,
  since: number,
  ask: (code: ConnectionCode, worker: WorkerTransport, withinMs: number) => Promise<T>,
): Promise<T> {
  const factory = readWorkerOption(readLiteral<WorkerOptions>(options, 'set of options', ['worker']));
  requireStorage(platform, factory !== undefined);
  const start = beginWorker(platform, factory);
  try {
    const [code, started] = await Promise.all([loadConnection(), start.started]);
    const worker = new code.WorkerTransport(started, platform);
    return await ask(code, worker, waitLeft(platform.clock, since)).finally(() => worker.end());
  } finally {
    start.leave();
  }
}

/*
 * The package's entry `bigtab/memory`: the same engine and the same Connection, in this thread and in memory.
 */

import { Connection } from './client/connection.js';
import { ENGINE_OPTIONS } from './client/page/connect-options.js';
import { directTransport } from './client/page/direct-transport.js';
import type { Existed } from './client/page/settle-origin.js';
import type { Upgrade } from './client/page/upgrade.js';
import { readUserFunctions } from './client/page/user-functions.js';
import { systemClock } from './clock.js';
import { Database } from './engine/server/database.js';
import { readDatabaseOptions } from './engine/server/database-options.js';
import { invalidArgument } from './errors.js';
import type { Durability } from './model/durability.js';
import { readLiteral } from './model/literal.js';
import type { MemoryOptions } from './model/memory-options.js';
import type { Configuration } from './model/schema/settings.js';
import type { TimestampMode } from './model/timestamp-mode.js';
import { MemoryCatalog } from './storage/catalog/memory-catalog.js';
import { MemoryFileSystem } from './storage/fs/memory-file-system.js';
import { createYielder, type Yielder } from './yielder.js';

export type { Connection, RepairOptions } from './client/connection.js';
export { changesBetween, type RowChange } from './client/live/changes-between.js';
export type { LiveRows } from './client/live/live-rows.js';
export type { LiveState } from './client/live/live-state.js';

/** The options of `openMemory`. */
export interface OpenMemoryOptions {
  /** As in `connect`, but several databases may have the same name. Default `memory`. */
  readonly name?: string | undefined;
  /** As in `connect`. Default `ordered`. */
  readonly timestamps?: TimestampMode | undefined;
  /** As in `connect`; nothing survives the process. Default `SYNC_WAL`. */
  readonly durability?: Durability | undefined;
  /** As in `connect`. */
  readonly memory?: MemoryOptions | undefined;
  /** As in `connect`. */
  readonly configuration?: Configuration | undefined;
  /** As in `connect`. An upgrade always runs, from version 0, because the database is new. */
  readonly version?: number | undefined;
  /** As in `connect`. */
  readonly upgrade?: Upgrade | undefined;
  /** As in `connect`. It always runs, because the database is new: tests can return true to see `evicted`. */
  readonly existed?: Existed | undefined;
  /**
   * Returns the time, in milliseconds since 1970, that becomes the timestamp of writes without one. Default: the
   * system's time.
   */
  readonly clock?: { now(): number } | undefined;
}

/**
 * Opens a new, empty database in memory and resolves to its only connection: for Node, tests and server rendering. The
 * engine is the same as in a browser's worker. When the connection closes, the data is lost.
 *
 * Rejects with INVALID_ARGUMENT naming a bad option, and with the error that `upgrade` or `existed` failed with.
 *
 * ```ts
 * const connection = await openMemory();
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents'] });
 * ```
 */
export async function openMemory(options: OpenMemoryOptions = {}): Promise<Connection> {
  readLiteral<OpenMemoryOptions>(options, 'set of openMemory options', [
    ...ENGINE_OPTIONS,
    'version',
    'upgrade',
    'existed',
    'clock',
  ]);
  const { name = 'memory', timestamps, durability, version, memory, configuration } = options;
  const runFunctions = readUserFunctions(options);
  const engine = readDatabaseOptions({ name, timestamps, durability, memory, configuration });
  const clock = { ...systemClock, now: readClock(options.clock) };
  const yielder = processYielder();
  const database = await Database.open(
    {
      files: new MemoryFileSystem(),
      catalog: new MemoryCatalog(),
      clock,
      yielder: yielder.yield,
      random: Math.random,
      backend: 'memory',
    },
    engine,
  );
  const transport = directTransport(database);
  const connection = new Connection({
    name,
    id: name,
    transport: { ...transport, close: () => transport.close().finally(yielder.close) },
    durability,
    version,
    configuration: engine.configuration,
    clock,
    yielder: yielder.yield,
  });
  const failed = await runFunctions?.(connection);
  if (failed) throw failed.error;
  return connection;
}

function readClock(clock: unknown): () => number {
  if (clock === undefined) return systemClock.now;
  const given = clock as { now?: unknown } | null;
  if (typeof given?.now !== 'function')
    throw invalidArgument('clock must be an object with now(), which returns milliseconds');
  // Clocks such as `performance` return fractions of milliseconds; timestamps have none.
  const now = () => Math.floor((given as { now(): number }).now());
  const isTime = (time: number) => Number.isSafeInteger(time) && time >= 0;
  let last = now();
  if (!isTime(last)) throw invalidArgument(`clock.now() must return milliseconds since 1970; got ${last}`);
  // If the clock breaks later, the last time is used: the engine's internal work has no caller to report an error to.
  return () => {
    const time = now();
    if (isTime(time)) last = time;
    return last;
  };
}

/** `setImmediate` lets the process end in Node if a connection was not closed; a message channel keeps it alive. */
function processYielder(): { readonly yield: Yielder; close(): void } {
  const { setImmediate } = globalThis as { setImmediate?: (task: () => void) => void };
  if (setImmediate === undefined) return createYielder();
  return { yield: () => new Promise((resolve) => setImmediate(resolve)), close: () => {} };
}

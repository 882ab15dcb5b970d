/*
 * The package's entry `bigtab/memory`: the same engine and the same Connection, in this thread and in memory.
 */

import type { Connection } from './client/connection.js';
import type { Existed } from './client/page/settle-origin.js';
import type { Upgrade } from './client/page/upgrade.js';
import { IN_PROCESS_OPTIONS, type InProcessOptions, openInProcess } from './in-process/open-in-process.js';
import { processYielder } from './in-process/process-yielder.js';
import { type ClockLike, readClock } from './in-process/read-clock.js';
import type { Durability } from './model/durability.js';
import { readLiteral } from './model/literal.js';
import { MemoryCatalog } from './storage/catalog/memory-catalog.js';
import { MemoryFileSystem } from './storage/fs/memory-file-system.js';

export type { Connection, RepairOptions } from './client/connection.js';
export { changesBetween, type RowChange } from './client/live/changes-between.js';
export type { LiveRows } from './client/live/live-rows.js';
export type { LiveState } from './client/live/live-state.js';

/** The options of `openMemory`. */
export interface OpenMemoryOptions extends InProcessOptions {
  /** As in `connect`; nothing survives the process. Default `SYNC_WAL`. */
  readonly durability?: Durability | undefined;
  /** As in `connect`. An upgrade always runs, from version 0, because the database is new. */
  readonly upgrade?: Upgrade | undefined;
  /** As in `connect`. It always runs, because the database is new: tests can return true to see `evicted`. */
  readonly existed?: Existed | undefined;
  /**
   * Returns the time, in milliseconds since 1970, that becomes the timestamp of writes without one, and by which values
   * expire. A `ManualClock` of `bigtab/testing` also decides when work that waits for a time runs. Default: the system's
   * time.
   */
  readonly clock?: ClockLike | undefined;
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
  readLiteral<OpenMemoryOptions>(options, 'set of openMemory options', [...IN_PROCESS_OPTIONS, 'clock']);
  const clock = readClock(options.clock);
  const yielder = processYielder();
  return openInProcess(options, {
    name: 'memory',
    files: new MemoryFileSystem(),
    catalog: new MemoryCatalog(),
    clock,
    yielder: yielder.yield,
    random: Math.random,
    backend: 'memory',
    wrap: (transport) => ({ ...transport, close: () => transport.close().finally(yielder.close) }),
  });
}

import { invalidArgument } from '../../errors.js';
import { toDatabaseName } from '../../model/database-name.js';
import { readLiteral } from '../../model/literal.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import type { Durability } from '../../model/mutation.js';
import type { Configuration } from '../../model/settings.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import type { AbortSignalLike } from '../calls/call-options.js';
import type { WorkerLike } from './platform.js';
import type { Upgrade } from './upgrade.js';

/** What `connect` takes. */
export interface ConnectOptions {
  /**
   * The database: letters, digits, `_`, `-` and `.`, beginning with none of the last two, at most 100 bytes of UTF-8 in
   * Unicode's composed form.
   */
  readonly name: string;
  /**
   * Makes the engine's worker, of the script `bigtab/worker`. Without it, and when it fails, the package starts its
   * own. Not compared with that of other connects.
   */
  readonly worker?: (() => WorkerLike) | undefined;
  /**
   * How a mutation without a timestamp gets one, in milliseconds. `ordered` (default): the wall clock, but never below
   * an earlier one of its row, and a new one where it touches a family that keeps several versions or is a put after a
   * delete, so that no version is lost; `strict`: a new one for every mutation of a row; `wall`: the wall clock alone,
   * as HBase does it. A deliberate difference from HBase.
   *
   * @see A-10
   */
  readonly timestamps?: TimestampMode | undefined;
  /**
   * When another tab has the database: `fail` (default) rejects with DATABASE_BUSY after at most 5 s, `wait` waits
   * until it is free or `signal` aborts.
   */
  readonly whenBusy?: 'fail' | 'wait' | undefined;
  /** Of mutations whose own and whose table's durability is `USE_DEFAULT`. Default `SYNC_WAL`. */
  readonly durability?: Durability | undefined;
  /** The memory budget; each line has its default. */
  readonly memory?: MemoryOptions | undefined;
  /**
   * HBase's settings of the whole database, as `hbase-site.xml` has them: what a family and its table leave out is
   * looked up here. An unknown name that begins with `hbase.` is refused.
   *
   * @see S-8
   */
  readonly configuration?: Configuration | undefined;
  /**
   * The version of what the caller keeps in the database: a whole number of at least 1, raised with every change of
   * tables and data that older databases need. Not compared with that of other connects; without it nothing is asked
   * and nothing stored.
   */
  readonly version?: number | undefined;
  /**
   * Runs once before `connect` resolves where the database has a lower version (0: none yet), while no other upgrade of
   * it runs; others wait. The version is stored when it has succeeded. When it fails, or `signal` aborts, `connect`
   * rejects, and what it changed so far stays: it should be such that it may run again.
   */
  readonly upgrade?: Upgrade | undefined;
  /** Ends the wait: connect rejects with `signal.reason`. Does nothing to a connection that is open. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The options that a database has, wherever its engine runs, which checks them. */
export const ENGINE_OPTIONS = ['name', 'timestamps', 'durability', 'memory', 'configuration'] as const;

const CONNECT_OPTIONS = [...ENGINE_OPTIONS, 'version', 'upgrade', 'whenBusy', 'worker', 'signal'] as const;

/**
 * Reads the arguments of `connect`. Throws INVALID_ARGUMENT naming the option that is wrong; the worker checks its own.
 */
export function readConnectOptions(
  argument: string | ConnectOptions,
  others: Omit<ConnectOptions, 'name'> = {},
): ConnectOptions {
  const options: ConnectOptions = typeof argument === 'string' ? { ...others, name: argument } : argument;
  readLiteral<ConnectOptions>(options, 'set of connect options', CONNECT_OPTIONS);
  toDatabaseName(options.name);
  return options;
}

/** Throws INVALID_ARGUMENT for what is no function. */
export function readWorkerOption({ worker }: { readonly worker?: unknown }): (() => WorkerLike) | undefined {
  if (worker === undefined || typeof worker === 'function') return worker as () => WorkerLike;
  throw invalidArgument('worker must be a function that creates a Worker');
}

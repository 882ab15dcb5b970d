import { invalidArgument } from '../../errors.js';
import type { Durability } from '../../model/durability.js';
import { readLiteral } from '../../model/literal.js';
import type { MemoryOptions } from '../../model/memory-options.js';
import type { OpenMode } from '../../model/open-mode.js';
import { toDatabaseName } from '../../model/schema/database-name.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { TimestampMode } from '../../model/timestamp-mode.js';
import type { AbortSignalLike } from '../calls/call-options.js';
import type { WorkerLike } from './platform.js';
import type { Existed } from './settle-origin.js';
import type { Upgrade } from './upgrade.js';

/** The options of `connect`. */
export interface ConnectOptions {
  /**
   * The name of the database: letters, digits, `_`, `-` and `.`, but neither `-` nor `.` at the beginning; at most 100
   * bytes of UTF-8, in Unicode's composed form.
   */
  readonly name: string;
  /**
   * Creates the engine's worker from the script `bigtab/worker`. Without it, or if it fails, the package starts its own
   * worker. It may differ between calls of `connect`.
   */
  readonly worker?: (() => WorkerLike) | undefined;
  /**
   * How a mutation without a timestamp gets one, in milliseconds. `ordered` (default): the wall clock, but never below
   * an earlier timestamp of the row, and a new timestamp if the mutation touches a family that keeps several versions
   * or is a put after a delete, so that no version is lost. `strict`: a new timestamp for every mutation of a row. With
   * both, it is above the cells and deletes in the future that would hide the mutation or that it should delete; above
   * the largest timestamp, the mutation rejects with INVALID_OPERATION. `wall`: only the wall clock, as in HBase. The
   * default deliberately differs from HBase.
   *
   * @see W-3, A-10
   */
  readonly timestamps?: TimestampMode | undefined;
  /**
   * The durability of this connection's mutations if neither they nor their table specify one. It may differ between
   * calls of `connect`. Default `SYNC_WAL`.
   */
  readonly durability?: Durability | undefined;
  /** The memory budget; each property has its own default. */
  readonly memory?: MemoryOptions | undefined;
  /**
   * HBase's settings of the complete database, as in `hbase-site.xml`: settings that a family and its table leave out
   * are looked up here. An unknown name that begins with `hbase.` is refused.
   *
   * @see S-8
   */
  readonly configuration?: Configuration | undefined;
  /**
   * `normal` (default): for reading and writing. `read-only`: nothing on the device changes, and writes reject with
   * INVALID_OPERATION. `salvage`: read-only, and files and parts of files that cannot be read are left out, so that
   * reads return what remains instead of CORRUPTION: older versions and deleted cells may appear. The first read of a
   * table reads all of its files. From then on `status().lastRecovery.problems` names what is left out: the file and its
   * rows. Reads by an index of such a table reject with INVALID_STATE. There must be a database to read.
   */
  readonly open?: OpenMode | undefined;
  /**
   * The version of your tables and data in the database: an integer of at least 1, which you raise with every change
   * that older databases need. It may differ between calls of `connect`. When another connection has raised the stored
   * version above it, the calls of this one reject with DATABASE_NEWER. Without it no version is compared or stored.
   */
  readonly version?: number | undefined;
  /**
   * Runs once before `connect` resolves if the stored version is lower (0: none yet). Only one upgrade of a database
   * runs at a time; others wait. The calls of all other connections wait too, so do not await these here. The version
   * is stored after it succeeds. If it fails, or `signal` aborts, `connect` rejects and the changes made so far are kept,
   * so make sure that it can run again.
   */
  readonly upgrade?: Upgrade | undefined;
  /**
   * Returns whether your app knows that this database existed before, for example because your server or a cookie says
   * so. Called only if `connect` has created the database, before `upgrade` and before `connect` resolves. If it
   * returns true, `status().origin` is `evicted` instead of `created`: the browser or the user has deleted the data. If
   * it throws, `connect` rejects with that error, and the next `connect` calls it again.
   */
  readonly existed?: Existed | undefined;
  /** Cancels the call: connect rejects with `signal.reason`. Has no effect on an open connection. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The options of a database on every platform; the engine checks them. */
export const ENGINE_OPTIONS = ['name', 'timestamps', 'durability', 'memory', 'configuration'] as const;

const CONNECT_OPTIONS = [...ENGINE_OPTIONS, 'open', 'version', 'upgrade', 'existed', 'worker', 'signal'] as const;

/**
 * Reads the arguments of `connect`. Throws INVALID_ARGUMENT, which names the wrong option; the worker checks its own
 * options.
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

/** Throws INVALID_ARGUMENT for a value that is not a function. */
export function readWorkerOption({ worker }: { readonly worker?: unknown }): (() => WorkerLike) | undefined {
  if (worker === undefined || typeof worker === 'function') return worker as () => WorkerLike;
  throw invalidArgument('worker must be a function that creates a Worker');
}

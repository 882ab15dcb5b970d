import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { EngineMethods } from '../../service/control-methods.js';
import { type AbortSignalLike, abortable } from '../calls/call-options.js';
import { callEngine } from '../calls/control-call.js';
import type { Transport } from '../calls/transport.js';
import type { Connection } from '../connection.js';

/** The module that imports this one at run time compares this number with its own. */
export { PROTOCOL_VERSION } from '../../service/client-service.js';

/** The platform's AbortSignal if its types are known, so that `fetch` accepts it. */
export type UpgradeSignal = typeof globalThis extends {
  AbortSignal: { prototype: infer Signal extends AbortSignalLike };
}
  ? Signal
  : AbortSignalLike;

/**
 * Brings a database from `oldVersion`, 0 for one that never had a version, to the version that `connect` requests.
 * `signal` aborts if the signal of `connect` does, or if the engine is lost.
 */
export type Upgrade = (connection: Connection, oldVersion: number, signal: UpgradeSignal) => Promise<void> | void;

/** The version options of `connect`, not checked yet. */
export interface UpgradeOptions {
  readonly version?: unknown;
  readonly upgrade?: unknown;
  readonly signal?: AbortSignalLike | undefined;
}

/** The error of the user's own function, as it was thrown. */
export interface FailedUpgrade {
  readonly error: unknown;
}

/**
 * Runs the upgrade on a connection that no caller has yet. `call`: sends its calls; `id`: a unique connection id.
 * Rejects if the engine refuses, for example with DATABASE_NEWER, and with the signal's reason while it waits for its
 * turn.
 */
export type RunUpgrade = (connection: Connection, call: Transport['call'], id: string) => Promise<FailedUpgrade | null>;

/** Reads `connect`'s `version` and `upgrade`. Throws INVALID_ARGUMENT. */
export function readUpgrade({ version, upgrade, signal }: UpgradeOptions): RunUpgrade {
  if (version === undefined)
    throw invalidArgument('upgrade needs a version: pass the version that it upgrades the database to');
  if (!Number.isSafeInteger(version) || (version as number) < 1) {
    throw notAllowed('version', 'a whole number of at least 1', version);
  }
  if (upgrade !== undefined && typeof upgrade !== 'function') throw notAllowed('upgrade', 'a function', upgrade);
  return (connection, call, id) => {
    const ask: Ask = (method, ...args) => callEngine(call, id, method, ...args);
    return runUpgrade(connection, ask, version as number, upgrade as Upgrade | undefined, signal);
  };
}

type Ask = <M extends keyof EngineMethods>(
  method: M,
  ...args: Parameters<EngineMethods[M]>
) => Promise<ReturnType<EngineMethods[M]>>;

async function runUpgrade(
  connection: Connection,
  ask: Ask,
  version: number,
  upgrade: Upgrade | undefined,
  signal: AbortSignalLike | undefined,
): Promise<FailedUpgrade | null> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const lost = ({ error }: { readonly error: unknown }) => controller.abort(error);
  signal?.addEventListener('abort', abort);
  connection.addEventListener('lost', lost);
  if (signal?.aborted) abort();
  try {
    const begun = ask('beginUpgrade', version);
    const oldVersion = await abortable(begun, controller.signal).catch((error) => {
      // Its turn may still come, but then nothing uses it.
      begun.then((old) => (old === null ? undefined : ask('endUpgrade', false))).catch(() => {});
      throw error;
    });
    if (oldVersion === null) return null;
    try {
      const run = async () => upgrade?.(connection, oldVersion, controller.signal as UpgradeSignal);
      await abortable(run(), controller.signal);
    } catch (error) {
      // Closed before the next caller's turn, so that the failed function can make no further calls.
      const end = () => ask('endUpgrade', false);
      connection
        .close()
        .then(end, end)
        .catch(() => {});
      return { error };
    }
    await abortable(ask('endUpgrade', true), controller.signal).catch((error) => {
      connection.close().catch(() => {});
      throw error;
    });
    return null;
  } finally {
    signal?.removeEventListener('abort', abort);
    connection.removeEventListener('lost', lost);
  }
}

import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { EngineMethods } from '../../service/control-methods.js';
import { type AbortSignalLike, abortable } from '../calls/call-options.js';
import type { Connection } from '../connection.js';

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

/** Calls a method of the engine. Never settles if the engine ends first. */
export type Ask = <M extends keyof EngineMethods>(
  method: M,
  ...args: Parameters<EngineMethods[M]>
) => Promise<ReturnType<EngineMethods[M]>>;

/** The error of a function of the user, as it was thrown. */
export interface UserFailure {
  readonly error: unknown;
}

/** Reads `connect`'s `version` and `upgrade`, and returns a function that runs the upgrade. Throws INVALID_ARGUMENT. */
export function readUpgrade(
  version: unknown,
  upgrade: unknown,
): (connection: Connection, ask: Ask, signal: UpgradeSignal) => Promise<UserFailure | null> {
  if (version === undefined)
    throw invalidArgument('upgrade needs a version: pass the version that it upgrades the database to');
  if (!Number.isSafeInteger(version) || (version as number) < 1) {
    throw notAllowed('version', 'a whole number of at least 1', version);
  }
  if (upgrade !== undefined && typeof upgrade !== 'function') throw notAllowed('upgrade', 'a function', upgrade);
  return (connection, ask, signal) => runUpgrade(connection, ask, version as number, upgrade as Upgrade, signal);
}

async function runUpgrade(
  connection: Connection,
  ask: Ask,
  version: number,
  upgrade: Upgrade | undefined,
  signal: UpgradeSignal,
): Promise<UserFailure | null> {
  const begun = ask('beginUpgrade', version);
  const oldVersion = await abortable(begun, signal).catch((error) => {
    // Its turn may still come, but then nothing uses it.
    begun.then((old) => (old === null ? undefined : ask('endUpgrade', false))).catch(() => {});
    throw error;
  });
  if (oldVersion === null) return null;
  try {
    const run = async () => upgrade?.(connection, oldVersion, signal);
    await abortable(run(), signal);
  } catch (error) {
    // Closed before the next caller's turn, so that the failed function can make no further calls.
    const end = () => ask('endUpgrade', false);
    connection
      .close()
      .then(end, end)
      .catch(() => {});
    return { error };
  }
  await abortable(ask('endUpgrade', true), signal).catch((error) => {
    connection.close().catch(() => {});
    throw error;
  });
  return null;
}

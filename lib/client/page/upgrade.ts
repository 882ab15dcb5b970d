import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { requireVersion } from '../../model/app-version.js';
import { type AbortSignalLike, abortable } from '../calls/call-options.js';
import type { Session } from '../calls/session.js';
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

/** The error of a function of the user, as it was thrown. */
export interface UserFailure {
  readonly error: unknown;
}

/** A connection on which a user's function runs. */
export interface Upgrading {
  readonly connection: Connection;
  /** That of the connection. */
  readonly session: Session;
  readonly signal: UpgradeSignal;
  /** Aborts the signal. */
  readonly abort: (reason: unknown) => void;
}

/** Reads `connect`'s `version` and `upgrade`, and returns a function that runs the upgrade. Throws INVALID_ARGUMENT. */
export function readUpgrade(version: unknown, upgrade: unknown): (upgrading: Upgrading) => Promise<UserFailure | null> {
  if (version === undefined)
    throw invalidArgument('upgrade needs a version: pass the version that it upgrades the database to');
  requireVersion(version);
  if (upgrade !== undefined && typeof upgrade !== 'function') throw notAllowed('upgrade', 'a function', upgrade);
  return (upgrading) => runUpgrade(upgrading, version, upgrade as Upgrade);
}

/**
 * The engine knows the upgrade by the connection, so its calls are calls of the connection's own session. Where it
 * fails, the end of the connection ends it, after the calls that the function has made.
 */
async function runUpgrade(
  { connection, session, signal, abort }: Upgrading,
  version: number,
  upgrade: Upgrade | undefined,
): Promise<UserFailure | null> {
  const begun: Promise<number | null | undefined> = session.control('alone', 'beginUpgrade', version);
  const end = (succeeded: boolean, from: number) => session.control('change', 'endUpgrade', succeeded, from, version);
  const { batcher } = session;
  const oldVersion = await abortable(begun, signal, () => {
    // Its turn must not come any more, neither here nor at the next engine. The connection closes when this is answered.
    batcher.bye();
    batcher.onRenewed = () => batcher.bye();
  });
  if (typeof oldVersion !== 'number') return null;
  session.announceUpgrade();
  // Another engine does not know of the upgrade, and may have let another caller begin one.
  batcher.onRenewed = () => void session.control('alone', 'continueUpgrade', oldVersion, version).catch(abort);
  try {
    const run = async () => upgrade?.(connection, oldVersion, signal);
    await abortable(run(), signal);
  } catch (error) {
    connection.close().catch(() => {});
    return { error };
  } finally {
    batcher.onRenewed = () => {};
  }
  await abortable(end(true, oldVersion), signal).catch((error) => {
    connection.close().catch(() => {});
    throw error;
  });
  return null;
}

import type { AbortSignalLike } from '../calls/call-options.js';
import type { Session } from '../calls/session.js';
import type { Connection } from '../connection.js';
import { readExisted } from './settle-origin.js';
import { readUpgrade, type UpgradeSignal, type Upgrading, type UserFailure } from './upgrade.js';

/** The options of `connect` with the user's functions, not checked yet. */
export interface UserFunctions {
  readonly existed?: unknown;
  readonly version?: unknown;
  readonly upgrade?: unknown;
  readonly signal?: AbortSignalLike | undefined;
}

/**
 * Runs the user's functions on a connection that no caller has yet. Resolves to the error of a function, after the
 * connection has begun to close, or to null. Rejects if the engine refuses, for example with DATABASE_NEWER, and with
 * the signal's reason.
 */
export type RunUserFunctions = (connection: Connection) => Promise<UserFailure | null>;

/** Reads `existed`, `version` and `upgrade`. Returns null if there is nothing to run. Throws INVALID_ARGUMENT. */
export function readUserFunctions({ existed, version, upgrade, signal }: UserFunctions): RunUserFunctions | null {
  const settle = existed === undefined ? null : readExisted(existed);
  const raise = version === undefined && upgrade === undefined ? null : readUpgrade(version, upgrade);
  if (settle === null && raise === null) return null;
  return (connection) =>
    whileOpen(connection, signal, async (upgrading) => {
      const failed = (await settle?.(upgrading)) ?? null;
      return failed ?? (await raise?.(upgrading)) ?? null;
    });
}

/** Runs `work` with a signal that aborts if `given` does, or if the engine is lost. */
async function whileOpen<T>(
  connection: Connection,
  given: AbortSignalLike | undefined,
  work: (upgrading: Upgrading) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const giveUp = () => abort(given?.reason);
  const lost = ({ error }: { readonly error: unknown }) => abort(error);
  // Hidden from users.
  const { session } = connection as unknown as { readonly session: Session };
  given?.addEventListener('abort', giveUp);
  connection.addEventListener('lost', lost);
  if (given?.aborted) giveUp();
  try {
    return await work({ connection, session, signal: controller.signal as UpgradeSignal, abort });
  } finally {
    given?.removeEventListener('abort', giveUp);
    connection.removeEventListener('lost', lost);
  }
}

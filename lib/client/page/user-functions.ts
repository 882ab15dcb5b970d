import type { AbortSignalLike } from '../calls/call-options.js';
import type { Session } from '../calls/session.js';
import type { Connection } from '../connection.js';
import { readExisted } from './settle-origin.js';
import { readUpgrade, type UpgradeSignal, type UserFailure } from './upgrade.js';

/** The module that imports this one at run time compares this number with its own. */
export { PROTOCOL_VERSION } from '../../service/client-service.js';

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
    whileOpen(connection, signal, async (signal) => {
      // Hidden from users.
      const { session } = connection as unknown as { readonly session: Session };
      const failed = (await settle?.(connection, session, signal)) ?? null;
      return failed ?? (await raise?.(connection, session, signal)) ?? null;
    });
}

/** Runs `work` with a signal that aborts if `given` does, or if the engine is lost. */
async function whileOpen<T>(
  connection: Connection,
  given: AbortSignalLike | undefined,
  work: (signal: UpgradeSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(given?.reason);
  const lost = ({ error }: { readonly error: unknown }) => controller.abort(error);
  given?.addEventListener('abort', abort);
  connection.addEventListener('lost', lost);
  if (given?.aborted) abort();
  try {
    return await work(controller.signal as UpgradeSignal);
  } finally {
    given?.removeEventListener('abort', abort);
    connection.removeEventListener('lost', lost);
  }
}

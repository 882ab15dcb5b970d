import { notAllowed } from '../../bytes/kind.js';
import { toBoolean } from '../../model/literal.js';
import { abortable } from '../calls/call-options.js';
import type { Upgrading, UserFailure } from './upgrade.js';

/** Whether the app knows that the database existed before. */
export type Existed = () => boolean | Promise<boolean>;

/**
 * Reads `connect`'s `existed`. The returned function calls it if the engine has just created the database, and reports
 * its answer to the engine. Throws INVALID_ARGUMENT.
 */
export function readExisted(existed: unknown): (upgrading: Upgrading) => Promise<UserFailure | null> {
  if (typeof existed !== 'function') throw notAllowed('existed', 'a function', existed);
  return async ({ connection, session, signal }) => {
    if (!(await abortable(session.control('alone', 'originInDoubt'), signal))) return null;
    let answer: boolean;
    try {
      const run = async () => existed();
      answer = toBoolean(await abortable(run(), signal), 'the result of existed');
    } catch (error) {
      connection.close().catch(() => {});
      return { error };
    }
    await abortable(session.control('alone', 'settleOrigin', answer), signal);
    return null;
  };
}

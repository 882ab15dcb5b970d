import type { BytesLike } from '../model/bytes-like.js';
import { readLiteral } from '../model/literal.js';
import { type RestoreOptions, toRestore } from '../model/restore.js';
import type { TimestampLike } from '../model/timestamp.js';
import { UNCHANGED } from './calls/request-format.js';
import { runAction } from './calls/run-batch.js';
import type { Session } from './calls/session.js';

/** Implements `Table.restore`. */
export async function restoreRow(
  session: Session,
  table: string,
  row: BytesLike,
  asOf: TimestampLike,
  options: RestoreOptions<unknown>,
): Promise<void> {
  const { columns } = readLiteral<RestoreOptions>(options, 'set of options', ['columns']);
  await runAction(session, table, toRestore(row, asOf, columns), UNCHANGED);
}

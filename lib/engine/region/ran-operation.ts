import { type OperationFacts, OperationLog } from '../../storage/wal/operation-log.js';
import type { OperationId } from './commit-group.js';

/** An operation that a commit carries out, with its encoded answer. */
export interface RanOperation extends OperationId {
  readonly answer: Uint8Array;
}

/** What the database record says about operations when those of `ran` are stored too. */
export function operationsAfter(log: OperationLog, ran: readonly RanOperation[]): OperationFacts {
  // A copy, because they count as run only once they are stored.
  const after = ran.length === 0 ? log : OperationLog.from(log.facts);
  for (const { connection, number, answer } of ran) after.ran(connection, number, answer);
  return after.facts;
}

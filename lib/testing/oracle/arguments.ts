/* Requests that are refused before anything is done (W-9, A-15). */
import type { CheckAndMutateStep, FamilyText, MutateRow, RowMutation, Time } from '../vectors/history.js';
import { refuse } from './refusal.js';
import { rangeOf } from './time-range.js';

const LONGEST_ROW = 32767;

/** N-30. */
export function checkRow(row: string): void {
  if (row.length === 0) refuse('IllegalArgumentException', 'Row length is 0');
  if (row.length > LONGEST_ROW) refuse('IllegalArgumentException', `Row length ${row.length} is > ${LONGEST_ROW}`);
}

/** `inBatch`: whether an increment or append without cells is accepted, as in a batch (N-38). */
export function checkMutation(fields: RowMutation | MutateRow, inBatch = false): void {
  if (fields.op === 'mutateRow') {
    if (fields.mutations.length === 0) refuse('IllegalArgumentException', 'no mutations');
    for (const one of fields.mutations) checkMutation(one);
    return;
  }
  checkTimestamp(fields.ts);
  if (fields.op === 'put') {
    for (const [, , timestamp] of fields.cells) checkTimestamp(timestamp);
    if (fields.cells.length === 0) refuse('IllegalArgumentException', 'No columns to insert');
  } else if (fields.op === 'delete') {
    if (fields.ttl !== undefined) refuse('UnsupportedOperationException', 'Setting TTLs on Deletes is not supported'); // W-26
    for (const call of fields.what) checkTimestamp(call[0] === 'column' || call[0] === 'columns' ? call[3] : call[2]);
  } else {
    rangeOf(fields.timeRange);
    const changes = fields.op === 'increment' ? fields.amounts : fields.values;
    if (changes.length === 0 && !inBatch) refuse('IllegalArgumentException', 'zero columns specified');
  }
}

export function checkCheckAndMutate(fields: CheckAndMutateStep): void {
  const { condition } = fields;
  rangeOf(fields.timeRange);
  if (condition.family === undefined && condition.filter === undefined) {
    refuse('IllegalStateException', 'condition is null');
  }
  checkMutation(fields.then);
}

/** */
export function checkAttributes({ NEW_VERSION_BEHAVIOR, KEEP_DELETED_CELLS = 'FALSE' }: FamilyText): void {
  if (NEW_VERSION_BEHAVIOR?.toLowerCase() === 'true' && KEEP_DELETED_CELLS !== 'FALSE') {
    refuse('DoNotRetryIOException', 'KEEP_DELETED_CELLS with NEW_VERSION_BEHAVIOR');
  }
}

/** N-51. */
function checkTimestamp(timestamp: Time | undefined): void {
  if (typeof timestamp === 'number' && timestamp < 0) {
    refuse('IllegalArgumentException', `Timestamp cannot be negative. ts=${timestamp}`);
  }
}

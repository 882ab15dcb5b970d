import { isBytes } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { type Append, toAppend, validateAppend } from '../model/append.js';
import { type Delete, type DeleteLike, toDelete } from '../model/delete.js';
import { type Increment, toIncrement, validateIncrement } from '../model/increment.js';
import { type Put, type PutLike, toPut } from '../model/put.js';
import { RowMutations, type RowMutationsLike } from '../model/row-mutations.js';
import { validatePut } from '../model/validate-put.js';
import { checkPuts } from './calls/run-batch.js';

/*
 * The mutations that the methods of a table accept, or the literals of them. Each function throws INVALID_ARGUMENT for
 * anything else, and for a mutation that would change nothing.
 */

/** @see N-38, N-34 */
export function checkedPut(like: Put | PutLike, maxCellSize: number): Put {
  const put = toPut(like);
  validatePut(put, maxCellSize);
  return put;
}

export function checkedDelete(like: Delete | DeleteLike): Delete {
  // A row alone would delete all of the row, which must be requested explicitly.
  if (typeof like !== 'object' || isBytes(like))
    throw invalidArgument('delete needs a Delete or its literal { row, … }');
  return toDelete(like);
}

export function checkedIncrement(like: unknown): Increment {
  const increment = toIncrement(like as Increment);
  validateIncrement(increment);
  return increment;
}

export function checkedAppend(like: unknown): Append {
  const append = toAppend(like as Append);
  validateAppend(append);
  return append;
}

/** @see W-40, N-38 */
export function checkedRowMutations(like: RowMutations | RowMutationsLike): RowMutations {
  const mutations = like instanceof RowMutations ? like : new RowMutations(like);
  if (mutations.mutations.length === 0) throw invalidArgument('mutateRow needs at least one mutation');
  checkPuts(mutations, 1);
  return mutations;
}

/* One mutation, and several mutations that are applied together. */
import type { MutateRow, RowMutation } from '../vectors/history.js';
import { remove } from './delete.js';
import { put } from './put.js';
import { append, increment } from './read-modify-write.js';
import { familyOf } from './store.js';
import type { StoredCell } from './stored-cell.js';
import type { WriteContext, Written } from './write.js';

export function mutate(fields: RowMutation | MutateRow, context: WriteContext): Written {
  for (const family of familiesOf(fields)) familyOf(context.before, family); // W-8: before anything is read
  switch (fields.op) {
    case 'put':
      return put(fields, context);
    case 'delete':
      return remove(fields, context);
    case 'increment':
      return increment(fields, context);
    case 'append':
      return append(fields, context);
    case 'mutateRow': {
      // W-41: every part sees the state before all of them; W-43: results in list order.
      const all: { cells: readonly StoredCell[]; result: readonly StoredCell[] } = { cells: [], result: [] };
      for (const one of fields.mutations) {
        const { cells, result } = mutate(one, { ...context, earlier: all.cells });
        all.cells = [...all.cells, ...cells];
        all.result = [...all.result, ...result];
      }
      return all;
    }
  }
}

function familiesOf(fields: RowMutation | MutateRow): string[] {
  switch (fields.op) {
    case 'put':
      return fields.cells.map(([family]) => family);
    case 'delete':
      return fields.what.map(([, family]) => family);
    case 'increment':
      return fields.amounts.map(([family]) => family);
    case 'append':
      return fields.values.map(([family]) => family);
    case 'mutateRow':
      return fields.mutations.flatMap(familiesOf);
  }
}

/** Whether the result may be a Result with cells. */
export function hasResult(fields: RowMutation | MutateRow): boolean {
  if (fields.op === 'mutateRow') return fields.mutations.some(hasResult);
  return fields.op === 'increment' || fields.op === 'append';
}

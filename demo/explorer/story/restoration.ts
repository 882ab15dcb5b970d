import { Bytes, type Cell, Delete, Put, RowMutations } from 'bigtab';
import type { Cells, History } from './history.js';
import { cellId } from './history.js';

/**
 * The writes that restore an earlier state of a table. They write the old values again and delete what was added since.
 * There is one RowMutations for each row that differs, all at `timestamp`, so that they are one step in the history.
 */
export function restoration({ slots, columns }: History, then: Cells, now: Cells, timestamp: number): RowMutations[] {
  return slots.flatMap(({ id, key }) => {
    const put = new Put(key, timestamp);
    const remove = new Delete(key, timestamp);
    for (const column of columns) {
      const [old, current] = [then.get(cellId(id, column.id)), now.get(cellId(id, column.id))];
      if (old !== undefined && !isSame(old, current)) put.addColumn(old.family, old.qualifier, old.value);
      if (old === undefined && current !== undefined) remove.addColumns(current.family, current.qualifier);
    }
    const changes = [put, remove].filter(({ cells }) => cells.length > 0);
    return changes.length === 0 ? [] : [RowMutations.of(changes)];
  });
}

function isSame(old: Cell, current: Cell | undefined): boolean {
  return current !== undefined && Bytes.equals(old.value, current.value);
}

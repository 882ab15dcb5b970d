/*
 * The ids of a table's families. A cell in the log has its family's id, in 16 bits. Ids rise until all were used once;
 * then the ids of dropped families are used again, except for those that the log or a roll-back point may still name:
 * otherwise, recovery would give edits of a dropped family to the new one.
 */
import { BigtabError } from '../../errors.js';
import type { DroppedFamily, TableRecord } from '../../storage/catalog/catalog.js';

const LARGEST_ID = 0xffff;

/**
 * The families of `record` whose ids must not be used again yet, if those of `ids` are dropped now. `lastSequenceId`:
 * the largest sequence id used so far.
 */
export function droppedFamilies(record: TableRecord, ids: readonly number[], lastSequenceId: number): DroppedFamily[] {
  const { flushedSequenceId, rollbackPoints, droppedFamilies: before = [] } = record;
  const oldest = Math.min(flushedSequenceId, ...rollbackPoints.map((point) => point.flushedSequenceId));
  const replaced = new Set(rollbackPoints.flatMap((point) => (point.replaced ?? []).map(({ family }) => family)));
  const waiting = before.filter(({ id, sequenceId }) => sequenceId > oldest || replaced.has(id));
  return [...waiting, ...ids.map((id) => ({ id, sequenceId: lastSequenceId }))];
}

/** Returns a function that returns ids for new families of a table. `taken`: the ids that are not free. */
export function newFamilyIds(
  { name, nextFamilyId }: Pick<TableRecord, 'name' | 'nextFamilyId'>,
  taken: Iterable<number>,
): { next(): number; readonly nextFamilyId: number } {
  const used = new Set(taken);
  let rising = nextFamilyId;
  let free = 1;
  return {
    get nextFamilyId() {
      return rising;
    },
    next() {
      if (rising <= LARGEST_ID) return rising++;
      while (used.has(free)) free++;
      if (free > LARGEST_ID) throw noFreeId(name);
      return free++;
    },
  };
}

function noFreeId(table: string): BigtabError {
  return new BigtabError(
    'INVALID_OPERATION',
    `Table '${table}' cannot get another column family now: all ${LARGEST_ID} ids of families are in use or belonged to families that were dropped in the last minute. Try again in a minute`,
    { details: { table } },
  );
}

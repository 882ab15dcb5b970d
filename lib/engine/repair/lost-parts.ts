import { toStringBinary } from '../../bytes/text.js';
import type { LostPart } from '../../model/repair-report.js';
import type { LostRecord } from '../../storage/catalog/catalog.js';
import { merged, type RowBounds, rowBounds, rowsOf } from '../region/row-bounds.js';

/** Records of rows of one file that are lost. Rows of neighboring blocks become one record. */
export function lostRows(
  { path, table, family }: Required<Pick<LostRecord, 'path' | 'table' | 'family'>>,
  lost: readonly RowBounds[],
): readonly LostRecord[] {
  return merged(lost).map(({ first, last }) => ({ path, table, family, rows: rowBounds(first, last) }));
}

/** A record of the catalog as users see it. */
export function lostPart({ path, table, family, rows, sequenceIds }: LostRecord): LostPart {
  return {
    path,
    table: table ?? null,
    ...(family !== undefined && { family }),
    ...(rows && { rows: printed(rowsOf(rows)) }),
    ...(sequenceIds && { sequenceIds: { first: sequenceIds.first, last: sequenceIds.last ?? null } }),
  };
}

function printed({ first, last }: RowBounds): LostPart['rows'] & object {
  return { first: toStringBinary(first), last: last === null ? null : toStringBinary(last) };
}

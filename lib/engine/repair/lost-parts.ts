import { compareBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import type { LostPart } from '../../model/repair-report.js';
import type { LostRecord } from '../../storage/catalog/catalog.js';
import { type RowBounds, rowBounds, rowsOf } from '../region/row-bounds.js';

/** Records of rows of one file that are lost. Rows of neighboring blocks become one record. */
export function lostRows(
  { path, table, family }: Required<Pick<LostRecord, 'path' | 'table' | 'family'>>,
  lost: readonly RowBounds[],
): readonly LostRecord[] {
  const merged: RowBounds[] = [];
  for (const { first, last } of lost) {
    const before = merged.at(-1);
    const touches = before !== undefined && (before.last === null || compareBytes(first, before.last) <= 0);
    if (touches) merged[merged.length - 1] = { first: before.first, last };
    else merged.push({ first, last });
  }
  return merged.map(({ first, last }) => ({ path, table, family, rows: rowBounds(first, last) }));
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

import { notAllowed } from '../bytes/kind.js';
import { toRow } from './arguments.js';
import { type BytesLike, type ColumnLike, parseColumn } from './bytes-like.js';
import { CellType } from './cell-type.js';
import type { Durability } from './durability.js';
import { type FamilySelection, select } from './family-selection.js';
import { LATEST_TIMESTAMP, type MutationCell } from './mutation.js';
import { type TimeRange, timeRangeAt } from './time-range.js';
import type { TimestampLike } from './timestamp.js';

/** A request to give a row the cells that it had at a time, in the form of a mutation; see ActionPart. */
export interface Restore {
  readonly kind: 'Restore';
  readonly row: Uint8Array;
  /** Up to that time. */
  readonly timeRange: TimeRange;
  /** A marker for each family and column that is restored; empty: all of them. */
  readonly added: readonly MutationCell[];
  readonly timestamp: number;
  readonly ttlMs: null;
  readonly durability: Durability;
  readonly returnResults: false;
}

/** Options of a restore. */
export interface RestoreOptions<Column = ColumnLike> {
  /** The columns and families to restore; the others stay as they are. Default: the complete row. */
  readonly columns?: readonly Column[] | undefined;
}

const NO_BYTES = new Uint8Array(0);

/** Throws INVALID_ARGUMENT. */
export function toRestore(row: BytesLike, asOf: TimestampLike, columns: unknown): Restore {
  const selected: FamilySelection[] = [];
  if (columns !== undefined) {
    if (!Array.isArray(columns) || columns.length === 0)
      throw notAllowed('columns', "a list of 'family' or 'family:qualifier', with at least one element", columns);
    const parsed = columns.map(parseColumn);
    for (const { family, qualifier } of parsed) select(selected, family, qualifier);
    // A get reads only the named columns of such a family; here, they must not stop the others from being restored.
    for (const { family, qualifier } of parsed) if (qualifier === null) select(selected, family, null);
  }
  const added = selected.flatMap(({ family, qualifiers }) =>
    qualifiers === null
      ? [markerOf(family, NO_BYTES, CellType.DeleteFamily)]
      : qualifiers.map((qualifier) => markerOf(family, qualifier, CellType.DeleteColumn)),
  );
  return {
    kind: 'Restore',
    row: toRow(row),
    timeRange: { min: 0, max: timeRangeAt(asOf).max },
    added,
    timestamp: LATEST_TIMESTAMP,
    ttlMs: null,
    durability: 'USE_DEFAULT',
    returnResults: false,
  };
}

function markerOf(family: Uint8Array, qualifier: Uint8Array, type: CellType): MutationCell {
  return { family, qualifier, timestamp: LATEST_TIMESTAMP, type, value: NO_BYTES };
}

import { FilterKind } from '../../filter/filter-kind.js';
import { hbaseFilter } from './hbase-filter.js';

/**
 * A ColumnCountGetFilter ends a scan after a row. Filters that end it after a row key, such as PrefixFilter, are not
 * among these, because they decide the same from the next row key.
 */
const COUNTING: readonly FilterKind[] = [
  FilterKind.WhileMatchFilter,
  FilterKind.PageFilter,
  FilterKind.ColumnCountGetFilter,
];

/**
 * Whether a filter, or one inside it, remembers something from one row to the next, so that a scan cannot be continued
 * after a row with a new filter of the same bytes. Throws as `hbaseFilter` does.
 */
export function countsRows(bytes: Uint8Array): boolean {
  let counts = false;
  hbaseFilter(bytes, (kind) => {
    counts ||= COUNTING.includes(kind);
  });
  return counts;
}

import { FilterKind } from '../../filter/filter-kind.js';
import { translated } from './translated.js';

/** The kinds that remember something from one row to the next, or end the scan at a row that they return. */
const COUNTING = [FilterKind.PageFilter, FilterKind.WhileMatchFilter, FilterKind.ColumnCountGetFilter];

/**
 * Whether a scan with this filter cannot go on with a new filter after its last row. Throws like hbaseFilter.
 */
export function countsRows(bytes: Uint8Array): boolean {
  const { kinds } = translated(bytes);
  return COUNTING.some((kind) => kinds.has(kind));
}

import { compareBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import type { BigtabError } from '../../errors.js';
import type { RowBounds } from './row-bounds.js';
import type { ScanRange } from './scan-range.js';

/*
 * The rows of a family whose cells are partly in a file that cannot be read. Without the file a read of them could
 * return older versions and deleted cells, so it rejects instead. A scan answers up to the first of these rows.
 */

/** Rows that cannot be read, and the CORRUPTION of a read that needs them. */
export interface DamagedRows {
  readonly rows: RowBounds;
  readonly error: BigtabError;
}

/** Rows of a file that was opened with `salvage`, of which cells may be missing. */
export interface SalvagedRows extends DamagedRows {
  /** Whether no cell is missing: only other parts of the file are damaged. */
  readonly isComplete?: boolean;
}

/** What is left of a range before the first damaged row, and the error at its end; null if the whole range is left. */
export interface ReadableRange {
  readonly range: ScanRange;
  readonly beyond: BigtabError | null;
}

/** Whether `row` is among the damaged rows. */
export function isDamaged(damage: readonly DamagedRows[], row: Uint8Array): boolean {
  return damage.some(({ rows: { first, last } }) => {
    return compareBytes(first, row) <= 0 && (last === null || compareBytes(row, last) <= 0);
  });
}

/** Cuts a range where the first damaged row would be visited. Throws CORRUPTION if that is where it begins. */
export function readableRange({ range, beyond }: ReadableRange, damage: readonly DamagedRows[]): ReadableRange {
  let readable = { range, beyond };
  for (const damaged of damage) {
    if (touches(readable.range, damaged.rows))
      readable = { range: cut(readable.range, damaged), beyond: damaged.error };
  }
  return readable;
}

function touches({ start, startInclusive, stop, stopInclusive, reversed }: ScanRange, rows: RowBounds): boolean {
  return reversed
    ? reaches(stop, stopInclusive, rows) && isReachedBy(rows, start, startInclusive)
    : reaches(start, startInclusive, rows) && isReachedBy(rows, stop, stopInclusive);
}

/** Whether a range that begins, in the order of the rows, at `low` begins before the end of `rows`. */
function reaches(low: Uint8Array, inclusive: boolean, { last }: RowBounds): boolean {
  if (last === null || low.length === 0) return true;
  const order = compareBytes(low, last);
  return order < 0 || (order === 0 && inclusive);
}

/** Whether a range that ends at `high`, empty = never, ends after the beginning of `rows`. */
function isReachedBy({ first }: RowBounds, high: Uint8Array, inclusive: boolean): boolean {
  if (high.length === 0) return true;
  const order = compareBytes(first, high);
  return order < 0 || (order === 0 && inclusive);
}

/** REQUIRES that the range touches the rows. */
function cut(range: ScanRange, { rows: { first, last }, error }: DamagedRows): ScanRange {
  const { start, reversed } = range;
  const stop = reversed ? last : first;
  if (stop === null || stop.length === 0) throw error;
  const beginsOutside = reversed ? start.length === 0 || compareBytes(stop, start) < 0 : compareBytes(start, stop) < 0;
  if (!beginsOutside) throw error;
  const { startInclusive } = range;
  return { start, startInclusive, stop, stopInclusive: false, reversed };
}

/** Reports for people that a file, or a part of one, cannot be read. `salvages`: reads pass over it. */
export function damageSentence(
  table: string,
  family: string,
  { rows: { first, last }, error, isComplete }: SalvagedRows,
  salvages: boolean,
): string {
  const from = first.length === 0 ? '' : ` from '${toStringBinary(first)}'`;
  const to = last === null ? '' : ` up to '${toStringBinary(last)}'`;
  const which = from + to === '' ? 'all rows' : `the rows${from}${to}`;
  const effect = isComplete
    ? `All cells of ${which} are read without it`
    : salvages
      ? `It is left out, so ${which} may show older versions and deleted cells`
      : `Reads of ${which} in this family reject with ${error.code}`;
  return `A store file of table '${table}', family '${family}', cannot be read: ${error.message}. ${effect}.`;
}

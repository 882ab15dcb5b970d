import { BigtabError } from '../../errors.js';
import { encodedCellLength, OFFSET_TIMESTAMP, OFFSET_TYPE } from '../../keyvalue/cell-layout.js';
import { CellType } from '../../model/cell-type.js';
import { countedCellSize } from '../../model/limits.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import { type Configuration, setting } from '../../model/schema/settings.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';

/** What a table refuses to write. */
export interface WriteLimits {
  /** Largest cell in bytes (N-35). */
  readonly cellSize: number;
  /** The maximum number of milliseconds that a put's timestamp may be ahead of the clock (N-57). */
  readonly slopMs: number;
}

/** Read from the settings of the table, then of the database. */
export function writeLimitsOf({ metadata, configuration }: TableDescriptor, site: Configuration): WriteLimits {
  const levels = [metadata, configuration, site];
  const size = setting('hbase.server.keyvalue.maxsize', levels);
  return {
    cellSize: size > 0 ? size : Number.POSITIVE_INFINITY,
    slopMs: setting('hbase.hregion.keyvalue.timestamp.slop.millisecs', levels),
  };
}

/**
 * Throws INVALID_OPERATION if a cell of these lengths is above the limit; a cell of exactly the limit is accepted
 * (N-35).
 */
export function checkCellSize(
  { cellSize: limit }: WriteLimits,
  rowLength: number,
  familyLength: number,
  qualifierLength: number,
  valueLength: number,
): void {
  const size = countedCellSize(rowLength, familyLength, qualifierLength, valueLength);
  if (size <= limit) return;
  const message = `Cell with size ${size} exceeds limit of ${limit} bytes; nothing in the request was applied`;
  throw new BigtabError('INVALID_OPERATION', message, { details: { size, limit } });
}

/**
 * Returns FAILED_SANITY_CHECK if one of the flat cells from `from` to `end` is a put with a timestamp too far ahead of
 * `now` (N-57), otherwise null.
 */
export function tooFarAhead(
  { slopMs }: WriteLimits,
  view: DataView,
  from: number,
  end: number,
  now: number,
): BigtabError | null {
  const latest = now + slopMs;
  if (latest >= LATEST_TIMESTAMP) return null;
  for (let cell = from; cell < end; cell += encodedCellLength(view, cell)) {
    const timestamp = view.getFloat64(cell + OFFSET_TIMESTAMP, true);
    const isPut = view.getUint8(cell + OFFSET_TYPE) === CellType.Put;
    if (!isPut || timestamp <= latest || timestamp === LATEST_TIMESTAMP) continue;
    const message = `Timestamp for KV out of range: ${timestamp} is more than ${slopMs} ms ahead of ${now}`;
    return new BigtabError('FAILED_SANITY_CHECK', message, { details: { timestamp, now, slopMs } });
  }
  return null;
}

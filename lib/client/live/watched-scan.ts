import { invalidArgument } from '../../errors.js';
import { Get } from '../../model/get.js';
import { isRecord } from '../../model/literal.js';
import { Scan } from '../../model/scan.js';
import { isAllTime } from '../../model/time-range.js';
import type { ScanParts } from '../../service/scan-codec.js';

const PAST = 'old versions are removed by a flush or a compaction, without a write, so its rows would change unnoticed';
const PART = 'a watch keeps complete rows, and its Results may be parts of rows';

/** The properties that set a time range. */
const TIMES = ['asOf', 'timestamp', 'timeRange'] as const;

/**
 * The scan of a watched read: of one row for a Get, its literal, text or bytes. Nothing of it changes with the read.
 * Throws INVALID_ARGUMENT for a read that is malformed or cannot be watched.
 */
export function watchedScan(read: unknown): ScanParts {
  const scan: WatchedScan = isRecord(read) && !('row' in read) ? new Scan(read) : scanOfRow(new Get(read as Get));
  const { timeRange, familyTimeRanges, raw, batch, allowPartialResults, needCursorResult, checkExistenceOnly } = scan;
  const time =
    TIMES.find((name) => isRecord(read) && Object.hasOwn(read, name) && read[name] !== undefined) ?? 'timeRange';
  refuse(time, !isAllTime(timeRange), PAST);
  refuse('familyTimeRange', familyTimeRanges.length > 0, PAST);
  refuse('raw', raw, 'markers and deleted cells are removed by a flush or a compaction, without a write');
  refuse('batch', batch > 0, PART);
  refuse('allowPartialResults', allowPartialResults, PART);
  refuse('needCursorResult', needCursorResult, 'a watch keeps rows, and a cursor is not a row');
  refuse('after', (scan as Partial<Scan>).after != null, 'a watch has no pages');
  refuse('index', scan.index != null, 'its rows are kept in the order of their keys');
  refuse('checkExistenceOnly', checkExistenceOnly === true, 'a watch keeps rows, and this read returns none');
  return scan;
}

type WatchedScan = ScanParts & { readonly checkExistenceOnly?: boolean };

function scanOfRow(get: Get): WatchedScan {
  const { row } = get;
  return { ...new Scan(), ...get, start: row, startInclusive: true, stop: row, stopInclusive: true };
}

function refuse(property: string, isUsed: boolean, reason: string): void {
  if (!isUsed) return;
  const message = `a read with ${property} cannot be watched: ${reason}. Leave out ${property}, or use get or getScanner`;
  throw invalidArgument(message, { property });
}

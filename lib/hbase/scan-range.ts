import { compareBytes, equalBytes } from '../bytes/compare.js';
import { nextKey, prefixStop } from '../bytes/successor.js';
import { MAX_ROW_LENGTH } from '../model/limits.js';
import type { OpenScannerRequest } from '../service/scan-codec.js';
import type { TResult, TScan } from './thrift/structs.js';

type Bounds = Pick<OpenScannerRequest, 'start' | 'startInclusive' | 'stop' | 'stopInclusive' | 'reversed'>;

/**
 * The rows of a scan as the gateway scans them: from an inclusive start up to an exclusive stop. Where a reversed scan
 * cannot say that, a few rows more are read, and left out here.
 */
export interface ScanRange {
  readonly bounds: Pick<TScan, 'startRow' | 'stopRow'>;
  /** Whether no row can be in it: the gateway would take equal bounds for a get. */
  readonly isEmpty: boolean;
  /** How many rows may come before the first one of the range. */
  readonly extra: 0 | 1;
  /** Whether a row comes before the range. */
  isBefore(row: Uint8Array): boolean;
  /** Whether a row comes after the range, and the scan has ended. */
  isAfter(row: Uint8Array): boolean;
}

const NO_ROW = new Uint8Array(0);
const never = (): boolean => false;

export function scanRange({ start, startInclusive, stop, stopInclusive, reversed }: Bounds): ScanRange {
  const isOpenStart = start.length === 0;
  if (!reversed) {
    const after = startInclusive || isOpenStart ? start : nextRow(start);
    const startRow = after ?? start;
    const stopRow = stopInclusive && stop.length > 0 ? (nextRow(stop) ?? NO_ROW) : stop;
    const isEmpty = after === null || (stopRow.length > 0 && compareBytes(startRow, stopRow) >= 0);
    return { bounds: { startRow, stopRow }, isEmpty, extra: 0, isBefore: never, isAfter: never };
  }
  const order = isOpenStart || stop.length === 0 ? 1 : compareBytes(start, stop);
  const cutsStart = !startInclusive && !isOpenStart;
  const cutsStop = stopInclusive && stop.length > 0;
  return {
    bounds: { startRow: start, stopRow: cutsStop ? someKeyBefore(stop) : stop },
    isEmpty: order < 0 || (order === 0 && !(startInclusive && stopInclusive)),
    extra: cutsStart ? 1 : 0,
    isBefore: cutsStart ? (row) => equalBytes(row, start) : never,
    isAfter: cutsStop ? (row) => compareBytes(row, stop) < 0 : never,
  };
}

/** The smallest row after `row`, or null if there is none. HBase takes no longer bounds than rows can be. */
export function nextRow(row: Uint8Array): Uint8Array | null {
  return row.length < MAX_ROW_LENGTH ? nextKey(row) : prefixStop(row);
}

/** A key before `key`; empty, the first of all keys, if there is none between them. REQUIRES that it is not empty. */
function someKeyBefore(key: Uint8Array): Uint8Array {
  const head = key.slice(0, -1);
  const last = key[key.length - 1] as number;
  const before = last === 0 ? head : Uint8Array.of(...head, last - 1, 0xff);
  return before.length > MAX_ROW_LENGTH ? before.slice(0, -1) : before;
}

/** The rows of an answer that are in the range. `ended`: whether a row after it came. */
export function inRange(
  range: ScanRange,
  results: readonly TResult[],
): { readonly rows: readonly TResult[]; readonly ended: boolean } {
  const rows = results.filter(({ row = NO_ROW }) => !range.isBefore(row));
  const end = rows.findIndex(({ row = NO_ROW }) => range.isAfter(row));
  return { rows: end < 0 ? rows : rows.slice(0, end), ended: end >= 0 };
}

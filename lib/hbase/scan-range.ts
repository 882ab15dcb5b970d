import { compareBytes, equalBytes } from '../bytes/compare.js';
import { nextKey } from '../bytes/successor.js';
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

const never = (): boolean => false;

export function scanRange({ start, startInclusive, stop, stopInclusive, reversed }: Bounds): ScanRange {
  const isOpenStart = start.length === 0;
  if (!reversed) {
    const startRow = startInclusive || isOpenStart ? start : nextKey(start);
    const stopRow = stopInclusive && stop.length > 0 ? nextKey(stop) : stop;
    const isEmpty = stop.length > 0 && compareBytes(startRow, stopRow) >= 0;
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

/** A key before `key`; empty, the first of all keys, if there is none between them. REQUIRES that it is not empty. */
function someKeyBefore(key: Uint8Array): Uint8Array {
  const head = key.slice(0, -1);
  const last = key[key.length - 1] as number;
  return last === 0 ? head : Uint8Array.of(...head, last - 1, 0xff);
}

/** The rows of an answer that are in the range. `ended`: whether a row after it came. */
export function inRange(
  range: ScanRange,
  results: readonly TResult[],
): { readonly rows: readonly TResult[]; readonly ended: boolean } {
  const rows = results.filter(({ row = EMPTY }) => !range.isBefore(row));
  const end = rows.findIndex(({ row = EMPTY }) => range.isAfter(row));
  return { rows: end < 0 ? rows : rows.slice(0, end), ended: end >= 0 };
}

const EMPTY = new Uint8Array(0);

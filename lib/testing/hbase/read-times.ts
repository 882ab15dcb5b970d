import type { TTimeRange } from '../../hbase/thrift/structs.js';
import type { Int64 } from '../../hbase/thrift/types.js';
import { LATEST_TIMESTAMP } from '../../index.js';
import { plainError } from './gateway-failure.js';

/** Java's largest `long`, with which HBase means the time of the write. */
const LONGEST = 2n ** 63n - 1n;

/** The timestamp of a cell. Bigtab stores smaller ones than HBase; the fake says so, because no test may depend on it. */
export function readTimestamp(timestamp: Int64): number {
  if (BigInt(timestamp) === LONGEST) return LATEST_TIMESTAMP;
  if (timestamp < LATEST_TIMESTAMP) return Number(timestamp);
  throw plainError(`the fake gateway cannot store the timestamp ${timestamp}, which a real one can`);
}

/** Bigtab has no cells after LATEST_TIMESTAMP, so a range that ends later ends there. */
export function readTimeRange({ minStamp, maxStamp }: TTimeRange): readonly [min: number, max: number] {
  return [clamped(minStamp), clamped(maxStamp)];
}

function clamped(timestamp: Int64): number {
  return timestamp > LATEST_TIMESTAMP ? LATEST_TIMESTAMP : Number(timestamp);
}

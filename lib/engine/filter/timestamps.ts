import { lowerBound } from '../../bytes/sorted.js';
import { CellEvaluator } from './cell-evaluator.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { ReturnCode } from './return-code.js';

/** TimestampsFilter: the cells with one of several timestamps. */
export function readTimestamps(reader: FilterReader): FilterEvaluator {
  /** Newest first. */
  const timestamps = reader.list(() => reader.count()).sort((a, b) => b - a);
  const canHint = reader.flag();
  /** The timestamp of the cell. */
  let cellTimestamp = 0;
  /** The largest wanted timestamp that is not above the cell's. */
  let next: number | undefined;
  const isAboveCell = (timestamp: number) => timestamp > cellTimestamp;
  return new CellEvaluator(
    ({ timestamp }) => {
      cellTimestamp = timestamp;
      next = timestamps[lowerBound(timestamps, isAboveCell)];
      if (next === undefined) return ReturnCode.NextColumn;
      if (next === timestamp) return ReturnCode.Include;
      return canHint ? ReturnCode.SeekNextUsingHint : ReturnCode.Skip;
    },
    { buildHint: (hint, cell) => hint.firstOnVersionOf(cell, next ?? 0) },
  );
}

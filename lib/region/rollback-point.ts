import type { RollbackPoint, TableRecord } from '../catalog/catalog.js';
import type { Engine } from './engine.js';
import { OBSOLETE_FOR_MS } from './region-commit.js';

/** `table` with a point to go back to before a commit that changes its files so. Points that no power cut can call for any more go. */
export function withRollbackPoint(
  { clock, commit }: Pick<Engine, 'clock' | 'commit'>,
  table: TableRecord,
  change: Pick<RollbackPoint, 'added' | 'replaced'>,
): TableRecord {
  const since = clock.now();
  const point: RollbackPoint = {
    since,
    // No table has an edit at or below the log's start that is in no file.
    flushedSequenceId: Math.max(table.flushedSequenceId, commit.image.database.logStart),
    ...change,
  };
  const young = table.rollbackPoints.filter((older) => since - older.since < OBSOLETE_FOR_MS);
  return { ...table, rollbackPoints: [point, ...young] };
}

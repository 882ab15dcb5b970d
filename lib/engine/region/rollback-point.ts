import type { RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from './engine.js';
import { OBSOLETE_FOR_MS } from './region-commit.js';

/**
 * Those that a power cut may still call for. What was committed before an old one is old too, even if the clock was set
 * back between them.
 */
export function youngPoints(points: readonly RollbackPoint[], now: number): readonly RollbackPoint[] {
  const old = points.findIndex(({ since }) => now - since >= OBSOLETE_FOR_MS);
  return old < 0 ? points : points.slice(0, old);
}

/**
 * `table` with a point to go back to before a commit that changes its files so. Points that no power cut can call for
 * any more go.
 */
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
  return { ...table, rollbackPoints: [point, ...youngPoints(table.rollbackPoints, since)] };
}

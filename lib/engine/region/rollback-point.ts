import type { CatalogImage, RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from './engine.js';
import { OBSOLETE_FOR_MS } from './region-commit.js';

/**
 * The points that a power cut may still require. All points committed before an old one are old too, even if the clock
 * was set back between them.
 */
export function youngPoints(points: readonly RollbackPoint[], now: number): readonly RollbackPoint[] {
  const old = points.findIndex(({ since }) => now - since >= OBSOLETE_FOR_MS);
  return old < 0 ? points : points.slice(0, old);
}

/** `image` without the points that no power cut can require any more. */
export function withYoungPoints(image: CatalogImage, now: number): CatalogImage {
  const tables = image.tables.map((table) => ({ ...table, rollbackPoints: youngPoints(table.rollbackPoints, now) }));
  return { ...image, tables };
}

/**
 * Returns `table` with a point to roll back to before a commit that changes its files like this. Removes points that no
 * power cut can require any more.
 */
export function withRollbackPoint(
  { clock, commit }: Pick<Engine, 'clock' | 'commit'>,
  table: TableRecord,
  change: Pick<RollbackPoint, 'added' | 'replaced'>,
): TableRecord {
  const since = clock.now();
  const { logStart, logPosition } = commit.image.database;
  const point: RollbackPoint = {
    since,
    // Every edit at or below the log's start is in a file.
    flushedSequenceId: Math.max(table.flushedSequenceId, logStart),
    ...(logPosition && { logPosition }),
    ...change,
  };
  return { ...table, rollbackPoints: [point, ...youngPoints(table.rollbackPoints, since)] };
}

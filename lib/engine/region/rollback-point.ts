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
  return mapRecords(image, (table) => withPoints(table, youngPoints(table.rollbackPoints, now)));
}

/** `table` with other points, and the origins of which edits may be missing in the files of one of its states. */
export function withPoints(table: TableRecord, rollbackPoints: readonly RollbackPoint[]): TableRecord {
  const { origins = [], ...rest } = table;
  const oldest = Math.min(...[table, ...rollbackPoints].map(({ flushedSequenceId }) => flushedSequenceId));
  const needed = origins.filter(({ sequenceId }) => sequenceId > oldest);
  return { ...rest, rollbackPoints, ...(needed.length > 0 && { origins: needed }) };
}

/** `image` with the records of its tables and snapshots changed. */
export function mapRecords(image: CatalogImage, change: (table: TableRecord) => TableRecord): CatalogImage {
  const { database, tables, snapshots } = image;
  const changed = snapshots?.map((snapshot) => ({ ...snapshot, table: change(snapshot.table) }));
  return { database, tables: tables.map(change), ...(changed && { snapshots: changed }) };
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
  const young = withPoints(table, youngPoints(table.rollbackPoints, since));
  return { ...young, rollbackPoints: [point, ...young.rollbackPoints] };
}

/**
 * The points that a power cut may still require if it cannot undo the names of the files for which `isSafe` returns
 * true: those from the newest one to the oldest one whose commit added another file, as far as that file is in a state
 * that recovery may still go back to.
 */
export function neededPoints(
  { families, rollbackPoints }: TableRecord,
  isSafe: (number: number) => boolean,
): readonly RollbackPoint[] {
  const numbers = new Set(families.flatMap(({ runs }) => runs.flat().map(({ number }) => number)));
  for (let needed = 0; ; ) {
    const unsafe = rollbackPoints.findLastIndex(({ added }) =>
      added.some((number) => numbers.has(number) && !isSafe(number)),
    );
    if (unsafe < needed) return rollbackPoints.slice(0, needed);
    // Going back over these commits restores what they replaced, which may be undone too.
    for (const { replaced = [] } of rollbackPoints.slice(needed, unsafe + 1)) {
      for (const { run } of replaced) for (const { number } of run) numbers.add(number);
    }
    needed = unsafe + 1;
  }
}

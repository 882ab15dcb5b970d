import type { CatalogImage, DatabaseRecord, TableRecord } from '../../storage/catalog/catalog.js';
import { FORMAT_VERSION } from '../../storage/catalog/catalog-image.js';
import type { ConfirmedRecord } from './confirmed-time.js';
import { withHistory } from './kept-history.js';
import { withSnapshotFeature } from './named-files.js';
import { withIncompleteIndexes, withOlderEntries } from './new-indexes.js';
import { mapRecords } from './rollback-point.js';

/**
 * The image that an opening writes to the catalog: that of a new database, whose epoch is at least `firstEpoch`, or
 * `found` with the next epoch, in the current format. No date in it is after `now`: otherwise, after a clock was set back, replaced files and
 * roll-back points would be kept for as long as the clock was ahead. Families whose record does not say since when they
 * keep every cell do so from now on. If an earlier version may have been the last writer, indexes that may lack entries
 * begin again.
 */
export function openingImage(
  found: CatalogImage | null,
  largestEpoch: number,
  confirmed: ConfirmedRecord,
  now: number,
  firstEpoch = 1,
): CatalogImage {
  if (found === null) {
    return { database: newDatabase(Math.max(largestEpoch + 1, firstEpoch), confirmed), tables: [] };
  }
  const { database } = found;
  const lastEpoch = Math.max(largestEpoch, database.epoch);
  const epoch = lastEpoch + 1;
  const isOlder = database.entriesEpoch !== lastEpoch;
  const { tables, snapshots } = mapRecords(found, (table) => {
    const past = withPastPoints(table, now);
    return isOlder ? withOlderEntries(past) : past;
  });
  const obsolete = database.obsolete.map((file) => ({
    ...file,
    since: Math.min(file.since, now),
    ...(file.removed === undefined ? {} : { removed: Math.min(file.removed, now) }),
  }));
  return {
    database: {
      ...database,
      ...confirmed,
      format: FORMAT_VERSION,
      features: withSnapshotFeature(found, database.features ?? []),
      epoch,
      entriesEpoch: epoch,
      generation: database.generation + 1,
      obsolete,
    },
    tables: tables.map((table) => withHistory(table, table, () => Math.max(now, database.largestTimeSeen))),
    ...(snapshots && {
      // Earlier versions stored `complete` although entries were only in memory.
      snapshots: isOlder ? snapshots.map((one) => ({ ...one, table: withIncompleteIndexes(one.table) })) : snapshots,
    }),
  };
}

/** The record of a database without tables. */
export function newDatabase(epoch: number, confirmed: Partial<ConfirmedRecord> = {}): DatabaseRecord {
  return {
    format: FORMAT_VERSION,
    features: [],
    epoch,
    entriesEpoch: epoch,
    generation: 1,
    nextTableId: 1,
    nextFileNumber: 1,
    logStart: 0,
    operations: [],
    largestTimeSeen: 0,
    ...confirmed,
    obsolete: [],
  };
}

function withPastPoints(table: TableRecord, now: number): TableRecord {
  const rollbackPoints = table.rollbackPoints.map((point) => ({ ...point, since: Math.min(point.since, now) }));
  return { ...table, rollbackPoints };
}

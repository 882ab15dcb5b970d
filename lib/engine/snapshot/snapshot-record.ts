import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { SnapshotDescription } from '../../model/snapshot-description.js';
import type {
  FamilyRecord,
  FileRecord,
  RollbackPoint,
  SnapshotRecord,
  TableRecord,
  TableState,
} from '../../storage/catalog/catalog.js';
import { pathsOf } from '../region/named-files.js';
import { withPoints, youngPoints } from '../region/rollback-point.js';

/** What a new snapshot is, besides its table. */
export interface SnapshotIdentity extends Omit<SnapshotRecord, 'table'> {
  /** MAX_FILESIZE for the tables that are made of it, or null (S-60). */
  readonly maxFileSize: number | null;
  /** If memory is left out: the time since which families that keep every cell have kept all that the snapshot has. */
  readonly historySince: number | null;
}

/** A snapshot of a table as its record is now. */
export function snapshotOf(table: TableRecord, identity: SnapshotIdentity): SnapshotRecord {
  const { maxFileSize, historySince, ...rest } = identity;
  const descriptor = table.descriptor as TableDescriptor;
  const changed: TableDescriptor = maxFileSize === null ? descriptor : { ...descriptor, maxFileSize };
  const recent = withPoints(table, youngPoints(table.rollbackPoints, rest.createdAt));
  return { ...rest, table: withHistoryFrom({ ...recent, descriptor: changed }, historySince) };
}

/** The table that a clone or a restore makes. */
export interface MadeTable extends Pick<TableRecord, 'id' | 'name'> {
  readonly state: TableState;
  /** The last sequence id used so far. */
  readonly lastSequenceId: number;
  readonly now: number;
  /** If cells of a table of that name were lost: the time after all of them. */
  readonly historySince: number | null;
}

/**
 * The record of a table with the content of a snapshot (S-63, S-64). It names the same files, under a new id, so the log
 * has no edits of it yet. Its families keep their ids, which the files contain.
 */
export function tableOf({ table }: SnapshotRecord, made: MadeTable): TableRecord {
  const { id, name, state, lastSequenceId, now, historySince } = made;
  const inFolder = (file: FileRecord): FileRecord => placed(file, table.id);
  const families = table.families.map(
    ({ runs, badRanges, ...family }): FamilyRecord => ({
      ...family,
      runs: runs.map((run) => run.map(inFolder)),
      ...(badRanges && { badRanges: badRanges.map((range) => ({ ...range, file: inFolder(range.file) })) }),
    }),
  );
  const points = youngPoints(table.rollbackPoints, now).map(
    ({ replaced, ...point }): RollbackPoint => ({
      ...point,
      ...(replaced && { replaced: replaced.map((run) => ({ ...run, run: run.run.map(inFolder) })) }),
    }),
  );
  const origins = [...(table.origins ?? []), { tableId: table.id, sequenceId: table.flushedSequenceId }];
  const record: TableRecord = {
    ...table,
    id,
    name,
    state,
    descriptor: { ...(table.descriptor as TableDescriptor), name },
    families,
    flushedSequenceId: lastSequenceId,
    origins,
  };
  return withHistoryFrom(withPoints(record, points), historySince);
}

/** Whether the time to live of a snapshot is over (S-65). */
export function isExpired({ createdAt, ttl }: Pick<SnapshotRecord, 'createdAt' | 'ttl'>, now: number): boolean {
  return ttl > 0 && createdAt + ttl * 1000 < now;
}

/** The change that deletes snapshots. */
export function withoutSnapshots(snapshots: readonly SnapshotRecord[]): {
  readonly removeSnapshots: readonly string[];
  readonly obsolete: readonly string[];
} {
  return {
    removeSnapshots: snapshots.map(({ name }) => name),
    obsolete: snapshots.flatMap(({ table }) => pathsOf(table)),
  };
}

export function descriptionOf(snapshot: SnapshotRecord, now: number): SnapshotDescription {
  const { name, type, createdAt, ttl, table } = snapshot;
  return { name, table: table.name, type, creationTime: createdAt, ttl, expired: isExpired(snapshot, now) };
}

/** A file of format 1 is in the folder of the table that made it. */
function placed(file: FileRecord, tableId: number): FileRecord {
  return file.tableId === undefined && file.folder === undefined ? { ...file, folder: tableId } : file;
}

/** `table`, whose families have not kept every cell from before `since`; null: as before. */
function withHistoryFrom(table: TableRecord, since: number | null): TableRecord {
  const { keptHistory } = table;
  if (keptHistory === undefined || since === null) return table;
  const families = keptHistory.families.map((family) => ({ ...family, since: Math.max(family.since, since) }));
  return { ...table, keptHistory: { ...keptHistory, families } };
}

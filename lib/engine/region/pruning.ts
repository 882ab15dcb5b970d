/*
 * Which store files a read leaves out. A file may be left out only if none of its cells, including markers, can change
 * the result.
 *
 *   by          if
 *   key         the rows of the read are outside those of the file
 *   bloom       its bloom filter contains neither the row nor, for named columns, one of them or the empty one, where
 *               markers of the family are (O-5); or all rows of the read begin with the same bytes, and its filter of
 *               first bytes does not contain them
 *   time        all its cells are outside the time range, and none of its markers above it deletes cells in it
 *               (R-20, R-21)
 *   expired     all its cells are expired, and expired ones disappear at once: MIN_VERSIONS = 0, and the read is not
 *               raw
 *
 * If a filter judges whole rows, a row counts as soon as it has any cell: then files are left out only
 * because of their rows.
 *
 * A DeleteColumn or DeleteFamily at t covers [0, t]. It counts for every read that begins at or before t; in a family
 * that keeps deleted cells only if t is in the time range, and for a raw read it is a cell like any other. With
 * NEW_VERSION_BEHAVIOR every put from the beginning of the time range on counts, because it may have pushed out another
 * (R-64).
 */
import { compareBytes } from '../../bytes/compare.js';
import type { TimeRange } from '../../model/time-range.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { oldestUnexpired, type ScanInfo } from '../scan/scan-info.js';

/**
 * The rows that a reader requests; `stop` null means to the end. Both bounds are treated as inclusive: pruning may keep
 * too many files, never too few.
 */
export interface RowRange {
  readonly start: Uint8Array;
  readonly stop: Uint8Array | null;
}

/** The part of a read of one family that decides which files are needed. */
export interface PrunedRead {
  readonly rows: RowRange;
  readonly qualifiers: readonly Uint8Array[] | null;
  readonly timeRange: TimeRange;
  readonly raw: boolean;
  readonly now: number;
  /** A row counts if it has any cell, even if the read sees none of its cells. */
  readonly everyRow: boolean;
}

export type PruningReason = 'key' | 'bloom' | 'time' | 'expired';

/** How many files reads have left out, by reason, and how many data blocks those files have. */
export interface PruningCounts {
  readonly files: Record<PruningReason, number>;
  blocks: number;
}

export function noPruning(): PruningCounts {
  return { files: { key: 0, bloom: 0, time: 0, expired: 0 }, blocks: 0 };
}

/** Leaves files out of the reads of one region, and counts them. */
export class Pruner {
  readonly counts: PruningCounts = noPruning();
  readonly #enabled: boolean;

  /** If not enabled, it leaves nothing out, so that results can be compared. */
  constructor(enabled: boolean) {
    this.#enabled = enabled;
  }

  /** The reason why nothing in `file` can change the result of the read; null if something may. */
  reasonToLeaveOut(file: StoreFile, read: PrunedRead, info: ScanInfo): PruningReason | null {
    if (!this.#enabled) return null;
    const reason = reasonToLeaveOut(file, read, info);
    if (reason === null) return null;
    this.counts.files[reason]++;
    this.counts.blocks += file.info.dataBlockCount;
    return reason;
  }
}

/**
 * The first reason found why `file` contains nothing for the read, cheapest check first, or null if it may contain
 * something.
 */
function reasonToLeaveOut(file: StoreFile, read: PrunedRead, info: ScanInfo): PruningReason | null {
  const { start, stop } = read.rows;
  if (!file.overlaps(start, stop)) return 'key';
  if (!read.everyRow) {
    if (!mayHaveTime(file, read, info)) return 'time';
    if (!read.raw && info.minVersions === 0 && file.info.maxTimestamp < oldestUnexpired(info, read.now))
      return 'expired';
  }
  if (stop === null) return null;
  const isOneRow = compareBytes(start, stop) === 0;
  return (
    isOneRow
      ? mayHaveColumn(file, start, read.everyRow ? null : read.qualifiers)
      : file.mayContainRows(start, stop)
  )
    ? null
    : 'bloom';
}

function mayHaveTime(file: StoreFile, { timeRange, raw }: PrunedRead, info: ScanInfo): boolean {
  const { minTimestamp, maxTimestamp, maxRangeMarkerTimestamp } = file.info;
  if (maxTimestamp < timeRange.min) return false;
  if (minTimestamp < timeRange.max) return true;
  if (raw) return false;
  return info.newVersionBehavior || (info.keepDeletedCells === 'FALSE' && maxRangeMarkerTimestamp >= timeRange.min);
}

function mayHaveColumn(file: StoreFile, row: Uint8Array, qualifiers: readonly Uint8Array[] | null): boolean {
  if (!file.mayContainRow(row, 0, row.length)) return false;
  if (qualifiers === null) return true;
  return qualifiers.some((qualifier) => file.mayContainColumn(row, 0, row.length, qualifier, 0, qualifier.length));
}

import { describe, expect, it } from 'vitest';
import { CellType } from '../../model/cell-type.js';
import { marker, put, viewOf } from '../../testing/samples/cells.js';
import { DeleteResult } from './delete-tracker.js';
import { ScanDeleteTracker } from './scan-delete-tracker.js';

const { NotDeleted, VersionDeleted, ColumnDeleted } = DeleteResult;

function trackerWith(...markers: readonly (readonly [type: number, timestamp: number])[]): ScanDeleteTracker {
  const tracker = new ScanDeleteTracker();
  tracker.startRow();
  for (const [type, timestamp] of markers) tracker.add(viewOf(marker(type, 'r', 'q', timestamp, 1)));
  return tracker;
}

function verdicts(tracker: ScanDeleteTracker, ...timestamps: number[]): DeleteResult[] {
  return timestamps.map((timestamp) => tracker.isDeleted(viewOf(put('r', 'q', timestamp, 9))));
}

describe('the delete tracker (R-23, R-24)', () => {
  it('deletes nothing without a marker', () => {
    expect(verdicts(trackerWith(), 9, 0)).toEqual([NotDeleted, NotDeleted]);
  });

  it('deletes up to the timestamp of a DeleteColumn, in its column', () => {
    const tracker = trackerWith([CellType.DeleteColumn, 5]);
    expect(verdicts(tracker, 6, 5, 0)).toEqual([NotDeleted, ColumnDeleted, ColumnDeleted]);
    tracker.startColumn();
    expect(verdicts(tracker, 5)).toEqual([NotDeleted]);
  });

  it('deletes up to the timestamp of a DeleteFamily, in every column of the row', () => {
    const tracker = trackerWith([CellType.DeleteFamily, 5], [CellType.DeleteFamily, 3]);
    tracker.startColumn();
    expect(verdicts(tracker, 6, 5, 0)).toEqual([NotDeleted, ColumnDeleted, ColumnDeleted]);
    tracker.startRow();
    expect(verdicts(tracker, 5)).toEqual([NotDeleted]);
  });

  it('deletes exactly the version of a Delete, in its column', () => {
    const tracker = trackerWith([CellType.Delete, 7]);
    expect(verdicts(tracker, 7)).toEqual([VersionDeleted]);
    tracker.add(viewOf(marker(CellType.Delete, 'r', 'q', 5, 1)));
    expect(verdicts(tracker, 6, 5, 4)).toEqual([NotDeleted, VersionDeleted, NotDeleted]);
    tracker.startColumn();
    expect(verdicts(tracker, 5)).toEqual([NotDeleted]);
  });

  it('deletes exactly the versions of all DeleteFamilyVersions, in every column of the row', () => {
    const tracker = trackerWith(
      [CellType.DeleteFamilyVersion, 9],
      [CellType.DeleteFamilyVersion, 5],
      [CellType.DeleteFamilyVersion, 0],
    );
    tracker.startColumn();
    expect(verdicts(tracker, 10, 9, 8, 5, 1, 0)).toEqual([
      NotDeleted,
      VersionDeleted,
      NotDeleted,
      VersionDeleted,
      NotDeleted,
      VersionDeleted,
    ]);
    tracker.startRow();
    expect(verdicts(tracker, 9, 5, 0)).toEqual([NotDeleted, NotDeleted, NotDeleted]);
  });

  it('reports only the version as deleted if both a DeleteFamilyVersion and a DeleteColumn delete it (C-15)', () => {
    const tracker = trackerWith([CellType.DeleteFamilyVersion, 5], [CellType.DeleteColumn, 7]);
    expect(verdicts(tracker, 7, 5, 4)).toEqual([ColumnDeleted, VersionDeleted, ColumnDeleted]);
  });

  it('forgets everything with the row', () => {
    const tracker = trackerWith(
      [CellType.DeleteFamily, 5],
      [CellType.DeleteFamilyVersion, 6],
      [CellType.DeleteColumn, 7],
      [CellType.Delete, 8],
    );
    expect(verdicts(tracker, 8, 7, 6, 5)).not.toContain(NotDeleted);
    tracker.startRow();
    expect(verdicts(tracker, 8, 7, 6, 5)).toEqual([NotDeleted, NotDeleted, NotDeleted, NotDeleted]);
  });

  it('reports whether a marker deletes all that follows in the column', () => {
    const tracker = trackerWith();
    const add = (type: number): boolean => tracker.add(viewOf(marker(type, 'r', '', 5, 1)));
    expect([CellType.DeleteFamily, CellType.DeleteColumn].map(add)).toEqual([true, true]);
    expect([CellType.DeleteFamilyVersion, CellType.Delete].map(add)).toEqual([false, false]);
  });
});

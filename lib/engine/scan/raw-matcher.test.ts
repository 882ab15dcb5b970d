import { describe, expect, it } from 'vitest';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { encodeTtlTag } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { marker, put, viewOf } from '../../testing/samples/cells.js';
import { expectVerdicts } from '../../testing/samples/matching.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import { RawMatcher } from './raw-matcher.js';
import type { ReadRules } from './read-rules.js';

const { Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;

function matcherFor(read: Partial<ReadRules>): RawMatcher {
  const matcher = new RawMatcher();
  matcher.reset({ info: scanInfo(), timeRange: ALL_TIME, maxVersions: 9, readPoint: 1000, now: 0, ...read });
  return matcher;
}

describe('the matcher of raw scans', () => {
  it('includes puts and markers, deleted, masked and expired ones alike (R-50)', () => {
    expectVerdicts(matcherFor({ info: scanInfo({ ttlMs: 10 }), now: 1000 }), [
      [marker(DeleteFamily, 'r', '', 20, 1), 'Include'],
      [put('r', '', 15, 1), 'Include'],
      [marker(DeleteFamilyVersion, 'r', '', 12, 1), 'Include'],
      [put('r', '', 12, 1), 'Include'],
      [marker(DeleteColumn, 'r', 'a', 30, 1), 'Include'],
      [put('r', 'a', 30, 1), 'Include'],
      [marker(Delete, 'r', 'a', 25, 1), 'Include'],
      [put('r', 'a', 25, 1), 'Include'],
    ]);
  });

  it('does not see cells beyond the read point (R-10)', () => {
    expectVerdicts(matcherFor({ readPoint: 5 }), [
      [marker(DeleteColumn, 'r', 'a', 9, 6), 'Skip'],
      [put('r', 'a', 9, 6), 'Skip'],
      [put('r', 'a', 9, 5), 'Include'],
    ]);
  });

  it('leaves out puts whose own time to live is over (R-16, R-50)', () => {
    expectVerdicts(matcherFor({ now: 100 }), [
      [{ ...put('r', 'a', 95, 2), tags: encodeTtlTag(4) }, 'Skip'],
      [put('r', 'a', 95, 1), 'Include'],
      [{ ...put('r', 'a', 90, 1), tags: encodeTtlTag(10) }, 'Include'],
    ]);
  });

  it('counts only puts, and leaves the column at the first beyond the limit (R-51)', () => {
    expectVerdicts(matcherFor({ maxVersions: 1 }), [
      [marker(Delete, 'r', 'a', 9, 1), 'Include'],
      [put('r', 'a', 8, 1), 'Include'],
      [marker(Delete, 'r', 'a', 7, 1), 'Include'],
      [put('r', 'a', 6, 1), 'SeekNextColumn'],
      [marker(Delete, 'r', 'a', 5, 1), 'SeekNextColumn'],
      [put('r', 'b', 6, 1), 'Include'],
    ]);
    expectVerdicts(matcherFor({ maxVersions: 1 }), [
      [put('r', '', 8, 1), 'Include'],
      [put('r', '', 6, 1), 'SeekNextColumn'],
      [marker(DeleteFamily, 'r', '', 5, 1), 'SeekNextColumn'],
    ]);
  });

  it('uses the limit of the scan, not VERSIONS of the family (R-12)', () => {
    expectVerdicts(matcherFor({ info: scanInfo({ maxVersions: 1 }), maxVersions: 2 }), [
      [put('r', 'a', 8, 1), 'Include'],
      [put('r', 'a', 7, 1), 'Include'],
      [put('r', 'a', 6, 1), 'SeekNextColumn'],
    ]);
  });

  it('counts cells of one timestamp and type as one, the newest write (R-52)', () => {
    expectVerdicts(matcherFor({ maxVersions: 2 }), [
      [marker(Delete, 'r', 'a', 9, 7), 'Include'],
      [marker(Delete, 'r', 'a', 9, 3), 'Skip'],
      [put('r', 'a', 9, 6), 'Include'],
      [put('r', 'a', 9, 5), 'Skip'],
      [put('r', 'a', 8, 5), 'Include'],
      [put('r', 'b', 8, 5), 'Include'],
    ]);
  });

  it('applies the time range to markers too (R-51)', () => {
    expectVerdicts(matcherFor({ timeRange: { min: 5, max: 9 }, maxVersions: 1 }), [
      [marker(DeleteColumn, 'r', 'a', 9, 1), 'Skip'],
      [put('r', 'a', 9, 1), 'Skip'],
      [put('r', 'a', 8, 1), 'Include'],
      [marker(Delete, 'r', 'a', 5, 1), 'Include'],
      [marker(Delete, 'r', 'a', 4, 1), 'SeekNextColumn'],
      [put('r', 'b', 5, 1), 'Include'],
    ]);
  });

  it('leaves a column for the next one', () => {
    const next = matcherFor({}).nextColumn(viewOf(put('r', 'a', 9, 1)), new SeekKey());
    expect(compareCells(next, viewOf(put('r', 'a', 0, 0)))).toBeGreaterThan(0);
    expect(compareCells(next, viewOf(put('r', 'a\0', 9, 1)))).toBeLessThan(0);
  });
});

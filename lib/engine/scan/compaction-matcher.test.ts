import { describe, expect, it } from 'vitest';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { encodeTtlTag } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { marker, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { expectVerdicts, type Verdict } from '../../testing/samples/matching.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import { type CompactionRules, createCompactionMatcher } from './compaction-matcher.js';
import type { Matcher } from './matcher.js';
import type { ScanInfo } from './scan-info.js';

const { Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;

const matcher = (family: Partial<ScanInfo>, rules: Omit<CompactionRules, 'expired'>): Matcher =>
  createCompactionMatcher(scanInfo({ maxVersions: 9, ...family }), { ...rules, expired: { visibleUntil: -1 } });
const retaining = (family: Partial<ScanInfo> = {}): Matcher =>
  matcher(family, { kind: 'retain', now: 1000, earliestPutTimestamp: 0 });
const dropping = (family: Partial<ScanInfo> = {}, earliestPutTimestamp = 0): Matcher =>
  matcher(family, { kind: 'drop', now: 1000, earliestPutTimestamp });

for (const [what, made] of [
  ['a flush or minor compaction', retaining],
  ['a major compaction', dropping],
] as const) {
  describe(`puts in ${what}`, () => {
    it('are kept up to VERSIONS of a column (C-3, C-18)', () => {
      expectVerdicts(made({ maxVersions: 2 }), [
        [put('r', 'a', 9, 1), 'Include'],
        [put('r', 'a', 8, 1), 'Include'],
        [put('r', 'a', 7, 1), made === retaining ? 'Skip' : 'SeekNextColumn'],
        [put('r', 'a', 6, 1), made === retaining ? 'Skip' : 'SeekNextColumn'],
        [put('r', 'b', 6, 1), 'Include'],
      ]);
    });

    it('are kept once per timestamp, the newest write (C-17)', () => {
      expectVerdicts(made({ maxVersions: 2 }), [
        [put('r', 'a', 9, 5), 'Include'],
        [put('r', 'a', 9, 4), 'Skip'],
        [put('r', 'a', 8, 9), 'Include'],
        [put('r', 'a', 8, 1), 'Skip'],
      ]);
    });

    it('are kept until they expire, exact to the millisecond (C-10)', () => {
      expectVerdicts(made({ ttlMs: 100 }), [
        [put('r', 'a', 900, 1), 'Include'],
        [put('r', 'a', 899, 1), 'SeekNextColumn'],
        [marker(DeleteColumn, 'r', 'a', 898, 1), 'SeekNextColumn'],
        [marker(DeleteColumn, 'r', 'b', 899, 1), 'SeekNextColumn'],
      ]);
    });

    it('are kept up to MIN_VERSIONS even if expired (C-18)', () => {
      const rest: Verdict = made === retaining ? 'Skip' : 'SeekNextColumn';
      expectVerdicts(made({ ttlMs: 100, minVersions: 2 }), [
        [put('r', 'a', 950, 1), 'Include'],
        [put('r', 'a', 899, 1), 'Include'],
        [put('r', 'a', 898, 1), rest],
        [put('r', 'b', 899, 1), 'Include'],
      ]);
    });

    it('are dropped if their own time to live is over; the write below then counts (C-11)', () => {
      expectVerdicts(made({ maxVersions: 1 }), [
        [{ ...put('r', 'a', 990, 2), tags: encodeTtlTag(9) }, 'Skip'],
        [put('r', 'a', 990, 1), 'Include'],
        [{ ...put('r', 'b', 990, 2), tags: encodeTtlTag(10) }, 'Include'],
      ]);
    });

    it('are dropped if a marker deletes them (C-15)', () => {
      const fate: Verdict = made === retaining ? 'Include' : 'Skip';
      expectVerdicts(made(), [
        [marker(DeleteFamily, 'r', '', 20, 1), fate],
        [marker(DeleteFamilyVersion, 'r', '', 30, 1), fate],
        [marker(Delete, 'r', 'a', 40, 1), fate],
        [put('r', 'a', 40, 9), 'Skip'],
        [put('r', 'a', 30, 9), 'Skip'],
        [put('r', 'a', 25, 9), 'Include'],
        [put('r', 'a', 20, 9), 'SeekNextColumn'],
        [marker(DeleteColumn, 'r', 'b', 50, 1), fate],
        [marker(Delete, 'r', 'b', 40, 1), fate],
        [put('r', 'b', 30, 9), 'Skip'],
        [put('r', 'b', 25, 9), 'SeekNextColumn'],
        [marker(Delete, 'r', 'b', 24, 1), 'SeekNextColumn'],
      ]);
    });

    it('are kept even if deleted, and count as versions, if KEEP_DELETED_CELLS is TRUE (C-35)', () => {
      const rest: Verdict = made === retaining ? 'Skip' : 'SeekNextColumn';
      expectVerdicts(made({ keepDeletedCells: 'TRUE', maxVersions: 2 }), [
        [put('r', 'a', 50, 1), 'Include'],
        [marker(DeleteColumn, 'r', 'a', 40, 1), 'Include'],
        [put('r', 'a', 40, 1), 'Include'],
        [put('r', 'a', 30, 1), rest],
      ]);
    });

    it('are kept if only unexpired markers delete them and KEEP_DELETED_CELLS is TTL (C-14, C-36)', () => {
      const family = { keepDeletedCells: 'TTL', ttlMs: 100, minVersions: 2 } as const;
      expectVerdicts(made(family), [
        [put('r', 'a', 990, 1), 'Include'],
        [marker(DeleteColumn, 'r', 'a', 950, 1), 'Include'],
        [put('r', 'a', 840, 1), 'Include'],
        [put('r', 'b', 990, 1), 'Include'],
        [marker(DeleteColumn, 'r', 'b', 850, 1), made === retaining ? 'Include' : 'Skip'],
        [put('r', 'b', 840, 1), 'SeekNextColumn'],
      ]);
    });
  });

  describe(`the next position of ${what}`, () => {
    it('is after the column', () => {
      const next = made().nextColumn(viewOf(put('r', 'a', 9, 1)), new SeekKey());
      expect(compareCells(next, viewOf(put('r', 'a', 0, 0)))).toBeGreaterThan(0);
      expect(compareCells(next, viewOf(put('r', 'a\0', 9, 1)))).toBeLessThan(0);
    });

    it('is the next cell of the empty-qualifier column, because of the markers there (C-19)', () => {
      const fate: Verdict = made === retaining ? 'Include' : 'Skip';
      expectVerdicts(made({ maxVersions: 1 }), [
        [put('r', '', 90, 1), 'Include'],
        [put('r', '', 80, 1), 'Skip'],
        [marker(DeleteFamily, 'r', '', 70, 1), fate],
        [put('r', '', 60, 1), 'Skip'],
        [marker(DeleteFamilyVersion, 'r', '', 50, 1), fate],
        [put('r', 'a', 70, 1), 'SeekNextColumn'],
      ]);
    });

    it('is after the empty-qualifier column if a DeleteFamily is expired (C-19)', () => {
      expectVerdicts(made({ ttlMs: 100 }), [
        [put('r', '', 899, 1), 'Skip'],
        [marker(Delete, 'r', '', 898, 1), 'Skip'],
        [marker(DeleteFamily, 'r', '', 897, 1), 'SeekNextColumn'],
        [put('r', '', 896, 1), 'SeekNextColumn'],
        [put('r', 'a', 990, 1), 'Include'],
      ]);
    });
  });
}

describe('markers in a flush or minor compaction', () => {
  it('are all kept, including redundant ones (C-13, C-14)', () => {
    expectVerdicts(retaining(), [
      [marker(DeleteFamily, 'r', '', 30, 2), 'Include'],
      [marker(DeleteFamily, 'r', '', 30, 1), 'Include'],
      [marker(DeleteFamily, 'r', '', 20, 1), 'Include'],
      [marker(DeleteFamilyVersion, 'r', '', 10, 1), 'Include'],
      [marker(DeleteColumn, 'r', 'a', 20, 1), 'Include'],
      [marker(Delete, 'r', 'a', 10, 1), 'Include'],
    ]);
  });

  it('are kept after puts beyond VERSIONS too: they may delete cells in older files (A-14, C-22)', () => {
    expectVerdicts(retaining({ maxVersions: 1 }), [
      [put('r', 'a', 10, 4), 'Include'],
      [put('r', 'a', 8, 3), 'Skip'],
      [marker(DeleteColumn, 'r', 'a', 5, 2), 'Include'],
      [put('r', 'a', 4, 1), 'SeekNextColumn'],
      [marker(Delete, 'r', 'a', 3, 1), 'SeekNextColumn'],
    ]);
    expectVerdicts(retaining({ maxVersions: 3, minVersions: 1, ttlMs: 100 }), [
      [put('r', 'a', 950, 4), 'Include'],
      [put('r', 'a', 890, 3), 'Skip'],
      [marker(Delete, 'r', 'a', 880, 2), 'Include'],
      [put('r', 'a', 870, 1), 'Skip'],
    ]);
  });

  it('are kept whatever the purge delay is (C-40)', () => {
    expectVerdicts(retaining({ timeToPurgeDeletesMs: 1 }), [[marker(DeleteColumn, 'r', 'a', 5, 2), 'Include']]);
  });
});

describe('markers in a major compaction', () => {
  const one = (timestamp: number, verdict: Verdict): [TestCell, Verdict][] => [
    [marker(DeleteColumn, 'r', 'a', timestamp, 1), verdict],
    [put('r', 'a', timestamp - 10, 1), 'SeekNextColumn'],
  ];

  it('are dropped, even those in the future (C-34, C-40)', () => {
    expectVerdicts(dropping(), one(400, 'Skip'));
    expectVerdicts(dropping(), one(5000, 'Skip'));
  });

  it('are kept if not older than the purge delay, but what they delete is dropped (C-31, C-32, C-41)', () => {
    const family = { timeToPurgeDeletesMs: 500 };
    expectVerdicts(dropping(family), one(499, 'Skip'));
    for (const timestamp of [500, 999, 5000]) expectVerdicts(dropping(family), one(timestamp, 'Include'));
  });

  it('are dropped if expired, even within the purge delay (C-36)', () => {
    const family = { timeToPurgeDeletesMs: 500, ttlMs: 100, keepDeletedCells: 'TTL' } as const;
    expectVerdicts(dropping(family), one(899, 'SeekNextColumn'));
  });

  it('are kept with deleted cells if a put is at or below their timestamp (C-33, C-38)', () => {
    const family = { keepDeletedCells: 'TRUE' } as const;
    expectVerdicts(dropping(family, 20), [
      [marker(DeleteFamilyVersion, 'r', '', 20, 1), 'Include'],
      [marker(DeleteFamilyVersion, 'r', '', 19, 1), 'Skip'],
      [marker(Delete, 'r', 'a', 20, 1), 'Include'],
      [marker(Delete, 'r', 'a', 19, 1), 'SeekNextColumn'],
      [marker(Delete, 'r', 'a', 18, 1), 'SeekNextColumn'],
    ]);
    expectVerdicts(dropping(family, 20), [
      [marker(DeleteFamily, 'r', '', 19, 1), 'SeekNextColumn'],
      [marker(DeleteColumn, 'r', '', 19, 1), 'SeekNextColumn'],
      [put('r', 'a', 20, 1), 'Include'],
    ]);
  });

  it('are kept with deleted cells if at most VERSIONS puts are newer; markers do not count (C-33)', () => {
    expectVerdicts(dropping({ keepDeletedCells: 'TRUE', maxVersions: 1 }), [
      [marker(Delete, 'r', 'a', 90, 1), 'Include'],
      [put('r', 'a', 80, 1), 'Include'],
      [marker(Delete, 'r', 'a', 70, 1), 'Include'],
      [marker(DeleteColumn, 'r', 'a', 60, 1), 'Include'],
      [put('r', 'a', 50, 1), 'SeekNextColumn'],
      [marker(Delete, 'r', 'a', 40, 1), 'SeekNextColumn'],
    ]);
  });

  it('are kept with deleted cells once per timestamp and type (C-33)', () => {
    expectVerdicts(dropping({ keepDeletedCells: 'TRUE' }), [
      [marker(DeleteColumn, 'r', 'a', 90, 2), 'Include'],
      [marker(DeleteColumn, 'r', 'a', 90, 1), 'Skip'],
      [marker(Delete, 'r', 'a', 90, 1), 'Include'],
      [put('r', 'a', 90, 1), 'Include'],
    ]);
  });

  it('of the family are judged by the puts of the empty-qualifier column (C-37)', () => {
    expectVerdicts(dropping({ keepDeletedCells: 'TRUE', maxVersions: 1 }), [
      [put('r', '', 90, 1), 'Include'],
      [marker(DeleteFamilyVersion, 'r', '', 85, 1), 'Include'],
      [put('r', '', 80, 1), 'Skip'],
      [marker(DeleteFamilyVersion, 'r', '', 75, 1), 'Skip'],
      [marker(DeleteFamily, 'r', '', 70, 1), 'SeekNextColumn'],
      [marker(DeleteFamily, 'r', '', 60, 1), 'SeekNextColumn'],
      [put('r', 'a', 60, 1), 'Include'],
    ]);
  });

  it('are dropped, even with deleted cells kept, if expired and after MIN_VERSIONS newer puts (C-33)', () => {
    expectVerdicts(dropping({ keepDeletedCells: 'TRUE', minVersions: 1, ttlMs: 100 }), [
      [put('r', 'a', 890, 1), 'Include'],
      [marker(Delete, 'r', 'a', 880, 1), 'Include'],
      [put('r', 'b', 890, 1), 'Include'],
      [put('r', 'b', 880, 1), 'SeekNextColumn'],
      [marker(Delete, 'r', 'b', 870, 1), 'SeekNextColumn'],
    ]);
  });
});

describe('a matcher of a family with NEW_VERSION_BEHAVIOR', () => {
  const family = { newVersionBehavior: true, maxVersions: 1 };

  it('keeps everything, except in a major compaction (C-50)', () => {
    expectVerdicts(retaining({ ...family, ttlMs: 100 }), [
      [marker(DeleteFamily, 'r', '', 990, 9), 'Include'],
      [put('r', 'a', 980, 1), 'Include'],
      [{ ...put('r', 'a', 970, 1), tags: encodeTtlTag(1) }, 'Include'],
      [put('r', 'a', 960, 1), 'Include'],
      [put('r', 'a', 1, 1), 'Include'],
    ]);
  });

  it('keeps what a replay leaves in a major compaction (C-51)', () => {
    expectVerdicts(dropping(family), [
      [marker(DeleteFamily, 'r', '', 9, 5), 'Skip'],
      [put('r', 'a', 9, 4), 'Skip'],
      [put('r', 'a', 8, 6), 'Include'],
      [put('r', 'a', 7, 7), 'Skip'],
      [{ ...put('r', 'b', 9, 7), tags: encodeTtlTag(1) }, 'Skip'],
      [put('r', 'b', 8, 6), 'Include'],
    ]);
  });

  it('keeps what has not expired, and MIN_VERSIONS of the rest (C-51)', () => {
    expectVerdicts(dropping({ ...family, maxVersions: 5, minVersions: 1, ttlMs: 100 }), [
      [put('r', 'a', 899, 1), 'Include'],
      [put('r', 'a', 898, 2), 'Skip'],
      [put('r', 'b', 900, 3), 'Include'],
      [put('r', 'b', 899, 4), 'Skip'],
    ]);
  });

  it('keeps every marker within the purge delay, even expired ones and those after dropped puts (C-32, C-51)', () => {
    expectVerdicts(dropping({ ...family, timeToPurgeDeletesMs: 500, ttlMs: 100 }), [
      [marker(DeleteFamily, 'r', '', 700, 9), 'Include'],
      [marker(DeleteFamily, 'r', '', 499, 9), 'Skip'],
      [put('r', 'a', 950, 1), 'Include'],
      [put('r', 'a', 940, 1), 'Skip'],
      [marker(Delete, 'r', 'a', 600, 2), 'Include'],
      [marker(Delete, 'r', 'a', 499, 2), 'Skip'],
    ]);
  });
});

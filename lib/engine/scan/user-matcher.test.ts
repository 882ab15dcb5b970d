import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { encodeTtlTag } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { marker, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { expectVerdicts as expectVerdictsOf, type Verdict } from '../../testing/samples/matching.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import { ExplicitColumnTracker } from './explicit-column-tracker.js';
import { MatchCode } from './match-code.js';
import type { ReadRules } from './read-rules.js';
import type { ScanInfo } from './scan-info.js';
import { UserMatcher } from './user-matcher.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

const { Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;

interface Read extends Partial<Omit<ReadRules, 'info'>> {
  readonly columns?: readonly string[];
  readonly family?: Partial<ScanInfo>;
}

/** A matcher of a family that keeps 100 versions, unless `family` says otherwise. */
function matcherFor({ columns, family, ...rules }: Read): UserMatcher {
  const wildcard = new WildcardColumnTracker();
  const matcher = new UserMatcher(wildcard);
  const explicit = new ExplicitColumnTracker();
  explicit.select((columns ?? []).map((qualifier) => encodeText(qualifier)));
  const info = scanInfo({ maxVersions: 100, ...family });
  const defaults = { info, timeRange: ALL_TIME, maxVersions: 1, readPoint: 1000, now: 100 };
  matcher.reset(columns === undefined ? wildcard : explicit, { ...defaults, ...rules });
  return matcher;
}

function expectVerdicts(read: Read, cells: readonly (readonly [TestCell, Verdict])[]): void {
  expectVerdictsOf(matcherFor(read), cells);
}

describe('the matcher of ordinary reads', () => {
  it('includes the newest version of each column, and leaves the column after it (R-32)', () => {
    expectVerdicts({}, [
      [put('r', 'a', 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'a', 5, 2), 'SeekNextColumn'],
      [put('r', 'b', 5, 3), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('includes as many versions as are wanted', () => {
    expectVerdicts({ maxVersions: 2 }, [
      [put('r', 'a', 9, 1), 'Include'],
      [put('r', 'a', 9, 0), 'Skip'],
      [put('r', 'a', 5, 2), 'IncludeAndSeekNextColumn'],
      [put('r', 'a', 1, 3), 'SeekNextColumn'],
    ]);
  });

  it('does not see cells beyond the read point, including markers (R-10)', () => {
    expectVerdicts({ readPoint: 5 }, [
      [marker(DeleteFamily, 'r', '', 9, 6), 'Skip'],
      [marker(DeleteColumn, 'r', 'a', 9, 6), 'Skip'],
      [put('r', 'a', 9, 6), 'Skip'],
      [put('r', 'a', 8, 5), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('leaves a column at a DeleteColumn, whatever was written after it (R-24)', () => {
    expectVerdicts({}, [
      [put('r', 'a', 30, 1), 'IncludeAndSeekNextColumn'],
      [marker(DeleteColumn, 'r', 'b', 30, 1), 'SeekNextColumn'],
      [put('r', 'b', 30, 2), 'SeekNextColumn'],
      [put('r', 'c', 30, 1), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('skips the one version of a Delete and includes the next (R-30)', () => {
    expectVerdicts({}, [
      [marker(Delete, 'r', 'a', 25, 1), 'Skip'],
      [put('r', 'a', 25, 9), 'Skip'],
      [put('r', 'a', 25, 4), 'Skip'],
      [put('r', 'a', 20, 4), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('applies family markers to every column, including the empty one (R-26)', () => {
    expectVerdicts({}, [
      [put('r', '', 25, 1), 'Include'],
      [marker(DeleteFamily, 'r', '', 20, 1), 'SeekNextColumn'],
      [put('r', '', 15, 1), 'SeekNextColumn'],
      [put('r', 'a', 25, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'b', 20, 1), 'SeekNextColumn'],
    ]);
  });

  it('passes through the empty-qualifier column cell by cell, so that it misses no family marker (A-5)', () => {
    expectVerdicts({}, [
      [put('r', '', 15, 1), 'Include'],
      [put('r', '', 14, 1), 'Skip'],
      [marker(DeleteFamilyVersion, 'r', '', 12, 1), 'Skip'],
      [put('r', '', 12, 1), 'Skip'],
      [put('r', 'a', 12, 1), 'Skip'],
      [put('r', 'a', 11, 1), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('continues there after a DeleteColumn of the empty column', () => {
    expectVerdicts({}, [
      [marker(DeleteColumn, 'r', '', 20, 1), 'Skip'],
      [put('r', '', 20, 1), 'Skip'],
      [marker(DeleteFamily, 'r', '', 10, 1), 'SeekNextColumn'],
      [put('r', 'a', 10, 1), 'SeekNextColumn'],
      [put('r', 'b', 11, 1), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('collects family markers for a read of named columns too', () => {
    expectVerdicts({ columns: ['b'] }, [
      [put('r', '', 30, 1), 'Skip'],
      [marker(DeleteColumn, 'r', '', 25, 1), 'Skip'],
      [marker(DeleteFamily, 'r', '', 20, 1), 'SeekNextColumn'],
      [put('r', 'a', 30, 1), 'SeekNextColumn'],
      [put('r', 'b', 20, 1), 'SeekNextColumn'],
    ]);
    expectVerdicts({ columns: ['b'] }, [
      [marker(DeleteFamilyVersion, 'r', '', 20, 1), 'Skip'],
      [marker(DeleteColumn, 'r', 'a', 99, 1), 'SeekNextColumn'],
      [put('r', 'b', 20, 1), 'Skip'],
      [put('r', 'b', 19, 1), 'IncludeAndSeekNextRow'],
    ]);
  });

  it('leaves the row after the last named column', () => {
    expectVerdicts({ columns: ['a', 'b'] }, [
      [put('r', 'a', 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'c', 9, 1), 'SeekNextRow'],
      [put('r', 'd', 9, 1), 'SeekNextRow'],
    ]);
    expectVerdicts({ columns: [''] }, [[put('r', '', 9, 1), 'IncludeAndSeekNextRow']]);
  });

  it('does not confuse a column with another that it is a prefix of', () => {
    expectVerdicts({}, [
      [marker(DeleteColumn, 'r', 'a', 9, 1), 'SeekNextColumn'],
      [put('r', 'aa', 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'aaa'.repeat(40), 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'aaa'.repeat(40), 8, 1), 'SeekNextColumn'],
    ]);
  });
});

describe('the number of versions that a read sees', () => {
  it('is the requested number, but not more than VERSIONS (R-12)', () => {
    const cells: [TestCell, Verdict][] = [
      [put('r', 'a', 9, 1), 'Include'],
      [put('r', 'a', 5, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'a', 1, 1), 'SeekNextColumn'],
    ];
    expectVerdicts({ maxVersions: 2, family: { maxVersions: 3 } }, cells);
    expectVerdicts({ maxVersions: 3, family: { maxVersions: 2 } }, cells);
  });

  it('does not count cells that are deleted, newer than the range or past their own time to live (R-30, R-31)', () => {
    expectVerdicts({ timeRange: { min: 0, max: 20 } }, [
      [put('r', 'a', 20, 1), 'Skip'],
      [marker(Delete, 'r', 'a', 19, 1), 'Skip'],
      [put('r', 'a', 19, 1), 'Skip'],
      [{ ...put('r', 'a', 18, 1), tags: encodeTtlTag(81) }, 'Skip'],
      [{ ...put('r', 'a', 17, 1), tags: encodeTtlTag(83) }, 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('shows an older write of a timestamp if the newest is past its own time to live (R-33)', () => {
    expectVerdicts({ maxVersions: 2 }, [
      [{ ...put('r', 'a', 50, 3), tags: encodeTtlTag(49) }, 'Skip'],
      [put('r', 'a', 50, 2), 'Include'],
      [put('r', 'a', 50, 1), 'Skip'],
      [put('r', 'a', 40, 1), 'IncludeAndSeekNextColumn'],
    ]);
  });
});

describe('the time range of a read', () => {
  const timeRange = { min: 10, max: 20 };

  it('leaves a column below it (R-31)', () => {
    expectVerdicts({ timeRange, maxVersions: 5 }, [
      [put('r', 'a', 20, 1), 'Skip'],
      [put('r', 'a', 19, 1), 'Include'],
      [put('r', 'a', 10, 1), 'Include'],
      [put('r', 'a', 9, 1), 'SeekNextColumn'],
      [put('r', 'b', 9, 1), 'SeekNextColumn'],
    ]);
    expectVerdicts({ timeRange, columns: ['a', 'b'] }, [
      [put('r', 'a', 9, 1), 'SeekNextColumn'],
      [put('r', 'b', 15, 1), 'IncludeAndSeekNextRow'],
    ]);
  });

  it('is empty when it ends where it begins', () => {
    expectVerdicts({ timeRange: { min: 10, max: 10 } }, [
      [put('r', 'a', 10, 1), 'Skip'],
      [put('r', 'a', 9, 1), 'SeekNextColumn'],
    ]);
  });

  it('does not keep newer markers from deleting inside it (R-20)', () => {
    expectVerdicts({ timeRange }, [
      [marker(DeleteFamilyVersion, 'r', '', 25, 1), 'Skip'],
      [marker(DeleteFamilyVersion, 'r', '', 15, 1), 'Skip'],
      [marker(DeleteColumn, 'r', 'a', 25, 1), 'SeekNextColumn'],
      [put('r', 'a', 15, 1), 'SeekNextColumn'],
      [put('r', 'b', 15, 1), 'Skip'],
      [put('r', 'b', 14, 1), 'IncludeAndSeekNextColumn'],
    ]);
    expectVerdicts({ timeRange }, [
      [marker(DeleteFamily, 'r', '', 25, 1), 'SeekNextColumn'],
      [put('r', 'a', 15, 1), 'SeekNextColumn'],
    ]);
  });

  it('ignores markers below it (R-20)', () => {
    expectVerdicts({ timeRange }, [
      [marker(DeleteFamily, 'r', '', 9, 1), 'SeekNextColumn'],
      [marker(Delete, 'r', 'a', 9, 1), 'SeekNextColumn'],
      [put('r', 'b', 10, 1), 'IncludeAndSeekNextColumn'],
    ]);
    expectVerdicts({ timeRange }, [
      [marker(DeleteFamily, 'r', '', 10, 1), 'SeekNextColumn'],
      [put('r', 'b', 10, 1), 'SeekNextColumn'],
    ]);
  });

  for (const keepDeletedCells of ['TRUE', 'TTL'] as const) {
    it(`sees cells that markers above it hide if KEEP_DELETED_CELLS is ${keepDeletedCells} (R-21)`, () => {
      expectVerdicts({ timeRange, family: { keepDeletedCells } }, [
        [marker(DeleteFamily, 'r', '', 20, 1), 'Skip'],
        [marker(DeleteFamilyVersion, 'r', '', 19, 1), 'Skip'],
        [marker(DeleteColumn, 'r', 'a', 20, 1), 'Skip'],
        [put('r', 'a', 19, 1), 'Skip'],
        [put('r', 'a', 18, 1), 'IncludeAndSeekNextColumn'],
        [marker(DeleteColumn, 'r', 'b', 19, 1), 'SeekNextColumn'],
        [put('r', 'b', 18, 1), 'SeekNextColumn'],
      ]);
      expectVerdicts({ family: { keepDeletedCells } }, [
        [marker(DeleteColumn, 'r', 'a', 99, 1), 'SeekNextColumn'],
        [put('r', 'a', 9, 1), 'SeekNextColumn'],
      ]);
    });
  }
});

describe('a read of a family with a time to live', () => {
  const family = { ttlMs: 50 };

  it('leaves a column at the first expired cell, put or marker (R-22, R-36)', () => {
    expectVerdicts({ family, maxVersions: 5 }, [
      [put('r', 'a', 50, 1), 'Include'],
      [put('r', 'a', 49, 1), 'SeekNextColumn'],
      [marker(DeleteColumn, 'r', 'b', 49, 1), 'SeekNextColumn'],
      [put('r', 'b', 40, 1), 'SeekNextColumn'],
    ]);
  });

  it('leaves the empty-qualifier column too, if expired markers no longer count (R-22)', () => {
    expectVerdicts({ family }, [
      [put('r', '', 60, 1), 'Include'],
      [put('r', '', 55, 1), 'Skip'],
      [marker(DeleteFamily, 'r', '', 49, 1), 'SeekNextColumn'],
      [marker(DeleteFamilyVersion, 'r', '', 48, 1), 'SeekNextColumn'],
      [put('r', 'a', 50, 1), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('shows expired versions up to MIN_VERSIONS, and then expired markers count (R-22, R-34)', () => {
    const minimum = { ...family, minVersions: 2 };
    expectVerdicts({ family: minimum, maxVersions: 5 }, [
      [marker(DeleteFamilyVersion, 'r', '', 45, 1), 'Skip'],
      [put('r', 'a', 60, 1), 'Include'],
      [put('r', 'a', 45, 1), 'Skip'],
      [put('r', 'a', 40, 1), 'Include'],
      [put('r', 'a', 30, 1), 'SeekNextColumn'],
      [put('r', 'b', 30, 1), 'Include'],
      [marker(DeleteColumn, 'r', 'b', 29, 1), 'SeekNextColumn'],
    ]);
  });

  for (const columns of [undefined, ['a']] as const) {
    it(`shows no more expired versions than that, whether columns are named or not (A-7): ${columns ?? 'all'}`, () => {
      const read: Read = { family: { ttlMs: 20, minVersions: 1, maxVersions: 3 }, maxVersions: 3 };
      expectVerdicts(columns === undefined ? read : { ...read, columns }, [
        [put('r', 'a', 95, 1), 'Include'],
        [put('r', 'a', 60, 1), 'SeekNextColumn'],
        [put('r', 'a', 50, 1), 'SeekNextColumn'],
      ]);
    });
  }

  it('continues in the empty-qualifier column after expired versions, because of the markers there (A-5)', () => {
    expectVerdicts({ family: { ttlMs: 50, minVersions: 1 }, maxVersions: 5 }, [
      [put('r', '', 60, 1), 'Include'],
      [put('r', '', 40, 1), 'Skip'],
      [marker(DeleteFamily, 'r', '', 30, 1), 'SeekNextColumn'],
      [put('r', 'a', 30, 1), 'SeekNextColumn'],
    ]);
  });
});

describe('a read of a family with NEW_VERSION_BEHAVIOR', () => {
  const family = { newVersionBehavior: true, maxVersions: 2 };

  it('shows what was written after a marker (R-61)', () => {
    expectVerdicts({ family, maxVersions: 9 }, [
      [marker(DeleteFamily, 'r', '', 9, 5), 'Skip'],
      [put('r', '', 8, 6), 'Include'],
      [put('r', '', 7, 4), 'Skip'],
      [marker(DeleteColumn, 'r', 'a', 9, 7), 'Skip'],
      [put('r', 'a', 8, 8), 'Include'],
      [put('r', 'a', 7, 6), 'Skip'],
      [put('r', 'a', 6, 9), 'IncludeAndSeekNextColumn'],
      [put('r', 'a', 5, 10), 'SeekNextColumn'],
      [put('r', 'b', 5, 4), 'Skip'],
    ]);
  });

  it('never shows a version that was pushed out, even if others are deleted later (R-60)', () => {
    expectVerdicts({ family, maxVersions: 9 }, [
      [marker(Delete, 'r', 'a', 9, 5), 'Skip'],
      [put('r', 'a', 9, 3), 'Skip'],
      [put('r', 'a', 8, 2), 'Include'],
      [put('r', 'a', 7, 1), 'Skip'],
      [put('r', 'a', 6, 6), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('lets puts above the time range push out others, and markers there delete (R-64)', () => {
    expectVerdicts({ family, timeRange: { min: 0, max: 8 }, maxVersions: 9 }, [
      [marker(DeleteColumn, 'r', 'a', 20, 4), 'Skip'],
      [put('r', 'a', 9, 3), 'Skip'],
      [put('r', 'a', 8, 5), 'Skip'],
      [put('r', 'a', 7, 6), 'Include'],
      [put('r', 'a', 6, 7), 'SeekNextColumn'],
    ]);
  });

  it('ignores markers below the time range (R-20, R-64)', () => {
    expectVerdicts({ family, timeRange: { min: 5, max: 9 } }, [
      [put('r', 'a', 5, 1), 'IncludeAndSeekNextColumn'],
      [marker(DeleteColumn, 'r', 'a', 4, 2), 'SeekNextColumn'],
    ]);
  });

  it('does not count a cell whose own time to live is over (R-60)', () => {
    expectVerdicts({ family: { ...family, maxVersions: 1 } }, [
      [{ ...put('r', 'a', 9, 3), tags: encodeTtlTag(50) }, 'Skip'],
      [put('r', 'a', 9, 2), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('shows expired versions up to MIN_VERSIONS (R-63)', () => {
    expectVerdicts({ family: { ...family, minVersions: 1, ttlMs: 50, maxVersions: 3 }, maxVersions: 9 }, [
      [marker(Delete, 'r', 'a', 48, 9), 'Skip'],
      [put('r', 'a', 48, 1), 'Skip'],
      [put('r', 'a', 40, 2), 'Include'],
      [put('r', 'a', 30, 3), 'SeekNextColumn'],
    ]);
  });

  it('lets puts that are skipped push out others (R-64)', () => {
    const matcher = matcherFor({ family: { ...family, maxVersions: 1 }, maxVersions: 1 });
    matcher.startRow();
    matcher.passOver(viewOf(marker(Delete, 'r', 'a', 8, 3)));
    matcher.passOver(viewOf(put('r', 'a', 8, 2)));
    expect(matcher.match(viewOf(put('r', 'a', 7, 1)))).toBe(MatchCode.Skip);
    matcher.passOver(viewOf(put('r', 'a', 6, 5)));
    expect(matcher.match(viewOf(put('r', 'a', 5, 6)))).toBe(MatchCode.SeekNextColumn);
  });
});

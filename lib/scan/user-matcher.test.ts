import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { CellType } from '../model/cell-type.js';
import { marker, put, type TestCell, viewOf } from '../testing/cells.js';
import { ExplicitColumnTracker } from './explicit-column-tracker.js';
import { MatchCode } from './match-code.js';
import { ScanDeleteTracker } from './scan-delete-tracker.js';
import { UserMatcher } from './user-matcher.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

const { Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;

interface Read {
  readonly maxVersions?: number;
  readonly columns?: readonly string[];
  readonly readPoint?: number;
}

/** Shows each cell of a row to a matcher, and compares verdicts. Cells behind a jump may come all the same: jumps are advice. */
function expectVerdicts(read: Read, cells: readonly (readonly [TestCell, keyof typeof MatchCode])[]): void {
  const maxVersions = read.maxVersions ?? 1;
  const wildcard = new WildcardColumnTracker(maxVersions);
  const matcher = new UserMatcher(new ScanDeleteTracker(), wildcard);
  const explicit = new ExplicitColumnTracker(maxVersions);
  explicit.select((read.columns ?? []).map((qualifier) => encodeText(qualifier)));
  matcher.reset(read.columns === undefined ? wildcard : explicit, read.readPoint ?? 1000);
  const names = Object.keys(MatchCode) as (keyof typeof MatchCode)[];
  for (const round of ['the first row', 'another row']) {
    matcher.startRow();
    const found = cells.map(([cell]) => {
      const view = viewOf(cell);
      const verdict = matcher.match(view);
      view.key.fill(0xa5);
      return names.find((name) => MatchCode[name] === verdict);
    });
    expect(found, round).toEqual(cells.map(([, verdict]) => verdict));
  }
}

describe('the matcher of ordinary reads', () => {
  it('includes the newest version of each column, and leaves the column with it (R-32)', () => {
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

  it('does not see cells beyond the read point, markers neither (R-10)', () => {
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

  it('lets family markers bear on every column, the empty one included (R-26)', () => {
    expectVerdicts({}, [
      [put('r', '', 25, 1), 'Include'],
      [marker(DeleteFamily, 'r', '', 20, 1), 'SeekNextColumn'],
      [put('r', '', 15, 1), 'SeekNextColumn'],
      [put('r', 'a', 25, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'b', 20, 1), 'SeekNextColumn'],
    ]);
  });

  it('goes through the empty-qualifier column cell by cell, so that no family marker is missed (A-5)', () => {
    expectVerdicts({}, [
      [put('r', '', 15, 1), 'Include'],
      [put('r', '', 14, 1), 'Skip'],
      [marker(DeleteFamilyVersion, 'r', '', 12, 1), 'Skip'],
      [put('r', '', 12, 1), 'Skip'],
      [put('r', 'a', 12, 1), 'Skip'],
      [put('r', 'a', 11, 1), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('goes on there behind a DeleteColumn of the empty column', () => {
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

  it('leaves the row behind the last named column', () => {
    expectVerdicts({ columns: ['a', 'b'] }, [
      [put('r', 'a', 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'c', 9, 1), 'SeekNextRow'],
      [put('r', 'd', 9, 1), 'SeekNextRow'],
    ]);
    expectVerdicts({ columns: [''] }, [[put('r', '', 9, 1), 'IncludeAndSeekNextRow']]);
  });

  it('takes no column for another that it begins', () => {
    expectVerdicts({}, [
      [marker(DeleteColumn, 'r', 'a', 9, 1), 'SeekNextColumn'],
      [put('r', 'aa', 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'aaa'.repeat(40), 9, 1), 'IncludeAndSeekNextColumn'],
      [put('r', 'aaa'.repeat(40), 8, 1), 'SeekNextColumn'],
    ]);
  });
});

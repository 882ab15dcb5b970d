import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { LongComparator } from '../../filter/comparators/long-comparator.js';
import { ValueFilter } from '../../filter/value-filter.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { marker, put, type TestCell, viewOf } from '../../testing/samples/cells.js';
import { expectVerdicts, type Verdict } from '../../testing/samples/matching.js';
import { scanInfo } from '../../testing/samples/scan-infos.js';
import { decodeFilter } from '../filter/decode-filter.js';
import { FilterEvaluator } from '../filter/filter-evaluator.js';
import { ReturnCode } from '../filter/return-code.js';
import { VALUE_EMPTIED, type ValueTransform } from '../filter/value-transform.js';
import { type FilteredRead, FilterMatcher } from './filter-matcher.js';
import { MatchCode } from './match-code.js';
import { RawMatcher } from './raw-matcher.js';
import { UserMatcher } from './user-matcher.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

const { Delete, DeleteColumn, DeleteFamily, DeleteFamilyVersion } = CellType;
const FAMILY = encodeText('f');

/** A filter whose answer for a cell is the name in its value: `Skip`, `NextColumn` …; a value with a `>` is a hint. */
class Scripted extends FilterEvaluator {
  /** The values of the cells that the filter saw. */
  readonly seen: string[] = [];
  over = false;
  readonly #key = new SeekKey();

  override filterAllRemaining(): boolean {
    return this.over;
  }

  override filterCell(cell: CellView): ReturnCode {
    const text = String.fromCharCode(...cell.copyValue());
    this.seen.push(text);
    if (text === 'end') this.over = true;
    if (text.includes('>')) return ReturnCode.SeekNextUsingHint;
    return ReturnCode[text as keyof typeof ReturnCode] ?? ReturnCode.Include;
  }

  /** `>b` is the column `b`, `>b@5` its version 5, `s>` the row `s`, `none>` no hint. */
  override nextCellHint(cell: CellView): SeekKey | null {
    const [row, column = ''] = (this.seen.at(-1) as string).split('>');
    if (row === 'none') return null;
    if (row !== '') {
      this.#key.firstOnRow(encodeText(row as string));
      return this.#key;
    }
    const [qualifier, timestamp] = column.split('@');
    this.#key.firstOnColumnOf(cell, encodeText(qualifier as string));
    if (timestamp !== undefined) this.#key.cell.timestamp = Number(timestamp);
    return this.#key;
  }

  override transformCell(): ValueTransform {
    return this.seen.at(-1) === 'length' ? 6 : VALUE_EMPTIED;
  }
}

interface Read extends Partial<FilteredRead> {
  /** How many versions the matcher below keeps. */
  readonly kept?: number;
}

function matcherFor({ kept = 9, raw = false, ...read }: Read = {}): { matcher: FilterMatcher; filter: Scripted } {
  const filter = new Scripted();
  const rules = {
    info: scanInfo({ maxVersions: kept }),
    timeRange: ALL_TIME,
    maxVersions: 99,
    readPoint: 1000,
    now: 0,
  };
  const [user, wildcard] = [new UserMatcher(new WildcardColumnTracker()), new WildcardColumnTracker()];
  const rawMatcher = new RawMatcher();
  user.reset(wildcard, rules);
  rawMatcher.reset(rules);
  const below = raw ? rawMatcher : user;
  const defaults = { matcher: below, filter, family: FAMILY, versions: 9, raw, reversed: false };
  return { filter, matcher: new FilterMatcher({ ...defaults, ...read }) };
}

function expectOf(read: Read, cells: readonly (readonly [TestCell, Verdict])[]): void {
  expectVerdicts(matcherFor(read).matcher, cells);
}

const cell = (qualifier: string, timestamp: number, value: string) => put('r', qualifier, timestamp, timestamp, value);

describe('The matcher of a read with a filter', () => {
  it('names the cell whose value the filter cannot compare', () => {
    const { matcher } = matcherFor({
      filter: decodeFilter(new ValueFilter('EQUAL', new LongComparator(1)).toByteArray()),
    });
    const cell = viewOf(put('row', 'q', 5, 1, 'short'));
    const message = "a LongComparator compares 8 bytes; the stored value has 5: column 'f:q' of row 'row'";
    expect(() => matcher.match(cell)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', message }));
  });

  it('shows the filter only cells that are neither hidden nor too old for the family (R-13, R-40)', () => {
    const { matcher, filter } = matcherFor({ kept: 2 });
    matcher.startRow();
    for (const one of [
      marker(Delete, 'r', 'a', 9, 9),
      cell('a', 9, 'deleted'),
      cell('a', 8, 'Skip'),
      cell('a', 7, 'Skip'),
      cell('a', 6, 'too old'),
      cell('b', 6, 'Include'),
    ]) {
      matcher.match(viewOf(one));
    }
    expect(filter.seen).toEqual(['Skip', 'Skip', 'Include']);
  });

  it('takes the larger step of matcher and filter (R-42)', () => {
    expectOf({ kept: 2 }, [
      [cell('a', 9, 'Include'), 'Include'],
      [cell('a', 8, 'Include'), 'IncludeAndSeekNextColumn'],
      [cell('b', 9, 'Skip'), 'Skip'],
      [cell('b', 8, 'Skip'), 'SeekNextColumn'],
      [cell('c', 9, 'NextColumn'), 'SeekNextColumn'],
      [cell('c', 8, 'Include'), 'SeekNextColumn'],
      [cell('d', 9, 'IncludeAndNextColumn'), 'IncludeAndSeekNextColumn'],
      [cell('d', 8, 'Include'), 'SeekNextColumn'],
      [cell('e', 9, 'NextRow'), 'SeekNextRow'],
    ]);
    expectOf({}, [[cell('a', 9, 'IncludeAndSeekNextRow'), 'IncludeAndSeekNextRow']]);
  });

  it('counts the versions of the read after the filter (R-14, R-43)', () => {
    expectOf({ versions: 1 }, [
      [cell('a', 9, 'Skip'), 'Skip'],
      [cell('a', 8, 'Include'), 'Include'],
      [cell('a', 7, 'Skip'), 'Skip'],
      [cell('a', 6, 'Include'), 'SeekNextColumn'],
      [cell('b', 6, 'Include'), 'Include'],
      [cell('b', 5, 'IncludeAndSeekNextRow'), 'SeekNextRow'],
    ]);
  });

  it('counts markers too in a raw scan (R-43)', () => {
    expectOf({ raw: true, versions: 2 }, [
      [marker(DeleteColumn, 'r', 'a', 9, 9), 'Include'],
      [cell('a', 8, 'Include'), 'Include'],
      [cell('a', 7, 'Include'), 'SeekNextColumn'],
    ]);
  });

  it('leaves the empty-qualifier column cell by cell, because it contains the markers of the family (A-5, A-44)', () => {
    expectOf({}, [
      [cell('', 9, 'NextColumn'), 'Skip'],
      [cell('', 8, 'Include'), 'Skip'],
      [marker(DeleteFamilyVersion, 'r', '', 5, 9), 'Skip'],
      [cell('a', 5, 'Include'), 'Skip'],
      [cell('a', 4, 'Include'), 'Include'],
    ]);
    expectOf({ raw: true }, [
      [cell('', 9, 'NextColumn'), 'SeekNextColumn'],
      [cell('', 8, 'Include'), 'SeekNextColumn'],
    ]);
  });

  it('follows a hint to a column, and sees the markers of the family before it (R-42, A-5)', () => {
    expectOf({}, [
      [cell('', 9, '>c'), 'Skip'],
      [marker(DeleteFamily, 'r', '', 7, 9), 'Skip'],
      [cell('', 3, 'Include'), 'Skip'],
      [cell('b', 9, 'Include'), 'SeekNextColumn'],
      [cell('c', 9, 'Include'), 'Include'],
      [cell('c', 7, 'Include'), 'SeekNextColumn'],
    ]);
    const { matcher } = matcherFor();
    matcher.startRow();
    const first = viewOf(cell('a', 9, '>c@5'));
    expect(matcher.match(first)).toBe(MatchCode.SeekNextColumn);
    const target = matcher.nextColumn(first, new SeekKey());
    expect([String.fromCharCode(...target.copyQualifier()), target.type]).toEqual(['c', CellType.Maximum]);
  });

  it('follows a hint to a version, and sees the markers of its column before it (A-21)', () => {
    expectOf({}, [
      [cell('a', 9, '>a@5'), 'Skip'],
      [marker(DeleteColumn, 'r', 'a', 8, 9), 'Skip'],
      [cell('a', 7, 'Include'), 'Skip'],
      [cell('a', 5, 'Include'), 'SeekNextColumn'],
    ]);
    // Versions that are skipped do not count.
    expectOf({ kept: 2 }, [
      [cell('a', 9, '>a@5'), 'Skip'],
      [cell('a', 8, 'Include'), 'Skip'],
      [cell('a', 7, 'Include'), 'Skip'],
      [cell('a', 5, 'Include'), 'IncludeAndSeekNextColumn'],
    ]);
  });

  it('continues with the next cell if the hint is null or not ahead (R-42)', () => {
    for (const hint of ['none>', '>a', '>b@9', 'a>']) expectOf({}, [[cell('b', 9, hint), 'Skip']]);
    for (const hint of ['none>', '>c', '>a', 's>']) expectOf({ reversed: true }, [[cell('b', 9, hint), 'Skip']]);
  });

  it('leaves the row for a hint in a later row, and reports that row (R-42)', () => {
    for (const [hint, reversed, row] of [
      ['s>', false, 's'],
      ['a>', true, 'a'],
    ] as const) {
      const { matcher } = matcherFor({ reversed });
      matcher.startRow();
      expect(matcher.match(viewOf(cell('a', 9, hint)))).toBe(MatchCode.SeekNextRow);
      expect(String.fromCharCode(...(matcher.rowHint as CellView).copyRow())).toBe(row);
      matcher.startRow();
      expect(matcher.rowHint).toBeNull();
    }
  });

  it('ends with the cell at which the filter ends the scan (R-45, A-48)', () => {
    const { matcher } = matcherFor();
    matcher.startRow();
    expect(matcher.match(viewOf(cell('a', 9, 'Include')))).toBe(MatchCode.Include);
    expect(matcher.ended).toBe(false);
    expect(matcher.match(viewOf(cell('a', 8, 'end')))).toBe(MatchCode.IncludeAndSeekNextRow);
    expect(matcher.ended).toBe(true);
  });

  it('returns an included cell as the filter changes it, without changing the cell itself (R-46)', () => {
    const { matcher } = matcherFor();
    matcher.startRow();
    for (const [value, shown] of [
      ['text', []],
      ['length', [0, 0, 0, 6]],
    ] as const) {
      const view = viewOf(cell('a', 9 - shown.length, value));
      matcher.match(view);
      expect([...matcher.transform(view).copyValue()]).toEqual(shown);
      expect(String.fromCharCode(...view.copyValue())).toBe(value);
    }
  });
});

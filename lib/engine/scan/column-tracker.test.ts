import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { put, viewOf } from '../../testing/samples/cells.js';
import { ExplicitColumnTracker } from './explicit-column-tracker.js';
import { MatchCode } from './match-code.js';
import { WildcardColumnTracker } from './wildcard-column-tracker.js';

const { Skip, Include, IncludeAndSeekNextColumn, IncludeAndSeekNextRow, SeekNextColumn, SeekNextRow } = MatchCode;

function wildcard(maxVersions: number, minVersions = 0, oldest = 0): WildcardColumnTracker {
  const tracker = new WildcardColumnTracker();
  tracker.reset(maxVersions, minVersions, oldest);
  return tracker;
}

function explicit(maxVersions: number, ...qualifiers: string[]): ExplicitColumnTracker {
  const tracker = new ExplicitColumnTracker();
  tracker.reset(maxVersions, 0, 0);
  tracker.select(qualifiers.map((qualifier) => encodeText(qualifier)));
  tracker.startRow();
  return tracker;
}

const column = (qualifier: string) => viewOf(put('r', qualifier, 5, 1));
const version = (timestamp: number) => viewOf(put('r', 'q', timestamp, 1));

describe('the tracker of every column', () => {
  it('wants each column and counts its versions up to the limit', () => {
    const tracker = wildcard(2);
    tracker.startRow();
    for (const qualifier of ['', 'q']) {
      expect(tracker.startColumn(column(qualifier))).toBe(Include);
      expect([9, 5].map((timestamp) => tracker.check(version(timestamp)))).toEqual([Include, IncludeAndSeekNextColumn]);
    }
  });

  it('counts puts of one timestamp as one version, the first of them (R-33)', () => {
    const tracker = wildcard(3);
    tracker.startColumn(column('q'));
    expect([9, 9, 5, 5, 0].map((timestamp) => tracker.check(version(timestamp)))).toEqual([
      Include,
      Skip,
      Include,
      Skip,
      IncludeAndSeekNextColumn,
    ]);
    tracker.startColumn(column('r'));
    expect(tracker.check(version(0))).toBe(Include);
  });

  it('wants no expired version beyond MIN_VERSIONS (R-34)', () => {
    const verdicts = (minVersions: number, ...timestamps: number[]) => {
      const tracker = wildcard(3, minVersions, 50);
      tracker.startColumn(column('q'));
      return timestamps.map((timestamp) => tracker.check(version(timestamp)));
    };
    expect(verdicts(1, 95, 60, 49, 40)).toEqual([Include, Include, SeekNextColumn, SeekNextColumn]);
    expect(verdicts(2, 95, 49, 40)).toEqual([Include, Include, SeekNextColumn]);
    expect(verdicts(2, 49, 40, 30)).toEqual([Include, Include, SeekNextColumn]);
    expect(verdicts(5, 49, 40, 30)).toEqual([Include, Include, IncludeAndSeekNextColumn]);
  });

  it('leaves a column for the next one', () => {
    const next = wildcard(1).nextColumn(column('q'), new SeekKey());
    expect(compareCells(next, viewOf(put('r', 'q', 0, 0)))).toBeGreaterThan(0);
    expect(compareCells(next, column('q\0'))).toBeLessThan(0);
  });
});

describe('the tracker of named columns', () => {
  it('wants only them, and ends the row after the last', () => {
    const tracker = explicit(1, 'b', 'd');
    const verdicts = ['', 'a', 'b', 'c', 'd', 'e'].map((qualifier) => tracker.startColumn(column(qualifier)));
    expect(verdicts).toEqual([SeekNextColumn, SeekNextColumn, Include, SeekNextColumn, Include, SeekNextRow]);
    tracker.startRow();
    expect(tracker.startColumn(column('d'))).toBe(Include);
  });

  it('leaves the row with the last version of the last column', () => {
    const tracker = explicit(2, 'b', 'd');
    tracker.startColumn(column('b'));
    expect([9, 5].map((timestamp) => tracker.check(version(timestamp)))).toEqual([Include, IncludeAndSeekNextColumn]);
    tracker.startColumn(column('d'));
    expect([9, 9, 5].map((timestamp) => tracker.check(version(timestamp)))).toEqual([
      Include,
      Skip,
      IncludeAndSeekNextRow,
    ]);
  });

  it('wants the same versions as when all columns are wanted, and no more expired ones (A-7)', () => {
    const tracker = explicit(3, 'b');
    tracker.reset(3, 1, 90);
    tracker.startColumn(column('b'));
    expect([95, 60, 50].map((timestamp) => tracker.check(version(timestamp)))).toEqual([
      Include,
      SeekNextColumn,
      SeekNextColumn,
    ]);
  });

  it('leaves a column for the next wanted one, or for the next row', () => {
    const tracker = explicit(1, '', 'b', 'd');
    const next = (qualifier: string) => {
      tracker.startColumn(column(qualifier));
      return tracker.nextColumn(column(qualifier), new SeekKey());
    };
    expect(next('').copyQualifier()).toEqual(encodeText('b'));
    expect(next('a').copyQualifier()).toEqual(encodeText('b'));
    expect(next('b').copyQualifier()).toEqual(encodeText('d'));
    expect(compareCells(next('d'), column('\uffff'))).toBeGreaterThan(0);
    expect(compareCells(next('e'), viewOf(put('r\0', '', 5, 1)))).toBeLessThan(0);
  });

  it('accepts other columns for the next read', () => {
    const tracker = explicit(1, 'b');
    tracker.select([encodeText('c')]);
    tracker.startRow();
    expect(['b', 'c'].map((qualifier) => tracker.startColumn(column(qualifier)))).toEqual([SeekNextColumn, Include]);
  });
});

import { describe, expect, it } from 'vitest';
import { decodeText } from '../bytes/text.js';
import { Get } from './get.js';
import type { Query, QueryLike } from './query.js';
import { ALL_VERSIONS } from './query-options.js';
import { Scan } from './scan.js';
import { LATEST_TIMESTAMP } from './timestamp.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const range = ({ timeRange: { min, max } }: Query): number[] => [min, max];
const familyRanges = ({ familyTimeRanges }: Query): unknown =>
  familyTimeRanges.map(({ family, timeRange: { min, max } }) => [decodeText(family), min, max]);

describe.each([
  ['Get', (like: QueryLike = {}): Get => new Get({ row: 'r', ...like })],
  ['Scan', (like: QueryLike = {}): Scan => new Scan(like)],
])('versions and times of a %s', (_, make) => {
  it('are the newest version of all times by default (R-6, N-56)', () => {
    expect([make().maxVersions, ...range(make())]).toEqual([1, 0, LATEST_TIMESTAMP]);
    expect([make().maxResultsPerColumnFamily, make().rowOffsetPerColumnFamily]).toEqual([-1, 0]);
  });

  it('are as many versions as requested, or all (R-6, A-4)', () => {
    expect(make().readVersions(3).maxVersions).toBe(3);
    expect(make().readAllVersions().maxVersions).toBe(ALL_VERSIONS);
    expect([make({ versions: 7 }).maxVersions, make({ versions: 'all' }).maxVersions]).toEqual([7, ALL_VERSIONS]);
    for (const none of [0, -1]) {
      expect(() => make().readVersions(none)).toThrowError('versions must be positive');
      expect(() => make({ versions: none })).toThrowError('versions must be positive');
    }
    for (const wrong of [1.5, '3', null, Number.NaN, 2 ** 31] as never[]) {
      expect(() => make().readVersions(wrong)).toThrowError(INVALID);
    }
    expect(() => make({ versions: 'ALL' as never })).toThrowError("versions must be a number or 'all'; got text");
  });

  it('are those of a time range, which does not include its end (N-54)', () => {
    expect(range(make().setTimeRange(3, 7))).toEqual([3, 7]);
    expect(range(make().setTimeRange(new Date(3), new Date(7)))).toEqual([3, 7]);
    expect(range(make().setTimeRange(5, 5))).toEqual([5, 5]);
    expect(range(make({ timeRange: [0, LATEST_TIMESTAMP] }))).toEqual([0, LATEST_TIMESTAMP]);
    expect(range(make({ timeRange: { min: 3, max: 7 } }))).toEqual([3, 7]);
    expect(() => make().setTimeRange(7, 3)).toThrowError('maxStamp is smaller than minStamp');
    expect(() => make().setTimeRange(-1, 3)).toThrowError('Timestamp cannot be negative. minStamp:-1, maxStamp:3');
    for (const wrong of [[1], [1, 2, 3], 5, 'ab', null, {}] as never[]) {
      expect(() => make({ timeRange: wrong })).toThrowError(INVALID);
    }
  });

  it('are those with one timestamp (R-37, N-55)', () => {
    expect(range(make().setTimestamp(6))).toEqual([6, 7]);
    expect(range(make({ timestamp: new Date(6) }))).toEqual([6, 7]);
    expect(make().setTimestamp(6).maxVersions).toBe(1);
    for (const wrong of [-1, LATEST_TIMESTAMP, 1.5]) expect(() => make().setTimestamp(wrong)).toThrowError(INVALID);
  });

  it('are the state at and including a time (R-38)', () => {
    expect(range(make().asOf(6))).toEqual([0, 7]);
    expect(range(make({ asOf: new Date(6) }))).toEqual([0, 7]);
    expect(range(make().asOf(LATEST_TIMESTAMP - 1))).toEqual([0, LATEST_TIMESTAMP]);
    for (const wrong of [-1, LATEST_TIMESTAMP]) expect(() => make().asOf(wrong)).toThrowError(INVALID);
  });

  it('are set by one of timeRange, timestamp and asOf in a literal', () => {
    expect(() => make({ timestamp: 1, asOf: 2 })).toThrowError(/pass only one of them/);
    expect(() => make({ timeRange: [1, 2], timestamp: 1 })).toThrowError(/pass only one of them/);
  });

  it('have separate time ranges for families, the last one for each (R-11)', () => {
    const query = make()
      .setColumnFamilyTimeRange('g', 1, 2)
      .setColumnFamilyTimeRange('f', 3, 4)
      .setColumnFamilyTimeRange('g', 5, 6);
    expect(familyRanges(query)).toEqual([
      ['f', 3, 4],
      ['g', 5, 6],
    ]);
    expect(familyRanges(make({ familyTimeRange: { f: [3, 4], g: { min: 5, max: 6 } } }))).toEqual(familyRanges(query));
    expect(familyRanges(make({ familyTimeRange: [['f', 3, new Date(4)]] }))).toEqual([['f', 3, 4]]);
    for (const wrong of [5, 'f', null, { f: 5 }, { f: [5] }, [5], [['f', 5]], [['f', 6, 5]]] as never[]) {
      expect(() => make({ familyTimeRange: wrong })).toThrowError(INVALID);
    }
  });

  it('have a limit and an offset for each row and family (R-70)', () => {
    const query = make().setMaxResultsPerColumnFamily(0).setRowOffsetPerColumnFamily(5);
    expect([query.maxResultsPerColumnFamily, query.rowOffsetPerColumnFamily]).toEqual([0, 5]);
    expect(make({ maxResultsPerColumnFamily: 0, rowOffsetPerColumnFamily: 5 })).toEqual(query);
    expect(() => query.setMaxResultsPerColumnFamily(1.5)).toThrowError(INVALID);
  });

  it('are returned by the literal', () => {
    expect(make().toLiteral()).toEqual(_ === 'Get' ? { row: 'r' } : {});
    const like: QueryLike = {
      columns: ['f:q'],
      versions: 'all',
      timeRange: [3, 7],
      familyTimeRange: [[new Uint8Array([0xff]), 1, 2]],
      maxResultsPerColumnFamily: 4,
      rowOffsetPerColumnFamily: 5,
    };
    expect(make(like).toLiteral()).toMatchObject(like);
    expect(make(make(like).toLiteral())).toEqual(make(like));
    expect(make({ asOf: 6 }).toLiteral()).toMatchObject({ timeRange: [0, 7] });
  });

  it('have their older names', () => {
    expect(make().setMaxVersions().maxVersions).toBe(ALL_VERSIONS);
    expect(make().setMaxVersions(3).maxVersions).toBe(3);
    expect(range(make().setTimeStamp(6))).toEqual([6, 7]);
  });
});

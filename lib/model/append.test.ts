import { describe, expect, it } from 'vitest';
import { decodeText } from '../bytes/text.js';
import { Append, toAppend, validateAppend } from './append.js';
import { Increment } from './increment.js';
import { LATEST_TIMESTAMP } from './mutation.js';
import { ALL_TIME } from './time-range.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException' });
const shown = (append: Append): string[] =>
  append.values.map(({ family, qualifier, value }) => [family, qualifier, value].map(decodeText).join('/'));

describe('Append', () => {
  it('contains values by family, in the order in which they were added', () => {
    const append = new Append('r').addColumn('g', 'q', '1').addColumn('f', 'z', '2').addColumn('f', null, null);
    expect(shown(append)).toEqual(['f/z/2', 'f//', 'g/q/1']);
    expect(append).toMatchObject({
      timestamp: LATEST_TIMESTAMP,
      returnResults: true,
      timeRange: ALL_TIME,
      ttlMs: null,
    });
  });

  it('can be built from a literal, and returns the literal that builds it', () => {
    const append = new Append('r').addColumn('f', 'q', 'v').setTimestamp(3).setReturnResults(false).setTTL(50);
    append.setTimeRange(2, new Date(9)).setDurability('ASYNC_WAL');
    expect(append.toLiteral()).toEqual({
      row: 'r',
      values: [{ family: 'f', qualifier: 'q', value: 'v' }],
      timestamp: 3,
      timeRange: [2, 9],
      ttlMs: 50,
      returnResults: false,
      durability: 'ASYNC_WAL',
    });
    expect(new Append(append.toLiteral())).toEqual(append);
    expect(new Append(append)).toEqual(append);
    expect(toAppend(append)).toBe(append);
    expect(new Append({ row: 'r', values: { f: { q: 'v' } } })).toEqual(new Append('r').addColumn('f', 'q', 'v'));
  });

  it('refuses bad arguments', () => {
    for (const call of [
      () => new Append(''),
      () => new Append({ row: 'r' } as never),
      () => new Append({ row: 'r', values: { f: { q: 5 } } } as never),
      () => new Append({ row: 'r', values: {}, timeRange: { min: 5 } } as never),
      () => new Append(new Increment('r') as never),
      () => new Append('r').addColumn(null as never, 'q', 'v'),
      () => new Append('r').setTimestamp(-1),
      () => new Append('r').setTTL(Number.NaN),
      () => new Append('r').setReturnResults('no' as never),
    ]) {
      expect(call).toThrowError(INVALID);
    }
    expect(() => new Append('r').setTimeRange(9, 3)).toThrowError('maxStamp is smaller than minStamp');
    expect(() => new Append({ row: 'r', value: {} } as never)).toThrowError(/'value' .* did you mean 'values'/);
  });

  it('cannot be sent without values (N-38)', () => {
    expect(() => validateAppend(new Append('r'))).toThrowError(/zero columns specified/);
    expect(() => validateAppend(new Append('r').addColumn('f', 'q', null))).not.toThrow();
  });

  it('has its older name', () => {
    expect(new Append('r').add('f', 'q', 'v')).toEqual(new Append('r').addColumn('f', 'q', 'v'));
  });
});

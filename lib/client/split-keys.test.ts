import { describe, expect, it } from 'vitest';
import { toText } from '../bytes/bytes.js';
import { splitKeysBetween, toSplitKeys } from './split-keys.js';

describe('split keys', () => {
  it('may be none, or different rows in any order (S-31)', () => {
    expect(toSplitKeys(null)).toEqual([]);
    expect(toSplitKeys(['c', 'a', 'b']).map((key) => toText(key))).toEqual(['c', 'a', 'b']);
    expect(() => toSplitKeys(['a', 'b', 'a'])).toThrow('All split keys must be unique, found duplicate: a, a');
    expect(() => toSplitKeys(['', 'b'])).toThrow('Empty split key must not be passed in the split keys.');
    expect(() => toSplitKeys('a' as unknown as string[])).toThrow('split keys must be a list of rows; got text');
  });

  it('are at equal distances between two keys (S-31)', () => {
    expect(splitKeysBetween('b', 'd', 3).map((key) => toText(key))).toEqual(['b', 'd']);
    expect(splitKeysBetween('b', 'd', 4).map((key) => toText(key))).toEqual(['b', 'c', 'd']);
    expect(() => splitKeysBetween('b', 'd', 2)).toThrow('Must create at least three regions');
    expect(() => splitKeysBetween('d', 'b', 3)).toThrow('Start key must be smaller than end key');
    expect(() => splitKeysBetween('b', 'd', 3.5)).toThrow('numRegions must be an integer');
  });
});

import { Bytes, type IndexOrder } from 'bigtab';
import { describe, expect, it } from 'vitest';
import type { ShownIndex } from '../indexes/shown-index.js';
import { chosenIndex } from './index-values.js';
import { EMPTY_SCAN, type ScanFields, toScanLike } from './scan-fields.js';

function indexOf(name: string, on: readonly string[], order: readonly IndexOrder[]): ShownIndex {
  return { name, on, order, qualifiersOf: null, unique: false, complete: true, done: 1 };
}

const byDay = indexOf('byDay', ['e:day', 'e:stars', 'e:weight'], ['bytes', 'int64', 'float64']);

describe('a scan by an index', () => {
  const scanOf = (fields: Partial<ScanFields>) =>
    toScanLike({ ...EMPTY_SCAN, rows: 'index', limit: '', ...fields }, byDay);

  it('has the values that are typed, up to the first empty one', () => {
    expect(scanOf({})).toEqual({ index: 'byDay' });
    expect(scanOf({ equals: ['11-02', '', '5', ''], reversed: true, limit: '7' })).toEqual({
      index: 'byDay',
      equals: '11-02',
      reversed: true,
      limit: 7,
    });
    const values = [Bytes.toBytes('11-02'), Bytes.fromLong(-3), Bytes.fromDouble(0.5)];
    expect(scanOf({ equals: ['11-02', '-3', '0.5', ''], least: 'x' }).equals).toEqual(['11-02', ...values.slice(1)]);
  });

  it('has a range or a prefix of the next column', () => {
    expect(scanOf({ least: 'a', before: 'b' })).toEqual({ index: 'byDay', from: 'a', to: 'b' });
    expect(scanOf({ least: 'a', begins: '11' })).toEqual({ index: 'byDay', prefix: '11' });
    expect(scanOf({ equals: ['11-02', '', '', ''], least: '2', begins: '11' })).toEqual({
      index: 'byDay',
      equals: '11-02',
      from: Bytes.fromLong(2),
    });
    expect(scanOf({ form: 'binary', least: '\\xFF', columns: 'e' })).toEqual({
      index: 'byDay',
      from: Uint8Array.of(255),
      columns: ['e'],
    });
  });

  it('has no timestamps, versions or markers', () => {
    expect(scanOf({ versions: '3', time: 'asOf', from: '5', raw: false })).toEqual({ index: 'byDay' });
  });

  it('reports values that are not numbers, and a table without indexes', () => {
    expect(() => scanOf({ equals: ['11-02', '1.5', '', ''] })).toThrow(/“1.5” is not a whole number/);
    expect(() => scanOf({ equals: ['11-02', '1', '', ''], least: 'x' })).toThrow(/“x” is not a number/);
    expect(() => toScanLike({ ...EMPTY_SCAN, rows: 'index' })).toThrow(/no complete index/);
  });
});

describe('the chosen index', () => {
  it('is the first one if there is none of that name', () => {
    const other = indexOf('other', ['e:x'], ['bytes']);
    expect(chosenIndex('other', [byDay, other])).toBe(other);
    expect(chosenIndex('dropped', [byDay, other])).toBe(byDay);
    expect(chosenIndex('', [])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { decodeText } from '../bytes/text.js';
import { Increment, toIncrement, validateIncrement } from './increment.js';
import { LATEST_TIMESTAMP } from './mutation.js';
import { Put } from './put.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
const shown = (increment: Increment): unknown =>
  increment.amounts.map(({ family, qualifier, amount }) => [decodeText(family), decodeText(qualifier), amount]);

describe('Increment', () => {
  it('contains amounts of 64 bits, including zero (W-32, W-36)', () => {
    const increment = new Increment('r').addColumn('f', 'a', 1).addColumn('f', 'b', 0).addColumn('f', null, -3);
    expect(shown(increment.addColumn('f', 'c', MAX).addColumn('f', 'd', MIN))).toEqual([
      ['f', 'a', 1n],
      ['f', 'b', 0n],
      ['f', '', -3n],
      ['f', 'c', MAX],
      ['f', 'd', MIN],
    ]);
  });

  it('keeps families in byte order, and both amounts of a column named twice (W-36, W-37)', () => {
    const increment = new Increment('r').addColumn('g', 'q', 1).addColumn('f', 'q', 2).addColumn('g', 'q', 3);
    expect(shown(increment)).toEqual([
      ['f', 'q', 2n],
      ['g', 'q', 1n],
      ['g', 'q', 3n],
    ]);
  });

  it('shows its amounts by family and qualifier in byte order, the last one if a column has several', () => {
    const increment = new Increment('r').addColumn('g', 'b', 1).addColumn('f', 'q', 2).addColumn('g', 'a', 3);
    const maps = increment.addColumn('g', 'b', MIN).getFamilyMapOfLongs();
    const texts = [...maps].map(([family, longs]) => [
      decodeText(family),
      ...[...longs].map(([qualifier, amount]) => [decodeText(qualifier), amount]),
    ]);
    expect(texts).toEqual([
      ['f', ['q', 2n]],
      ['g', ['a', 3n], ['b', MIN]],
    ]);
    expect(maps.get('g')?.get('b')).toBe(MIN);
    expect(new Increment('r').getFamilyMapOfLongs().size).toBe(0);
  });

  it('requests the new values by default (W-37)', () => {
    expect(new Increment('r').returnResults).toBe(true);
    expect(new Increment('r').setReturnResults(false).returnResults).toBe(false);
    expect(new Increment('r').timestamp).toBe(LATEST_TIMESTAMP);
    expect(new Increment('r').setTimestamp(7).timestamp).toBe(7);
  });

  it('refuses bad arguments and is then unchanged', () => {
    const increment = new Increment('r');
    for (const call of [
      () => increment.addColumn('f', 'q', 1.5),
      () => increment.addColumn('f', 'q', 2 ** 53),
      () => increment.addColumn('f', 'q', MAX + 1n),
      () => increment.addColumn('f', 'q', MIN - 1n),
      () => increment.addColumn('f', 'q', '1' as never),
      () => increment.addColumn('f', 'q', undefined as never),
      () => increment.addColumn(null as never, 'q', 1),
      () => increment.addColumn('f', undefined as never, 1),
      () => increment.addColumn('f'.repeat(128), 'q', 1),
      () => increment.setReturnResults(0 as never),
      () => increment.setTimestamp(-1),
    ]) {
      expect(call).toThrowError(INVALID);
    }
    expect(() => increment.addColumn(null as never, 'q', 1)).toThrowError('family cannot be null');
    expect(increment).toEqual(new Increment('r'));
    for (const row of ['', null, undefined, 5] as never[]) expect(() => new Increment(row)).toThrowError(INVALID);
  });

  it('can be built from a literal by names or by a list', () => {
    const byNames = new Increment({ row: 'r', amounts: { f: { a: 1, b: 2n } }, timestamp: 5, returnResults: false });
    expect(byNames).toEqual(
      new Increment('r').setTimestamp(5).setReturnResults(false).addColumn('f', 'a', 1).addColumn('f', 'b', 2),
    );
    const byList = new Increment({ row: 'r', amounts: [{ family: 'f', amount: 1 }], durability: 'SYNC_WAL' });
    expect(byList).toEqual(new Increment('r').addColumn('f', null, 1).setDurability('SYNC_WAL'));
  });

  it('refuses a malformed literal', () => {
    expect(() => new Increment({ row: 'r', amount: {} } as never)).toThrowError(
      /unknown property 'amount' of an Increment literal; did you mean 'amounts'/,
    );
    expect(() => new Increment({ row: 'r', amounts: {}, ttlMs: '1' } as never)).toThrowError(INVALID);
    expect(() => new Increment({ row: 'r', amounts: {}, timeRange: [5, 4] })).toThrowError(
      'maxStamp is smaller than minStamp',
    );
    expect(() => new Increment({ row: 'r', amounts: {}, timeRange: [5] } as never)).toThrowError(INVALID);
    for (const amounts of [
      undefined,
      null,
      5,
      { f: 5 },
      { f: { q: '1' } },
      { f: new Map([['q', 1]]) },
      [{ family: 'f' }],
      [null],
    ] as never[]) {
      expect(() => new Increment({ row: 'r', amounts })).toThrowError(INVALID);
    }
    expect(() => new Increment(new Put('r') as never)).toThrowError('expected an Increment or its literal; got a Put');
  });

  it('returns the literal that builds an equal Increment, and can be copied (A-13)', () => {
    const increment = new Increment('r').addColumn('f', bytes(0xff), MIN).addColumn('f', 'q', 1).addColumn('f', 'q', 2);
    increment.setTimestamp(3).setReturnResults(false).setDurability('ASYNC_WAL').setTimeRange(2, 9).setTTL(50);
    expect(increment.toLiteral()).toMatchObject({ timeRange: [2, 9], ttlMs: 50 });
    expect(new Increment(increment.toLiteral())).toEqual(increment);
    expect(new Increment(increment)).toEqual(increment);
    expect(toIncrement(increment)).toBe(increment);
    expect(toIncrement({ row: 'r', amounts: {} }).isEmpty).toBe(true);
  });
});

describe('validateIncrement', () => {
  it('requires an amount (N-38)', () => {
    expect(() => validateIncrement(new Increment('r'))).toThrowError(
      'Invalid arguments to row=r, no columns set to be incremented, zero columns specified',
    );
    expect(() => validateIncrement(new Increment('r').addColumn('f', 'q', 0))).not.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import { toStringBinary } from '../bytes/text.js';
import { Filter } from './filter.js';
import { Get } from './get.js';
import { Scan, type ScanLike } from './scan.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);
/** The bounds as an interval: `[b,d)`. */
const range = (scan: Scan): string =>
  `${scan.startInclusive ? '[' : '('}${toStringBinary(scan.start)},${toStringBinary(scan.stop)}${scan.stopInclusive ? ']' : ')'}`;

class EveryRow extends Filter {
  encode(): void {}
  toString(): string {
    return 'EveryRow ()';
  }
}

describe('Scan', () => {
  it('reads the whole table by default: start inclusive, stop exclusive (R-80)', () => {
    const scan = new Scan();
    expect(range(scan)).toBe('[,)');
    expect([scan.limit, scan.caching, scan.reversed]).toEqual([-1, -1, false]);
  });

  it('accepts bounds with their flags (R-80, R-81)', () => {
    expect(range(new Scan().withStartRow('b'))).toBe('[b,)');
    expect(range(new Scan().withStartRow('b', false))).toBe('(b,)');
    expect(range(new Scan().withStopRow('d'))).toBe('[,d)');
    expect(range(new Scan().withStopRow('d', true))).toBe('[,d]');
    expect(range(new Scan().withStartRow('d').withStopRow('b'))).toBe('[d,b)');
    expect(range(new Scan().withStartRow('', false).withStopRow(null, true))).toBe('(,]');
  });

  it('requires bounds of at most 32767 bytes (N-31)', () => {
    expect(new Scan().withStartRow('r'.repeat(32767)).start.length).toBe(32767);
    const long = 'r'.repeat(32768);
    const rule = "'s length must be less than or equal to 32767 to meet the criteria for a row key.";
    expect(() => new Scan().withStartRow(long)).toThrowError(`startRow${rule}`);
    expect(() => new Scan().withStopRow(long)).toThrowError(`stopRow${rule}`);
    expect(() => new Scan().setStartStopRowForPrefixScan(long)).toThrowError(`startRow${rule}`);
  });

  it('scans a prefix (R-83)', () => {
    const prefix = (text: string | Uint8Array | null): string => range(new Scan().setStartStopRowForPrefixScan(text));
    expect(prefix('ab')).toBe('[ab,ac)');
    expect(prefix(bytes(0x61, 0xff))).toBe('[a\\xFF,b)');
    expect(prefix(bytes(0xff, 0xff))).toBe('[\\xFF\\xFF,)');
    expect(prefix('')).toBe('[,)');
    const bounded = new Scan().withStartRow('x', false).withStopRow('y', true);
    expect(range(bounded.setStartStopRowForPrefixScan('p'))).toBe('[p,q)');
    expect(range(bounded.withStopRow('p5'))).toBe('[p,p5)');
    expect(range(bounded.setStartStopRowForPrefixScan(null))).toBe('[,)');
  });

  it('scans the same rows for a literal’s prefix in both directions (R-83, R-84)', () => {
    expect(range(new Scan({ prefix: 'ab' }))).toBe('[ab,ac)');
    expect(range(new Scan({ prefix: 'ab', reversed: true }))).toBe('(ac,ab]');
    expect(range(new Scan({ prefix: bytes(0xff), reversed: true }))).toBe('(,\\xFF]');
    expect(range(new Scan({ prefix: '' }))).toBe('[,)');
    expect(range(new Scan({ prefix: '', reversed: true }))).toBe('(,]');
  });

  it('accepts limit, caching and direction as HBase does (R-74, R-76, R-84)', () => {
    for (const count of [1, 0, -1, 2 ** 31 - 1]) {
      expect(new Scan().setLimit(count).limit).toBe(count);
      expect(new Scan().setCaching(count).caching).toBe(count);
    }
    expect(new Scan().setReversed(true).reversed).toBe(true);
  });

  it('accepts what shapes its Results as HBase does (R-50, R-71, R-76, R-77, R-78)', () => {
    const scan = new Scan()
      .setRaw(true)
      .setBatch(3)
      .setMaxResultSize(1000)
      .setAllowPartialResults(true)
      .setNeedCursorResult(true);
    const like = { raw: true, batch: 3, maxResultSize: 1000, allowPartialResults: true, needCursorResult: true };
    expect(scan).toMatchObject(like);
    expect(new Scan(like)).toEqual(scan);
    expect(scan.toLiteral()).toEqual(like);
    expect([new Scan().raw, new Scan().batch, new Scan().allowPartialResults]).toEqual([false, -1, false]);
  });

  it('accepts one row, an isolation level, and whether to read a single snapshot (R-75, R-90, A-33)', () => {
    expect(new Scan().setOneRowLimit().limit).toBe(1);
    const scan = new Scan().setIsolationLevel('READ_UNCOMMITTED').setSnapshotRequired(true);
    expect([scan.isolationLevel, scan.snapshotRequired]).toEqual(['READ_UNCOMMITTED', true]);
    expect(scan.toLiteral()).toEqual({ isolationLevel: 'READ_UNCOMMITTED', snapshotRequired: true });
    expect(new Scan(scan)).toEqual(scan);
    expect([new Scan().isolationLevel, new Scan().snapshotRequired]).toEqual(['READ_COMMITTED', false]);
    expect(() => scan.setIsolationLevel('SERIALIZABLE' as never)).toThrowError(INVALID);
  });

  it('accepts every property of its literal', () => {
    const like: Required<
      Omit<ScanLike, 'prefix' | 'timestamp' | 'asOf' | 'kind' | 'index' | 'equals' | 'from' | 'to' | 'after'>
    > = {
      ...{ columns: ['f'], versions: 2, timeRange: [1, 5], familyTimeRange: [['f', 1, 2]] },
      ...{ maxResultsPerColumnFamily: 1, rowOffsetPerColumnFamily: 2, start: 'b', startInclusive: false, stop: 'a' },
      ...{ stopInclusive: true, limit: 3, reversed: true, caching: 4, raw: true, batch: 5, maxResultSize: 6 },
      ...{ allowPartialResults: true, needCursorResult: true, snapshotRequired: true },
      ...{ filter: new EveryRow(), loadColumnFamiliesOnDemand: false },
      isolationLevel: 'READ_UNCOMMITTED',
    };
    expect(new Scan(like).toLiteral()).toEqual(like);
  });

  it('accepts an index with its values, and a position', () => {
    for (const like of [
      { index: 'byType', equals: ['a'], from: 'b', to: 'c', reversed: true, after: 'AAAA' },
      { index: 'byType', prefix: 'b' },
    ]) {
      expect(new Scan(like).toLiteral()).toEqual(like);
      expect(new Scan(new Scan(like))).toEqual(new Scan(like));
    }
  });

  it('refuses bad arguments and is then unchanged', () => {
    const scan = new Scan().withStartRow('b').withStopRow('d');
    for (const call of [
      () => scan.withStartRow(undefined as never),
      () => scan.withStopRow(5 as never),
      () => scan.withStartRow('x', 1 as never),
      () => scan.withStopRow('x', null as never),
      () => scan.withStartRow('\ud800'),
      () => scan.setStartStopRowForPrefixScan(undefined as never),
      () => scan.setLimit(1.5),
      () => scan.setLimit('5' as never),
      () => scan.setLimit(2 ** 31),
      () => scan.setCaching(Number.NaN),
      () => scan.setReversed(undefined as never),
    ]) {
      expect(call).toThrowError(INVALID);
    }
    expect(scan).toEqual(new Scan().withStartRow('b').withStopRow('d'));
  });

  it('can be built from a literal', () => {
    const like: ScanLike = {
      columns: ['f:q', 'g'],
      start: bytes(0xff),
      startInclusive: false,
      stop: 'b',
      stopInclusive: true,
      limit: 10,
      reversed: true,
      caching: 5,
    };
    expect(new Scan(like)).toEqual(
      new Scan()
        .addColumn('f', 'q')
        .addFamily('g')
        .withStartRow(bytes(0xff), false)
        .withStopRow('b', true)
        .setLimit(10)
        .setReversed(true)
        .setCaching(5),
    );
    expect(new Scan(like).toLiteral()).toEqual(like);
  });

  it('refuses a malformed literal', () => {
    expect(() => new Scan({ prefx: 'a' } as never)).toThrowError(/unknown property 'prefx' .* 'prefix'/);
    expect(() => new Scan({ checkExistenceOnly: true } as never)).toThrowError(INVALID);
    expect(() => new Scan({ prefix: 'a', start: 'b' })).toThrowError(/either the prefix or the bounds/);
    expect(() => new Scan({ prefix: 'a', stopInclusive: true })).toThrowError(/either the prefix or the bounds/);
    for (const wrong of [null, 'a', 5, [], new Uint8Array(1)] as never[]) {
      expect(() => new Scan(wrong)).toThrowError(INVALID);
    }
    for (const wrong of [
      { limit: '5' },
      { reversed: 1 },
      { start: 5 },
      { startInclusive: 'no' },
      { columns: 'f' },
      { raw: 'yes' },
      { batch: 1.5 },
      { isolationLevel: 'SERIALIZABLE' },
    ] as never[]) {
      expect(() => new Scan(wrong)).toThrowError(INVALID);
    }
    expect(() => new Scan(new Get('r') as never)).toThrowError('expected a Scan or its literal; got a Get');
  });

  it('refuses a reversed literal whose bounds are exchanged, and describes how to fix it', () => {
    const refused = expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: "a reversed scan starts at its larger bound: swap start 'a\\x00' and stop 'z'",
    });
    expect(() => new Scan({ start: 'a\0', stop: 'z', reversed: true })).toThrowError(refused);
    for (const like of [
      { start: 'z', stop: 'a', reversed: true },
      { start: 'a', stop: 'a', reversed: true },
      { start: 'a', reversed: true },
      { stop: 'z', reversed: true },
      // There is nothing between them, as in HBase.
      { start: 'z', stop: 'a' },
    ]) {
      expect(new Scan(like).toLiteral()).toEqual(like);
    }
  });

  it('accepts crossed bounds from methods, and copies them, as HBase does (R-82)', () => {
    const scan = new Scan().withStartRow('a').withStopRow('z').setReversed(true);
    expect(new Scan(scan)).toEqual(scan);
  });

  it('returns the literal that builds an equal Scan, and can be copied', () => {
    expect(new Scan().toLiteral()).toEqual({});
    for (const scan of [
      new Scan({ prefix: 'a' }),
      new Scan({ prefix: 'a', reversed: true }),
      new Scan().withStopRow('', true),
      new Scan().setLimit(0).setCaching(0),
      new Scan().addColumn('f', bytes(0xff)).withStartRow(bytes(0)),
    ]) {
      expect(new Scan(scan.toLiteral())).toEqual(scan);
      expect(new Scan(scan)).toEqual(scan);
    }
    const scan = new Scan().addFamily('f');
    new Scan(scan).addFamily('g');
    expect(scan.families).toHaveLength(1);
    class PageScan extends Scan {
      readonly pageSize: number = 20;
    }
    expect(new Scan(new PageScan().setLimit(3))).toEqual(new Scan().setLimit(3));
  });

  it('has its older names', () => {
    expect(range(new Scan().setStartRow('a').setStopRow('b'))).toBe('[a,b)');
    expect(range(new Scan().setRowPrefixFilter('ab'))).toBe('[ab,ac)');
  });
});

import { describe, expect, it } from 'vitest';
import { put, viewOf } from '../testing/samples/cells.js';
import { encodeTtlTag, isCellExpired, readCellTtl } from './ttl-tag.js';

const living = (timestamp: number, ttlMs: number) =>
  viewOf({ ...put('r', 'q', timestamp, 1), tags: encodeTtlTag(ttlMs) });

describe('a cell with its own time to live', () => {
  it('returns it', () => {
    for (const ttlMs of [1, 1000, 2 ** 40, 2 ** 53 - 1]) expect(readCellTtl(living(5, ttlMs))).toBe(ttlMs);
  });

  it('stores it in nine bytes', () => {
    expect([...encodeTtlTag(1)]).toEqual([8, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
  });

  it('lives up to and including the last millisecond (R-16)', () => {
    expect([104, 105, 106].map((now) => isCellExpired(living(100, 5), now))).toEqual([false, false, true]);
  });
});

describe('a cell without its own time to live', () => {
  it('never expires', () => {
    expect(readCellTtl(viewOf(put('r', 'q', 5, 1)))).toBe(Number.POSITIVE_INFINITY);
    expect(isCellExpired(viewOf(put('r', 'q', 5, 1)), Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('may have other tags', () => {
    const tagged = viewOf({ ...put('r', 'q', 5, 1), tags: new Uint8Array([9, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]) });
    expect(isCellExpired(tagged, 1000)).toBe(false);
  });
});

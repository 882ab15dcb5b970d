import { describe, expect, it } from 'vitest';
import { Put, type PutLike } from '../../model/put.js';
import { type SeedTable, seedFromJson, seedToJson } from './seed.js';

describe('A seed', () => {
  it('reaches the page with its bytes and dates, and with Puts as the literals that build them', () => {
    const put = new Put('b').addColumn('f', 'q', 5, Uint8Array.of(0, 255)).setTTL(1000);
    const rows = [{ row: Buffer.from('a'), cells: { f: { q: Uint8Array.of(1) } }, timestamp: new Date(7) }, put];
    const [table] = seedFromJson(seedToJson([{ name: 't', families: ['f'], rows }])) as readonly SeedTable[];
    expect(table?.rows[0]).toEqual({ row: Uint8Array.of(97), cells: { f: { q: Uint8Array.of(1) } }, timestamp: 7 });
    expect(new Put(table?.rows[1] as PutLike)).toEqual(put);
  });

  it.each([[5], [{}], [[5]], [[{ name: 't', families: ['f'] }]]])('refuses %j', (seed) => {
    expect(() => seedToJson(seed as never)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});

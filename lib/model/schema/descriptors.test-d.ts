import { describe, expectTypeOf, it } from 'vitest';
import type { FamilyLike } from './family-descriptor.js';
import type { TableDescriptor, TableLike } from './table-descriptor.js';

describe('descriptors', () => {
  it('are literals', () => {
    const table = {
      name: 'webtable',
      families: ['anchor', { name: 'contents', bloomFilter: 'ROWCOL', blockSize: 8192 }],
      durability: 'SYNC_WAL',
    } as const satisfies TableLike;
    expectTypeOf(table.families[0]).toExtend<FamilyLike>();
    expectTypeOf<TableDescriptor>().toExtend<TableLike>();
    // @ts-expect-error not a bloom filter
    ({ name: 'f', bloomFilter: 'COL' }) satisfies FamilyLike;
    // @ts-expect-error not a number of versions
    ({ name: 'f', maxVersions: 'all' }) satisfies FamilyLike;
  });
});

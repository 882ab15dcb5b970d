import { describe, expect, it } from 'vitest';
import { givenAttributes, normalizeTable, sanityCheck, type TableLike } from './table-descriptor.js';

const BYPASS =
  ' Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks';
const refusal = (message: string): unknown => expect.objectContaining({ code: 'INVALID_ARGUMENT', message });

describe('normalizeTable', () => {
  it('fills in the defaults and sorts families by bytes (N-25)', () => {
    expect(
      normalizeTable({ name: 'default:t', families: ['b', 'B', { name: 'a', bloomFilter: 'NONE' }, 'é', '\\xC0'] }),
    ).toEqual({
      name: 't',
      durability: 'USE_DEFAULT',
      families: [
        { name: 'B', bloomFilter: 'ROW', blockSize: 65536 },
        { name: 'a', bloomFilter: 'NONE', blockSize: 65536 },
        { name: 'b', bloomFilter: 'ROW', blockSize: 65536 },
        { name: '\\xC0', bloomFilter: 'ROW', blockSize: 65536 },
        { name: 'é', bloomFilter: 'ROW', blockSize: 65536 },
      ],
    });
  });

  it('gives frozen plain data that survives JSON and that it takes again', () => {
    const descriptor = normalizeTable({ name: 't', families: ['b', 'a'], durability: 'FSYNC_WAL' });
    expect(Object.isFrozen(descriptor) && Object.isFrozen(descriptor.families)).toBe(true);
    expect(JSON.parse(JSON.stringify(descriptor))).toEqual(descriptor);
    expect(normalizeTable(descriptor)).toEqual(descriptor);
  });

  it('does not keep or change the literal', () => {
    const families = ['b', 'a'];
    const descriptor = normalizeTable({ name: 't', families });
    families.push('c');
    expect(families).toEqual(['b', 'a', 'c']);
    expect(descriptor.families.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('refuses a family named twice (N-24)', () => {
    const message = "Family 'a' already exists so cannot be added";
    expect(() => normalizeTable({ name: 't', families: ['a', 'b', 'a'] })).toThrowError(refusal(message));
    expect(() => normalizeTable({ name: 't', families: ['a', '\\x61'] })).toThrowError(refusal(message));
  });

  it('refuses what is malformed', () => {
    for (const wrong of [
      null,
      't',
      {},
      { name: 't' },
      { name: 't', families: 'cf' },
      { name: 't', families: { cf: {} } },
      { name: 't', families: [null] },
      { name: '', families: ['cf'] },
      { name: 't', families: ['a:b'] },
      { name: 't', families: ['cf'], durability: 4 },
    ] as never[]) {
      expect(() => normalizeTable(wrong)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
    expect(() => normalizeTable({ name: 't', family: ['cf'] } as never)).toThrowError(/did you mean 'families'/);
  });
});

describe('givenAttributes', () => {
  it('names what the literal gives by itself, in the order of the descriptor', () => {
    const like: TableLike = {
      name: 't',
      families: [{ name: 'b', blockSize: 2048, bloomFilter: 'ROW' }, 'a'],
      durability: 'USE_DEFAULT',
    };
    expect(givenAttributes(like)).toEqual({
      table: ['durability'],
      families: [
        { name: 'a', attributes: [] },
        { name: 'b', attributes: ['bloomFilter', 'blockSize'] },
      ],
    });
    expect(givenAttributes({ name: 't', families: ['a'] }).table).toEqual([]);
  });
});

describe('sanityCheck', () => {
  const check = (families: TableLike['families'], durability?: string): void =>
    sanityCheck(
      normalizeTable({ name: 't', families, ...(durability === undefined ? {} : { durability }) } as TableLike),
    );
  const insane = (message: string): unknown =>
    expect.objectContaining({ code: 'INVALID_OPERATION', name: 'DoNotRetryIOException', message: message + BYPASS });

  it('lets good tables pass (S-40)', () => {
    expect(() => check(['f'])).not.toThrow();
    expect(() => check([{ name: 'f', blockSize: 1024 }])).not.toThrow();
    expect(() => check([{ name: 'f', blockSize: 16777216, bloomFilter: 'ROWCOL' }])).not.toThrow();
  });

  it('wants at least one family (S-40)', () => {
    expect(() => check([])).toThrowError(insane('Table should have at least one column family.'));
  });

  it('wants a block size between 1 KiB and 16 MiB (S-40)', () => {
    for (const blockSize of [1023, 0, -1, 16777217]) {
      expect(() => check(['e', { name: 'f', blockSize }])).toThrowError(
        insane('Block size for column family f  must be between 1K and 16MB.'),
      );
    }
  });

  it('wants names that it knows (S-40, A-36)', () => {
    expect(() => check([{ name: 'f', bloomFilter: 'BAD' as never }])).toThrowError(
      insane('Failed to get bloom filter param'),
    );
    expect(() => check(['f'], 'sync_wal')).toThrowError(expect.objectContaining({ code: 'INVALID_OPERATION' }));
  });
});

import { describe, expect, it } from 'vitest';
import { normalizeFamily } from './family-descriptor.js';
import {
  givenAttributes,
  normalizeTable,
  storedTable,
  type TableDescriptor,
  type TableLike,
} from './table-descriptor.js';

const refusal = (message: string): unknown => expect.objectContaining({ code: 'INVALID_ARGUMENT', message });

describe('normalizeTable', () => {
  it('fills in the defaults and sorts families by bytes (N-25)', () => {
    expect(
      normalizeTable({ name: 'default:t', families: ['b', 'B', { name: 'a', bloomFilter: 'NONE' }, 'é', '\\xC0'] }),
    ).toEqual({
      name: 't',
      durability: 'USE_DEFAULT',
      readOnly: false,
      maxFileSize: 10_737_418_240,
      metadata: {},
      configuration: {},
      families: [
        normalizeFamily('B'),
        normalizeFamily({ name: 'a', bloomFilter: 'NONE' }),
        normalizeFamily('b'),
        normalizeFamily('\\xC0'),
        normalizeFamily('é'),
      ],
    });
  });

  it('returns frozen plain data that survives JSON and that it accepts again', () => {
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

  it('sets VERSIONS of families without it from the settings of family, table or database (S-4, S-8, A-16)', () => {
    const key = 'hbase.column.max.version';
    const versions = (like: Partial<TableLike>): (number | undefined)[] =>
      normalizeTable(
        { name: 't', families: ['f', { name: 'g', maxVersions: 2 }], ...like },
        { [key]: '3' },
      ).families.map(({ maxVersions }) => maxVersions);
    expect(versions({})).toEqual([3, 2]);
    expect(versions({ configuration: { [key]: '4' } })).toEqual([4, 2]);
    const family = { name: 'f', configuration: { [key]: '5' } };
    expect(versions({ families: [family, { ...family, name: 'g', maxVersions: 2 }] })).toEqual([5, 2]);
  });

  it('sorts metadata and configuration, keeps unknown names and leaves out empty texts (S-20)', () => {
    const { metadata, configuration } = normalizeTable({
      name: 't',
      families: ['f'],
      metadata: { owner: 'me', a: 'x', empty: '' },
      configuration: { 'hbase.whatever': '1', a: '' },
    });
    expect(Object.entries(metadata)).toEqual([
      ['a', 'x'],
      ['owner', 'me'],
    ]);
    expect(configuration).toEqual({ 'hbase.whatever': '1' });
  });

  it('refuses a family named twice (N-24)', () => {
    const message = "Family 'a' already exists so cannot be added";
    expect(() => normalizeTable({ name: 't', families: ['a', 'b', 'a'] })).toThrowError(refusal(message));
    expect(() => normalizeTable({ name: 't', families: ['a', '\\x61'] })).toThrowError(refusal(message));
  });

  it('refuses malformed input', () => {
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
      { name: 't', families: ['cf'], metadata: 'x' },
      { name: 't', families: ['cf'], readOnly: 'true' },
      { name: 't', families: ['cf'], maxFileSize: '2MB' },
      { name: 't', families: ['cf'], maxFileSize: 1.5 },
      { name: 't', families: ['cf'], configuration: { a: 1 } },
    ] as never[]) {
      expect(() => normalizeTable(wrong)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
    expect(() => normalizeTable({ name: 't', family: ['cf'] } as never)).toThrowError(/did you mean 'families'/);
  });
});

describe('attributes in the metadata', () => {
  const table = (metadata: Record<string, string>) => normalizeTable({ name: 't', families: ['f'], metadata });

  it('become properties by HBase’s keys', () => {
    const { durability, readOnly, maxFileSize, metadata } = table({
      READONLY: 'TRUE',
      MAX_FILESIZE: '2097152',
      DURABILITY: 'ASYNC_WAL',
      PRIORITY: '5',
      owner: 'me',
      a: '',
    });
    expect({ durability, readOnly, maxFileSize, metadata }).toEqual({
      durability: 'ASYNC_WAL',
      readOnly: true,
      maxFileSize: 2_097_152,
      metadata: { PRIORITY: '5', owner: 'me' },
    });
  });

  it('remain if they are the default or cannot be read (S-21, S-41)', () => {
    for (const metadata of [
      { READONLY: 'false', MAX_FILESIZE: '10737418240', DURABILITY: 'USE_DEFAULT' },
      { READONLY: 'yes', MAX_FILESIZE: '2 MB', DURABILITY: 'async_wal' },
    ]) {
      expect(table(metadata)).toEqual(normalizeTable({ ...table({}), metadata }));
      expect(table(metadata)).toMatchObject({ readOnly: false, maxFileSize: 10_737_418_240, metadata });
    }
  });

  it('override a property unless they are the default, so that a descriptor can be read and changed', () => {
    const families = ['f'];
    const read = table({ READONLY: 'false', PRIORITY: '1' });
    expect(normalizeTable(read)).toEqual(read);
    expect(normalizeTable({ ...read, readOnly: true })).toMatchObject({ readOnly: true, metadata: { PRIORITY: '1' } });
    const changed = normalizeTable({ ...read, metadata: { READONLY: 'true' } });
    expect(changed).toMatchObject({ readOnly: true, metadata: {} });
    expect(normalizeTable({ ...changed, readOnly: false })).toMatchObject({ readOnly: false, metadata: {} });
    const both = { name: 't', families, durability: 'ASYNC_WAL', metadata: { DURABILITY: 'SKIP_WAL' } } as const;
    expect(normalizeTable(both)).toMatchObject({ durability: 'ASYNC_WAL', metadata: {} });
    expect(() => normalizeTable({ ...read, readOnly: 5 as never })).toThrowError(/readOnly must be true or false/);
  });

  it('count as set, so that ensureTable compares them', () => {
    const like = { name: 't', families: ['f'], metadata: { READONLY: 'false' } };
    expect(givenAttributes(like).table).toEqual(['readOnly', 'metadata']);
  });
});

describe('givenAttributes', () => {
  it('names what the literal sets itself, in the order of the descriptor', () => {
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

describe('metadata', () => {
  it('keeps keys that every object has (S-20)', () => {
    const metadata = JSON.parse('{ "__proto__": "a", "constructor": "b", "toString": "c" }');
    const { metadata: kept } = normalizeTable({ name: 't', families: ['f'], metadata });
    expect(Object.entries(kept)).toEqual(Object.entries(metadata));
  });
});

describe('storedTable', () => {
  it('fills in what the writer of a descriptor did not know, and keeps what this build does not know', () => {
    const old = { name: 't', durability: 'ASYNC_WAL', families: [{ name: 'f', bloomFilter: 'NONE', blockSize: 8192 }] };
    expect(storedTable(old as unknown as TableDescriptor)).toEqual(
      normalizeTable({
        name: 't',
        durability: 'ASYNC_WAL',
        families: [{ name: 'f', bloomFilter: 'NONE', blockSize: 8192 }],
      }),
    );
    const newer = { ...normalizeTable({ name: 't', families: ['f'] }), later: 1 };
    expect(storedTable(newer)).toEqual(newer);
  });
});

import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../bytes/text.js';
import { normalizeTable, type TableLike } from '../../model/schema/table-descriptor.js';
import type { Attributes } from '../thrift/structs.js';
import { toThriftName } from '../thrift/table-names.js';
import { fromThriftTable, toThriftTable, withFileTracker } from './thrift-descriptors.js';

const attributes = (values: Readonly<Record<string, string>>): Attributes =>
  Object.entries(values).map(([key, text]) => [encodeText(key), encodeText(text)]);
const texts = (values: Attributes = []) =>
  Object.fromEntries(values.map(([key, value]) => [decodeText(key), decodeText(value)]));

/** A table as HBase 2.6 returns it right after it was created. */
const created = (ofTable: Readonly<Record<string, string>> = {}, ofFamily: Readonly<Record<string, string>> = {}) => ({
  tableName: toThriftName('t'),
  columns: [{ name: encodeText('f'), attributes: attributes(ofFamily), configuration: [] }],
  attributes: attributes({ IS_META: 'false', 'hbase.store.file-tracker.impl': 'DEFAULT', ...ofTable }),
});

const ROUND_TRIPS: Readonly<Record<string, TableLike>> = {
  defaults: { name: 't', families: ['f'] },
  'every property': {
    name: 'ns:t',
    families: [
      {
        name: 'f',
        bloomFilter: 'ROWCOL',
        blockSize: 4096,
        maxVersions: 7,
        minVersions: 2,
        timeToLive: 60,
        keepDeletedCells: 'TTL',
        newVersionBehavior: true,
        blockCache: false,
        inMemory: true,
        compression: 'ZSTD',
        dataBlockEncoding: 'DIFF',
      },
    ],
    durability: 'ASYNC_WAL',
    readOnly: true,
    maxFileSize: 2 ** 30,
  },
  'attributes without a property': {
    name: 't',
    families: [
      {
        name: 'f',
        metadata: { ENCRYPTION: 'AES', ENCRYPTION_KEY: '\\x01\\xC8k\\xFF\\x00', DFS_REPLICATION: '2', own: 'ä' },
        configuration: { 'hbase.hstore.blockingStoreFiles': '9' },
      },
    ],
    metadata: { SPLIT_POLICY: 'x.Y', own: 'value' },
    configuration: { 'hbase.own': '1' },
  },
  'text that looks like bytes': {
    name: 't',
    families: ['f'],
    metadata: { ascii: 'a\\x41', broken: '\\xZZ', mixed: 'ü\\xFF', backslash: '\\' },
  },
  'families that are not UTF-8': { name: 't', families: [Uint8Array.of(0xe9, 0x41), 'é'].map((name) => ({ name })) },
};

describe('a descriptor', () => {
  it.each(Object.entries(ROUND_TRIPS))('returns from HBase as it was sent: %s', (_, like) => {
    const table = normalizeTable(like);
    expect(fromThriftTable(toThriftTable(table))).toEqual(table);
  });

  it('is sent with every attribute that HBase writes into a new family', () => {
    const [family] =
      toThriftTable(normalizeTable({ name: 't', families: [{ name: 'f', maxVersions: 3 }] })).columns ?? [];
    expect(texts(family?.attributes)).toEqual({
      INDEX_BLOCK_ENCODING: 'NONE',
      VERSIONS: '3',
      KEEP_DELETED_CELLS: 'FALSE',
      DATA_BLOCK_ENCODING: 'NONE',
      TTL: '2147483647',
      MIN_VERSIONS: '0',
      REPLICATION_SCOPE: '0',
      BLOOMFILTER: 'ROW',
      IN_MEMORY: 'false',
      COMPRESSION: 'NONE',
      BLOCKCACHE: 'true',
      BLOCKSIZE: '65536',
    });
  });

  it('is sent with bytes for a value that is not UTF-8', () => {
    const family = { name: 'f', metadata: { ENCRYPTION_KEY: '\\x01\\xC8' } };
    const [sent] = toThriftTable(normalizeTable({ name: 't', families: [family] })).columns ?? [];
    const [, key] = sent?.attributes?.find(([name]) => decodeText(name) === 'ENCRYPTION_KEY') ?? [];
    expect(key).toEqual(Uint8Array.of(1, 0xc8));
  });

  it('lacks what HBase writes into every new table', () => {
    expect(fromThriftTable(created())).toEqual(normalizeTable({ name: 't', families: ['f'] }));
  });

  it('has a file tracker that is not the default', () => {
    const { configuration } = fromThriftTable(created({ 'hbase.store.file-tracker.impl': 'FILE' }));
    expect(configuration).toEqual({ 'hbase.store.file-tracker.impl': 'FILE' });
  });

  it('has in its metadata what cannot be read', () => {
    const { families } = fromThriftTable(created({}, { KEEP_DELETED_CELLS: 'X', TTL: 'soon' }));
    expect(families).toMatchObject([
      { keepDeletedCells: 'FALSE', timeToLive: 2 ** 31 - 1, metadata: { KEEP_DELETED_CELLS: 'X', TTL: 'soon' } },
    ]);
  });

  it.each([
    ['KEEP_DELETED_CELLS', { families: [{ name: 'f', keepDeletedCells: 'X' }] }],
    ['DATA_BLOCK_ENCODING', { families: [{ name: 'f', dataBlockEncoding: 'X' }] }],
    ['IN_MEMORY_COMPACTION', { families: [{ name: 'f', metadata: { IN_MEMORY_COMPACTION: 'X' } }] }],
    ['DURABILITY', { families: ['f'], durability: 'sync' }],
    ['PRIORITY', { families: ['f'], metadata: { PRIORITY: 'high' } }],
    ['hbase.hregion.majorcompaction', { families: ['f'], configuration: { 'hbase.hregion.majorcompaction': 'x' } }],
  ])('is not sent with a value of %s that would keep its regions from opening', (key, like) => {
    const table = normalizeTable({ name: 't', ...like } as TableLike);
    expect(() => toThriftTable(table)).toThrow(expect.objectContaining({ code: 'INVALID_OPERATION' }));
    expect(() => toThriftTable(table)).toThrow(key);
  });

  it('is sent with attributes that Bigtab itself refuses', () => {
    const family = { name: 'f', compression: 'SNAPPY', metadata: { ENCRYPTION: 'AES' } } as const;
    const like = { name: 't', families: [family], metadata: { coprocessor$1: '|x.Y|1|' } };
    expect(() => toThriftTable(normalizeTable(like))).not.toThrow();
  });

  it('that replaces another keeps its file tracker, unless it names one', () => {
    const stored = created({ 'hbase.store.file-tracker.impl': 'FILE' });
    const next = toThriftTable(normalizeTable({ name: 't', families: ['f'] }));
    const key = 'hbase.store.file-tracker.impl';
    expect(texts(withFileTracker(next, stored).attributes)).toEqual({ [key]: 'FILE' });
    expect(texts(withFileTracker(next, null).attributes)).toEqual({});
    const migrating = { ...next, attributes: attributes({ [key]: 'MIGRATION' }) };
    expect(withFileTracker(migrating, stored)).toBe(migrating);
  });
});

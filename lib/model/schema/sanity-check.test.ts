import { describe, expect, it } from 'vitest';
import type { FamilyAttributes } from './family-descriptor.js';
import { requireFamilies, sanityCheck } from './sanity-check.js';
import type { Configuration } from './settings.js';
import { normalizeTable, type TableLike } from './table-descriptor.js';

const OFF = { 'hbase.table.sanity.checks': 'False' };

function check(like: Partial<TableLike>, site?: Configuration): void {
  sanityCheck(normalizeTable({ name: 't', families: ['f'], ...like }), site);
}
const checkFamily = (attributes: Partial<FamilyAttributes>, table: Partial<TableLike> = {}): void =>
  check({ families: ['e', { name: 'f', ...attributes }], ...table });
const refused = (message: unknown): unknown =>
  expect.objectContaining({ code: 'INVALID_OPERATION', hbaseName: 'DoNotRetryIOException', message });
/** Checks that the message begins with this text, and does not advise to turn the checks off. */
const insane = (message: string): unknown =>
  refused(expect.stringMatching(new RegExp(`^${message.replace(/[.()$]/g, '\\$&')}((?!hbase\\.).)*$`)));

describe('sanityCheck', () => {
  it('accepts good tables (S-40)', () => {
    for (const family of [
      {},
      { blockSize: 1024 },
      { blockSize: 16_777_216, bloomFilter: 'ROWCOL' },
      { maxVersions: 2 ** 31 - 1, minVersions: 2 ** 31 - 1 },
      { minVersions: 1, timeToLive: 1, keepDeletedCells: 'TTL' },
      { newVersionBehavior: true, keepDeletedCells: 'FALSE' },
      { timeToLive: 'FOREVER', dataBlockEncoding: 'FAST_DIFF', configuration: { 'any.key': 'x' } },
    ] as const) {
      expect(() => checkFamily(family)).not.toThrow();
    }
  });

  it('requires at least one family, even with the checks off (S-40, S-35)', () => {
    expect(() => check({ families: [] })).toThrowError(insane('Table should have at least one column family.'));
    const none = { families: [], configuration: OFF };
    expect(() => check(none)).not.toThrow();
    expect(() => requireFamilies(normalizeTable({ name: 't', ...none }))).toThrowError(
      refused('Table t should have at least one column family.'),
    );
  });

  it('requires attributes that make sense (S-40)', () => {
    for (const [family, message] of [
      [{ blockSize: 1023 }, 'Block size for column family f  must be between 1K and 16MB.'],
      [{ blockSize: 16_777_217 }, 'Block size for column family f  must be between 1K and 16MB.'],
      [{ blockSize: -1 }, 'Block size for column family f  must be between 1K and 16MB.'],
      [{ timeToLive: 0 }, 'TTL for column family f must be positive.'],
      [{ timeToLive: -1 }, 'TTL for column family f must be positive.'],
      [{ minVersions: -1 }, 'Min versions for column family f  must be positive.'],
      [{ minVersions: 2 }, 'Min versions for column family f must be less than the Max versions.'],
      [{ maxVersions: -1 }, 'Min versions for column family f must be less than the Max versions.'],
      [{ maxVersions: 0 }, 'Max versions for column family f must be positive.'],
    ] as const) {
      expect(() => checkFamily(family), message).toThrowError(insane(message));
      expect(() => checkFamily(family, { configuration: OFF }), message).not.toThrow();
      expect(() => checkFamily(family, { metadata: OFF }), message).not.toThrow();
      expect(() => check({ families: [{ name: 'f', ...family }] }, OFF), message).not.toThrow();
      expect(() => checkFamily(family, { configuration: { 'hbase.table.sanity.checks': 'no' } })).toThrow();
    }
  });

  it('describes the allowed times to live if the text cannot be read, whether the checks are on or off (S-6)', () => {
    for (const timeToLive of ['30d', '1 WEEK', '1.5 DAYS', '3 HOURS 1 DAY', 'DAY', '', ' ']) {
      const cannot = `TTL of column family f cannot be '${timeToLive}'. It can be a whole number of seconds`;
      const message = expect.stringMatching(new RegExp(`^${cannot}.*FOREVER.*'30 DAYS'((?!hbase\\.).)*$`));
      expect(() => checkFamily({ timeToLive }), timeToLive).toThrowError(refused(message));
      expect(() => checkFamily({ timeToLive }, { configuration: OFF }), timeToLive).toThrowError(refused(message));
    }
    expect(() => checkFamily({ timeToLive: '0' })).toThrowError(refused(expect.stringContaining("'30 DAYS'")));
  });

  it('requires a table whose attributes make sense, checked in this order (S-40)', () => {
    const file = (size: number) =>
      `MAX_FILESIZE for table descriptor (${size}) is too small; specify at least 2097152 bytes.`;
    const flush = 'MEMSTORE_FLUSHSIZE for table descriptor (1048575) is too small; specify at least 1048576 bytes.';
    for (const [like, message] of [
      [{ maxFileSize: 2_097_151, metadata: { MEMSTORE_FLUSHSIZE: '1' } }, file(2_097_151)],
      [{ metadata: { MAX_FILESIZE: '-1' } }, file(-1)],
      [{ metadata: { MEMSTORE_FLUSHSIZE: '1048575', coprocessor$1: '|x.Y|1|' } }, flush],
      [{ metadata: { coprocessor$1: '|x.Y|1|', REGION_REPLICATION: '0' } }, 'Class x.Y cannot be loaded'],
      [{ metadata: { REGION_REPLICATION: '0' }, families: [] }, 'Table should have at least one column family.'],
      [{ metadata: { REGION_REPLICATION: '0' } }, 'Table region replication should be at least one.'],
    ] as const) {
      expect(() => check(like), message).toThrowError(insane(message));
      expect(() => check(like, OFF), message).not.toThrow();
    }
    const sane = { MEMSTORE_FLUSHSIZE: '1048576', REGION_REPLICATION: '3', PRIORITY: '-5', FLUSH_POLICY: 'x.Y' };
    expect(() => check({ maxFileSize: 2_097_152, readOnly: true, metadata: sane })).not.toThrow();
  });

  it('requires readable attributes of a table, whether the checks are on or off (A-36)', () => {
    for (const [key, value] of [
      ['READONLY', 'yes'],
      ['COMPACTION_ENABLED', 'x'],
      ['NORMALIZATION_ENABLED', '1'],
      ['MAX_FILESIZE', 'x'],
      ['MEMSTORE_FLUSHSIZE', '1.5'],
      ['REGION_REPLICATION', '1e3'],
      ['PRIORITY', 'x'],
      ['DURABILITY', 'async_wal'],
    ] as const) {
      const message = expect.stringMatching(new RegExp(`^Table t: ${key} must be .*; got '${value}'`));
      expect(() => check({ metadata: { [key]: value } }), key).toThrowError(refused(message));
      expect(() => check({ metadata: { [key]: value } }, OFF), key).toThrowError(refused(message));
    }
  });

  it('requires words and numbers that are readable and compatible, with checks on or off (A-15, A-36, A-56)', () => {
    const purge = 'hbase.hstore.time.to.purge.deletes';
    for (const [like, message] of [
      [{ families: [{ name: 'f', bloomFilter: 'SOME' as never }] }, /^Failed to get bloom filter param/],
      [
        { families: [{ name: 'f', keepDeletedCells: 'YES' as never }] },
        /^KEEP_DELETED_CELLS .* FALSE, TRUE, TTL; got YES/,
      ],
      [
        { families: [{ name: 'f', newVersionBehavior: true, keepDeletedCells: 'TTL' as const }] },
        /^KEEP_DELETED_CELLS of column family f must be FALSE with NEW_VERSION_BEHAVIOR; got TTL/,
      ],
      [{ families: [{ name: 'f', dataBlockEncoding: 'PREFIX_TREE' as never }] }, /^DATA_BLOCK_ENCODING .* FAST_DIFF/],
      [
        { families: [{ name: 'f', compression: 'LZO' as const }] },
        /^COMPRESSION of column family f must be one of NONE, GZ, .* got LZO/,
      ],
      [{ families: [{ name: 'f', maxVersions: 2 ** 31 }] }, /^maxVersions of column family f is 2147483648/],
      [{ families: [{ name: 'f', timeToLive: 2 ** 31 }] }, /^timeToLive of column family f/],
      [{ families: [{ name: 'f', configuration: { [purge]: 'x' } }] }, /^Column family f: hbase\.hstore\.time/],
      [{ metadata: { [purge]: 'x' } }, /^Table t: hbase\.hstore\.time/],
      [{ durability: 'sync_wal' as never }, /^DURABILITY of table t must be one of USE_DEFAULT/],
    ] as const) {
      expect(() => check(like)).toThrowError(refused(expect.stringMatching(message)));
      expect(() => check(like, OFF)).toThrowError(refused(expect.stringMatching(message)));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { normalizeTable } from '../model/schema/table-descriptor.js';
import { tableValues } from '../model/schema/table-values.js';
import { FamilyBuilder } from './family-builder.js';
import { familyText } from './family-text.js';
import { tableLiteral } from './table-literal.js';
import { tableText } from './table-text.js';

const textOf = (family: FamilyBuilder) => familyText(family, true);
const tableOf = (family: FamilyBuilder, values: Readonly<Record<string, string>> = {}) =>
  tableLiteral({ name: 't', values: new Map(Object.entries(values)), families: [family] });

describe('a family built from attributes', () => {
  it('checks versions when they are set (S-1, S-2)', () => {
    expect(() => new FamilyBuilder('f').set('VERSIONS', 0)).toThrow('Maximum versions must be positive');
    expect(() => new FamilyBuilder('f').set('MIN_VERSIONS', 2).set('VERSIONS', 1)).toThrow(
      'Set MaxVersion to 1 while minVersion is 2.',
    );
    expect(textOf(new FamilyBuilder('f').set('MIN_VERSIONS', 2))).toBe("{NAME => 'f', MIN_VERSIONS => '2'}");
  });

  it('keeps versions for a time (S-3)', () => {
    expect(textOf(new FamilyBuilder('f').setVersionsWithTimeToLive(60, 2))).toBe(
      "{NAME => 'f', VERSIONS => '2147483647', KEEP_DELETED_CELLS => 'TTL', TTL => '60 SECONDS (1 MINUTE)', MIN_VERSIONS => '2'}",
    );
    expect(() => new FamilyBuilder('f').setVersionsWithTimeToLive(60, 0)).toThrow('Minimum versions must be positive');
  });

  it('reads intervals, sizes and words (S-5, S-6)', () => {
    const family = new FamilyBuilder('f').set('TTL', '1 DAY').set('BLOCKSIZE', '64KB').set('COMPRESSION', 'gz');
    expect([...family.values].filter(([key]) => /TTL|BLOCKSIZE|COMPR/.test(key))).toEqual([
      ['TTL', '86400'],
      ['COMPRESSION', 'GZ'],
      ['BLOCKSIZE', '65536'],
    ]);
    expect(() => new FamilyBuilder('f').set('BLOCKSIZE', '2GB')).toThrow('BLOCKSIZE is at most');
    expect(() => new FamilyBuilder('f').set('BLOOMFILTER', 'BAD')).toThrow('BLOOMFILTER must be one of NONE, ROW');
    expect(() => new FamilyBuilder('f').set('DFS_REPLICATION', -1)).toThrow('DFS replication factor');
  });

  it('removes attributes set to null or empty, and has independent copies (S-20)', () => {
    const family = new FamilyBuilder('f').setRaw('owner', 'me').setConfiguration('hbase.a', '1');
    const copy = new FamilyBuilder(family).setRaw('owner', '').setConfiguration('hbase.a', null);
    expect(textOf(copy)).toBe("{NAME => 'f'}");
    expect(textOf(family)).toBe("{NAME => 'f', METADATA => {'owner' => 'me'}, CONFIGURATION => {'hbase.a' => '1'}}");
  });

  it('refuses a name that no family may have, but leaves its length to the table (N-20, N-22)', () => {
    expect(() => new FamilyBuilder('a:b')).toThrow('Illegal character <58>');
    expect(() => tableOf(new FamilyBuilder('f'.repeat(128)))).not.toThrow();
    expect(() => normalizeTable(tableOf(new FamilyBuilder('f'.repeat(128))))).toThrow('bigger than 127');
  });
});

describe('the literal of a table built from attributes', () => {
  it('creates a table whose text is the original text (S-9, S-21)', () => {
    const family = new FamilyBuilder('f')
      .setRaw('VERSIONS', '3')
      .setRaw('owner', 'me')
      .setRaw('REPLICATION_SCOPE', '1');
    const made = normalizeTable(tableOf(family, { READONLY: 'true', 'hbase.x': '1', x: 'y' }));
    expect(tableText(tableValues(made), true)).toBe(
      "'t', {TABLE_ATTRIBUTES => {READONLY => 'true', METADATA => {'hbase.x' => '1', 'x' => 'y'}}}, {NAME => 'f', VERSIONS => '3', REPLICATION_SCOPE => '1', METADATA => {'owner' => 'me'}}",
    );
  });

  it('refuses values that cannot be read (S-41, A-36)', () => {
    for (const [key, text] of [
      ['TTL', 'x'],
      ['IN_MEMORY', 'x'],
      ['INDEX_BLOCK_ENCODING', 'BAD'],
    ] as const) {
      expect(() => tableOf(new FamilyBuilder('f').setRaw(key, text))).toThrow(
        expect.objectContaining({ hbaseName: 'DoNotRetryIOException' }),
      );
    }
  });

  it("refuses values that fail HBase's sanity checks, unless these are off (S-40)", () => {
    const scoped = new FamilyBuilder('f').setRaw('REPLICATION_SCOPE', '3');
    expect(() => tableOf(scoped)).toThrow('Replication scope for column family f is 3 which is invalid.');
    expect(() => tableOf(scoped, { 'hbase.table.sanity.checks': 'FALSE' })).not.toThrow();
    expect(() => tableOf(new FamilyBuilder('f').setRaw('DFS_REPLICATION', '-1'))).toThrow('must be greater than zero');
  });
});

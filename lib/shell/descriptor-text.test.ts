import { describe, expect, it } from 'vitest';
import { normalizeFamily } from '../model/schema/family-descriptor.js';
import { familyValues } from '../model/schema/family-values.js';
import { normalizeTable } from '../model/schema/table-descriptor.js';
import { tableValues } from '../model/schema/table-values.js';
import { familyText } from './family-text.js';
import { namespaceText } from './namespace-text.js';
import { formatPretty, parsePretty } from './pretty-printer.js';
import { tableText } from './table-text.js';

const DEFAULT_FAMILY =
  "{NAME => 'cf', INDEX_BLOCK_ENCODING => 'NONE', VERSIONS => '1', KEEP_DELETED_CELLS => 'FALSE', DATA_BLOCK_ENCODING => 'NONE', TTL => 'FOREVER', MIN_VERSIONS => '0', REPLICATION_SCOPE => '0', BLOOMFILTER => 'ROW', IN_MEMORY => 'false', COMPRESSION => 'NONE', BLOCKCACHE => 'true', BLOCKSIZE => '65536 B (64KB)'}";

describe('the text of a family', () => {
  it('names every attribute, in a fixed order (S-9, A-18)', () => {
    expect(familyText(familyValues(normalizeFamily('cf')))).toBe(DEFAULT_FAMILY);
  });

  it('has METADATA for keys without an attribute, and CONFIGURATION, in byte order of the keys (S-9, A-18)', () => {
    const family = normalizeFamily({
      name: 'f',
      maxVersions: 3,
      timeToLive: '1 DAY 1 SECOND',
      metadata: { zz: '1', REPLICATION_SCOPE: '1', aa: 'é' },
      configuration: { 'hbase.b': '1', 'hbase.a': '2' },
    });
    expect(familyText(familyValues(family), true)).toBe(
      "{NAME => 'f', VERSIONS => '3', TTL => '86401 SECONDS (1 DAY 1 SECOND)', REPLICATION_SCOPE => '1', METADATA => {'aa' => '\\xC3\\xA9', 'zz' => '1'}, CONFIGURATION => {'hbase.a' => '2', 'hbase.b' => '1'}}",
    );
  });

  it('shows raw values that a descriptor cannot have, and omits attributes that were removed (S-20)', () => {
    const values = new Map([
      ['MOB_COMPACT_PARTITION_POLICY', 'DAILY'],
      ['BLOCKSIZE', '0'],
      ['MOB_THRESHOLD', '-1'],
    ]);
    expect(familyText({ name: 'a\\x80', values, configuration: new Map() })).toBe(
      "{NAME => 'a\ufffd', MOB_THRESHOLD => '-1', BLOCKSIZE => '0 B', MOB_COMPACT_PARTITION_POLICY => 'DAILY'}",
    );
  });
});

describe('the text of a table', () => {
  it('is its name and families if it has no attributes (S-21)', () => {
    expect(tableText(tableValues(normalizeTable({ name: 'ns:t', families: ['cf'] })))).toBe(
      `'ns:t', ${DEFAULT_FAMILY}`,
    );
  });

  it('has attributes in byte order, then everything else in METADATA (S-21)', () => {
    const table = {
      name: 't',
      families: ['f'],
      durability: 'ASYNC_WAL',
      readOnly: true,
      metadata: { owner: "it's", MAX_FILESIZE: '5', coprocessor$1: '|x|', IS_META: 'false' },
      configuration: { 'hbase.x': '1' },
    } as const;
    expect(tableText(tableValues(normalizeTable(table)), true)).toBe(
      "'t', {TABLE_ATTRIBUTES => {DURABILITY => 'ASYNC_WAL', MAX_FILESIZE => '5 B', READONLY => 'true', coprocessor$1 => '|x|', METADATA => {'hbase.x' => '1', 'owner' => 'it's'}}}, {NAME => 'f'}",
    );
  });

  it('omits attributes at their default if only customized ones are requested (S-21)', () => {
    const values = new Map([
      ['READONLY', 'FALSE'],
      ['IS_META', 'false'],
      ['PRIORITY', '7'],
    ]);
    const table = { name: 't', values, families: [] };
    expect(tableText(table)).toBe("'t', {TABLE_ATTRIBUTES => {PRIORITY => '7', READONLY => 'FALSE'}}");
    expect(tableText(table, true)).toBe("'t', {TABLE_ATTRIBUTES => {PRIORITY => '7'}}");
  });
});

describe('the text of a namespace', () => {
  it('has its configuration in key order (N-17)', () => {
    expect(namespaceText({ name: 'ns', configuration: { b: '2', a: '1' } })).toBe("{NAME => 'ns', a => '1', b => '2'}");
  });
});

describe('intervals and sizes', () => {
  it.each([
    ['-1', '-1 SECONDS'],
    ['1', '1 SECOND'],
    ['59', '59 SECONDS'],
    ['62', '62 SECONDS (1 MINUTE 2 SECONDS)'],
    ['3601', '3601 SECONDS (1 HOUR 1 SECOND)'],
    ['93784', '93784 SECONDS (1 DAY 2 HOURS 3 MINUTES 4 SECONDS)'],
    ['2147483647', 'FOREVER'],
  ])('print %s seconds (S-7, A-17)', (seconds, text) => {
    expect(formatPretty(seconds, 'TIME_INTERVAL')).toBe(text);
    expect(parsePretty(text, 'TIME_INTERVAL')).toBe(seconds === '-1' ? '0' : seconds);
  });

  it.each([
    ['1023', '1023 B'],
    ['65536', '65536 B (64KB)'],
    ['1100585369601', '1100585369601 B (1TB 1GB 1B)'],
    ['5629499534213120', '5629499534213120 B (5120TB)'],
  ])('print %s bytes (S-7)', (bytes, text) => {
    expect(formatPretty(bytes, 'BYTE')).toBe(text);
    expect(parsePretty(text, 'BYTE')).toBe(bytes);
  });

  it.each([
    ['+5', '5'],
    ['1DAY 1HOUR', '90000'],
    ['1 DAY 1 DAY', '0'],
    ['24856 DAYS', '2147558400'],
    ['1 WEEK', '0'],
  ])('read the interval %s (S-6)', (text, seconds) => {
    expect(parsePretty(text, 'TIME_INTERVAL')).toBe(seconds);
  });

  it.each([
    ['64k', '65536'],
    ['1 GB 512 MB', '1610612736'],
    ['1KB 1MB', '0'],
    ['1.5MB', '0'],
    ['', '0'],
  ])('read the size "%s" (S-6)', (text, bytes) => {
    expect(parsePretty(text, 'BYTE')).toBe(bytes);
  });

  it('refuse totals that contradict their parts, and numbers beyond 64 bits (S-6)', () => {
    expect(() => parsePretty('65536 B (32KB)', 'BYTE')).toThrow('Malformed size string');
    expect(() => parsePretty('5 SECONDS (1 DAY)', 'TIME_INTERVAL')).toThrow('Malformed TTL string');
    expect(() => parsePretty('99999999999999999999', 'BYTE')).toThrow('For input string: "99999999999999999999"');
    expect(() => formatPretty('x', 'BYTE')).toThrow('For input string: "x"');
  });
});

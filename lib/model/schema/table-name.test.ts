import { describe, expect, it } from 'vitest';
import { compareTableNames, normalizeTableName, parseTableName } from './table-name.js';

const refusal = (message: string): unknown =>
  expect.objectContaining({ code: 'INVALID_ARGUMENT', hbaseName: 'IllegalArgumentException', message });

describe('parseTableName', () => {
  it('splits at the first colon and uses default if there is no namespace (N-1)', () => {
    expect(parseTableName('t')).toEqual({ namespace: 'default', qualifier: 't', name: 't' });
    expect(parseTableName('default:t').name).toBe('t');
    expect(parseTableName('ns:t')).toEqual({ namespace: 'ns', qualifier: 't', name: 'ns:t' });
    expect(parseTableName('Default:t').name).toBe('Default:t');
    expect(parseTableName('default').name).toBe('default');
    expect(normalizeTableName('default:default')).toBe('default');
  });

  it('accepts letters and digits of every script, but none beyond the BMP (N-3)', () => {
    for (const name of [
      '1t',
      'a.b',
      'a.',
      'a-',
      '_t',
      'été',
      '表',
      'таблица',
      'ひ',
      '٣',
      'a१',
      'Ⅷ',
      'Ⓐ',
      'aʰ',
      'कि',
      '٣:t',
    ]) {
      expect(normalizeTableName(name)).toBe(name);
    }
    const illegal = "User-space table qualifiers may only contain 'alphanumeric characters' and digits:";
    expect(() => parseTableName('a²')).toThrowError(refusal(`Illegal character code:178, <²> at 1. ${illegal} a²`));
    expect(() => parseTableName('a b')).toThrowError(refusal(`Illegal character code:32, < > at 1. ${illegal} a b`));
    expect(() => parseTableName('a‿b')).toThrowError(refusal(`Illegal character code:8255, <‿> at 1. ${illegal} a‿b`));
    expect(() => parseTableName('a:b:')).toThrowError(refusal(`Illegal character code:58, <:> at 1. ${illegal} b:`));
    expect(() => parseTableName('𐐀')).toThrowError(/^Illegal character code:55297, /);
    expect(() => parseTableName('a😀')).toThrowError(/^Illegal character code:55357, .* at 1\. /);
  });

  it('refuses . and - as the first character (N-3)', () => {
    const start = "User-space table qualifiers can only start with 'alphanumeric characters' from any language:";
    expect(() => parseTableName('.t')).toThrowError(refusal(`Illegal first character <46> at 0. ${start} .t`));
    expect(() => parseTableName('ns:-t')).toThrowError(refusal(`Illegal first character <45> at 0. ${start} -t`));
  });

  it('refuses empty parts and anything but text (N-2, N-4)', () => {
    expect(() => parseTableName('')).toThrowError(refusal('Table qualifier must not be empty'));
    expect(() => parseTableName('ns:')).toThrowError(refusal('Table qualifier must not be empty'));
    expect(() => parseTableName(':')).toThrowError(refusal('Namespace name must not be empty'));
    expect(() => parseTableName(null)).toThrowError(refusal('a table name must be text; got null'));
    expect(() => parseTableName(undefined)).toThrowError(refusal('a table name must be text; got undefined'));
    expect(() => parseTableName(new Uint8Array(1))).toThrowError(refusal('a table name must be text; got Uint8Array'));
  });

  it('refuses other characters in a namespace (N-4)', () => {
    expect(normalizeTableName('_n_S:t')).toBe('_n_S:t');
    expect(() => parseTableName('n-s:t')).toThrowError(
      refusal(
        "Illegal character <-> at 1. Namespaces may only contain 'alphanumeric characters' from any language and digits: n-s",
      ),
    );
  });

  it('refuses names that HBase reserves (N-5, N-6)', () => {
    expect(() => parseTableName('zookeeper')).toThrowError(refusal("Tables may not be named 'zookeeper'"));
    expect(() => parseTableName('ns:zookeeper')).toThrowError(refusal("Tables may not be named 'zookeeper'"));
    expect(() => parseTableName('zookeeper:t')).toThrowError(refusal("Tables may not be named 'zookeeper'"));
    expect(normalizeTableName('ZooKeeper')).toBe('ZooKeeper');
    expect(() => parseTableName('ns:-ROOT-')).toThrowError(refusal('-ROOT- has been deprecated.'));
    expect(() => parseTableName('.META.')).toThrowError(
      refusal('.META. no longer exists. The table has been renamed to hbase:meta'),
    );
  });

  it('allows 255 bytes of UTF-8 for each part (N-7, A-1)', () => {
    expect(normalizeTableName('a'.repeat(255))).toHaveLength(255);
    expect(normalizeTableName('表'.repeat(85))).toHaveLength(85);
    expect(() => parseTableName('a'.repeat(256))).toThrowError(/255 bytes/);
    expect(() => parseTableName('表'.repeat(86))).toThrowError(/got 258/);
    expect(() => parseTableName(`${'n'.repeat(256)}:t`)).toThrowError(/Namespace name can have at most 255 bytes/);
  });
});

describe('compareTableNames', () => {
  it('includes default and compares bytes (S-50)', () => {
    expect(['ns:t', 't', 'a:z', 'T', '表'].sort(compareTableNames)).toEqual(['a:z', 'T', 't', '表', 'ns:t']);
  });
});

import { describe, expect, it } from 'vitest';
import { KEEP_HISTORY } from '../keep-history.js';
import {
  checkFamilyName,
  familyNameBytes,
  familyNameText,
  givenFamilyAttributes,
  normalizeFamily,
} from './family-descriptor.js';
import { FOREVER } from './time-to-live.js';

const refusal = (message: string): unknown => expect.objectContaining({ code: 'INVALID_ARGUMENT', message });
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

describe('checkFamilyName', () => {
  it('accepts 1 to 127 bytes, including those from 0x80 (N-20, N-22)', () => {
    for (const name of [
      bytes(0x61),
      bytes(0x80),
      bytes(0x61, 0xff),
      familyNameBytes('a b'),
      familyNameBytes('-f'),
      familyNameBytes('a.b'),
    ]) {
      expect(() => checkFamilyName(name)).not.toThrow();
    }
    expect(() => checkFamilyName(new Uint8Array(128).fill(0x66))).not.toThrow();
    expect(() => normalizeFamily({ name: new Uint8Array(127).fill(0x66) })).not.toThrow();
    expect(() => normalizeFamily({ name: new Uint8Array(128).fill(0x66) })).toThrowError(
      refusal('The length of family name is bigger than 127'),
    );
    expect(() => checkFamilyName(bytes())).toThrowError(refusal('Column Family name can not be empty'));
  });

  it('refuses a leading period (N-21)', () => {
    expect(() => checkFamilyName(familyNameBytes('.f'))).toThrowError(
      refusal('Column Family names cannot start with a period: .f'),
    );
  });

  it('refuses control bytes, colon, backslash and slash (N-22)', () => {
    for (const byte of [0, 0x0a, 0x1f, 0x7f, 0x3a, 0x5c, 0x2f]) {
      const name = bytes(0x61, byte, 0x62);
      expect(() => checkFamilyName(name)).toThrowError(
        refusal(
          `Illegal character <${byte}>. Column Family names cannot contain control characters or colons: a${String.fromCharCode(byte)}b`,
        ),
      );
    }
  });

  it('refuses recovered.edits (N-23)', () => {
    expect(() => checkFamilyName(familyNameBytes('recovered.edits'))).toThrowError(
      refusal('Column Family name cannot be: recovered.edits'),
    );
    expect(() => checkFamilyName(familyNameBytes('Recovered.edits'))).not.toThrow();
  });
});

describe('family names', () => {
  it('are text if they are UTF-8 and printable otherwise, and convert back to the same bytes', () => {
    for (const [name, text] of [
      [bytes(0x63, 0x66), 'cf'],
      [bytes(0xc3, 0xa9), 'é'],
      [bytes(0x61, 0x80), 'a\\x80'],
      [bytes(0xff), '\\xFF'],
    ] as const) {
      expect(familyNameText(name)).toBe(text);
      expect(familyNameBytes(text)).toEqual(name);
    }
  });
});

describe('normalizeFamily', () => {
  it('fills in the defaults and freezes', () => {
    const family = normalizeFamily('cf');
    expect(family).toEqual({
      name: 'cf',
      bloomFilter: 'ROW',
      blockSize: 65_536,
      maxVersions: 1,
      minVersions: 0,
      timeToLive: FOREVER,
      keepDeletedCells: 'FALSE',
      newVersionBehavior: false,
      blockCache: true,
      inMemory: false,
      compression: 'NONE',
      dataBlockEncoding: 'NONE',
      metadata: {},
      configuration: {},
    });
    expect(Object.isFrozen(family)).toBe(true);
    expect(normalizeFamily('cf', 3).maxVersions).toBe(3);
  });

  it('keeps what is set, with words in any case (S-41)', () => {
    const given = {
      bloomFilter: 'ROWCOL',
      blockSize: 1024,
      maxVersions: 5,
      minVersions: 2,
      timeToLive: 60,
      keepDeletedCells: 'TTL',
      newVersionBehavior: true,
      blockCache: false,
      inMemory: true,
      compression: 'GZ',
      dataBlockEncoding: 'FAST_DIFF',
      metadata: { owner: 'me' },
      configuration: { 'hbase.whatever': '1' },
    } as const;
    expect(normalizeFamily({ name: 'cf', ...given })).toEqual({ name: 'cf', ...given });
    const words = { bloomFilter: 'rowcol', keepDeletedCells: 'Ttl', compression: 'gz', dataBlockEncoding: 'fast_diff' };
    expect(normalizeFamily({ name: 'cf', ...given, ...words } as never)).toEqual({ name: 'cf', ...given });
  });

  it('accepts a time to live as text (S-6)', () => {
    expect(normalizeFamily({ name: 'cf', timeToLive: '2 DAYS' }).timeToLive).toBe(172_800);
    expect(normalizeFamily({ name: 'cf', timeToLive: 'forever' }).timeToLive).toBe(FOREVER);
  });

  it('leaves well-formed input to the sanity check (S-41)', () => {
    const family = { name: 'cf', maxVersions: 0, minVersions: 5, timeToLive: -1, keepDeletedCells: 'YES' } as never;
    expect(() => normalizeFamily(family)).not.toThrow();
  });

  it('keeps all history on request', () => {
    expect(normalizeFamily({ name: 'cf', ...KEEP_HISTORY })).toMatchObject({
      maxVersions: 2 ** 31 - 1,
      keepDeletedCells: 'TRUE',
    });
  });

  it('accepts a name as bytes or in printable form', () => {
    expect(normalizeFamily({ name: bytes(0x61, 0x80) }).name).toBe('a\\x80');
    expect(normalizeFamily('a\\x80').name).toBe('a\\x80');
    expect(normalizeFamily('\\x63f').name).toBe('cf');
    expect(() => normalizeFamily('a\\x5Cb')).toThrowError(/^Illegal character <92>/);
    expect(() => normalizeFamily('a\\b')).toThrowError(/^Illegal character <92>/);
    expect(() => normalizeFamily('\ud800')).toThrowError(/well-formed/);
  });

  it('accepts its own output', () => {
    const family = normalizeFamily({ name: 'cf', bloomFilter: 'NONE' });
    expect(normalizeFamily(family)).toEqual(family);
  });

  it('refuses malformed input', () => {
    for (const wrong of [
      null,
      undefined,
      5,
      ['cf'],
      {},
      { name: null },
      { name: 5 },
      { name: 'cf', blockSize: '64KB' },
      { name: 'cf', blockSize: 1.5 },
      { name: 'cf', blockSize: null },
      { name: 'cf', bloomFilter: true },
      { name: 'cf', maxVersions: '3' },
      { name: 'cf', minVersions: 0.5 },
      { name: 'cf', timeToLive: 1.5 },
      { name: 'cf', timeToLive: null },
      { name: 'cf', keepDeletedCells: true },
      { name: 'cf', inMemory: 'true' },
      { name: 'cf', metadata: 'x' },
      { name: 'cf', configuration: { a: 1 } },
    ] as never[]) {
      expect(() => normalizeFamily(wrong)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
    expect(() => normalizeFamily({ name: 'cf', blocksize: 1024 } as never)).toThrowError(/did you mean 'blockSize'/);
    expect(() => normalizeFamily({ name: 'cf', versions: 3 } as never)).toThrowError(/did you mean 'maxVersions'/);
  });
});

describe('givenFamilyAttributes', () => {
  it('names what the literal sets itself', () => {
    expect(givenFamilyAttributes('cf')).toEqual([]);
    expect(givenFamilyAttributes({ name: 'cf', blockSize: 65536 })).toEqual(['blockSize']);
    expect(givenFamilyAttributes({ name: 'cf', bloomFilter: undefined } as never)).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { testRuns, testSeed } from '../testing/seed.js';
import { formatColumn, parseColumn, toBytes, toReadable } from './bytes-like.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const parameters = { seed: testSeed(1), numRuns: testRuns(300) };
const bytes = (...list: number[]): Uint8Array => Uint8Array.from(list);

describe('toBytes', () => {
  it('copies bytes, including those of a Buffer, whose slice shares memory', () => {
    const source = Buffer.from('abc');
    const copy = toBytes(source, 'a row');
    source[0] = 0;
    expect(copy).toEqual(encodeText('abc'));
  });

  it('describes what is wrong', () => {
    expect(() => toBytes(5, 'a row')).toThrowError('a row must be text or bytes; got 5');
    expect(() => toBytes(undefined, 'a row')).toThrowError('a row must be text or bytes; got undefined');
    expect(() => toBytes([1], 'a row')).toThrowError('a row must be text or bytes; got Array');
  });
});

describe('parseColumn', () => {
  it('splits text at the first colon (H-7)', () => {
    expect(parseColumn('f')).toEqual({ family: encodeText('f'), qualifier: null });
    expect(parseColumn('f:')).toEqual({ family: encodeText('f'), qualifier: bytes() });
    expect(parseColumn('f:a:b')).toEqual({ family: encodeText('f'), qualifier: encodeText('a:b') });
  });

  it('accepts pairs of any bytes, and a family alone', () => {
    expect(parseColumn(['f', bytes(0xff)])).toEqual({ family: encodeText('f'), qualifier: bytes(0xff) });
    expect(parseColumn(['a:b'])).toEqual({ family: encodeText('a:b'), qualifier: null });
    expect(parseColumn(['f', undefined])).toEqual({ family: encodeText('f'), qualifier: null });
  });

  it('refuses everything else', () => {
    for (const wrong of [
      null,
      undefined,
      5,
      {},
      [],
      ['f', 'q', 'x'],
      [undefined],
      ['f', 5],
      'f:\ud800',
      encodeText('f'),
    ]) {
      expect(() => parseColumn(wrong)).toThrowError(INVALID);
    }
  });

  it('is the inverse of formatColumn', () => {
    const name = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom('', 'f', ':', 'a:b', 'é').map((text) => encodeText(text)),
    );
    fc.assert(
      fc.property(name, fc.option(name), (family, qualifier) => {
        expect(parseColumn(formatColumn(family, qualifier))).toEqual({ family, qualifier });
      }),
      parameters,
    );
  });
});

describe('toReadable', () => {
  it('returns text for printable UTF-8 and a copy of other bytes', () => {
    expect(toReadable(encodeText('com.é'))).toBe('com.é');
    expect(toReadable(bytes())).toBe('');
    const counter = bytes(0, 0, 0, 0, 0, 0, 0, 5);
    expect(toReadable(counter)).toEqual(counter);
    expect(toReadable(counter)).not.toBe(counter);
    expect(toReadable(bytes(0xff))).toEqual(bytes(0xff));
  });
});

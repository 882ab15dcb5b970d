import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText, toStringBinary } from '../../bytes/text.js';
import type { Comparison } from '../../engine/filter/comparison.js';
import { readComparison } from '../../engine/filter/read-comparison.js';
import type { BigtabError } from '../../errors.js';
import { compared } from '../../testing/samples/comparators.js';
import { FilterReader } from '../filter-reader.js';
import { ComparatorKind } from './comparator-kind.js';
import { RegexStringComparator } from './regex-string-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CASE_INSENSITIVE = 2;
const MULTILINE = 8;
const DOTALL = 32;

function encoded(expr: string): Uint8Array {
  const writer = new ByteWriter();
  new RegexStringComparator(expr).encode(writer);
  return writer.finish();
}

function read(bytes: Uint8Array): Comparison {
  return readComparison(new FilterReader(bytes, () => expect.fail('it contains no filter')));
}

/** The texts in which the expression is found. */
function found(expr: string, texts: readonly string[], flags = DOTALL): string[] {
  const comparator = new RegexStringComparator(expr, flags);
  return texts.filter((text) => compared(comparator, encodeText(text)) === 0);
}

describe('RegexStringComparator', () => {
  it('finds its expression anywhere in UTF-8 text (F-4)', () => {
    expect(found('b.d', ['abcd', 'b\nd', 'bd', 'bäd', 'b😀d'])).toEqual(['abcd', 'b\nd', 'bäd', 'b😀d']);
    expect(compared(new RegexStringComparator('^\uFFFD$'), '\\xFF')).toBe(0);
  });

  it('matches $ before a final line end too, but not inside \\r\\n (A-22)', () => {
    const ends = ['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029'].map((end) => `ab${end}`);
    expect(found('ab$', ['ab', ...ends, 'ab\n\n', 'abc'])).toEqual(['ab', ...ends]);
    expect(found('\r$', ['\r\n', '\r'])).toEqual(['\r']);
    expect(found('^ab', ['x\nab', 'ab'])).toEqual(['ab']);
  });

  it('matches line by line with MULTILINE, and ends dots at a line end without DOTALL (A-22)', () => {
    expect(found('^b$', ['a\nb\nc', 'a\r\nb', 'b', 'ab'], MULTILINE)).toEqual(['a\nb\nc', 'a\r\nb', 'b']);
    expect(found('^$', ['a\n', '\r\n', 'a'], MULTILINE)).toEqual(['\r\n']);
    expect(found('a.b', ['a\nb', 'a\u0085b', 'a\u000bb'], 0)).toEqual(['a\u000bb']);
  });

  it('limits classes to ASCII, but counts every letter at word borders (A-22)', () => {
    const letters = ['1', '\u0661', 'a', 'ä', '_', ' ', '\u00a0', '\t', '\u000b', '-'];
    expect(found('\\d', letters)).toEqual(['1']);
    expect(found('\\D', letters)).toEqual(letters.slice(1));
    expect(found('\\w', letters)).toEqual(['1', 'a', '_']);
    expect(found('[\\W]', letters)).toEqual(['\u0661', 'ä', ' ', '\u00a0', '\t', '\u000b', '-']);
    expect(found('\\s', letters)).toEqual([' ', '\t', '\u000b']);
    expect(found('^[^\\S]$', letters)).toEqual([' ', '\t', '\u000b']);
    expect(found('\\bb', ['ab', 'äb', '-b', 'b'])).toEqual(['-b', 'b']);
    expect(found('\\Bb', ['ab', 'äb', '-b', 'b'])).toEqual(['ab', 'äb']);
  });

  it('ignores the case of ASCII letters with CASE_INSENSITIVE (A-22)', () => {
    const texts = ['k', 'K', '\u212a', 's', '\u017f', 'ä', 'Ä'];
    expect(found('^[j-l]$', texts, CASE_INSENSITIVE)).toEqual(['k', 'K']);
    expect(found('^S$', texts, CASE_INSENSITIVE)).toEqual(['s']);
    expect(found('^\\u00e4$', texts, CASE_INSENSITIVE)).toEqual(['ä']);
    expect(found('^[^K]$', texts, CASE_INSENSITIVE)).toEqual(['\u212a', 's', '\u017f', 'ä', 'Ä']);
  });

  it.each([
    ['^(ab)+$', 'abab'],
    ['(?:ab){2,3}?', 'xabab'],
    ['(?<year>\\d{4})-\\1', '2026-2026'],
    ['foo(?=bar)', 'foobar'],
    ['foo(?!bar)', 'foobaz'],
    ['(?<=a{1,2})b', 'aab'],
    ['(?<!a)b', 'b'],
    ['[\\]a]', ']'],
    ['a]}', 'a]}'],
    ['[a\\-z&^.$|-]+', '-&^.$|'],
    ['\\x41\\u00e4\\t\\.\\/\\"\\-', 'Aä\t./"-'],
    ['a|b||c', 'x'],
    ['', ''],
  ])('translates %s (A-22)', (expr, text) => {
    expect(found(expr, [text])).toEqual([text]);
  });

  it.each([
    ...[
      '(',
      '[',
      '*',
      'a{2,1}',
      '\\',
      '+a',
      'a**',
      '(?<n',
      '[z-a]',
      '{1}',
      'a)',
      '?',
      'a{',
      'a{,2}',
      '(?<a>x)(?<a>y)',
      '$?',
    ],
    ...[
      '(?i)abc',
      '(?i:a)',
      'a++',
      'a?+',
      '(?>a)b',
      '\\Qa.\\E',
      '\\Ab',
      'c\\z',
      'c\\Z',
      '\\G',
      '\\h',
      '\\v',
      '\\R',
      '\\X',
      '\\N{DIGIT ONE}',
    ],
    ...[
      '\\x{61}',
      '\\07',
      '\\a',
      '\\e',
      '\\cA',
      '\\p{Alpha}',
      '\\p{L}',
      '\\PL',
      '(?x) a b',
      '[a[b]]',
      '[a-c&&b]',
      '[]a]',
      '[a-\\d]',
      '[\\b]',
    ],
    ...[
      '(?<=a+)b',
      '(?<=a*)b',
      '(?<!a{1,})b',
      '\\1(a)',
      '(a)?\\1',
      '(a)|\\1',
      '(?:(a)|b)\\1',
      '(a\\1)',
      '(?!(a))\\1',
      '(a)\\12',
      '\\k<a>',
    ],
  ])('refuses %s, which is not in the common part (A-22)', (expr) => {
    expect(() => new RegexStringComparator(expr)).toThrow(INVALID);
  });

  it('refuses a back-reference with CASE_INSENSITIVE (A-22)', () => {
    expect(() => new RegexStringComparator('(a)\\1', CASE_INSENSITIVE)).toThrow(INVALID);
  });

  it.each(['(a+)+$', '(a|aa)+$', '(.*)*b', '(a?){40}a{40}c'])(
    'answers %s for a value that it almost matches',
    (expr) => {
      expect(found(expr, [`${'a'.repeat(40)}!`, `${'a'.repeat(40_000)}!`])).toEqual([]);
    },
  );

  it.each([
    ['a++', 'at 2: possessive quantifiers are not supported; remove the +'],
    ['x(?i)', 'at 1: a group can begin with (?: (?= (?! (?<= (?<! or (?<name>; pass flags such as (?i) as an argument'],
    ['ab\\p{L}', 'at 2: \\p is not supported here; write the characters themselves or a class'],
    ['a\\', 'at 1: \\ is not supported here'],
    ['a(', 'at 2: a group is not closed'],
    ['a[b', 'at 3: a class must be closed with ]'],
    ['[b-a]', 'at 4: a range must not end before it begins'],
    ['(a*)\\1', 'at 4: a back-reference is supported only'],
    ['a{100}{2}', 'at 6: { has nothing to repeat; write a backslash before it for the character'],
    ['(?:a{100}){1000}', 'at 10: the pattern becomes too large here; use smaller counts'],
    ['a{999999999}', 'at 1: the pattern becomes too large here'],
    ['a{0,2147483647}', 'at 1: the pattern becomes too large here'],
    ['(?=a)'.repeat(33), 'at 160: a pattern can have at most 32 look-arounds'],
    ['('.repeat(101), 'at 100: groups can be nested at most 100 deep'],
    ['a'.repeat(200_000), 'at 131072: the pattern becomes too large here'],
  ])('reports what it refuses in %s, where, and what to do (A-22)', (expr, why) => {
    const message = expect.stringContaining(`that Bigtab supports; in '${expr}' ${why}`);
    expect(() => new RegexStringComparator(expr)).toThrow(expect.objectContaining({ message }));
  });

  it('is sent as it was written, with its flags and its engine', () => {
    const writer = new ByteWriter();
    new RegexStringComparator('ä|b', CASE_INSENSITIVE | DOTALL, 'JONI').encode(writer);
    expect(toStringBinary(writer.finish())).toBe('\\x03\\x04\\x00\\x00\\x00\\xC3\\xA4|b"\\x01');
  });

  it('is refused or runs after any change of its bytes', () => {
    const whole = encoded('(?=a)(a|b\\d)*$');
    for (let at = 0; at < whole.length; at++) {
      for (const byte of [0, 1, 0x28, 0x5c, 0x7f, 0xff]) {
        const bytes = whole.slice();
        bytes[at] = byte;
        try {
          const compare = read(bytes);
          compare(encodeText('aab1'), 0, 4);
        } catch (error) {
          expect(['INVALID_ARGUMENT', 'CORRUPTION']).toContain((error as BigtabError).code);
        }
      }
    }
  });

  it.each([
    ['malformed', 'a(b', DOTALL, 0],
    ['not supported', '\\p{L}', DOTALL, 0],
    ['too large', '(?:a{100}){1000}', DOTALL, 0],
    ['nested too deep', '('.repeat(100_000), DOTALL, 0],
    ['too long', 'a'.repeat(1_000_000), DOTALL, 0],
    ['with flags that do not exist', 'a', 4, 0],
    ['for an engine that does not exist', 'a', DOTALL, 2],
  ])('is refused by the engine if the bytes contain an expression that is %s', (_, expr, flags, engine) => {
    const writer = new ByteWriter();
    writer.u8(ComparatorKind.RegexStringComparator);
    writer.text(expr);
    writer.u8(flags);
    writer.u8(engine);
    expect(() => read(writer.finish())).toThrow(INVALID);
  });

  it('accepts only well-formed text, a sum of three flags, and the names of the engines', () => {
    for (const wrong of [null, /a/, 1, '\ud800'])
      expect(() => new RegexStringComparator(wrong as never)).toThrow(INVALID);
    for (const flags of [1, 64, -1, 0.5, '32'])
      expect(() => new RegexStringComparator('a', flags as never)).toThrow(INVALID);
    expect(new RegexStringComparator('a', DOTALL, 'JONI').engine).toBe('JONI');
    expect(() => new RegexStringComparator('a', DOTALL, 'RE2' as never)).toThrow(INVALID);
    expect(String(new RegexStringComparator('a', CASE_INSENSITIVE | DOTALL))).toBe('regexstringnocase:a');
  });
});

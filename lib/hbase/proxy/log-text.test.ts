import { describe, expect, it } from 'vitest';
import { logText, logTexts } from './log-text.js';

describe('a text in a log', () => {
  it('has no control characters, no characters that are not shown, and no ends of lines', () => {
    expect(logText('a\r\nb\u001b[2J\u007f\u009b\u2028\u202e\ud800ä😀', 200)).toBe(
      'a\\u{d}\\u{a}b\\u{1b}[2J\\u{7f}\\u{9b}\\u{2028}\\u{202e}\\u{d800}ä😀',
    );
  });

  it.each(['x', '"', 'ä', '\0', '😀', '\u2028'])(
    'made of %j is cut off where its JSON becomes too long',
    (character) => {
      const cut = logText(character.repeat(1000), 100);
      expect(cut.endsWith('…')).toBe(true);
      expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(102);
      expect(Buffer.byteLength(JSON.stringify(cut))).toBeGreaterThan(85);
    },
  );

  it('that fits stays as it is', () => {
    expect(logText('x'.repeat(97), 100)).toBe('x'.repeat(97));
  });

  it('in a list is cut off with the list, which says how long it was', () => {
    expect(logTexts(['a', 'b'], 100)).toEqual(['a', 'b']);
    const cut = logTexts(
      Array.from({ length: 50 }, (_, index) => `table ${index}`),
      100,
    );
    expect(cut.slice(0, 2)).toEqual(['table 0', 'table 1']);
    expect(cut.at(-1)).toBe('… (50 in all)');
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(104);
  });
});

import { describe, expect, it } from 'vitest';
import { Random } from '../simulation/random.js';
import { testRuns, testSeed } from '../testing/seed.js';
import type { Automaton } from './automaton.js';
import { compileRegex } from './compile-regex.js';
import { DOTALL, parseRegex } from './parse-regex.js';
import { MAX_STEPS } from './regex-matcher.js';

const SEED = testSeed(20_261_201);
const RUNS = testRuns(4_000);

const sizeOf = ({ steps }: Automaton) => steps.flat().reduce((sum, { kind }) => sum + kind.cost, 0);

/** Checks that the text takes at most this many steps for each comparison of the expression and each character. */
function isLinear(expr: string, text: string): void {
  const regex = compileRegex(expr, DOTALL);
  const automaton = parseRegex(expr, DOTALL);
  regex.isFoundIn(text);
  const passes = 1 + automaton.looks.length;
  expect(regex.steps).toBeLessThanOrEqual(passes * sizeOf(automaton) * (text.length + 1));
}

describe('RegexMatcher', () => {
  it.each([
    ['nested repetition', '(a+)+$'],
    ['alternatives that overlap', '(a|aa)+b'],
    ['a repeated .*', '(.*)*x'],
    ['nested counts', '((a{1,3}){1,3}){1,3}c'],
    ['counted optional parts', '(a?){30}a{30}b'],
    ['counted .*', '(?:.*b){20}'],
    [
      'many alternatives',
      `(?:${Array.from({ length: 300 }, (_, index) => `${'a'.repeat(index % 7)}${index}`).join('|')})+z`,
    ],
    ['look-arounds', '(?=(a+)+b)(?<!a{1,9}c)(.*)*x'],
    ['back-references', '(.)\\1+(.)\\2+x'],
  ])('takes steps in proportion to the text for %s', (_, expr) => {
    for (const text of ['a'.repeat(1_000), `${'a'.repeat(2_000)}!`]) {
      isLinear(expr, text);
      isLinear(`^(?:${expr})$`, text);
    }
  });

  it('stops after the match, and at once for a text that cannot match from its beginning', () => {
    const found = compileRegex('a');
    found.isFoundIn(`a${'b'.repeat(1_000)}`);
    expect(found.steps).toBeLessThan(10);
    const anchored = compileRegex('(?:^a|^b)c');
    anchored.isFoundIn('x'.repeat(1_000));
    expect(anchored.steps).toBeLessThan(20);
  });

  it('rejects a text that is too long for a large expression', () => {
    const large = compileRegex('(?:.{1,60}){20}x');
    const text = 'a'.repeat((MAX_STEPS / sizeOf(parseRegex('(?:.{1,60}){20}x', 0))) * 2);
    expect(() => large.isFoundIn(text)).toThrow(
      expect.objectContaining({ name: 'RangeError', message: expect.stringContaining('use a simpler one') }),
    );
    expect(large.isFoundIn('aaax')).toBe(false);
    expect(large.isFoundIn(`${'a'.repeat(20)}x`)).toBe(true);
  });

  it.each([
    ['(ab|cd)\\1', ['abab', 'cdcd'], ['abcd', 'ab']],
    ['^(.)(.)\\2\\1$', ['abba', '😀ää😀'], ['abab', 'abb']],
    ['(.)\\1{2}', ['xaaa'], ['aab']],
    ['(.)\\1+$', ['baa', 'aaa'], ['ab', 'aab']],
    ['(?:(.)\\1)+$', ['xaabb', 'aa'], ['aab', 'ab']],
    ['([ab])+\\1$', ['abb', 'aa'], ['ba', 'ab']],
    ['([ab]){2}c\\1$', ['abcb'], ['abca']],
    ['(a)(?!\\1)', ['ab', 'ba', 'aa'], ['b']],
    ['(.)(?!\\1)x', ['ax'], ['xx']],
    ['(?=(.)).\\1', ['aa', 'abb'], ['ab']],
    ['(?=.(.))\\1', ['aa', 'cbb'], ['ab']],
    ['(?:a|b)(?:(c)|c)\\d', ['ac1'], ['a1']],
    ['()\\1*a', ['a'], ['b']],
  ])('follows the back-references of %s', (expr, found, others) => {
    const regex = compileRegex(expr, DOTALL);
    expect([...found, ...others].filter((text) => regex.isFoundIn(text))).toEqual(found);
  });

  it('matches whole texts', () => {
    const regex = compileRegex('a|ab|b*');
    expect(['a', 'ab', '', 'bbb', 'ba', 'aba'].filter((text) => regex.matches(text))).toEqual(['a', 'ab', '', 'bbb']);
    expect(compileRegex('a$').matches('a\n')).toBe(false);
  });

  it(`agrees with JavaScript on random expressions (BIGTAB_SEED=${SEED})`, () => {
    let compared = 0;
    for (let run = 0; run < RUNS; run++) {
      const random = new Random(SEED + run);
      const expr = alternatives(random, 3);
      const regex = compiled(expr);
      if (regex === null) continue;
      const js = new RegExp(expr, 'su');
      // V8 finds look-behinds within a surrogate pair.
      const letters = ['a', 'a', 'b', 'c', 'ä', '1', ...(expr.includes('(?<') ? [] : ['😀'])];
      const whole = new RegExp(`^(?:${expr})$`, 'su');
      for (let texts = 0; texts < 12; texts++) {
        const text = Array.from({ length: random.below(9) }, () => random.pick(letters)).join('');
        const seen = [regex.isFoundIn(text), regex.matches(text)];
        expect({ seed: SEED + run, expr, text, seen }).toEqual({
          seed: SEED + run,
          expr,
          text,
          seen: [js.test(text), whole.test(text)],
        });
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(RUNS);
  });
});

/** Null for an expression with a back-reference that is not supported. */
function compiled(expr: string): ReturnType<typeof compileRegex> | null {
  try {
    return compileRegex(expr, DOTALL);
  } catch (error) {
    expect((error as Error).message).toContain('a back-reference is supported only');
    return null;
  }
}

function alternatives(random: Random, depth: number): string {
  const count = random.chance(0.7) ? 1 : 1 + random.below(3);
  return Array.from({ length: count }, () => sequence(random, depth)).join('|');
}

function sequence(random: Random, depth: number): string {
  return Array.from({ length: random.below(5) }, () => term(random, depth)).join('');
}

function term(random: Random, depth: number): string {
  if (random.chance(0.08)) return random.pick(['^', '$']);
  if (depth > 0 && random.chance(0.12)) {
    const kind = random.pick(['(?=', '(?!', '(?<=', '(?<!']);
    // A look-behind must have a maximum length.
    const inside = kind.includes('<')
      ? random.pick(['a', 'ab', '[^a]b{0,2}', '(?:a|bc)', '.', '^', 'b(?=a)'])
      : alternatives(random, depth - 1);
    return `${kind}${inside})`;
  }
  const repeated = atom(random, depth);
  const counts = ['', '', '', '', '?', '{2}', '{1,2}', '{0,2}?', '{0}'];
  // JavaScript takes exponential time for a repetition within one.
  return repeated + random.pick(/[*+?{]/.test(repeated) ? counts : [...counts, '*', '+', '{2,}', '*?', '+?']);
}

function atom(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.35)) return `${random.pick(['(', '(', '(?:'])}${alternatives(random, depth - 1)})`;
  // Followed by a group without a digit, as `\1` and `2` are not `\12`.
  if (random.chance(0.12)) return `\\${1 + random.below(2)}`;
  return random.pick(['a', 'a', 'b', 'c', '.', '[ab]', '[^a]', '[a-c1]', '\\d', '\\w', '\\W', 'ä', '😀']);
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../package/places.js';
import { MUTATIONS } from './mutations.js';
import { allRules, rulesIn, titlesByRule, titlesIn } from './rule-titles.js';
import { UNTESTED_RULES } from './untested-rules.js';

describe('The rules', () => {
  it('are each named by a test, or listed as untested with a reason', () => {
    const titles = titlesByRule();
    expect(allRules().filter((rule) => !titles.has(rule) && !(rule in UNTESTED_RULES))).toEqual([]);
  });

  it('are listed as untested only if no test names them', () => {
    const titles = titlesByRule();
    const rules = allRules();
    expect(Object.keys(UNTESTED_RULES).filter((rule) => titles.has(rule) || !rules.includes(rule))).toEqual([]);
  });

  it('are switched off by the mutation list, at least twenty of them, in text that occurs once', () => {
    expect(new Set(MUTATIONS.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(20);
    const lost = MUTATIONS.filter(({ path, line }) => readFileSync(inRoot(path), 'utf8').split(line).length !== 2);
    expect(lost.map(({ rule, line }) => `${rule}: ${line}`)).toEqual([]);
    const titles = titlesByRule();
    expect(MUTATIONS.filter(({ rule }) => !titles.has(rule))).toEqual([]);
  });
});

describe('Titles', () => {
  it('are found in every form in which tests are written', () => {
    const text = [
      "it('plain (R-1)', () => {});",
      'it(\n  "in another line (R-2)", async () => {});',
      'it.each([1, 2])(`of each (R-3)`, () => {});',
      "it.each([\n  { a: f(1) },\n])('of each of a table (R-4)', () => {});",
      "describe('a group (R-5)', () => {});",
      "const other = 'no title (R-10)';",
    ].join('\n');
    expect(titlesIn('a.test.ts', text).flatMap((title) => [...rulesIn(title)])).toEqual(
      [1, 2, 3, 4, 5].map((number) => `R-${number}`),
    );
    const suite = "tests.data('of a suite (R-6)', f);\n// caller's\n  ['it\\'s of a table (R-7, R-11)', 5],\n'R-10'";
    expect(titlesIn('lib/testing/conformance/a.ts', suite)).toEqual([
      'of a suite (R-6)',
      "it\\'s of a table (R-7, R-11)",
    ]);
    expect(titlesIn('a.txt', '# no title (R-1)\n== a title (R-2)\nput (R-3)')).toEqual(['a title (R-2)']);
  });

  it('may name a range of rules', () => {
    expect([...rulesIn('names (N-1 … N-3, O-10, A-7, UTF-8)')].sort()).toEqual(['N-1', 'N-2', 'N-3', 'O-10']);
  });
});

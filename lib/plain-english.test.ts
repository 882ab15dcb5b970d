import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HABITS } from './build/docs/habits.js';
import { habitsIn, needlessExceptions } from './build/docs/plain-english.js';
import { inRoot } from './build/package/places.js';
import { isTest, sourceFiles } from './testing/source-files.js';

/** What users read: the README, the guide, the explorer, and messages of the engine, the client and the shell. */
const files = [
  { path: 'README.md', text: readFileSync(inRoot('README.md'), 'utf8') },
  ...sourceFiles('demo', ['.html', '.md', '.ts', '.tsx']),
  ...sourceFiles('lib', ['.ts']).filter(({ path }) => !/^lib\/(build|testing)\//.test(path)),
  ...sourceFiles('worker', ['.ts']),
].filter(({ path }) => !isTest(path) && !path.endsWith('.d.ts'));

const inMarkdown = (text: string) => habitsIn({ path: 'a.md', text });
const inSource = (text: string) => habitsIn({ path: 'a.tsx', text });

describe('what users read', () => {
  it('is free of habits that make it read like a translation', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => habitsIn(file))).toEqual([]);
  });

  it('needs every exception', () => {
    expect(needlessExceptions(files)).toEqual([]);
  });
});

describe('the check of habits', () => {
  it.each(HABITS)('finds "$example"', ({ example, write }) => {
    expect(inMarkdown(`One.\n\n${example}\n`)).toEqual([
      expect.stringMatching(new RegExp(`^a\\.md:3: ".+": write ${write}$`)),
    ]);
  });

  it('reports a phrase that continues on the next line, with the line on which it begins', () => {
    expect(inMarkdown('Every table has a log of\nits own.')).toEqual(['a.md:1: "of its own": write its own, separate']);
  });

  it('reads strings, templates and JSX text', () => {
    const text = `throw new Error('connect anew');\nconst a = \`\${b} is read anew\`;\nconst c = <p>\n  Try anew.\n</p>;`;
    expect(inSource(text)).toEqual([1, 2, 4].map((line) => `a.tsx:${line}: "anew": write again`));
  });

  it('skips comments, names and the code inside templates and JSX', () => {
    expect(
      inSource('/** Reads anew. */\nconst { asks: moment } = behind; // gives\nf(<p title={moment}>{moment}</p>);'),
    ).toEqual([]);
  });

  it('skips the section that the benchmark writes, and keeps the line numbers after it', () => {
    const text = '<!-- benchmark: written -->\nIt gives 5.\n<!-- /benchmark -->\nIt gives 6.';
    expect(inMarkdown(text)).toEqual([expect.stringMatching(/^a\.md:4: "gives"/)]);
  });

  it('skips a line that is listed as an exception', () => {
    const exception = { text: 'Wait a moment', reason: 'a common phrase' };
    expect(habitsIn({ path: 'a.md', text: 'Wait a moment.\nAs of a moment.' }, [exception])).toHaveLength(1);
  });

  it.each([
    'There is no need to wait, and the tab is no longer open.',
    'The abbreviation stands for a name, and the message says what is allowed.',
    'The value goes through the codec.',
    'Is there a row? What was written is read again.',
  ])('accepts "%s"', (sentence) => {
    expect(inMarkdown(sentence)).toEqual([]);
  });
});

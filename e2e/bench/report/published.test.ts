import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../../lib/build/package/places.js';
import { flaws } from './publishable.js';
import { publishedFiles, RESULTS, resultsText } from './published.js';
import { type Summary, summarize } from './summary.js';
import { roundsOf } from './synthetic-lines.js';

const textOf = (path: string) => readFileSync(inRoot(path), 'utf8');

describe('published results', () => {
  const results = textOf(RESULTS);

  it.each(Object.entries(publishedFiles(results, textOf('README.md'))))(
    'are exactly what %s shows, so no number in it is changed by hand',
    (path, text) => {
      expect(textOf(path)).toBe(text);
    },
  );

  it('have at least five rounds of every number, and a commit without uncommitted changes', () => {
    expect(flaws(JSON.parse(results) as Summary)).toEqual([]);
  });
});

describe('resultsText', () => {
  it('has the numbers of all rounds on one line, rounded to six digits', () => {
    const summary = summarize(roundsOf('bigtab', 'get-256', [41_234.5678, 2, 0.123456789]));
    const text = resultsText(summary);
    expect(text).toContain('"bigtab": [41234.6, 2, 0.123457]');
    expect(JSON.parse(text)).toMatchObject({ commit: 'abc1234', machine: { cores: 2 } });
    expect(text.endsWith('}\n')).toBe(true);
  });
});

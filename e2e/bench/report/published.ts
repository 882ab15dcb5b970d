import { resultChart } from './chart.js';
import { withResults } from './readme-section.js';
import { resultsPage } from './results-page.js';
import type { Summary } from './summary.js';

/** Where the published results are; all else that is published is made of them. */
export const RESULTS = 'e2e/bench/results.json';

/** Digits of a stored number: more than any clock or file here has. */
const DIGITS = 6;

/** The text of `results.json`: the numbers of all rounds of a figure and store on one line. */
export function resultsText(summary: Summary): string {
  const text = JSON.stringify(
    summary,
    (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value),
    2,
  );
  return `${text.replace(/\[[\s\d.,eE+-]*\]/g, (numbers) => numbers.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;
}

/** The files that show the results of `results.json`, by path. REQUIRES the README as it is. */
export function publishedFiles(results: string, readme: string): Readonly<Record<string, string>> {
  const summary = JSON.parse(results) as Summary;
  return {
    'e2e/bench/results.md': resultsPage(summary),
    'e2e/bench/results.svg': resultChart(summary),
    'README.md': withResults(readme, summary),
  };
}

import { resultChart } from './chart.js';
import { withResults } from './readme-section.js';
import { resultsPage } from './results-page.js';
import type { Summary } from './summary.js';

/** The path of the published results. Everything else that is published is generated from them. */
export const RESULTS = 'e2e/bench/results.json';

/** The digits of a stored number: more than any clock or file has here. */
const DIGITS = 6;

/** The text of `results.json`, with the numbers of all rounds of a figure and store on one line. */
export function resultsText(summary: Summary): string {
  const text = JSON.stringify(
    summary,
    (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value),
    2,
  );
  return `${text.replace(/\[[\s\d.,eE+-]*\]/g, (numbers) => numbers.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;
}

/** The files that show the results of `results.json`, by path. REQUIRES the current README. */
export function publishedFiles(results: string, readme: string): Readonly<Record<string, string>> {
  const summary = JSON.parse(results) as Summary;
  return {
    'e2e/bench/results.md': resultsPage(summary),
    'e2e/bench/results.svg': resultChart(summary),
    'README.md': withResults(readme, summary),
  };
}

import { readFile, writeFile } from 'node:fs/promises';
import { inRoot } from '../../../lib/build/package/places.js';
import { thousands } from '../../../lib/build/report/table.js';
import { agreementOf } from '../report/agreement.js';
import { agreementTable } from '../report/agreement-table.js';
import { roundsText } from '../report/caption.js';
import { resultChart } from '../report/chart.js';
import { publishable } from '../report/publishable.js';
import { publishedFiles, RESULTS, resultsText } from '../report/published.js';
import { countsText } from '../report/ratio-table.js';
import { ratiosOf } from '../report/ratios.js';
import { refusals } from '../report/refusals.js';
import { resultsPage } from '../report/results-page.js';
import { type RawLine, type Summary, summarize } from '../report/summary.js';
import { readRun } from './read-run.js';

/**
 * Writes the report of a run and returns the exit code. It is published only if it has enough rounds, all of one
 * commit.
 */
export async function writeReport(files: readonly string[], publish: boolean, out: string): Promise<number> {
  const measured = summarize(await readRun(files));
  const summary = publish ? publishable(measured) : measured;
  const page = resultsPage(summary);
  console.log(`\n${page}`);
  await writeFile(`${out}/results.md`, page);
  await writeFile(`${out}/results.svg`, resultChart(summary));
  console.log(countsText(ratiosOf(summary).ratios));
  for (const line of failureLines(summary)) console.error(line);
  if (publish) {
    const reasons = refusals(summary);
    if (reasons.length > 0) throw new Error(`these results cannot be published:\n- ${reasons.join('\n- ')}`);
    await publishResults(summary);
  }
  return summary.failures.length > 0 ? 1 : 0;
}

/**
 * Writes how far two runs agree, and returns the exit code. Throws an Error with a message for people if both are the
 * same run.
 */
export async function writeAgreement(from: readonly string[], again: readonly string[], out: string): Promise<number> {
  const [first, second] = [await readRun(from), await readRun(again)];
  const [a, b] = [summarize(first), summarize(second)];
  const starts = [startsOf(first), startsOf(second)] as const;
  const twice = starts[0].find((start) => starts[1].includes(start));
  if (twice !== undefined)
    throw new Error(`the run that started at ${twice} is given twice: compare it with another run`);
  const table = agreementTable(agreementOf(a, b), [a, b], starts);
  await writeFile(`${out}/agreement.md`, table);
  console.log(table);
  return 0;
}

/** Lists the failures last, so that they are noticed. */
function failureLines({ failures }: Summary): readonly string[] {
  return failures.map(
    ({ store, workload, cells, rounds, error }) =>
      `FAILED in ${roundsText(rounds)}: ${store}, ${workload}, ${thousands(cells)} cells: ${error}`,
  );
}

async function publishResults(summary: Summary): Promise<void> {
  const results = resultsText(summary);
  const readme = await readFile(inRoot('README.md'), 'utf8');
  await writeFile(inRoot(RESULTS), results);
  for (const [path, text] of Object.entries(publishedFiles(results, readme))) await writeFile(inRoot(path), text);
}

/** When the commands that measured these lines started. */
function startsOf(lines: readonly RawLine[]): readonly string[] {
  return [...new Set(lines.map(({ started }) => started))].sort();
}

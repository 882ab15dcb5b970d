import { thousands } from '../../../lib/build/report/table.js';
import { FIGURES, type Figure, type FigureFacts, type Reading } from '../workloads/figures.js';

/** The report's names for the readings of a number. What happens only once needs no name. */
const READING_NAMES: Readonly<Record<Reading, string>> = {
  cold: 'cold',
  warm: 'warm',
  p50: 'p50',
  p99: 'p99',
  once: '',
};

/** What the workloads measure. */
export const WORKLOAD_TITLES: Readonly<Record<string, string>> = {
  W1: 'bulk loads',
  W2: 'single puts',
  W3: 'gets',
  W4: 'scans',
  W5: 'reads of rows with 10 versions',
  W6: 'mixes of gets and puts',
  W7: 'opening a database',
  W8: 'storage and memory',
  W9: 'deletes',
  busy: 'gets during writes',
  kill: 'one second of puts, then a kill',
  history: 'bulk loads, every version kept',
  transactions: 'transactions',
  indexes: 'secondary indexes',
};

/** Workloads that begin with an empty table, so the size of a run does not affect them. */
const OF_EMPTY_TABLES: readonly string[] = ['W2', 'kill'];

/** Explains the words that the report uses. */
export const READINGS_EXPLAINED =
  'Cold: the first calls on a fresh page. Warm: the same calls after a warm-up. p50 and p99: 50 % and 99 % of the warm calls took at most this long.';

export function readingName(figure: Figure): string {
  return READING_NAMES[FIGURES[figure].reading];
}

/** The operation of a figure, such as `gets, one await each`, with its size if `cells` is not null. */
export function operationName(figure: Figure, cells: number | null): string {
  return joined(FIGURES[figure].title, sizeName(figure, cells));
}

/** The name of a figure for people, such as `W3 gets, one await each, cold`. */
export function figureName(figure: Figure, cells: number | null): string {
  const { workload, title }: FigureFacts = FIGURES[figure];
  return joined(inWorkload(workload, title), readingName(figure), sizeName(figure, cells));
}

/** `title` after the number of its workload; only `title` if the workload has a name instead of a number. */
export function inWorkload(workload: string, title: string): string {
  return /^W\d/.test(workload) ? `${workload} ${title}` : title;
}

/** Whether a figure has no size, because its table is empty at first. */
export function isOfEmptyTable(figure: Figure): boolean {
  return OF_EMPTY_TABLES.includes(FIGURES[figure].workload);
}

function sizeName(figure: Figure, cells: number | null): string {
  return cells === null || isOfEmptyTable(figure) ? '' : `${thousands(cells)} cells`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { caption, spreadText, usualRounds } from './caption.js';
import { inWorkload, isOfEmptyTable, readingName, WORKLOAD_TITLES } from './figure-names.js';
import { groupedBy } from './grouped-by.js';
import { type Summary, type SummaryRow, spreadIn } from './summary.js';

/** The meaning of bold in these tables. */
export const BOLD_EXPLAINED = 'Bold: the best median of the durable stores in a column, unless all are the same.';

/**
 * A table of stores for each operation and each size, with the rows that `takes` accepts. `level` is the level of the
 * headings.
 */
export function storeTables(
  summary: Summary,
  stores: readonly StoreName[],
  takes: (row: SummaryRow) => boolean,
  level: string,
): string {
  const rows = summary.rows.filter((row) => takes(row) && stores.some((store) => row.values[store] !== undefined));
  return partsOf(rows)
    .flatMap(([title, ofPart]) => [
      `${level} ${title}`,
      caption(summary, ofPart),
      ...tablesOf(ofPart, summary, stores, `${level}#`),
    ])
    .join('\n\n');
}

/** The rows of each size, with its name. Rows of workloads that begin with an empty table come first. */
function partsOf(rows: readonly SummaryRow[]): (readonly [title: string, rows: readonly SummaryRow[]])[] {
  const empty = rows.filter(({ figure }) => isOfEmptyTable(figure));
  const sized = rows.filter(({ figure }) => !isOfEmptyTable(figure));
  const runs = sizesOf(empty);
  return [
    ...runs.map((cells) => {
      const title = runs.length === 1 ? 'An empty table' : `An empty table, in the run of ${thousands(cells)} cells`;
      return [title, empty.filter((row) => row.cells === cells)] as const;
    }),
    ...sizesOf(sized).map(
      (cells) => [`${thousands(cells)} cells`, sized.filter((row) => row.cells === cells)] as const,
    ),
  ];
}

function sizesOf(rows: readonly SummaryRow[]): number[] {
  return [...new Set(rows.map(({ cells }) => cells))].sort((a, b) => a - b);
}

/** One table for the readings of each operation. Figures that are measured once in a workload share a table. */
function tablesOf(
  rows: readonly SummaryRow[],
  summary: Summary,
  stores: readonly StoreName[],
  level: string,
): string[] {
  const rounds = usualRounds(rows);
  const operations = groupedBy(rows, ({ figure }) => operationOf(figure, rows));
  return [...operations].flatMap(([name, ofOperation]) => [
    `${level} ${name}`,
    tableOf([...ofOperation, ...lossesBeside(ofOperation, summary)], stores, rounds),
  ]);
}

/** The loss after a kill is a column next to the speed of single puts. */
function lossesBeside(rows: readonly SummaryRow[], summary: Summary): readonly SummaryRow[] {
  const puts = rows.find(({ figure }) => figure === 'put-relaxed');
  return summary.rows.filter(({ figure, cells }) => figure === 'lost' && cells === puts?.cells);
}

function operationOf(figure: Figure, rows: readonly SummaryRow[]): string {
  const { workload, title, reading }: FigureFacts = FIGURES[figure];
  const shared = rows.filter((row) => FIGURES[row.figure].workload === workload && isOnce(row)).length > 1;
  return inWorkload(workload, reading === 'once' && shared ? (WORKLOAD_TITLES[workload] ?? title) : title);
}

function isOnce({ figure }: SummaryRow): boolean {
  return FIGURES[figure].reading === 'once';
}

function tableOf(rows: readonly SummaryRow[], stores: readonly StoreName[], rounds: number): string {
  const shown = stores.filter((store) => rows.some(({ values }) => values[store] !== undefined));
  const heading = rows.map(({ figure }) => `${readingName(figure) || FIGURES[figure].title} (${FIGURES[figure].unit})`);
  const lines = shown.map((store) => [
    STORES[store].title,
    ...rows.map((row) => {
      const spread = spreadIn(row, store);
      if (spread === undefined) return '–';
      const text = spreadText(spread, rounds);
      return bestStores(row, shown).includes(store) ? `**${text}**` : text;
    }),
  ]);
  return markdownTable(['store', ...heading], lines);
}

/** The durable stores with the best median; none if all have the same one. */
function bestStores(row: SummaryRow, stores: readonly StoreName[]): readonly StoreName[] {
  const medians = stores.flatMap((store) => {
    const spread = spreadIn(row, store);
    return spread === undefined || STORES[store].role === 'ceiling' ? [] : [{ store, median: spread.median }];
  });
  const pick = FIGURES[row.figure].better === 'higher' ? Math.max : Math.min;
  const best = pick(...medians.map(({ median }) => median));
  const found = medians.filter(({ median }) => median === best);
  return found.length === medians.length ? [] : found.map(({ store }) => store);
}

/** The measured stores of these roles, in their usual order. */
export function storesOf(summary: Summary, roles: readonly string[]): readonly StoreName[] {
  return STORE_NAMES.filter((name) => summary.stores[name] !== undefined && roles.includes(STORES[name].role));
}

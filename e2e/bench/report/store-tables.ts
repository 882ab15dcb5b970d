import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { caption, spreadText, usualRounds } from './caption.js';
import { inWorkload, readingName, WORKLOAD_TITLES } from './figure-names.js';
import type { Spread } from './statistics.js';
import { type Summary, type SummaryRow, spreadIn } from './summary.js';
import { markdownTable, thousands } from './table.js';

/** A table of stores for each operation, size after size: only of rows that `takes` accepts. `level` is the level of its headings. */
export function storeTables(
  summary: Summary,
  stores: readonly StoreName[],
  takes: (row: SummaryRow) => boolean,
  level: string,
): string {
  const rows = summary.rows.filter((row) => takes(row) && stores.some((store) => row.values[store] !== undefined));
  const sizes = [...new Set(rows.map(({ cells }) => cells))].sort((a, b) => a - b);
  return sizes
    .flatMap((cells) => {
      const ofSize = rows.filter((row) => row.cells === cells);
      const heading = `${level} ${thousands(cells)} cells`;
      return [heading, caption(summary, ofSize), ...tablesOf(ofSize, stores, `${level}#`)];
    })
    .join('\n\n');
}

/** One table for the readings of each operation; what happens once in a workload shares a table. */
function tablesOf(rows: readonly SummaryRow[], stores: readonly StoreName[], level: string): string[] {
  const rounds = usualRounds(rows);
  const operations = new Map<string, SummaryRow[]>();
  for (const row of rows) {
    const name = operationOf(row.figure);
    operations.set(name, [...(operations.get(name) ?? []), row]);
  }
  return [...operations].flatMap(([name, ofOperation]) => [`${level} ${name}`, tableOf(ofOperation, stores, rounds)]);
}

function operationOf(figure: Figure): string {
  const { workload, title, reading } = FIGURES[figure] as FigureFacts;
  return inWorkload(workload, reading === 'once' ? (WORKLOAD_TITLES[workload] ?? title) : title);
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
      return isBest(row, spread, shown) ? `**${text}**` : text;
    }),
  ]);
  return markdownTable(['store', ...heading], lines);
}

function isBest(row: SummaryRow, { median }: Spread, stores: readonly StoreName[]): boolean {
  const medians = stores.flatMap((store) => spreadIn(row, store)?.median ?? []);
  if (medians.length < 2) return false;
  return median === (FIGURES[row.figure].better === 'higher' ? Math.max(...medians) : Math.min(...medians));
}

/** The measured stores of these roles, in their usual order. */
export function storesOf(summary: Summary, roles: readonly string[]): readonly StoreName[] {
  return STORE_NAMES.filter((name) => summary.stores[name] !== undefined && roles.includes(STORES[name].role));
}

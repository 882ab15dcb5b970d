import { STORES, type StoreName } from '../stores/store-names.js';
import { caption } from './caption.js';
import { operationName, READINGS_EXPLAINED, readingName } from './figure-names.js';
import { countsText } from './ratio-table.js';
import { type Ratio, ratiosOf, type Verdict } from './ratios.js';
import { storesOf } from './store-tables.js';
import { type Summary, type SummaryRow, spreadIn } from './summary.js';
import { short, thousands } from './table.js';

const BEGIN = /<!-- benchmark:[^\n]*-->\n/;
const END = '<!-- /benchmark -->';

/** `readme` with what these results say in its place. */
export function withResults(readme: string, summary: Summary): string {
  const begin = BEGIN.exec(readme);
  const end = readme.indexOf(END);
  if (begin === null || end < begin.index) throw new Error('the README has no place for the results of the benchmark');
  return `${readme.slice(0, begin.index + begin[0].length)}\n${readmeSection(summary)}\n\n${readme.slice(end)}`;
}

/** Everything that the table of ratios says, losses first. */
export function readmeSection(summary: Summary): string {
  const { ratios } = ratiosOf(summary);
  const rows = summary.rows.filter(({ figure, cells }) =>
    ratios.some((ratio) => ratio.figure === figure && ratio.cells === cells),
  );
  const of = (verdict: Verdict) => ratios.filter((ratio) => ratio.verdict === verdict);
  const sides: readonly (readonly [title: string, ratios: readonly Ratio[]])[] = [
    ['Worse', of('worse')],
    ['Within the spread', of('within')],
    ['Better', of('better')],
  ];
  return [
    `${countsText(ratios)} ${RATIOS_EXPLAINED} ${READINGS_EXPLAINED}`,
    ...sides.filter(([, list]) => list.length > 0).map(([title, list]) => `**${title}:** ${listText(list, ratios)}.`),
    killText(summary),
    rows.length === 0 ? caption(summary, summary.rows) : caption(summary, rows),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

const RATIOS_EXPLAINED =
  "A ratio is how many times better Bigtab's median is than that of the best other store, which stands beside it; below 1 it is worse. Within the spread: the rounds of the two stores overlap.";

/** Ratios by their operations: the operation with the worst of them comes first. */
function listText(ratios: readonly Ratio[], all: readonly Ratio[]): string {
  const severalSizes = new Set(all.map(({ cells }) => cells)).size > 1;
  const operations = new Map<string, Ratio[]>();
  for (const ratio of ratios) {
    const name = operationName(ratio.figure, severalSizes ? ratio.cells : null);
    operations.set(name, [...(operations.get(name) ?? []), ratio]);
  }
  return [...operations].map(([name, list]) => `${name}: ${list.map(ratioText).join(', ')}`).join('; ');
}

function ratioText({ figure, ratio, peer }: Ratio): string {
  const words = [readingName(figure), short(ratio), `(${STORES[peer].title})`];
  return words.filter((word) => word !== '').join(' ');
}

/** What each store loses of the puts that it acknowledged: the most of all rounds. */
function killText(summary: Summary): string {
  const row = summary.rows.find(({ figure }) => figure === 'lost');
  if (row === undefined) return '';
  const acknowledged = summary.rows.find(({ figure, cells }) => figure === 'acknowledged' && cells === row.cells);
  const stores = storesOf(summary, ['own', 'peer', 'ceiling']).filter((store) => row.values[store] !== undefined);
  const losing = stores.filter((store) => mostIn(row, store) > 0);
  const keeping = stores.filter((store) => mostIn(row, store) === 0);
  const parts = [
    ...losing.map((store) => {
      const all = acknowledged && spreadIn(acknowledged, store);
      const of = all === undefined ? '' : ` of some ${thousands(all.median)}`;
      return `${STORES[store].title} loses up to ${thousands(mostIn(row, store))}${of}`;
    }),
    ...(keeping.length > 0 ? [`none are lost by ${keeping.map((store) => STORES[store].title).join('; ')}`] : []),
  ];
  return `**What an acknowledgement is worth:** when a page's process is killed after it awaited puts for one second, acknowledged puts may be lost: ${parts.join('; ')}.`;
}

function mostIn(row: SummaryRow, store: StoreName): number {
  return spreadIn(row, store)?.most ?? 0;
}

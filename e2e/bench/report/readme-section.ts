import { STORES, type StoreName } from '../stores/store-names.js';
import { caption } from './caption.js';
import { operationName, READINGS_EXPLAINED, readingName } from './figure-names.js';
import { countsText, usualCells, usualText } from './ratio-table.js';
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
    `${countsText(ratios)} ${RATIOS_EXPLAINED} ${READINGS_EXPLAINED}${usualText(ratios)}`,
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
  const usual = usualCells(all);
  const operations = new Map<string, Ratio[]>();
  for (const ratio of ratios) {
    const name = operationName(ratio.figure, ratio.cells === usual ? null : ratio.cells);
    operations.set(name, [...(operations.get(name) ?? []), ratio]);
  }
  return [...operations].map(([name, list]) => `${name}: ${list.map(ratioText).join(', ')}`).join('; ');
}

function ratioText({ figure, ratio, peer }: Ratio): string {
  const words = [readingName(figure), short(ratio), `(${STORES[peer].title})`];
  return words.filter((word) => word !== '').join(' ');
}

/** What each store loses of the puts that it acknowledged. */
function killText(summary: Summary): string {
  const lost = summary.rows.find(({ figure }) => figure === 'lost');
  if (lost === undefined) return '';
  const acknowledged = summary.rows.find(({ figure, cells }) => figure === 'acknowledged' && cells === lost.cells);
  const measured = storesOf(summary, ['own', 'peer', 'ceiling']).filter((store) => lost.values[store] !== undefined);
  const losing = measured.filter((store) => (spreadIn(lost, store)?.most ?? 0) > 0);
  const losses = losing.map((store) => `${STORES[store].title} loses ${lossText(store, lost, acknowledged)}. `);
  const keeping = measured.filter((store) => !losing.includes(store)).map((store) => STORES[store].title);
  const kept = keeping.length === 0 ? '' : `None lost: ${keeping.join('; ')}.`;
  return `**Acknowledged puts that are lost** when the page's process is killed after one second of awaited puts: ${losses.join('')}${kept}`.trim();
}

function lossText(store: StoreName, lost: SummaryRow, acknowledged: SummaryRow | undefined): string {
  const [loss, all] = [spreadIn(lost, store), acknowledged && spreadIn(acknowledged, store)];
  if (loss === undefined) return '';
  const of = all === undefined ? '' : ` of ${thousands(all.median)}`;
  return `${thousands(loss.median)}${of} (medians; at most ${thousands(loss.most)})`;
}

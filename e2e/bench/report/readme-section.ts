import { short, thousands } from '../../../lib/build/report/table.js';
import { STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import { caption } from './caption.js';
import { operationName, READINGS_EXPLAINED, readingName, WORKLOAD_TITLES } from './figure-names.js';
import { groupedBy } from './grouped-by.js';
import { knownStoresText } from './known-stores.js';
import { countOf, countsText, isLoss, usualCells, usualText } from './ratio-table.js';
import { type Ratio, ratiosOf, rowsOf, type Verdict } from './ratios.js';
import { storesOf } from './store-tables.js';
import { type Summary, type SummaryRow, spreadIn } from './summary.js';

const BEGIN = /<!-- benchmark:[^\n]*-->\n/;
const END = '<!-- /benchmark -->';

/** `readme` with its benchmark section replaced by these results. */
export function withResults(readme: string, summary: Summary): string {
  const begin = BEGIN.exec(readme);
  const end = readme.indexOf(END);
  if (begin === null || end < begin.index) throw new Error('the README has no place for the results of the benchmark');
  return `${readme.slice(0, begin.index + begin[0].length)}\n${readmeSection(summary)}\n\n${readme.slice(end)}`;
}

/** A summary of the table of ratios, losses first. */
export function readmeSection(summary: Summary): string {
  const { ratios } = ratiosOf(summary);
  const rows = rowsOf(ratios, summary);
  const [losses, gains] = [ratios.filter(isLoss), ratios.filter((ratio) => !isLoss(ratio))];
  const within = ratios.filter(({ verdict }) => verdict === 'within');
  return [
    [
      countsText(ratios),
      ratios.length === 0 ? '' : RATIOS_EXPLAINED,
      within.length === 0 ? '' : `In ${countOf(within)}, marked ${WITHIN}, ${OVERLAP_EXPLAINED}`,
      usualText(ratios).trim(),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    losses.length === 0
      ? ''
      : `**Worse**, grouped by the best other store, largest loss first:\n\n${lossText(losses, ratios)}`,
    gains.length === 0
      ? ''
      : `**As good or better**, with the lowest and highest ratio of each workload: ${gainText(gains)}.`,
    knownStoresText(summary, ratios),
    killText(summary),
    READINGS_EXPLAINED,
    caption(summary, ratios.length === 0 ? summary.rows : rows),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** Marks a ratio whose ranges overlap. */
const WITHIN = '≈';

const RATIOS_EXPLAINED =
  "Each number compares Bigtab's median with that of the best other store: 2 is twice as good, 0.50 is half as good. The range in brackets covers all rounds.";

const OVERLAP_EXPLAINED =
  "Bigtab's range overlaps that of the best other store or of another one, so the rounds do not show which is better.";

/** A line for each store, with its operations; the worst ratio of each comes first. */
function lossText(losses: readonly Ratio[], all: readonly Ratio[]): string {
  const usual = usualCells(all);
  return [...groupedBy(losses, ({ peer }) => STORES[peer].title)]
    .map(([store, ofStore]) => {
      const operations = groupedBy(ofStore, ({ figure, cells }) =>
        operationName(figure, cells === usual ? null : cells),
      );
      const texts = [...operations].map(([name, list]) => `${name}: ${list.map(ratioText).join(', ')}`);
      return `- ${store}: ${texts.join('; ')}`;
    })
    .join('\n');
}

function ratioText({ figure, ratio, least, most, verdict }: Ratio): string {
  const reading = readingName(figure);
  return `${reading}${reading === '' ? '' : ' '}${marked(ratio, verdict)} (${short(least)} to ${short(most)})`;
}

/** The extremes of each workload, in the order of the report. */
function gainText(gains: readonly Ratio[]): string {
  const workloads = groupedBy(gains, ({ figure }) => FIGURES[figure].workload);
  return Object.entries(WORKLOAD_TITLES)
    .flatMap(([workload, title]) => {
      const list = workloads.get(workload);
      const [lowest, highest] = [list?.[0], list?.at(-1)];
      if (list === undefined || lowest === undefined || highest === undefined) return [];
      const range = list.length === 1 ? short(lowest.ratio) : `${short(lowest.ratio)} to ${short(highest.ratio)}`;
      const within = list.filter(({ verdict }) => verdict === 'within').length;
      return [`${title} ${range} (${countOf(list)}${within === 0 ? '' : `, ${within} ${WITHIN}`})`];
    })
    .join('; ');
}

function marked(ratio: number, verdict: Verdict): string {
  return `${verdict === 'within' ? WITHIN : ''}${short(ratio)}`;
}

/** The acknowledged puts that each store loses. */
function killText(summary: Summary): string {
  const lost = summary.rows.find(({ figure }) => figure === 'lost');
  if (lost === undefined) return '';
  const acknowledged = summary.rows.find(({ figure, cells }) => figure === 'acknowledged' && cells === lost.cells);
  const measured = storesOf(summary, ['own', 'peer', 'ceiling']).filter(
    (store) => store !== 'yardstick' && lost.values[store] !== undefined,
  );
  const losing = measured.filter((store) => (spreadIn(lost, store)?.most ?? 0) > 0);
  const losses = losing.map((store) => `${STORES[store].title} loses ${lossOf(store, lost, acknowledged)}. `);
  const keeping = measured.filter((store) => !losing.includes(store)).map((store) => STORES[store].title);
  const kept = keeping.length === 0 ? '' : `These stores lose none: ${keeping.join('; ')}.`;
  return `**Lost acknowledged puts**, when the tab's process is killed after one second of awaited puts: ${losses.join('')}${kept}`.trim();
}

function lossOf(store: StoreName, lost: SummaryRow, acknowledged: SummaryRow | undefined): string {
  const [loss, all] = [spreadIn(lost, store), acknowledged && spreadIn(acknowledged, store)];
  if (loss === undefined) return '';
  const of = all === undefined ? '' : ` of ${thousands(all.median)}`;
  return `${thousands(loss.median)} (${thousands(loss.least)} to ${thousands(loss.most)})${of}`;
}

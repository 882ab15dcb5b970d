import { markdownTable } from '../../../lib/build/report/table.js';
import { STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure } from '../workloads/figures.js';
import { spreadText, usualRounds } from './caption.js';
import { figureName } from './figure-names.js';
import { countOf, usualCells } from './ratio-table.js';
import { type Ratio, rowsOf } from './ratios.js';
import { timesBetter } from './statistics.js';
import { type Summary, type SummaryRow, spreadIn } from './summary.js';

/** The stores that most readers know: IndexedDB with a small wrapper, and SQLite. */
const KNOWN: readonly StoreName[] = ['idb', 'sqlite'];

/** The most common operations of an app. */
const SHOWN: readonly Figure[] = ['put-relaxed', 'get-single', 'get-256', 'scan-all', 'load-random', 'open-first-get'];

/**
 * Bigtab compared with IndexedDB and SQLite: the number of figures of `ratios` in which it is better, and some of these
 * figures.
 */
export function knownStoresText(summary: Summary, ratios: readonly Ratio[]): string {
  const rows = rowsOf(ratios, summary);
  const counts = KNOWN.flatMap((store) => countText(store, rows));
  const cells = usualCells(ratios);
  const shown = SHOWN.flatMap((figure) => rows.filter((row) => row.figure === figure && row.cells === cells));
  if (counts.length === 0 || shown.length === 0) return '';
  const stores: readonly StoreName[] = ['bigtab', ...KNOWN];
  const rounds = usualRounds(shown);
  const lines = shown.map((row) => [
    `${figureName(row.figure, null)} (${FIGURES[row.figure].unit})`,
    ...stores.map((store) => {
      const spread = spreadIn(row, store);
      return spread === undefined ? '–' : spreadText(spread, rounds);
    }),
  ]);
  const table = markdownTable(['figure', ...stores.map((store) => STORES[store].title)], lines);
  return `Compared with a single store, Bigtab's median is better than that of ${counts.join(', and better than that of ')}:\n\n${table}`;
}

function countText(store: StoreName, rows: readonly SummaryRow[]): readonly string[] {
  const medians = rows.flatMap((row) => {
    const [own, other] = [spreadIn(row, 'bigtab'), spreadIn(row, store)];
    if (own === undefined || other === undefined) return [];
    return [timesBetter(own.median, other.median, FIGURES[row.figure].better)];
  });
  if (medians.length === 0) return [];
  return [`${STORES[store].title} in ${medians.filter((times) => times > 1).length} of ${countOf(medians)}`];
}

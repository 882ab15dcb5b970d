import { STORES } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import { caption, spreadText, usualRounds } from './caption.js';
import { figureName } from './figure-names.js';
import { type NoRatio, type Ratio, ratiosOf, type Verdict } from './ratios.js';
import type { Summary } from './summary.js';
import { markdownTable, short } from './table.js';

const VERDICTS: Readonly<Record<Verdict, string>> = { worse: 'worse', within: 'within the spread', better: 'better' };

/** Bigtab beside the best other store in every figure, the largest loss first. */
export function ratioTable(summary: Summary): string {
  const { ratios, without } = ratiosOf(summary);
  const rows = summary.rows.filter(({ figure, cells }) =>
    ratios.some((ratio) => ratio.figure === figure && ratio.cells === cells),
  );
  const nameOf = namesIn(ratios);
  const rounds = usualRounds(rows);
  const lines = ratios.map((found) => {
    const { figure, own, peer, best, ratio, least, most, verdict } = found;
    return [
      `${nameOf(found)} (${FIGURES[figure].unit})`,
      `**${short(ratio)}** (${short(least)} to ${short(most)})`,
      VERDICTS[verdict],
      spreadText(own, rounds),
      `${STORES[peer].title}: ${spreadText(best, rounds)}`,
      own.count === best.count ? `${own.count}` : `${own.count} and ${best.count}`,
    ];
  });
  const heading = ['figure', 'ratio', '', 'Bigtab', 'best other store', 'rounds'];
  return [
    ratios.length === 0 ? '' : caption(summary, rows),
    countsText(ratios),
    ratios.length === 0 ? '' : markdownTable(heading, lines),
    withoutText(without),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** How many figures stand on which side. */
export function countsText(ratios: readonly Ratio[]): string {
  if (ratios.length === 0) return 'No figure has a ratio.';
  const count = (verdict: Verdict) => ratios.filter((ratio) => ratio.verdict === verdict).length;
  const below = ratios.filter(({ ratio }) => ratio < 1).length;
  return (
    `Bigtab is below the best other store in ${below} of ${ratios.length} figures, and at or above it in ${ratios.length - below}. ` +
    `Worse beyond the spread: ${count('worse')}. Within the spread: ${count('within')}. Better beyond the spread: ${count('better')}.`
  );
}

/** Names figures with their sizes where there are several sizes. */
export function namesIn(figures: readonly Pick<Ratio, 'figure' | 'cells'>[]): (of: (typeof figures)[number]) => string {
  const severalSizes = new Set(figures.map(({ cells }) => cells)).size > 1;
  return ({ figure, cells }) => figureName(figure, severalSizes ? cells : null);
}

/** What has no ratio, by the reason. */
function withoutText(without: readonly NoRatio[]): string {
  if (without.length === 0) return '';
  const nameOf = namesIn(without);
  const lines = [...new Set(without.map(({ reason }) => reason))].map((reason) => {
    const names = without.filter((found) => found.reason === reason).map(nameOf);
    return `- ${reason} (${names.length === 1 ? '1 figure' : `${names.length} figures`}): ${names.join('; ')}`;
  });
  return `These figures have no ratio:\n\n${lines.join('\n')}`;
}

import { STORES } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import { caption, spreadText, usualRounds } from './caption.js';
import { figureName } from './figure-names.js';
import { type NoRatio, type Ratio, ratiosOf, type Verdict } from './ratios.js';
import type { Summary } from './summary.js';
import { markdownTable, short, thousands } from './table.js';

const VERDICTS: Readonly<Record<Verdict, string>> = { worse: 'worse', within: 'within the spread', better: 'better' };

/** A figure of one size. */
type Sized = Pick<Ratio, 'figure' | 'cells'>;

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
    `${countsText(ratios)}${usualText(ratios)}`,
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

/** Names figures, with the size where it is not the usual one. */
export function namesIn(figures: readonly Sized[]): (of: Sized) => string {
  const usual = usualCells(figures);
  return ({ figure, cells }) => figureName(figure, cells === usual ? null : cells);
}

/** The size of most of these figures. */
export function usualCells(figures: readonly Pick<Sized, 'cells'>[]): number | null {
  const counts = new Map<number, number>();
  for (const { cells } of figures) counts.set(cells, (counts.get(cells) ?? 0) + 1);
  return [...counts].sort(([a, as], [b, bs]) => bs - as || a - b)[0]?.[0] ?? null;
}

/** Says which size figures without one have; nothing where there is only one size. */
export function usualText(figures: readonly Pick<Sized, 'cells'>[]): string {
  const severalSizes = new Set(figures.map(({ cells }) => cells)).size > 1;
  return severalSizes ? ` ${thousands(usualCells(figures) ?? 0)} cells unless another number is named.` : '';
}

/** What has no ratio, by the reason. */
function withoutText(without: readonly NoRatio[]): string {
  if (without.length === 0) return '';
  const nameOf = namesIn(without);
  const sizes = usualText(without);
  const lines = [...new Set(without.map(({ reason }) => reason))].map((reason) => {
    const names = without.filter((found) => found.reason === reason).map(nameOf);
    return `- ${reason} (${names.length === 1 ? '1 figure' : `${names.length} figures`}): ${names.join('; ')}`;
  });
  return `These figures have no ratio.${sizes}\n\n${lines.join('\n')}`;
}

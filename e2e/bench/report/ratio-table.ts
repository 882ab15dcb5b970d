import { markdownTable, short, thousands } from '../../../lib/build/report/table.js';
import { STORES } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import { caption, spreadText, usualRounds } from './caption.js';
import { figureName } from './figure-names.js';
import { type NoRatio, type Ratio, ratiosOf, rowsOf, type Verdict } from './ratios.js';
import { mostFrequent } from './statistics.js';
import type { Summary } from './summary.js';

const VERDICTS: Readonly<Record<Verdict, string>> = { worse: 'worse', within: 'within the spread', better: 'better' };

/** A figure of one size. */
type Sized = Pick<Ratio, 'figure' | 'cells'>;

/** Bigtab and the best other store in every figure, the largest loss first. */
export function ratioTable(summary: Summary): string {
  const { ratios, without } = ratiosOf(summary);
  const rows = rowsOf(ratios, summary);
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
  const heading = ['figure', 'ratio', 'verdict', 'Bigtab', 'best other store', 'rounds'];
  return [
    ratios.length === 0 ? '' : caption(summary, rows),
    `${countsText(ratios)} ${withinText(ratios)}${usualText(ratios)}`.trim(),
    ratios.length === 0 ? '' : markdownTable(heading, lines, [2]),
    withoutText(without, ratios),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The number of figures in which Bigtab is worse, and in which it is not. */
export function countsText(ratios: readonly Ratio[]): string {
  if (ratios.length === 0) return 'No figure has a ratio.';
  const below = ratios.filter(isLoss).length;
  return `Bigtab is worse than the best other store in **${below} of ${countOf(ratios)}** and as good or better in ${ratios.length - below}.`;
}

/** Whether the median is worse than that of the best other store. */
export function isLoss({ ratio }: Ratio): boolean {
  return ratio < 1;
}

export function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 figure' : `${length} figures`;
}

function withinText(ratios: readonly Ratio[]): string {
  const within = ratios.filter(({ verdict }) => verdict === 'within');
  return within.length === 0 ? '' : `In ${countOf(within)} the rounds do not show which is better.`;
}

/** Names figures, with the size if it is not the usual one. */
export function namesIn(figures: readonly Sized[]): (of: Sized) => string {
  const usual = usualCells(figures);
  return ({ figure, cells }) => figureName(figure, cells === usual ? null : cells);
}

/** The size of most of these figures; if two sizes are equally frequent, the smaller one. */
export function usualCells(figures: readonly Pick<Sized, 'cells'>[]): number | null {
  return mostFrequent(figures.map(({ cells }) => cells).sort((a, b) => a - b)) ?? null;
}

/** States the size of figures that are listed without one. Empty if there is only one size. */
export function usualText(figures: readonly Pick<Sized, 'cells'>[]): string {
  const severalSizes = new Set(figures.map(({ cells }) => cells)).size > 1;
  return severalSizes ? ` ${thousands(usualCells(figures) ?? 0)} cells unless another number is named.` : '';
}

/** The figures without a ratio, grouped by the reason. */
function withoutText(without: readonly NoRatio[], ratios: readonly Ratio[]): string {
  if (without.length === 0) return '';
  // The sizes that the table omits are also omitted here.
  const all: readonly Sized[] = ratios.length === 0 ? without : ratios;
  const nameOf = namesIn(all);
  const sizes = ratios.length === 0 ? usualText(without) : '';
  const lines = [...new Set(without.map(({ reason }) => reason))].map((reason) => {
    const names = without.filter((found) => found.reason === reason).map(nameOf);
    return `- ${reason} (${countOf(names)}): ${names.join('; ')}`;
  });
  return `These figures have no ratio.${sizes}\n\n${lines.join('\n')}`;
}

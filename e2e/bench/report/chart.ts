import { bar, escaped, fixed, spread, svgDocument } from '../../../lib/build/report/svg.js';
import { short } from '../../../lib/build/report/table.js';
import { STORES } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import { factsOf } from './caption.js';
import { namesIn, usualText } from './ratio-table.js';
import { type Ratio, ratiosOf, rowsOf } from './ratios.js';
import type { Summary } from './summary.js';

const WIDTH = 1170;
const LABELS = 600;
const RIGHT = 265;
const LINE = 24;
const TOP = 84;
const BOTTOM = 12;

const COLORS = {
  light: [
    '.worse { fill: #bc4c00; stroke: #bc4c00 }',
    '.within { fill: #818b98; stroke: #818b98 }',
    '.better { fill: #1a7f5a; stroke: #1a7f5a }',
    '.cold { fill-opacity: 0.2 }',
    'line { stroke: #59636e }',
    '.spread { stroke: #1f2328 }',
  ],
  dark: [
    '.worse { fill: #f0883e; stroke: #f0883e }',
    '.within { fill: #656c76; stroke: #656c76 }',
    '.better { fill: #3fb37f; stroke: #3fb37f }',
    'line { stroke: #9198a1 }',
    '.spread { stroke: #f0f6fc }',
  ],
};

/**
 * How many times better Bigtab is than the best other store: a bar per figure, the largest loss first. Bars to the
 * right of the line at 1 show where Bigtab is better. A thin line over each bar is the range of the ratio; hollow bars
 * are cold.
 */
export function resultChart(summary: Summary): string {
  const { ratios } = ratiosOf(summary);
  const place = placing(ratios);
  const nameOf = namesIn(ratios);
  const height = TOP + ratios.length * LINE + BOTTOM;
  const one = fixed(place(1));
  const bars = ratios.map((ratio, index) => figureBar(ratio, nameOf(ratio), TOP + index * LINE, place));
  return svgDocument(
    { width: WIDTH, height, title: 'Bigtab beside the best other store of each figure', colors: COLORS },
    [
      `<text x="12" y="20">How many times better Bigtab is than the best other store, which is named (log scale).${usualText(ratios)}</text>`,
      `<text class="peer" x="12" y="40">${escaped(factsOf(summary, rowsOf(ratios, summary)))}</text>`,
      legend(),
      `<line x1="${one}" x2="${one}" y1="${TOP - 6}" y2="${height - BOTTOM}"/>`,
      ...bars,
    ],
  );
}

/** Places ratios on the scale so that all of them fit, with their ranges. */
function placing(ratios: readonly Ratio[]): (ratio: number) => number {
  const low = Math.log2(Math.min(0.5, ...ratios.map(({ least }) => least)));
  const high = Math.log2(Math.max(2, ...ratios.map(({ most }) => most)));
  return (ratio) => LABELS + ((Math.log2(ratio) - low) / (high - low)) * (WIDTH - LABELS - RIGHT);
}

function figureBar(found: Ratio, name: string, y: number, place: (ratio: number) => number): string {
  const { figure, ratio, least, most, peer, verdict } = found;
  const [one, end] = [place(1), place(ratio)];
  const kind = FIGURES[figure].reading === 'cold' ? `${verdict} cold` : verdict;
  return [
    `<text x="${LABELS - 12}" y="${y + 16}" text-anchor="end">${escaped(withoutBrackets(name))}</text>`,
    bar(kind, Math.min(one, end), y + 5, Math.abs(end - one), LINE - 10),
    spread(place(least), place(most), y + LINE / 2),
    `<text x="${fixed(Math.max(one, place(most)) + 8)}" y="${y + 16}">${short(ratio)} <tspan class="peer">${escaped(STORES[peer].title)}</tspan></text>`,
  ].join('\n');
}

/** The legend of colors, hollow bars and thin lines. */
function legend(): string {
  const entries = [
    ['worse', 'worse'],
    ['within', 'within the spread'],
    ['better', 'better'],
    ['better cold', 'hollow: cold, the first calls on a fresh page'],
  ] as const;
  const [y, steps] = [52, [12, 90, 238, 318]];
  const boxes = entries.map(
    ([kind, text], at) =>
      `<rect class="${kind}" x="${steps[at]}" y="${y}" width="14" height="12" rx="2"/><text x="${(steps[at] ?? 0) + 20}" y="${y + 11}">${text}</text>`,
  );
  return `${boxes.join('\n')}
<line class="spread" x1="630" x2="654" y1="${y + 6}" y2="${y + 6}"/><text x="662" y="${y + 11}">from the worst to the best round</text>`;
}

/** Removes explanations, for which a label has no room. */
function withoutBrackets(name: string): string {
  return name.replace(/ \([^)]*\)/, '');
}

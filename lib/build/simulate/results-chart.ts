import { bar, escaped, fixed, spread, svgDocument } from '../report/svg.js';
import { thousands } from '../report/table.js';
import type { Figures } from './figures.js';
import { LOADS, MIB } from './loads.js';
import { POLICIES } from './policies.js';
import type { Run } from './results.js';

const WIDTH = 1170;
const LABELS = 100;
const COLUMN = (WIDTH - LABELS) / 4;
/** Where the value of a bar is written needs this much of a column. */
const VALUE = 86;
const LINE = 22;
const TOP = 86;
const BOTTOM = 12;

const KINDS = ['first', 'second', 'third'];
const COLORS = {
  light: [
    '.first { fill: #1a7f5a }',
    '.second { fill: #0969da }',
    '.third { fill: #bc4c00 }',
    '.load { font-weight: 600 }',
    '.spread { stroke: #1f2328 }',
  ],
  dark: [
    '.first { fill: #3fb37f }',
    '.second { fill: #58a6ff }',
    '.third { fill: #f0883e }',
    '.spread { stroke: #f0f6fc }',
  ],
};

interface Measure {
  readonly title: string;
  /** The bar, and the end of the thin line over it. */
  readonly value: (figures: Figures) => number;
  readonly most: (figures: Figures) => number;
}

const MEASURES: readonly Measure[] = [
  { title: 'bytes written per byte flushed', value: ({ writes }) => writes, most: ({ writes }) => writes },
  { title: 'sorted runs of a scan, to p99', value: ({ scan }) => scan.mean, most: ({ scan }) => scan.p99 },
  { title: 'device bytes per data byte, to worst', value: ({ space }) => space.mean, most: ({ space }) => space.worst },
  { title: 'extra room, MiB', value: ({ extraBytes }) => extraBytes / MIB, most: ({ extraBytes }) => extraBytes / MIB },
];

/** The most important figures of each load under each policy, as bars; shorter is better. */
export function resultsChart({ days, outcomes }: Run): string {
  const group = (POLICIES.length + 1) * LINE + 8;
  const height = TOP + LOADS.length * group + BOTTOM;
  const scales = MEASURES.map(({ most }) => Math.max(...outcomes.map(({ figures }) => most(figures))));
  const headings = MEASURES.map(
    ({ title }, at) => `<text class="peer" x="${fixed(LABELS + at * COLUMN)}" y="66">${escaped(title)}</text>`,
  );
  const content = LOADS.flatMap(({ name }, load) => {
    const y = TOP + load * group;
    const own = outcomes.filter((outcome) => outcome.load === name);
    const lines = own.flatMap(({ policy, figures }, at) =>
      lineOf(policy, figures, KINDS[at] ?? '', y + (at + 1) * LINE, scales),
    );
    return [`<text class="load" x="12" y="${y + 16}">${escaped(name)}</text>`, ...lines];
  });
  return svgDocument({ width: WIDTH, height, title: 'Compaction policies under five loads', colors: COLORS }, [
    `<text x="12" y="20">Three compaction policies under five loads on a device of 10 GiB, simulated for ${days} days. Shorter bars are better.</text>`,
    '<text class="peer" x="12" y="40">A bar is the mean, and a thin line ends at the 99th percentile or the worst value. Each column has its own scale.</text>',
    ...headings,
    ...content,
  ]);
}

function lineOf(
  policy: string,
  figures: Figures,
  kind: string,
  y: number,
  scales: readonly number[],
): readonly string[] {
  const bars = MEASURES.flatMap(({ value, most }, at) => {
    const from = LABELS + at * COLUMN;
    const length = (amount: number): number => (amount / (scales[at] ?? 1)) * (COLUMN - VALUE);
    const [mean, end] = [value(figures), most(figures)];
    const label = `<text x="${fixed(from + length(end) + 8)}" y="${y + 16}">${numberText(mean)}</text>`;
    const line = end > mean ? [spread(from + length(mean), from + length(end), y + LINE / 2)] : [];
    return [bar(kind, from, y + 5, length(mean), LINE - 10), ...line, label];
  });
  return [`<text x="12" y="${y + 16}">${escaped(policy)}</text>`, ...bars];
}

function numberText(amount: number): string {
  return thousands(amount >= 100 ? Math.round(amount) : amount);
}

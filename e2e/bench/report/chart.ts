import { STORES } from '../stores/store-names.js';
import type { Summary, SummaryRow } from './summary.js';
import { short, thousands } from './table.js';

const WIDTH = 900;
const LABELS = 430;
const RIGHT = 150;
const LINE = 24;
const TOP = 40;
const BOTTOM = 12;

/** How many times faster than the best peer: a bar a figure, to the right of the line where both are equal when Bigtab is faster. */
export function resultChart({ rows }: Summary): string {
  const shown = rows.filter((row): row is SummaryRow & { ratio: number } => row.ratio !== null && row.ratio > 0);
  const reach = Math.max(2, ...shown.map(({ ratio }) => Math.max(ratio, 1 / ratio)));
  const least = Math.min(1, ...shown.map(({ ratio }) => ratio));
  const low = Math.log2(Math.max(1 / reach, least));
  const high = Math.log2(reach);
  const place = (ratio: number) => LABELS + ((Math.log2(ratio) - low) / (high - low)) * (WIDTH - LABELS - RIGHT);
  const one = place(1);
  const height = TOP + shown.length * LINE + BOTTOM;
  const usual = shown[0]?.cells;
  const bars = shown.map(({ figure, cells, ratio, bestPeer }, index) => {
    const y = TOP + index * LINE;
    const end = place(ratio);
    const size = cells === usual ? '' : `, ${thousands(cells)} cells`;
    const peer = bestPeer === null ? '' : STORES[bestPeer].title;
    return [
      `<text x="${LABELS - 12}" y="${y + 16}" text-anchor="end">${figure.workload} ${escaped(figure.title)}${size}</text>`,
      `<rect class="${ratio >= 1 ? 'faster' : 'slower'}" x="${fixed(Math.min(one, end))}" y="${y + 4}" width="${fixed(Math.max(1, Math.abs(end - one)))}" height="${LINE - 8}" rx="2"/>`,
      `<text x="${fixed(Math.max(one, end) + 8)}" y="${y + 16}">${short(ratio)}x <tspan class="peer">${peer}</tspan></text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Bigtab over the best other store of each workload</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.peer { fill: #59636e }
.faster { fill: #1a7f5a }
.slower { fill: #bc4c00 }
line { stroke: #59636e }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .peer { fill: #9198a1 }
  .faster { fill: #3fb37f }
  .slower { fill: #f0883e }
  line { stroke: #9198a1 }
}
</style>
<text x="${LABELS}" y="20">times as fast as the best of the others (named), log scale</text>
<line x1="${fixed(one)}" x2="${fixed(one)}" y1="${TOP - 6}" y2="${height - BOTTOM}"/>
${bars.join('\n')}
</svg>
`;
}

function fixed(number: number): string {
  return number.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

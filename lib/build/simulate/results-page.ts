import { markdownTable, thousands } from '../report/table.js';
import type { Figures } from './figures.js';
import { LOADS, MIB } from './loads.js';
import { POLICIES, VARIANTS } from './policies.js';
import type { Results, Run } from './results.js';
import type { Outcome } from './simulate-all.js';

const HEADING = [
  'bytes written per byte flushed',
  'files read by a get: mean, p99',
  'sorted runs of a scan: mean, p99',
  'bytes on the device per byte of data: mean, worst',
  'extra room, MiB',
  'MiB compacted a day',
  'time without room',
  'writes waited, s',
];

/** The results as a page in Markdown. */
export function resultsPage({ seed, policies, variants }: Results): string {
  return `# Compaction policies, simulated

Written by \`npm run simulate -- --write\`; seed ${seed}. [README](README.md) describes the model. Differences of a few percent are within its error.

![The figures as a chart](results.svg)

## Three policies, ${policies.days} days

${POLICIES.map(({ name, description }) => `- **${name}**: ${description}.`).join('\n')}

${LOADS.map(({ name, description }) => `### ${name}\n\n${description}.\n\n${tableOf(policies.outcomes, name)}`).join('\n\n')}

## The engine's policy with one parameter changed, ${variants.days} days

Geometric means over the ${LOADS.length} loads.

${variantTable(variants)}
`;
}

function tableOf(outcomes: readonly Outcome[], load: string): string {
  const lines = outcomes
    .filter((outcome) => outcome.load === load)
    .map(({ policy, figures }) => [policy, ...cellsOf(figures)]);
  return markdownTable(['policy', ...HEADING], lines);
}

function cellsOf(figures: Figures): readonly string[] {
  const { writes, get, scan, space, extraBytes, compactedBytesPerDay, withoutRoom, waitedSeconds } = figures;
  return [
    thousands(writes),
    `${thousands(get.mean)}, ${thousands(get.p99)}`,
    `${thousands(scan.mean)}, ${thousands(scan.p99)}`,
    `${thousands(space.mean)}, ${thousands(space.worst)}`,
    thousands(Math.round(extraBytes / MIB)),
    thousands(Math.round(compactedBytesPerDay / MIB)),
    `${thousands(withoutRoom * 100)} %`,
    thousands(Math.round(waitedSeconds)),
  ];
}

function variantTable({ outcomes }: Run): string {
  const lines = VARIANTS.map(({ name, description }) => {
    const own = outcomes.filter(({ policy }) => policy === name).map(({ figures }) => figures);
    const mean = (pick: (figures: Figures) => number) => thousands(geometricMean(own.map(pick)));
    return [
      description,
      mean(({ writes }) => writes),
      mean(({ get }) => get.mean),
      mean(({ scan }) => scan.mean),
      mean(({ scan }) => scan.p99),
      mean(({ space }) => space.mean),
      mean(({ space }) => space.worst),
      mean(({ extraBytes }) => extraBytes / MIB),
    ];
  });
  const heading = [
    'changed',
    HEADING[0] ?? '',
    'files read by a get',
    'sorted runs of a scan',
    'p99',
    'bytes on the device per byte of data',
    'worst',
    'extra room, MiB',
  ];
  return markdownTable(heading, lines);
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

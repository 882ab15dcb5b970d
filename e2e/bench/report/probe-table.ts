import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import { PROBE_FIGURES, type ProbeFigure, type ProbeRun, type Side } from '../probes/probe-figures.js';
import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { type Spread, spreadOf } from './statistics.js';

/** The share of its probe that an adapter must reach. */
export const LEAST_SHARE = 0.9;

/**
 * A figure of a store: the values of its probe and its adapter, and the share of the probe's speed that the adapter
 * reaches, in each round.
 */
export interface ProbeLine {
  readonly store: StoreName;
  readonly figure: ProbeFigure;
  readonly probe: Spread;
  readonly adapter: Spread;
  readonly shares: Spread;
}

/** Only rounds in which both sides were measured count. */
export function probeLines(runs: readonly ProbeRun[]): ProbeLine[] {
  return STORE_NAMES.flatMap((store) => {
    const rounds = [...new Set(runs.filter((run) => run.store === store).map(({ round }) => round))];
    const pairs = rounds.flatMap((round) => {
      const sideOf = (side: Side) =>
        runs.find((run) => run.store === store && run.round === round && run.side === side)?.figures;
      const [probe, adapter] = [sideOf('probe'), sideOf('adapter')];
      return probe === undefined || adapter === undefined ? [] : [{ probe, adapter }];
    });
    if (pairs.length === 0) return [];
    return (Object.keys(PROBE_FIGURES) as ProbeFigure[]).map((figure) => ({
      store,
      figure,
      probe: spreadOf(pairs.map(({ probe }) => probe[figure])),
      adapter: spreadOf(pairs.map(({ adapter }) => adapter[figure])),
      shares: spreadOf(pairs.map(({ probe, adapter }) => adapter[figure] / probe[figure])),
    }));
  });
}

/** The lines as Markdown. `facts`: what the numbers depend on, in one sentence each. */
export function probeTable(lines: readonly ProbeLine[], facts: readonly string[]): string {
  const heading = ['store', 'what', 'probe', 'adapter', 'share', 'rounds'];
  const rows = lines.map(({ store, figure, probe, adapter, shares }) => {
    const { title, unit } = PROBE_FIGURES[figure];
    const isLess = shares.median < LEAST_SHARE;
    const share = withExtremes(shares, (amount) => amount.toFixed(2));
    return [
      STORES[store].title,
      `${title} (${unit})`,
      withExtremes(probe, thousands),
      withExtremes(adapter, thousands),
      isLess ? `**${share}**, less than ${LEAST_SHARE}` : share,
      String(shares.count),
    ];
  });
  return [
    'The speed of each adapter as a share of the speed of its probe. A probe is the shortest code that is as fast as the documentation of its store says.',
    'Medians, with the minimum and the maximum. A share is the median of the ratios of all rounds.',
    '',
    markdownTable(heading, rows, [1]),
    '',
    facts.join(' '),
    '',
  ].join('\n');
}

function withExtremes({ median, least, most }: Spread, text: (amount: number) => string): string {
  return `${text(median)} (${text(least)}–${text(most)})`;
}

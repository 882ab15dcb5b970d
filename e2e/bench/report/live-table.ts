import { markdownTable, thousands } from '../../../lib/build/report/table.js';
import {
  LIVE_FIGURE_NAMES,
  LIVE_FIGURES,
  LIVE_GOALS,
  LIVE_STORE_NAMES,
  LIVE_STORES,
  type LiveFigure,
  type LiveRun,
  type LiveStoreName,
} from '../live/live-figures.js';
import { STORES } from '../stores/store-names.js';
import { roundsText, spreadText } from './caption.js';
import { type Spread, spreadOf } from './statistics.js';

/** A figure of all stores that were measured. */
export interface LiveLine {
  readonly figure: LiveFigure;
  readonly spreads: Readonly<Partial<Record<LiveStoreName, Spread>>>;
  /** Whether Bigtab's median is not above the goal. */
  readonly isMet: boolean;
  /** Whether another store has a smaller median than Bigtab. */
  readonly isBeaten: boolean;
}

/** The figures that Bigtab was measured in: missed goals first, then those in which another store is better. */
export function liveLines(runs: readonly LiveRun[]): readonly LiveLine[] {
  const lines = LIVE_FIGURE_NAMES.flatMap((figure) => {
    const spreads: Partial<Record<LiveStoreName, Spread>> = {};
    for (const store of LIVE_STORE_NAMES) {
      const values = runs.filter((run) => run.store === store && run.figure === figure).map(({ value }) => value);
      if (values.length > 0) spreads[store] = spreadOf(values);
    }
    const { bigtab, ...others } = spreads;
    if (bigtab === undefined) return [];
    const isBeaten = Object.values(others).some(({ median }) => median < bigtab.median);
    return [{ figure, spreads, isMet: bigtab.median <= LIVE_GOALS[figure], isBeaten }];
  });
  const rank = ({ isMet, isBeaten }: LiveLine) => (isMet ? 2 : 0) + (isBeaten ? 0 : 1);
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** The page about lists that stay up to date. `facts`: sentences about the run. */
export function livePage(
  runs: readonly LiveRun[],
  versions: Readonly<Record<string, string | null>>,
  facts: readonly string[],
): string {
  const lines = liveLines(runs);
  const missed = lines.filter(({ isMet }) => !isMet).length;
  const rounds = Math.max(0, ...lines.map(({ spreads }) => spreads.bigtab?.count ?? 0));
  const table = markdownTable(
    ['', ...LIVE_STORE_NAMES.map((store) => STORES[store].title), 'goal for Bigtab'],
    lines.map(({ figure, spreads, isMet }) => {
      const { title, unit } = LIVE_FIGURES[figure];
      const most = `at most ${thousands(LIVE_GOALS[figure])}`;
      const cells = LIVE_STORE_NAMES.map((store) => {
        const spread = spreads[store];
        return spread === undefined ? 'not measured' : spreadText(spread, rounds);
      });
      return [`${title} (${unit})`, ...cells, isMet ? most : `**missed**: ${most}`];
    }),
    [4],
  );
  const stores = LIVE_STORE_NAMES.map((store) => {
    const version = versions[store];
    return `- ${STORES[store].title}${version ? ` ${version}` : ''}: ${LIVE_STORES[store]}.`;
  });
  return [
    '# Lists that stay up to date',
    'Written by `npm run bench -- --live`; [how it is measured](README.md#lists-that-stay-up-to-date).',
    `${roundsText(rounds)}. ${facts.join(' ')} Each number is the median of the rounds, with the least and the most. Lower is better.`,
    `Of ${lines.length} goals, ${missed === 0 ? 'none is' : missed === 1 ? '1 is' : `${missed} are`} missed.`,
    table,
    stores.join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

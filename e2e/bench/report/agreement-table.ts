import { markdownTable, short } from '../../../lib/build/report/table.js';
import { machineText } from '../run/machine.js';
import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES } from '../workloads/figures.js';
import type { Agreement, Repeated, RepeatedRatio } from './agreement.js';
import { spreadText } from './caption.js';
import { figureName } from './figure-names.js';
import { overlap } from './ratios.js';
import type { Summary } from './summary.js';

/**
 * Two runs side by side, for people: what agrees, and both ranges of everything that does not. `starts`: when the
 * commands of each run started.
 */
export function agreementTable(
  agreement: Agreement,
  [first, second]: readonly [Summary, Summary],
  starts: readonly [readonly string[], readonly string[]],
): string {
  const { figures, ratios, unpaired } = agreement;
  const apart = figures.filter(({ agrees }) => !agrees);
  const agreeing = figures.length - apart.length;
  return [
    '# Agreement of two runs',
    `The first run started at ${starts[0].join(', ')}, the second one at ${starts[1].join(', ')}. ${differences(first, second)}`,
    `The ranges from minimum to maximum overlap in ${agreeing} of ${figures.length} numbers.${unpaired > 0 ? ` ${unpaired} numbers are in one run only.` : ''} Even if nothing has changed, the ranges of five rounds do not overlap for one number in 126.`,
    markdownTable(['store', 'overlap', 'of'], countsByStore(figures)),
    '## Ranges that do not overlap',
    apart.length === 0 ? 'None.' : apartTable(apart),
    '## Ratios to the best other store',
    ratioCounts(ratios),
    ratios.length === 0 ? '' : ratiosTable(ratios, figures),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** The differences between the two runs, which may explain why their numbers differ. */
function differences(first: Summary, second: Summary): string {
  const facts: readonly (readonly [string, string, string])[] = [
    ['commits', first.commit, second.commit],
    ['browsers', first.machine.browser, second.machine.browser],
    ['machines', machineText(first.machine), machineText(second.machine)],
  ];
  const found = facts.filter(([, a, b]) => a !== b).map(([what, a, b]) => `different ${what}, ${a} and ${b}`);
  return found.length === 0
    ? `Commit ${first.commit}, ${first.machine.browser}, the same machine.`
    : `Note: ${found.join('; ')}.`;
}

function countsByStore(figures: readonly Repeated[]): string[][] {
  return STORE_NAMES.flatMap((store) => {
    const own = figures.filter((found) => found.store === store);
    return own.length === 0
      ? []
      : [[STORES[store].title, `${own.filter(({ agrees }) => agrees).length}`, `${own.length}`]];
  });
}

function apartTable(apart: readonly Repeated[]): string {
  const lines = [...apart]
    .map((found) => ({ found, gap: gapOf(found) }))
    // Equal gaps need their own case: infinity minus infinity is not a number.
    .sort((a, b) => (a.gap === b.gap ? 0 : b.gap - a.gap))
    .map(({ found, gap }) => {
      const { figure, cells, store, first, second } = found;
      const rounds = Math.max(first.count, second.count);
      return [
        `${figureName(figure, cells)} (${FIGURES[figure].unit})`,
        STORES[store].title,
        spreadText(first, rounds),
        spreadText(second, rounds),
        Number.isFinite(gap) ? short(gap) : '–',
      ];
    });
  return markdownTable(['figure', 'store', 'first run', 'second run', 'nearest ends apart (times)'], lines);
}

/** The quotient of the two ends that are nearest to each other. */
function gapOf({ first, second }: Repeated): number {
  const [lower, upper] = first.most < second.least ? [first, second] : [second, first];
  return lower.most > 0 ? upper.least / lower.most : Number.POSITIVE_INFINITY;
}

function ratioCounts(ratios: readonly RepeatedRatio[]): string {
  if (ratios.length === 0) return 'No figure has a ratio in both runs.';
  const same = ratios.filter(({ first, second }) => first.verdict === second.verdict).length;
  const overlapping = ratios.filter(({ first, second }) => overlap(first, second)).length;
  const opposite = ratios.filter(
    ({ first, second }) => first.verdict !== second.verdict && ![first.verdict, second.verdict].includes('within'),
  ).length;
  return (
    `Of ${ratios.length} ratios, the ranges of ${overlapping} overlap. Both runs call ${same} the same (worse, within the spread or better); ` +
    `${opposite} are worse in one run and better in the other.`
  );
}

function ratiosTable(ratios: readonly RepeatedRatio[], figures: readonly Repeated[]): string {
  const agrees = (ratio: RepeatedRatio, store: StoreName) =>
    figures.find((found) => found.figure === ratio.figure && found.cells === ratio.cells && found.store === store)
      ?.agrees;
  const word = (is: boolean | undefined) => (is ? 'yes' : 'no');
  const lines = ratios.map((ratio) => {
    const { figure, cells, first, second } = ratio;
    return [
      figureName(figure, cells),
      `${short(first.ratio)} (${STORES[first.peer].title})`,
      `${short(second.ratio)} (${STORES[second.peer].title})`,
      word(agrees(ratio, 'bigtab')),
      word(agrees(ratio, first.peer)),
      word(overlap(first, second)),
    ];
  });
  return markdownTable(
    ['figure', 'first run', 'second run', 'Bigtab overlaps', 'best of the first run overlaps', 'ratio overlaps'],
    lines,
  );
}

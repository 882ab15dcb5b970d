import { thousands } from '../../../lib/build/report/table.js';
import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure } from '../workloads/figures.js';
import { figureName } from './figure-names.js';
import { DIRTY, type LeftOut, type Summary, type SummaryRow } from './summary.js';

/** With fewer rounds, the spread of the numbers means little. */
export const LEAST_ROUNDS = 5;
/** The largest number of values that a refusal names. It counts the others. */
const NAMED = 10;
/** Figures that a round lacks if the readings did not settle. */
const MAY_NOT_SETTLE: readonly Figure[] = ['memory-loaded'];

/** The results without the values that did not settle in enough rounds, which are listed instead. */
export function publishable(summary: Summary): Summary {
  const leftOut = summary.rows.filter(({ figure }) => MAY_NOT_SETTLE.includes(figure)).flatMap((row) => rareIn(row));
  if (leftOut.length === 0) return summary;
  const rows = summary.rows.flatMap((row) => {
    const kept = Object.entries(row.values).filter(
      ([store]) => !leftOut.some((out) => out.store === store && out.figure === row.figure && out.cells === row.cells),
    );
    return kept.length === 0 ? [] : [{ ...row, values: Object.fromEntries(kept) }];
  });
  return { ...summary, rows, leftOut };
}

/** The reasons why these results are hard to believe, for people. */
export function flaws(summary: Summary): readonly string[] {
  const { commit, rows } = summary;
  const rare = rows
    .flatMap((row) => rareIn(row))
    .map(({ store, figure, cells, rounds }) => `${STORES[store].title}, ${figureName(figure, cells)} (${rounds})`);
  const more = rare.length > NAMED ? ` and ${thousands(rare.length - NAMED)} more` : '';
  const failed = alwaysFailed(summary);
  return [
    ...(commit.endsWith(DIRTY) ? [`commit ${commit} was measured: commit the changes and measure again`] : []),
    ...(rows.length === 0 ? ['there are no figures'] : []),
    ...(failed.length > 0 ? [`failed in every round: ${failed.join('; ')}`] : []),
    ...(rare.length > 0 ? [`fewer than ${LEAST_ROUNDS} rounds: ${rare.slice(0, NAMED).join('; ')}${more}`] : []),
  ];
}

function rareIn({ figure, cells, values }: SummaryRow): LeftOut[] {
  return STORE_NAMES.flatMap((store) => {
    const rounds = values[store]?.length;
    return rounds === undefined || rounds >= LEAST_ROUNDS ? [] : [{ figure, cells, store, rounds }];
  });
}

/** The stores that have no figure of a workload because they failed in it. */
function alwaysFailed({ rows, failures }: Summary): readonly string[] {
  const hasFigures = (store: StoreName, workload: string, cells: number) =>
    rows.some(
      (row) => row.cells === cells && FIGURES[row.figure].workload === workload && row.values[store] !== undefined,
    );
  const names = failures
    .filter(({ store, workload, cells }) => !hasFigures(store, workload, cells))
    .map(({ store, workload, cells }) => `${STORES[store].title}, ${workload} with ${thousands(cells)} cells`);
  return [...new Set(names)];
}

import { STORES, type StoreName } from '../stores/store-names.js';
import { figureName } from './figure-names.js';
import { DIRTY, type Summary } from './summary.js';
import { thousands } from './table.js';

/** Fewer rounds say little about how far numbers scatter. */
export const LEAST_ROUNDS = 5;
/** A refusal names so many numbers; the others are counted. */
const NAMED = 10;

/** Why these results may not be published, for people; empty when they may. */
export function refusals({ commit, rows }: Summary): readonly string[] {
  const rare = rows.flatMap(({ figure, cells, values }) =>
    (Object.entries(values) as [StoreName, readonly number[]][])
      .filter(([, { length }]) => length < LEAST_ROUNDS)
      .map(([store, { length }]) => `${STORES[store].title}, ${figureName(figure, cells)} (${length})`),
  );
  const more = rare.length > NAMED ? ` and ${thousands(rare.length - NAMED)} more` : '';
  return [
    ...(commit.endsWith(DIRTY) ? [`commit ${commit} was measured: commit them first`] : []),
    ...(rows.length === 0 ? ['there are no figures'] : []),
    ...(rare.length > 0 ? [`fewer than ${LEAST_ROUNDS} rounds: ${rare.slice(0, NAMED).join('; ')}${more}`] : []),
  ];
}

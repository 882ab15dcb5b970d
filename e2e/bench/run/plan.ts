import { STORES, type StoreName } from '../stores/store-names.js';
import type { Options, WorkloadName } from './options.js';

/** One browser on one fresh profile: workloads of one store. */
export interface Turn {
  readonly round: number;
  readonly store: StoreName;
  readonly cells: number;
  readonly workloads: readonly WorkloadName[];
}

/** Those that need order or versions. */
const OF_SORTED_STORES: readonly WorkloadName[] = ['W4', 'W5', 'W9'];
/** Those that set one store against itself. */
const OF_BIGTAB: readonly WorkloadName[] = ['p99', 'growth'];
/** The one that weighs what is on disk: an earlier workload's leftovers may go away meanwhile. */
const ALONE: WorkloadName = 'W8';

/**
 * Every store once a round and size, beginning with another one each round, so that no store has the quiet hours for itself.
 */
export function planTurns(options: Pick<Options, 'stores' | 'workloads' | 'rounds' | 'cells'>): Turn[] {
  const { stores, rounds, cells } = options;
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % stores.length;
    for (const store of [...stores.slice(first), ...stores.slice(0, first)]) {
      const suiting = options.workloads.filter((workload) => suits(workload, store));
      const groups = [
        suiting.filter((workload) => workload !== ALONE),
        suiting.filter((workload) => workload === ALONE),
      ].filter(({ length }) => length > 0);
      for (const size of cells) {
        turns.push(...groups.map((workloads) => ({ round: round + 1, store, cells: size, workloads })));
      }
    }
  }
  return turns;
}

function suits(workload: WorkloadName, store: StoreName): boolean {
  if (OF_BIGTAB.includes(workload)) return store === 'bigtab';
  return STORES[store].sorted || !OF_SORTED_STORES.includes(workload);
}

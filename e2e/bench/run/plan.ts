import type { BuildName } from '../report/comparison.js';
import { STORES, type StoreFacts, type StoreName } from '../stores/store-names.js';
import type { Options, WorkloadName } from './options.js';

/** Workloads whose tables have a fixed size, independent of `cells`. */
const OF_ONE_SIZE: readonly WorkloadName[] = ['W2', 'kill'];

/** One browser on one new profile, with workloads of one store. */
export interface Turn {
  readonly round: number;
  readonly store: StoreName;
  readonly cells: number;
  readonly workloads: readonly WorkloadName[];
}

/** Workloads that need order or versions. */
const OF_SORTED_STORES: readonly WorkloadName[] = ['W4', 'W5', 'W9'];
/** Single calls, and whether they survive a kill: the workloads for stores that keep everything in memory. */
const OF_CEILINGS: readonly WorkloadName[] = ['W2', 'W3', 'W6', 'kill'];
/** Workloads that measure only some stores, because the others use the same IndexedDB or SQLite. */
const OF_FEW_STORES: readonly WorkloadName[] = ['transactions', 'indexes'];
const FEW_STORES: readonly StoreName[] = ['bigtab', 'idb', 'dexie', 'sqlite'];
/** Workloads that measure only Bigtab. */
const OF_BIGTAB: readonly WorkloadName[] = ['growth', 'history', 'opens'];
/**
 * This workload measures the disk. It runs on a separate profile, because files of other workloads might be removed
 * during the measurement.
 */
const ALONE: WorkloadName = 'W8';

/**
 * Runs every store once per round and size, starting with a different store in each round, so that no store always runs
 * while the machine is quiet. Workloads that do not depend on the size run with the first one.
 */
export function planTurns(options: Pick<Options, 'stores' | 'workloads' | 'rounds' | 'cells'>): Turn[] {
  const { stores, rounds, cells } = options;
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % stores.length;
    for (const store of [...stores.slice(first), ...stores.slice(0, first)]) {
      for (const size of cells) {
        const suiting = options.workloads.filter(
          (workload) => suits(workload, store) && (size === cells[0] || !OF_ONE_SIZE.includes(workload)),
        );
        const groups = [
          suiting.filter((workload) => workload !== ALONE),
          suiting.filter((workload) => workload === ALONE),
        ].filter(({ length }) => length > 0);
        turns.push(...groups.map((workloads) => ({ round: round + 1, store, cells: size, workloads })));
      }
    }
  }
  return turns;
}

/** A turn with one build of Bigtab. */
export interface ComparedTurn extends Turn {
  readonly build: BuildName;
}

/**
 * Pairs of turns: every workload and size runs with both builds, one right after the other, each on a new profile. The
 * build that runs first changes from pair to pair and from round to round, so neither has an advantage.
 */
export function planPairs({
  workloads,
  rounds,
  cells,
}: Pick<Options, 'workloads' | 'rounds' | 'cells'>): ComparedTurn[] {
  const kinds = workloads.flatMap((workload) => {
    const sizes = OF_ONE_SIZE.includes(workload) ? cells.slice(0, 1) : cells;
    return sizes.map((size) => ({ workload, size }));
  });
  return Array.from({ length: rounds }, (_, round) =>
    kinds.flatMap(({ workload, size }, at) => {
      const order: readonly BuildName[] = (round + at) % 2 === 0 ? ['tree', 'commit'] : ['commit', 'tree'];
      return order.map((build) => ({
        round: round + 1,
        store: 'bigtab' as const,
        cells: size,
        workloads: [workload],
        build,
      }));
    }),
  ).flat();
}

function suits(workload: WorkloadName, store: StoreName): boolean {
  if (OF_BIGTAB.includes(workload)) return store === 'bigtab';
  if (OF_FEW_STORES.includes(workload)) return FEW_STORES.includes(store);
  const { role, sorted, only }: StoreFacts = STORES[store];
  if (role === 'ceiling') return OF_CEILINGS.includes(workload);
  return (sorted || !OF_SORTED_STORES.includes(workload)) && (only?.includes(workload) ?? true);
}

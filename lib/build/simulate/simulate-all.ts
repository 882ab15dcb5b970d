import { Random } from '../../simulation/random.js';
import type { Figures } from './figures.js';
import type { Load } from './loads.js';
import type { Policy } from './policy.js';
import { StoreSimulation } from './store-simulation.js';

/** The figures of a load under a policy, by their names. */
export interface Outcome {
  readonly load: string;
  readonly policy: string;
  readonly figures: Figures;
}

/** Simulates each load under each policy. Every policy gets the same flushes, which depend only on the seed. */
export function simulateAll(
  loads: readonly Load[],
  policies: readonly Policy[],
  { days, seed }: { readonly days: number; readonly seed: number },
): readonly Outcome[] {
  return loads.flatMap((load) =>
    policies.map((policy) => {
      const flushes = load.flushes(days, new Random(seed));
      return {
        load: load.name,
        policy: policy.name,
        figures: rounded(new StoreSimulation(policy, load).run(days, flushes)),
      };
    }),
  );
}

/** Four significant digits: the last bits of a power may differ between two versions of JavaScript engines. */
function rounded<T>(value: T): T {
  if (typeof value === 'number') return Number(value.toPrecision(4)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each)])) as T;
}

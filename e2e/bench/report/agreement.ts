import { STORE_NAMES, type StoreName } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import { overlap, type Ratio, ratiosOf } from './ratios.js';
import type { Spread } from './statistics.js';
import { type Summary, spreadIn } from './summary.js';

/** The values of one store and one figure in two runs. */
export interface Repeated {
  readonly figure: Figure;
  readonly cells: number;
  readonly store: StoreName;
  readonly first: Spread;
  readonly second: Spread;
  /** Whether the ranges from minimum to maximum overlap. */
  readonly agrees: boolean;
}

/** The ratio to the best other store in two runs. */
export interface RepeatedRatio {
  readonly figure: Figure;
  readonly cells: number;
  readonly first: Ratio;
  readonly second: Ratio;
}

export interface Agreement {
  readonly figures: readonly Repeated[];
  readonly ratios: readonly RepeatedRatio[];
  /** The number of values that only one of the runs has. */
  readonly unpaired: number;
}

/** Compares the values of every store in two runs. */
export function agreementOf(first: Summary, second: Summary): Agreement {
  const figures = first.rows.flatMap((row) => {
    const again = second.rows.find(({ figure, cells }) => figure === row.figure && cells === row.cells);
    if (again === undefined) return [];
    return STORE_NAMES.flatMap((store): Repeated[] => {
      const [a, b] = [spreadIn(row, store), spreadIn(again, store)];
      if (a === undefined || b === undefined) return [];
      const { figure, cells } = row;
      return [{ figure, cells, store, first: a, second: b, agrees: overlap(a, b) }];
    });
  });
  const ratiosAgain = ratiosOf(second).ratios;
  const ratios = ratiosOf(first).ratios.flatMap((ratio): RepeatedRatio[] => {
    const { figure, cells } = ratio;
    const again = ratiosAgain.find((other) => other.figure === figure && other.cells === cells);
    return again === undefined ? [] : [{ figure, cells, first: ratio, second: again }];
  });
  return { figures, ratios, unpaired: countIn(first) + countIn(second) - 2 * figures.length };
}

function countIn({ rows }: Summary): number {
  return rows.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
}

import { flaws } from './publishable.js';
import { ratiosOf } from './ratios.js';
import type { Summary } from './summary.js';

/** The reasons why these results may not be published, for people; empty if they may. */
export function refusals(summary: Summary): readonly string[] {
  const hasRatio = ratiosOf(summary).ratios.length > 0;
  return [...flaws(summary), ...(hasRatio ? [] : ['no figure has a ratio: measure all peers'])];
}

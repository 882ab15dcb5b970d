import { LOADS } from './loads.js';
import { POLICIES, VARIANTS } from './policies.js';
import type { Policy } from './policy.js';
import { type Outcome, simulateAll } from './simulate-all.js';

/** The figures of all loads under some policies. */
export interface Run {
  readonly days: number;
  readonly outcomes: readonly Outcome[];
}

/** What `npm run simulate` writes. */
export interface Results {
  readonly seed: number;
  /** The three policies over half a year. */
  readonly policies: Run;
  /** The engine's policy with other parameters. */
  readonly variants: Run;
  /** Few enough days for a test that compares them with what the code returns now. */
  readonly check: Run;
}

export function simulatedResults(seed: number): Results {
  const run = (days: number, policies: readonly Policy[]): Run => ({
    days,
    outcomes: simulateAll(LOADS, policies, { days, seed }),
  });
  return { seed, policies: run(180, POLICIES), variants: run(60, VARIANTS), check: checkRun(seed) };
}

export function checkRun(seed: number): Run {
  const days = 4;
  return { days, outcomes: simulateAll(LOADS, POLICIES, { days, seed }) };
}

/* Times of benchmarks as multiples of the reference loop's time. */
import type { Benchmark } from './collect.js';
import type { Ratios } from './ratios.js';

/** The minimum duration of one measurement of a benchmark: far longer than a step of the clock. */
const LOOK_MS = 2;
/** The runs of a benchmark before measuring, so that it is fully compiled. */
const WARM_UP_MS = 60;

export interface Measuring {
  readonly reference: () => unknown;
  readonly rounds: number;
  /** The processor time of this process in ms, so that a busy machine adds little. */
  readonly now: () => number;
}

interface Looked {
  readonly run: () => unknown;
  /** The number of runs in one measurement. */
  readonly times: number;
  /** The shortest measurement so far. */
  shortest: number;
}

/**
 * Measures every benchmark once a round, and the reference loop between any two, and compares the shortest
 * measurements: other work of the machine can only make them longer.
 */
export function measure(benchmarks: readonly Benchmark[], { reference, rounds, now }: Measuring): Ratios {
  const base = warmUp(reference, now);
  const looked = benchmarks.map(({ name, run }) => [name, warmUp(run, now)] as const);
  for (let round = 0; round < rounds; round++) {
    for (const [, one] of looked) {
      look(base, now);
      look(one, now);
    }
  }
  return Object.fromEntries(looked.map(([name, one]) => [name, timeOf(one) / timeOf(base)]));
}

/** Runs it for a while, and determines the number of runs of a measurement. */
function warmUp(run: () => unknown, now: () => number): Looked {
  const start = now();
  let times = 1;
  for (;;) {
    const looked = { run, times, shortest: Number.POSITIVE_INFINITY };
    look(looked, now);
    if (looked.shortest < LOOK_MS) times *= 2;
    else if (now() - start >= WARM_UP_MS) return looked;
  }
}

function look(at: Looked, now: () => number): void {
  const start = now();
  for (let left = at.times; left > 0; left--) at.run();
  at.shortest = Math.min(at.shortest, now() - start);
}

function timeOf({ shortest, times }: Looked): number {
  return shortest / times;
}

/* Times of benchmarks as multiples of the reference loop's time. */
import type { Benchmark } from './collect.js';
import type { Ratios } from './ratios.js';

/** How long one look at a benchmark takes at least: far longer than a step of the clock. */
const LOOK_MS = 2;
/** What a benchmark runs before it counts, so that it is compiled as well as it will ever be. */
const WARM_UP_MS = 60;

export interface Measuring {
  readonly reference: () => unknown;
  readonly rounds: number;
  /** In ms. Of the processor's work for this process, so that a busy machine adds little. */
  readonly now: () => number;
}

interface Looked {
  readonly run: () => unknown;
  /** Runs in one look. */
  readonly times: number;
  /** The shortest look so far. */
  shortest: number;
}

/**
 * Looks at every benchmark once a round, and at the reference loop between any two, and compares the shortest looks:
 * whatever else the machine does only ever adds to them.
 */
export function measure(benchmarks: readonly Benchmark[], { reference, rounds, now }: Measuring): Ratios {
  const base = warmUp(reference, now);
  const looked = benchmarks.map(({ run }) => warmUp(run, now));
  for (let round = 0; round < rounds; round++) {
    for (const one of looked) {
      look(base, now);
      look(one, now);
    }
  }
  const ratios = looked.map((one) => timeOf(one) / timeOf(base));
  return Object.fromEntries(benchmarks.map(({ name }, index) => [name, ratios[index] as number]));
}

/** Runs it for a while, and finds out how many runs make a look. */
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

/*
 * Runs the benchmarks next to the code in several processes and compares them with the baseline.
 *
 * It uses several processes because an engine compiles a loop better or worse at random, and keeps the result until the
 * process ends. All files always run together: a benchmark that runs alone is faster, since the compiler then sees
 * fewer shapes of the called objects.
 */
import {
  baselineOf,
  type Comparison,
  compare,
  describeComparisons,
  isFailure,
  type Ratios,
  smallestOf,
} from './ratios.js';

/** Ratios on a busy machine, or on another type of machine, stay below this factor. */
export const TOLERANCE = 1.4;
/** The number of processes of a run. */
const PROCESSES = 3;
/** The maximum number of processes while a benchmark seems worse, and the number for a new baseline. */
const MOST_PROCESSES = 6;

export const HELP = `npm run bench:micro -- [options]
  --tolerance N      how many times the baseline a benchmark may take, default ${TOLERANCE}
  --write-baseline   measures ${MOST_PROCESSES} times, and replaces lib/build/micro-bench/baseline.json`;

export interface Surroundings {
  /** Measures everything once, in a separate process. */
  measure(): Promise<Ratios>;
  readBaseline(): Promise<Ratios>;
  writeBaseline(ratios: Ratios): Promise<void>;
  tell(line: string): void;
}

/**
 * The exit code: 1 if a benchmark is worse than the tolerance allows or is missing on one side, or for an unknown
 * argument.
 */
export async function runMicroBench(words: readonly string[], around: Surroundings): Promise<number> {
  const [option, value] = words;
  if (words.length === 0) return compareWithBaseline(TOLERANCE, around);
  if (words.length === 1 && option === '--write-baseline') return writeBaseline(around);
  if (words.length === 2 && option === '--tolerance' && Number(value) >= 1) {
    return compareWithBaseline(Number(value), around);
  }
  around.tell(HELP);
  return option === '--help' ? 0 : 1;
}

async function compareWithBaseline(tolerance: number, { measure, readBaseline, tell }: Surroundings): Promise<number> {
  const baseline = await readBaseline();
  const runs: Ratios[] = [];
  let compared = compare({}, baseline, tolerance);
  while (runs.length < PROCESSES || (runs.length < MOST_PROCESSES && compared.some(isWorse))) {
    runs.push(await measure());
    compared = compare(smallestOf(runs), baseline, tolerance);
  }
  for (const line of describeComparisons(compared)) tell(line);
  const failures = compared.filter(isFailure).length;
  tell(`${compared.length - failures} within ${tolerance} times the baseline, ${failures} not`);
  return failures === 0 ? 0 : 1;
}

async function writeBaseline({ measure, writeBaseline: write, tell }: Surroundings): Promise<number> {
  const runs: Ratios[] = [];
  while (runs.length < MOST_PROCESSES) runs.push(await measure());
  const ratios = baselineOf(runs);
  await write(ratios);
  tell(`a baseline of ${Object.keys(ratios).length} benchmarks`);
  return 0;
}

function isWorse({ verdict }: Comparison): boolean {
  return verdict === 'WORSE';
}

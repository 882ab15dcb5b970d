/*
 * Runs the benchmarks beside the code in several processes and compares them with the baseline.
 *
 * More processes than one, because how well an engine compiles a loop is partly chance, and stays so to the end of a
 * process. All files always run together: a benchmark that runs alone is faster, since the compiler then knows fewer
 * shapes of what it calls.
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

/** A machine that does much else, and another make of machine, stay below this. */
export const TOLERANCE = 1.4;
/** Processes of a run. */
const PROCESSES = 3;
/** Processes at the most, while something seems worse; and those of a new baseline. */
const MOST_PROCESSES = 6;

export const HELP = `npm run bench:micro -- [options]
  --tolerance N      how many times the baseline a benchmark may take, default ${TOLERANCE}
  --write-baseline   measures ${MOST_PROCESSES} times, and writes lib/build/micro-bench/baseline.json anew`;

export interface Surroundings {
  /** Measures everything once, in a process of its own. */
  measure(): Promise<Ratios>;
  readBaseline(): Promise<Ratios>;
  writeBaseline(ratios: Ratios): Promise<void>;
  tell(line: string): void;
}

/**
 * The exit code: 1 when something is worse than the baseline allows, or only one of both has it, or for a word it does
 * not know.
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

/*
 * The seed and the number of runs for random tests: from BIGTAB_SEED and BIGTAB_RUNS if they are set. Such a test
 * prints its seed when it fails, and the same seed repeats the run.
 */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined;

/** The requested seed, or `otherwise`. */
export function testSeed(otherwise: number): number {
  return fromEnvironment('BIGTAB_SEED', otherwise);
}

/** The requested number of runs, or `otherwise`. */
export function testRuns(otherwise: number): number {
  return fromEnvironment('BIGTAB_RUNS', otherwise);
}

/** Seeds for `runs` runs. The first one is `testSeed(1)`. */
export function testSeeds(runs: number): readonly number[] {
  const first = testSeed(1);
  return Array.from({ length: testRuns(runs) }, (_, run) => first + run);
}

function fromEnvironment(name: string, otherwise: number): number {
  const text = typeof process === 'undefined' ? undefined : process.env[name];
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) ? number : otherwise;
}

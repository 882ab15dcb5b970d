/*
 * Seed and number of runs for random tests: from BIGTAB_SEED and BIGTAB_RUNS where they are set. Such a test names its
 * seed when it fails, and the same seed repeats the run.
 */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> } | undefined;

/** The seed asked for, else `otherwise`. */
export function testSeed(otherwise: number): number {
  return fromEnvironment('BIGTAB_SEED', otherwise);
}

/** The number of runs asked for, else `otherwise`. */
export function testRuns(otherwise: number): number {
  return fromEnvironment('BIGTAB_RUNS', otherwise);
}

/** Seeds for `runs` runs, the first of them being `testSeed(1)`. */
export function testSeeds(runs: number): readonly number[] {
  const first = testSeed(1);
  return Array.from({ length: testRuns(runs) }, (_, run) => first + run);
}

function fromEnvironment(name: string, otherwise: number): number {
  const text = typeof process === 'undefined' ? undefined : process.env[name];
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) ? number : otherwise;
}

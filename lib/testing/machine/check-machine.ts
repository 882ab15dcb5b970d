/* The tests import this module bundled, because the engine then runs faster. */
import fc from 'fast-check';
import { Coverage } from './coverage.js';
import type { HostName } from './host.js';
import { makeHost } from './make-host.js';
import type { Run } from './operation.js';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.js';
import { playRun } from './play-run.js';
import { runs } from './runs.js';

/** The most steps of a run. */
export const LENGTH = 60;

const RUNS = runs(LENGTH);

/** A run takes much less. After this time, shrinking ends. */
const SHRINK_MS = 30_000;

/** Every operation in the table of pairs. */
export const LABELS: readonly string[] = [
  ...['create', 'drop', 'alter', 'put', 'delete', 'increment', 'append', 'mutateRow', 'checkAndMutate', 'batch'],
  ...['unique', 'get', 'scan', 'index', 'time', 'flush', 'majorCompact', 'snapshot', 'clone', 'restore'],
  ...['deleteSnapshot', 'export and import', 'reopen', 'kill', 'powerCut', 'cut during', 'I/O fault', 'no room'],
];

export interface Failure {
  readonly seed: number;
  /** The shrunk run. */
  readonly run: Run;
  readonly message: string;
}

/** Plays the run of a seed. A failing run is shrunk unless `shrinks` is false. Resolves to null if all is right. */
export async function checkSeed(
  seed: number,
  host: HostName,
  coverage: Coverage = new Coverage(LABELS),
  shrinks = true,
): Promise<Failure | null> {
  const property = fc.asyncProperty(RUNS, async (run) => {
    await playRun(run, makeHost(host, run), coverage);
  });
  const { counterexample, errorInstance } = await fc.check(property, {
    ...{ seed, numRuns: 1, unbiased: true, endOnFailure: !shrinks, interruptAfterTimeLimit: SHRINK_MS },
  });
  return counterexample === null ? null : { seed, run: counterexample[0], message: String(errorInstance) };
}

/** Plays a stored run. Rejects if it fails. */
export async function playStored(run: Run, host: HostName): Promise<void> {
  await playRun(run, makeHost(host, run), new Coverage(LABELS));
}

/** How to play the seed, and its shrunk run, again. */
export function describeFailure({ seed, run, message }: Failure, host: HostName): string {
  return [
    message,
    `again: npm run soak -- machine --seed ${seed} --runs 1 --host ${host}`,
    `shrunk, the content of FILE for --run FILE: ${JSON.stringify(run)}`,
  ].join('\n');
}

/** The planted bugs, with the host on which runs find them and the steps within which they must. */
export const plantedBugs: readonly { readonly name: string; readonly host: HostName; readonly steps: number }[] =
  Object.entries(PLANTED_BUGS).map(([name, { host, steps }]) => ({ name, host, steps }));

/** Resolves to what the first failing run reports, and the steps until then; null if no run fails within the steps. */
export async function findsBug(name: string): Promise<{ readonly steps: number; readonly message: string } | null> {
  const { host, steps, plant } = PLANTED_BUGS[name] as PlantedBug;
  const remove = plant();
  const coverage = new Coverage(LABELS);
  try {
    for (let seed = 1; coverage.steps < steps; seed++) {
      const failure = await checkSeed(seed, host, coverage, false);
      if (failure === null) continue;
      const needed = coverage.steps + failure.run.steps.length;
      return needed <= steps ? { steps: needed, message: failure.message } : null;
    }
    return null;
  } finally {
    remove();
  }
}

export { Coverage };

import { type Job, type JobResult, randomJobs, runJob } from './report-jobs.js';

/** The seeds of a round. */
const SEEDS = 1000;
/** The most time without a line of progress, in milliseconds, but for a seed that takes longer. */
const LINE_EVERY = 60_000;

export interface SoakFaultsHost {
  readonly now: () => number;
  readonly tell: (line: string) => void;
  /** Prints the line with the memory that the process uses. */
  readonly progress: (line: string) => void;
}

/**
 * Tries faults in random workloads, and random quotas, for about `share` milliseconds. Returns whether nothing was lost
 * or rejected; if anything was, prints the commands that repeat it.
 */
export async function soakFaults(
  seed: number,
  share: number,
  { now, tell, progress }: SoakFaultsHost,
  run: (job: Job) => Promise<JobResult> = runJob,
): Promise<boolean> {
  let lastLine = now();
  const end = lastLine + share;
  let [faults, runs] = [0, 0];
  let failures: JobResult['failures'] = [];
  const report = (): void => progress(`seed ${seed}, crashes: ${faults} faults, ${runs} databases compared`);
  for (let next = 0; failures.length === 0 && (next === 0 || (now() < end && next < SEEDS)); next++) {
    for (const job of randomJobs(seed * SEEDS + next)) {
      const result = await run(job);
      faults += result.faults;
      runs += result.runs;
      failures = [...failures, ...result.failures];
    }
    if (now() - lastLine < LINE_EVERY) continue;
    lastLine = now();
    report();
  }
  report();
  for (const { text } of failures) tell(text);
  return failures.length === 0;
}

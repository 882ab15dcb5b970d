import { type Job, type JobResult, randomJobs, runJob } from './report-jobs.js';

/** The seeds of a round. */
const SEEDS = 1000;

export interface SoakFaultsHost {
  readonly now: () => number;
  readonly tell: (line: string) => void;
}

/**
 * Tries faults in random workloads, and random quotas, for about `share` milliseconds. Returns whether nothing was lost
 * or rejected; if anything was, prints the commands that repeat it.
 */
export async function soakFaults(
  seed: number,
  share: number,
  { now, tell }: SoakFaultsHost,
  run: (job: Job) => Promise<JobResult> = runJob,
): Promise<boolean> {
  const end = now() + share;
  let [faults, runs] = [0, 0];
  let failures: JobResult['failures'] = [];
  for (let next = 0; failures.length === 0 && (next === 0 || (now() < end && next < SEEDS)); next++) {
    for (const job of randomJobs(seed * SEEDS + next)) {
      const result = await run(job);
      faults += result.faults;
      runs += result.runs;
      failures = [...failures, ...result.failures];
    }
  }
  tell(`seed ${seed}, crashes: ${faults} faults, ${runs} databases compared`);
  for (const { text } of failures) tell(text);
  return failures.length === 0;
}

import { expect, it } from 'vitest';
import { type Job, replayJob } from './report-jobs.js';
import { soakFaults } from './soak-faults.js';
import { sweepResult } from './sweep-result.js';

/** The name that a failure of the job would have, for its last fault. */
function nameOf({ sweep, options }: Exclude<Job, { sweep: 'fault' }>): string {
  if (sweep === 'crash') return `crash:${options.workload}:${options.seed}:7:torn`;
  if (sweep === 'error') return `error:${options.workload}:${options.seed}:7:${options.kind}`;
  return sweep === 'quota' ? `quota:${options.first}` : `kill:${options.seed}`;
}

it('ends a round with the first failure, and prints for each sweep the command that repeats it', async () => {
  for (const failing of ['crash', 'error', 'quota']) {
    const lines: string[] = [];
    const jobs: Job[] = [];
    let name = '';
    const run = async (job: Job) => {
      jobs.push(job);
      const result = sweepResult();
      if (job.sweep === failing && job.sweep !== 'fault') {
        name = nameOf(job);
        result.fail('somewhere', new Error('wrong'), name);
      }
      return result;
    };
    const tell = (line: string) => void lines.push(line);
    const host = { now: () => 0, tell, progress: tell };
    expect(await soakFaults(3, 1000, host, run)).toBe(false);
    expect(jobs.map(({ sweep }) => sweep)).toEqual(['crash', 'error', 'quota']);
    expect(lines.join('\n')).toContain(`again: npm run crash-report -- --replay '${name}'`);
    expect(replayJob(name)).toMatchObject({ sweep: failing });
  }
});

it('goes on with other seeds until the time is up', async () => {
  const seeds = new Set<string>();
  let now = 0;
  const run = async (job: Job) => {
    seeds.add(JSON.stringify(job));
    now += 10;
    return sweepResult();
  };
  expect(await soakFaults(3, 200, { now: () => now, tell: () => {}, progress: () => {} }, run)).toBe(true);
  expect(seeds.size).toBe(21);
});

it('prints its progress each minute, and at the end', async () => {
  const lines: string[] = [];
  let now = 0;
  const run = async () => {
    now += 10_000;
    return { faults: 1, runs: 2, failures: [] };
  };
  const progress = (line: string) => void lines.push(line);
  expect(await soakFaults(3, 150_000, { now: () => now, tell: () => {}, progress }, run)).toBe(true);
  expect(lines).toEqual([6, 12, 15].map((jobs) => `seed 3, crashes: ${jobs} faults, ${2 * jobs} databases compared`));
});

import { expect, it } from 'vitest';
import type { CrashReport } from '../../build/docs/crash-table.js';
import { type Job, type JobResult, replayJob, reportParts, runJob } from './report-jobs.js';
import { type ReportHost, runCrashReport } from './run-crash-report.js';

const JOB_MS = 1_000;
const README = '# R\n<!-- crashes: here -->\nold\n<!-- /crashes -->\n';
const PLANNED = reportParts(1).flatMap(({ jobs }) => jobs).length;

/** A host of which each job takes a second and returns what `answer` returns. */
function fakeHost(answer: (job: Job) => Partial<JobResult> = () => ({})) {
  const files = new Map([['README.md', README]]);
  const lines: string[] = [];
  const jobs: Job[] = [];
  let now = 0;
  let interrupt = (): void => {};
  const host: ReportHost = {
    now: () => now,
    tell: (line) => lines.push(line),
    commit: () => 'abc1234',
    threads: 1,
    startThread: () => async (job) => {
      jobs.push(job);
      now += JOB_MS;
      return { faults: 2, runs: 3, failures: [], ...answer(job) };
    },
    interrupted: new Promise<void>((resolve) => {
      interrupt = resolve;
    }),
    read: async (path) => files.get(path) as string,
    write: async (path, text) => void files.set(path, text),
  };
  const stored = (): CrashReport => JSON.parse(files.get('lib/testing/crash/figures.json') ?? 'null');
  return { host, files, lines, jobs, stored, interrupt: () => interrupt() };
}

it('runs every job once, and writes the sum of their figures to the file and the README', async () => {
  const { host, files, lines, jobs, stored } = fakeHost();
  expect(await runCrashReport(['--write', '--seed', '9'], host)).toBe(0);
  expect(new Set(jobs.map((job) => JSON.stringify(job))).size).toBe(PLANNED);
  expect(stored()).toMatchObject({ seed: 9, commit: 'abc1234', seconds: PLANNED, jobs: PLANNED, planned: PLANNED });
  const [faults, runs] = [2 * PLANNED, 3 * PLANNED].map((count) => count.toLocaleString('en-US'));
  const total = `| **all** | ${faults} | ${runs} | 0 | 0 |`;
  expect(lines.join('\n')).toContain(total);
  expect(files.get('README.md')).toContain(total);
  expect(files.get('README.md')).not.toContain('old');
});

it('stops when the time is up, with about the same share of each part, and reports the share', async () => {
  const { host, lines, stored } = fakeHost();
  expect(await runCrashReport(['--write', '--minutes', '1'], host)).toBe(0);
  expect(stored()).toMatchObject({ jobs: 60, planned: PLANNED });
  for (const { faults } of stored().figures) expect(faults).toBeGreaterThan(0);
  expect(lines.join('\n')).toContain(`*${Math.floor(6_000 / PLANNED)} % of a whole run`);
});

it('prints the figures so far, and writes nothing, when the user ends it', async () => {
  const { host, files, lines, interrupt, jobs } = fakeHost(() => {
    if (jobs.length === 5) interrupt();
    return {};
  });
  expect(await runCrashReport(['--write'], host)).toBe(130);
  expect(lines.join('\n')).toContain('| **all** |');
  expect(files.get('README.md')).toBe(README);
});

it('fails if anything was lost or a call was rejected, and prints how to repeat it', async () => {
  const text = 'again: npm run crash-report -- --replay x';
  for (const isLoss of [false, true]) {
    const { host, lines } = fakeHost((job) =>
      job.sweep === 'fault' ? { failures: [{ where: 'somewhere', text, isLoss }] } : {},
    );
    expect(await runCrashReport([], host)).toBe(1);
    expect(lines).toContain(text);
    expect(lines.join('\n')).toContain(isLoss ? ' | 1 | 0 |' : ' | 0 | 1 |');
  }
});

it('refuses words that it does not understand', async () => {
  const { host, lines, jobs } = fakeHost();
  expect(await runCrashReport(['--minutes', 'many'], host)).toBe(1);
  expect(lines.join()).toContain('--minutes N');
  expect(jobs).toEqual([]);
});

it('explains its options, and runs nothing, for --help and for an unknown option', async () => {
  const { host, lines, jobs } = fakeHost();
  expect(await runCrashReport(['--help'], host)).toBe(0);
  expect(await runCrashReport(['--write', '--minute', '1'], host)).toBe(1);
  for (const line of lines) expect(line).toContain('--replay NAME');
  expect(lines).toHaveLength(2);
  expect(jobs).toEqual([]);
});

it.each([
  'crash:small:1:40:torn',
  'crash:random:7:20:killed',
  'error:small:1:40:file-lasting',
  'fault:catalog removed',
  'quota:1048576',
  'repair:20261126:150:torn',
])('repeats the fault %s with the name that a failure prints', async (name) => {
  const { faults, failures } = await runJob(replayJob(name));
  expect(faults).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});

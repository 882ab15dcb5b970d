/*
 * What `npm run crash-report` runs: parts, which are the rows of its table, each cut into jobs of some seconds. A job is
 * plain data, because worker threads run it; the same data repeats a single fault.
 */
import { Random } from '../../simulation/random.js';
import { WORKLOADS } from './crash-steps.js';
import { type CrashKind, type CrashSweepOptions, crashSweep, EVERY_CRASH } from './crash-sweep.js';
import { type ErrorKind, type ErrorSweepOptions, EVERY_ERROR, errorSweep } from './error-sweep.js';
import { faultSweep } from './fault-sweep.js';
import { type KillSweepOptions, killSweep } from './kill-sweep.js';
import { type QuotaSweepOptions, quotaSweep } from './quota-sweep.js';
import { type RepairSweepOptions, repairSweep } from './repair-sweep.js';
import type { SweepFailure, SweepResult } from './sweep-result.js';

const KIB = 1024;
const MIB = 1024 * KIB;
/** Random workloads, each with its own seed. */
const RANDOM_WORKLOADS = 20;
/** Random workloads in which calls fail. */
const RANDOM_ERRORS = 10;
const KILLS = 100;
const KILLS_PER_JOB = 10;
const QUOTAS = { first: 256 * KIB, last: 24 * MIB, step: 256 * KIB };
/** The distance of random quotas. */
const QUOTA_STEP = 4 * KIB;
/** The operations of a workload are tried in this number of jobs. */
const STRIDE = 8;

export type Job =
  | { readonly sweep: 'crash'; readonly options: CrashSweepOptions }
  /** `only`: the name of a single case; null: all. */
  | { readonly sweep: 'fault'; readonly only: string | null }
  | { readonly sweep: 'error'; readonly options: ErrorSweepOptions }
  | { readonly sweep: 'quota'; readonly options: QuotaSweepOptions }
  | { readonly sweep: 'kill'; readonly options: KillSweepOptions }
  /** Only to repeat a fault: a test runs the whole sweep. */
  | { readonly sweep: 'repair'; readonly options: RepairSweepOptions };

/** The figures of a job, as plain data. */
export interface JobResult {
  readonly faults: number;
  readonly runs: number;
  readonly failures: readonly SweepFailure[];
}

/** A row of the table. */
export interface Part {
  readonly fault: string;
  readonly jobs: readonly Job[];
}

/** The parts of the whole report. */
export function reportParts(seed: number): readonly Part[] {
  return [
    {
      fault: `the process ends, or the power fails, in each operation on files and catalog of ${Object.keys(WORKLOADS).length} workloads`,
      jobs: Object.keys(WORKLOADS).flatMap((workload) =>
        count(STRIDE).map((index) => crashJob({ workload, seed, first: 1 + index, stride: STRIDE })),
      ),
    },
    {
      fault: `the same, in every third operation of ${RANDOM_WORKLOADS} random workloads`,
      jobs: count(RANDOM_WORKLOADS).map((index) =>
        crashJob({ workload: 'random', seed: seed + index, first: 1 + (index % 3), stride: 3 }),
      ),
    },
    {
      fault: 'each call of files and catalog of the same workloads fails, once or from then on',
      jobs: Object.keys(WORKLOADS).flatMap((workload) => errorJobs({ workload, seed }, 1)),
    },
    {
      fault: `the same, every third call of ${RANDOM_ERRORS} random workloads`,
      jobs: count(RANDOM_ERRORS).flatMap((index) => errorJobs({ workload: 'random', seed: seed + index }, 3)),
    },
    {
      fault: 'a file is damaged, cut, emptied, removed, copied or unreadable; or the catalog is',
      jobs: [{ sweep: 'fault', only: null }],
    },
    {
      fault: 'the device is full, under quotas from 256 KiB to 24 MiB',
      jobs: count((QUOTAS.last - QUOTAS.first) / QUOTAS.step + 1).map((index) =>
        quotaJob(QUOTAS.first + index * QUOTAS.step),
      ),
    },
    {
      fault: 'a Node process that writes or opens a database is killed',
      jobs: count(KILLS / KILLS_PER_JOB).map((index) => ({
        sweep: 'kill',
        options: { seed: seed + index * KILLS_PER_JOB, kills: KILLS_PER_JOB },
      })),
    },
  ];
}

/** Jobs with random workloads and a random quota, for as many seeds as you like. */
export function randomJobs(seed: number): readonly Job[] {
  const random = new Random(seed);
  const quotas = (QUOTAS.last - QUOTAS.first) / QUOTA_STEP;
  return [
    crashJob({ workload: 'random', seed }),
    { sweep: 'error', options: { workload: 'random', seed, kind: random.pick(EVERY_ERROR) } },
    quotaJob(QUOTAS.first + random.below(quotas + 1) * QUOTA_STEP),
  ];
}

/** The job that repeats the fault with this name, which a failure printed. */
export function replayJob(name: string): Job {
  const [sweep, ...parts] = name.split(':');
  if (sweep === 'quota') return quotaJob(Number(parts[0]));
  if (sweep === 'kill') return { sweep, options: { seed: Number(parts[0]), kills: 1 } };
  if (sweep === 'fault') return { sweep, only: name };
  if (sweep === 'repair') {
    const [seed, stopAt, kind] = parts;
    return { sweep, options: { seed: Number(seed), kinds: [kind as CrashKind], only: Number(stopAt) } };
  }
  const [workload = '', seed, place, kind] = parts;
  const last = Number(place);
  if (sweep === 'error') {
    return { sweep, options: { workload, seed: Number(seed), kind: kind as ErrorKind, first: last, last } };
  }
  return crashJob({ workload, seed: Number(seed), kinds: [kind as CrashKind], first: last, last });
}

/** Runs a job. */
export async function runJob(job: Job): Promise<JobResult> {
  const { faults, runs, failures } = await sweepOf(job);
  return { faults, runs, failures };
}

function sweepOf(job: Job): Promise<SweepResult> {
  if (job.sweep === 'crash') return crashSweep(job.options);
  if (job.sweep === 'error') return errorSweep(job.options);
  if (job.sweep === 'fault') return faultSweep(job.only);
  if (job.sweep === 'quota') return quotaSweep(job.options);
  if (job.sweep === 'repair') return repairSweep(job.options);
  return killSweep(job.options);
}

function crashJob(options: Omit<CrashSweepOptions, 'kinds'> & Partial<CrashSweepOptions>): Job {
  return { sweep: 'crash', options: { kinds: EVERY_CRASH, ...options } };
}

/** One job for each way to fail, or several if there are many calls; every `stride`-th call is tried. */
function errorJobs(options: Pick<ErrorSweepOptions, 'workload' | 'seed'>, stride: number): readonly Job[] {
  return EVERY_ERROR.flatMap((kind) => {
    const jobs = kind.startsWith('file') && stride === 1 ? STRIDE / 2 : 1;
    return count(jobs).map((index): Job => {
      return { sweep: 'error', options: { ...options, kind, first: 1 + index * stride, stride: jobs * stride } };
    });
  });
}

function quotaJob(quota: number): Job {
  return { sweep: 'quota', options: { first: quota, last: quota, step: quota } };
}

function count(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}

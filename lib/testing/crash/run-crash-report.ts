import { type CommandForm, readCommand } from '../../build/command-words.js';
import {
  type CrashFigures,
  type CrashReport,
  FIGURES,
  figuresTable,
  withFigures,
} from '../../build/docs/crash-table.js';
import { type Job, type JobResult, type Part, replayJob, reportParts, runJob } from './report-jobs.js';

const SEED = 20_261_121;
/** The least time between two lines of progress, in milliseconds. */
const LINE_EVERY = 10_000;
/** The failures that are printed in full. */
const MOST_PRINTED = 20;
/** The exit code of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

const COMMAND: CommandForm = {
  help: `npm run crash-report -- [options]: tries every crash, failing call, damaged file and quota, in a thread for each core, and
prints how often data was lost. Ctrl-C ends it with the figures so far.
  --minutes N     stops after N minutes, with about the same share of each sweep; default: all, about 20 minutes
  --seed N        the seed of the crashes, default ${SEED}
  --write         stores the figures in ${FIGURES} and the README's table
  --replay NAME   repeats only the fault with this name, which a failure printed`,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean' },
    replay: { type: 'string' },
  },
};

export interface ReportHost {
  readonly now: () => number;
  readonly tell: (line: string) => void;
  /** The commit that is checked out. */
  readonly commit: () => string;
  /** The number of jobs that run at the same time. */
  readonly threads: number;
  /** Starts a thread, and returns the function that runs a job in it; REQUIRES that it runs no other one. */
  readonly startThread: () => (job: Job) => Promise<JobResult>;
  /** Resolves when the user ends the command. */
  readonly interrupted: Promise<unknown>;
  /** Reads and writes files of the repository. */
  readonly read: (path: string) => Promise<string>;
  readonly write: (path: string, text: string) => Promise<void>;
}

/**
 * Runs every sweep and prints the table, or repeats one fault. Returns the exit code: 1 if anything was lost or
 * rejected. The figures of a run that the user ended are not written.
 */
export async function runCrashReport(words: readonly string[], host: ReportHost): Promise<number> {
  const read = readCommand(words, COMMAND, host.tell);
  if (typeof read === 'number') return read;
  const { values } = read;
  if (values.replay !== undefined) return replay(String(values.replay), host);
  const seed = Number(values.seed ?? SEED);
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
  if (!Number.isSafeInteger(seed) || !(minutes > 0)) {
    host.tell(COMMAND.help);
    return 1;
  }
  const start = host.now();
  const run = new ReportRun(reportParts(seed), host, minutes * 60_000);
  const isWhole = await Promise.race([run.run().then(() => true), host.interrupted.then(() => false)]);
  const report: CrashReport = {
    date: new Date(start).toISOString().slice(0, 10),
    commit: host.commit(),
    seed,
    seconds: Math.round((host.now() - start) / 1000),
    threads: host.threads,
    jobs: run.jobs,
    planned: run.planned,
    figures: run.figures(),
  };
  host.tell(figuresTable(report));
  if (!isWhole) return INTERRUPTED;
  if (values.write === true) {
    await host.write(FIGURES, `${JSON.stringify(report, null, 2)}\n`);
    await host.write('README.md', withFigures(await host.read('README.md'), report));
  }
  return run.failed ? 1 : 0;
}

/** Runs the jobs of all parts, as many at a time as there are threads. */
class ReportRun {
  readonly planned: number;
  jobs = 0;
  failed = false;
  private readonly parts: readonly Part[];
  private readonly host: ReportHost;
  private readonly start: number;
  private readonly end: number;
  /** The results of each part. */
  private readonly results: JobResult[][];
  private lastLine: number;
  private printed = 0;

  constructor(parts: readonly Part[], host: ReportHost, limitMs: number) {
    this.parts = parts;
    this.host = host;
    this.start = host.now();
    this.lastLine = this.start;
    this.end = this.start + limitMs;
    this.results = parts.map(() => []);
    this.planned = parts.reduce((sum, { jobs }) => sum + jobs.length, 0);
  }

  async run(): Promise<void> {
    const queue = inTurns(this.parts);
    const work = async (): Promise<void> => {
      const runIn = this.host.startThread();
      for (let next = queue.shift(); next !== undefined && this.host.now() < this.end; next = queue.shift()) {
        this.add(next.part, await runIn(next.job));
      }
    };
    await Promise.all(Array.from({ length: this.host.threads }, work));
  }

  /** The rows of the table, up to now. */
  figures(): readonly CrashFigures[] {
    return this.parts.map(({ fault }, index) => {
      const results = this.results[index] as JobResult[];
      const failures = results.flatMap((result) => result.failures);
      return {
        fault,
        faults: sum(results, ({ faults }) => faults),
        runs: sum(results, ({ runs }) => runs),
        losses: failures.filter(({ isLoss }) => isLoss).length,
        refusals: failures.filter(({ isLoss }) => !isLoss).length,
      };
    });
  }

  private add(part: number, result: JobResult): void {
    (this.results[part] as JobResult[]).push(result);
    this.jobs++;
    if (result.failures.length > 0) this.failed = true;
    for (const { text } of result.failures) if (this.printed++ < MOST_PRINTED) this.host.tell(text);
    const now = this.host.now();
    if (now - this.lastLine < LINE_EVERY && this.jobs < this.planned) return;
    this.lastLine = now;
    const figures = this.figures();
    const [faults, runs, losses] = (['faults', 'runs', 'losses'] as const).map((name) =>
      sum(figures, (row) => row[name]).toLocaleString('en-US'),
    );
    const seconds = Math.round((now - this.start) / 1000);
    this.host.tell(
      `${seconds} s, ${this.jobs} of ${this.planned} jobs: ${faults} faults, ${runs} databases compared, ${losses} losses`,
    );
  }
}

/** The jobs of all parts, so mixed that at any time about the same share of each part has run. */
function inTurns(parts: readonly Part[]): { readonly part: number; readonly job: Job }[] {
  return parts
    .flatMap(({ jobs }, part) => jobs.map((job, index) => ({ part, job, turn: index / jobs.length })))
    .sort((a, b) => a.turn - b.turn);
}

async function replay(name: string, { tell }: ReportHost): Promise<number> {
  const { faults, failures } = await runJob(replayJob(name));
  if (faults === 0) tell('There is no such fault');
  for (const { text } of failures) tell(text);
  return failures.length === 0 && faults > 0 ? 0 : 1;
}

function sum<T>(values: readonly T[], pick: (value: T) => number): number {
  return values.reduce((total, value) => total + pick(value), 0);
}

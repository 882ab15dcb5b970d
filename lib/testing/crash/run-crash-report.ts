import { type CrashFigures, FIGURES, figuresTable, withFigures } from '../../build/docs/crash-table.js';
import { WORKLOADS } from './crash-steps.js';
import { type CrashKind, crashSweep, EVERY_CRASH } from './crash-sweep.js';
import { faultSweep } from './fault-sweep.js';
import { killSweep } from './kill-sweep.js';
import { quotaSweep } from './quota-sweep.js';
import { addResult, type SweepResult, sweepResult } from './sweep-result.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const SEED = 20_261_121;
/** Random workloads, each with its own seed. */
const RANDOM_WORKLOADS = 20;
const KILLS = 100;
const QUOTAS = { first: 256 * KIB, last: 24 * MIB, step: 256 * KIB };

export interface ReportHost {
  readonly now: () => number;
  readonly tell: (line: string) => void;
  /** Reads and writes files of the repository. */
  readonly read: (path: string) => Promise<string>;
  readonly write: (path: string, text: string) => Promise<void>;
}

/** A row of the table. */
interface Part {
  readonly fault: string;
  run(): Promise<SweepResult>;
}

const PARTS: readonly Part[] = [
  {
    fault: 'the process ends, or the power fails, in each operation on files and catalog of seven workloads',
    run: async () => {
      const whole = sweepResult();
      for (const workload of Object.keys(WORKLOADS)) {
        addResult(whole, await crashSweep({ workload, seed: SEED, kinds: EVERY_CRASH }));
      }
      return whole;
    },
  },
  {
    fault: `the same, in every third operation of ${RANDOM_WORKLOADS} random workloads`,
    run: async () => {
      const whole = sweepResult();
      for (let seed = SEED; seed < SEED + RANDOM_WORKLOADS; seed++) {
        const first = 1 + (seed % 3);
        addResult(whole, await crashSweep({ workload: 'random', seed, kinds: EVERY_CRASH, first, stride: 3 }));
      }
      return whole;
    },
  },
  {
    fault: 'a file is damaged, cut, emptied, removed, copied or unreadable; or the catalog is',
    run: () => faultSweep(),
  },
  { fault: 'the device is full, under quotas from 256 KiB to 24 MiB', run: () => quotaSweep(QUOTAS) },
  {
    fault: 'a Node process that writes or opens a database is killed',
    run: () => killSweep({ seed: SEED, kills: KILLS }),
  },
];

/** Runs every sweep and prints the table, or repeats one fault. Returns the exit code: 1 if anything was lost. */
export async function runCrashReport(words: readonly string[], host: ReportHost): Promise<number> {
  const at = words.indexOf('--replay');
  if (at >= 0) return report(await replay(words[at + 1] ?? ''), host);
  const figures: CrashFigures[] = [];
  let exitCode = 0;
  for (const { fault, run } of PARTS) {
    const start = host.now();
    const result = await run();
    const { faults, runs, failures } = result;
    host.tell(`${fault}: ${faults} faults, ${runs} runs, ${Math.round((host.now() - start) / 1000)} s`);
    exitCode = Math.max(exitCode, report(result, host));
    const losses = failures.filter(({ isLoss }) => isLoss).length;
    figures.push({ fault, faults, runs, losses, refusals: failures.length - losses });
  }
  host.tell(figuresTable(figures));
  if (words.includes('--write')) {
    await host.write(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
    await host.write('README.md', withFigures(await host.read('README.md'), figures));
  }
  return exitCode;
}

function report({ faults, failures }: SweepResult, { tell }: ReportHost): number {
  if (faults === 0) tell('There is no such fault');
  for (const { text } of failures) tell(text);
  return failures.length === 0 && faults > 0 ? 0 : 1;
}

/** Repeats the fault with the name that a failure printed. */
function replay(name: string): Promise<SweepResult> {
  const [sweep, ...parts] = name.split(':');
  if (sweep === 'quota') {
    const quota = Number(parts[0]);
    return quotaSweep({ first: quota, last: quota, step: quota });
  }
  if (sweep === 'kill') return killSweep({ seed: Number(parts[0]), kills: 1 });
  if (sweep === 'fault') return faultSweep(name);
  const [workload = '', seed, operation, kind] = parts;
  const last = Number(operation);
  return crashSweep({ workload, seed: Number(seed), kinds: [kind as CrashKind], first: last, last });
}

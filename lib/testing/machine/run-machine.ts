import { readFileSync } from 'node:fs';
import { Coverage, checkSeed, describeFailure, findsBug, LABELS, plantedBugs, playStored } from './check-machine.js';
import { HOSTS, type HostName } from './host.js';
import type { Run } from './operation.js';

export const MACHINE_USAGE = `npm run soak -- machine [--seed N] [--runs N] [--host ${HOSTS.join('|')}]
    plays random runs of every operation, one a seed, and prints which pairs of operations they have played
npm run soak -- machine --run FILE [--host ${HOSTS.join('|')}]
    plays the run in a file, as a failure prints it
npm run soak -- machine --planted
    plants each bug of planted-bugs.ts and prints after how many steps it was found`;

const RUNS = 500;

interface MachineHost {
  readonly now: () => number;
  readonly tell: (line: string) => void;
}

/** Plays runs until one fails. Returns the exit code. */
export async function runMachine(words: readonly string[], { now, tell }: MachineHost): Promise<number> {
  const after = (name: string): string | undefined =>
    words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  const seed = Number(after('--seed') ?? now() % 1_000_000_000);
  const runs = Number(after('--runs') ?? RUNS);
  const only = after('--host');
  const hosts = HOSTS.filter((name) => only === undefined || name === only);
  if (!Number.isSafeInteger(seed) || !(runs > 0) || hosts.length === 0) {
    tell(MACHINE_USAGE);
    return 1;
  }
  const file = after('--run');
  if (file !== undefined) return playFile(file, hosts, tell);
  if (words.includes('--planted')) return findPlanted(tell);
  for (const host of hosts) {
    tell(`again: npm run soak -- machine --seed ${seed} --runs ${runs} --host ${host}`);
    const coverage = new Coverage(LABELS);
    const start = now();
    for (let run = 0; run < runs; run++) {
      const failure = await checkSeed(seed + run, host, coverage);
      if (failure === null) continue;
      tell(describeFailure(failure, host));
      return 1;
    }
    const perSecond = Math.round((coverage.steps * 1000) / Math.max(1, now() - start));
    tell(`${host}: ${runs} runs, ${coverage.steps} steps, ${perSecond} steps a second`);
    tell(coverage.table());
  }
  return 0;
}

async function playFile(file: string, hosts: readonly HostName[], tell: MachineHost['tell']): Promise<number> {
  const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
  for (const host of hosts) {
    try {
      await playStored(run, host);
      tell(`${host}: all answers are right`);
    } catch (error) {
      tell(`${host}: ${String(error)}`);
      return 1;
    }
  }
  return 0;
}

async function findPlanted(tell: MachineHost['tell']): Promise<number> {
  let missed = 0;
  for (const { name, host, steps } of plantedBugs) {
    const found = await findsBug(name);
    if (found === null) missed++;
    tell(
      `${name}: ${found === null ? `not found within ${steps} steps` : `found after ${found.steps} steps`} on ${host}`,
    );
  }
  return missed === 0 ? 0 : 1;
}

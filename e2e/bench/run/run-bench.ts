import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buildPackage } from '../../../lib/testing/package/build-package.js';
import { inRoot } from '../../../lib/testing/package/places.js';
import type { Site } from '../../site.js';
import { coldOpen } from '../driven/cold-open.js';
import type { DrivenWorkload } from '../driven/driven-workload.js';
import { footprint } from '../driven/footprint.js';
import { Session } from '../driven/session.js';
import { resultChart } from '../report/chart.js';
import { type RawLine, type RawRun, summarize } from '../report/summary.js';
import { resultTable, thousands } from '../report/table.js';
import { startBenchSite } from './bench-site.js';
import { bundlePage } from './bundle-page.js';
import { machineFacts } from './machine.js';
import { HELP, type Options, readOptions, type WorkloadName } from './options.js';
import { planTurns, type Turn } from './plan.js';

const OUT = inRoot('.out/bench');
/** Those that are not run by the page alone. */
const DRIVEN: Partial<Record<WorkloadName, DrivenWorkload>> = { W7: coldOpen, W8: footprint };
/** A workload that takes longer than this is given up; a store may hang. */
const LIMIT_MS = 15 * 60_000;

/** Measures or reports as the words say, and gives the exit code. */
export async function runBench(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const options = readOptions(words);
  const files = options.from.length > 0 ? options.from : [await measure(options)];
  const lines = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n').split('\n');
  const summary = summarize(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RawLine));
  const table = resultTable(summary);
  const folder = options.publish ? inRoot('e2e/bench') : OUT;
  await writeFile(`${folder}/results.md`, table);
  await writeFile(`${folder}/results.svg`, resultChart(summary));
  console.log(`\n${table}`);
  for (const { store, workload, round, error } of summary.failures) {
    console.error(`${store} failed in ${workload}, round ${round}: ${error}`);
  }
  return summary.failures.length > 0 ? 1 : 0;
}

/** Runs all turns; gives the file with a line for each run. */
async function measure(options: Options): Promise<string> {
  process.env.NO_PROXY = '127.0.0.1,localhost';
  await mkdir(OUT, { recursive: true });
  await buildPackage();
  await bundlePage(`${OUT}/page`);
  const site = await startBenchSite(`${OUT}/page`);
  const file = `${OUT}/${Date.now()}.jsonl`;
  console.log(`raw runs: .out/bench/${basename(file)}`);
  try {
    for (const turn of planTurns(options)) await runTurn(turn, site, file);
  } finally {
    await site.close();
  }
  return file;
}

async function runTurn(turn: Turn, site: Site, file: string): Promise<void> {
  const folder = `${OUT}/profile-${process.pid}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const session = new Session(folder, site);
  try {
    for (const workload of turn.workloads) {
      const run = await runWorkload(session, turn, workload);
      const line: RawLine = { ...run, machine: machineFacts(await browserOf(session)) };
      await appendFile(file, `${JSON.stringify(line)}\n`);
      console.log(summaryOf(run));
    }
  } finally {
    await session.dispose();
  }
}

async function runWorkload(session: Session, turn: Turn, workload: WorkloadName): Promise<RawRun> {
  const { round, store, cells } = turn;
  const run = { round, store, workload, cells };
  try {
    // A page of its own, so that no workload works in another's memory.
    const page = await session.page();
    const roundTrip = await page.evaluate(() => globalThis.bench.measureRoundTrip());
    const driven = DRIVEN[workload];
    const work =
      driven === undefined
        ? page.evaluate(([workload, store, cells]) => globalThis.bench.run(workload, store, cells), [
            workload,
            store,
            cells,
          ] as const)
        : driven(session, store, cells);
    return { ...run, roundTrip, figures: await limited(work) };
  } catch (error) {
    return { ...run, roundTrip: 0, figures: {}, error: error instanceof Error ? error.message : String(error) };
  }
}

async function limited<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${LIMIT_MS / 60_000} minutes`)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function browserOf(session: Session): Promise<string> {
  const page = await session.page();
  const agent = await page.evaluate(() => navigator.userAgent);
  return `Chromium ${/Chrome\/(\d+)/.exec(agent)?.[1] ?? 'of unknown version'}`;
}

function summaryOf({ round, store, workload, figures, roundTrip, error }: RawRun): string {
  const found = Object.entries(figures).map(([figure, value]) => `${figure} ${thousands(value)}`);
  return `${round} ${workload} ${store}: ${error ?? found.join(', ')} (round trip ${Math.round(roundTrip)} µs)`;
}

import { appendFile, mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { buildPackage } from '../../../lib/testing/package/build-package.js';
import { inRoot } from '../../../lib/testing/package/places.js';
import { LEAST_ROUNDS } from '../report/publishable.js';
import { DIRTY, type RawLine, type RawRun } from '../report/summary.js';
import { STORES } from '../stores/store-names.js';
import { startBenchSite } from './bench-site.js';
import { treeCommit } from './build-commit.js';
import { bundlePage } from './bundle-page.js';
import { compare } from './compare.js';
import { interruptible } from './interruption.js';
import type { Machine } from './machine.js';
import { measureProbes } from './measure-probes.js';
import { HELP, type Options, readOptions } from './options.js';
import { planTurns } from './plan.js';
import { lineOf, runTurn } from './run-turn.js';
import { isWeighing, runWeighing } from './run-weighing.js';
import { storeVersion } from './store-version.js';
import { writeAgreement, writeReport } from './write-report.js';

const OUT = inRoot('.out/bench');

/** Measures or reports as the words say, and gives the exit code. */
export async function runBench(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  const options = readOptions(words);
  process.env.NO_PROXY = '127.0.0.1,localhost';
  await mkdir(OUT, { recursive: true });
  const { compare: commit, from, again } = options;
  if (commit !== null) return interruptible((signal) => compare(commit, options, OUT, signal));
  if (options.probes) return interruptible((signal) => measureProbes(options, OUT, signal));
  if (again.length > 0) return writeAgreement(from, again, OUT);
  const files = from.length > 0 ? from : [await interruptible((signal) => measure(options, signal))];
  return writeReport(files, options.publish, OUT);
}

/** Runs all turns; gives the file with a line for each run. */
async function measure(options: Options, signal: AbortSignal): Promise<string> {
  const commit = await treeCommit();
  if (options.publish) refuseToMeasure(options, commit);
  await buildPackage();
  await bundlePage(`${OUT}/page`);
  const site = await startBenchSite(`${OUT}/page`, inRoot('dist'));
  const started = new Date();
  const file = `${OUT}/${started.getTime()}.jsonl`;
  console.log(`raw runs: .out/bench/${basename(file)}`);
  const place = { site, folder: `${OUT}/profile-${process.pid}`, signal };
  const record = async (run: RawRun, machine: Machine) => {
    const version = await storeVersion(run.store);
    const { path } = STORES[run.store];
    const line: RawLine = { ...run, machine, commit, started: started.toISOString(), version, path };
    await appendFile(file, `${JSON.stringify(line)}\n`);
    console.log(lineOf(run, run.store));
  };
  try {
    const turns = planTurns(options);
    for (const turn of turns.filter((turn) => !isWeighing(turn))) await runTurn(turn, place, record);
    await runWeighing(turns.filter(isWeighing), place, record);
  } finally {
    await site.close();
  }
  return file;
}

/** Throws an Error for people where it is certain beforehand that the results could not be published. */
function refuseToMeasure({ rounds }: Options, commit: string): void {
  if (rounds < LEAST_ROUNDS) throw new Error(`--publish needs at least ${LEAST_ROUNDS} rounds`);
  if (commit.endsWith(DIRTY)) throw new Error('--publish measures a commit, but the tree has uncommitted changes');
}

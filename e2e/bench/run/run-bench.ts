import { appendFile, mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { inRoot } from '../../../lib/build/package/places.js';
import type { RawLine, RawRun } from '../report/summary.js';
import { STORES } from '../stores/store-names.js';
import { browserVersion } from './browser-version.js';
import { treeCommit } from './build-commit.js';
import { compare } from './compare.js';
import { interruptible } from './interruption.js';
import { machineFacts } from './machine.js';
import { measureLive } from './measure-live.js';
import { measureProbes } from './measure-probes.js';
import { measureTabs } from './measure-tabs.js';
import { withMeasuredBuild } from './measured-build.js';
import { HELP, type Options, readOptions } from './options.js';
import { planTurns } from './plan.js';
import { refuseToMeasure } from './refuse-to-measure.js';
import { lineOf, runTurn } from './run-turn.js';
import { isWeighing, runWeighing } from './run-weighing.js';
import { storeVersion } from './store-version.js';
import { writeAgreement, writeReport } from './write-report.js';

const OUT = inRoot('.out/bench');

/** Measures or reports, as the arguments request, and returns the exit code. */
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
  if (options.live) return interruptible((signal) => measureLive(options, OUT, signal));
  if (options.tabs) return interruptible((signal) => measureTabs(options, OUT, signal));
  if (again.length > 0) return writeAgreement(from, again, OUT);
  const files = from.length > 0 ? from : [await interruptible((signal) => measure(options, signal))];
  return writeReport(files, options.publish, OUT);
}

/** Runs all turns and returns the path of the file, which has one line per run. */
async function measure(options: Options, signal: AbortSignal): Promise<string> {
  const commit = await treeCommit();
  if (options.publish) refuseToMeasure(options.rounds, commit);
  const started = new Date();
  const file = `${OUT}/${started.getTime()}.jsonl`;
  await withMeasuredBuild(commit, OUT, signal, async (place) => {
    const machine = machineFacts(await browserVersion(place));
    console.log(`raw runs: .out/bench/${basename(file)}`);
    const record = async (run: RawRun) => {
      const version = await storeVersion(run.store);
      const { path } = STORES[run.store];
      const line: RawLine = { ...run, machine, commit, started: started.toISOString(), version, path };
      await appendFile(file, `${JSON.stringify(line)}\n`);
      print(run);
    };
    const turns = planTurns(options);
    for (const turn of turns.filter((turn) => !isWeighing(turn))) await runTurn(turn, place, record);
    await runWeighing(turns.filter(isWeighing), place, record);
  });
  return file;
}

function print(run: RawRun): void {
  const line = lineOf(run, run.store);
  if (run.error === undefined) console.log(line);
  else console.error(line);
}

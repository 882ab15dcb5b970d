import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buildPackage } from '../../../lib/testing/package/build-package.js';
import { inRoot } from '../../../lib/testing/package/places.js';
import { resultChart } from '../report/chart.js';
import { type RawLine, type RawRun, summarize } from '../report/summary.js';
import { resultTable } from '../report/table.js';
import { startBenchSite } from './bench-site.js';
import { bundlePage } from './bundle-page.js';
import { compare } from './compare.js';
import { interruptible } from './interruption.js';
import type { Machine } from './machine.js';
import { HELP, type Options, readOptions } from './options.js';
import { planTurns } from './plan.js';
import { lineOf, runTurn } from './run-turn.js';
import { isWeighing, runWeighing } from './run-weighing.js';

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
  const { compare: commit, from } = options;
  if (commit !== null) return interruptible((signal) => compare(commit, options, OUT, signal));
  return report(options, from.length > 0 ? from : [await interruptible((signal) => measure(options, signal))]);
}

async function report(options: Options, files: readonly string[]): Promise<number> {
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
async function measure(options: Options, signal: AbortSignal): Promise<string> {
  await buildPackage();
  await bundlePage(`${OUT}/page`);
  const site = await startBenchSite(`${OUT}/page`, inRoot('dist'));
  const file = `${OUT}/${Date.now()}.jsonl`;
  console.log(`raw runs: .out/bench/${basename(file)}`);
  const place = { site, folder: `${OUT}/profile-${process.pid}`, signal };
  const record = async (run: RawRun, machine: Machine) => {
    const line: RawLine = { ...run, machine };
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

import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Site } from '../../site.js';
import { type BuildName, type ComparedRun, compareBuilds } from '../report/comparison.js';
import { comparisonTable } from '../report/comparison-table.js';
import { startBenchSite } from './bench-site.js';
import { browserVersion } from './browser-version.js';
import { type Build, buildCommit, buildTree, resolveCommit } from './build-commit.js';
import { bundlePage } from './bundle-page.js';
import { machineFacts } from './machine.js';
import type { Options } from './options.js';
import { planPairs } from './plan.js';
import { lineOf, runTurn } from './run-turn.js';

/**
 * Measures the working tree and `commit` alternately, with the pages and workloads of the working tree: only the files
 * served at `/dist/` differ. Returns the exit code. Everything it made except its results is removed at the end, even
 * after a failure.
 */
export async function compare(commit: string, options: Options, out: string, signal: AbortSignal): Promise<number> {
  const hash = await resolveCommit(commit);
  const folder = `${out}/compare-${process.pid}`;
  const sites: Site[] = [];
  try {
    await mkdir(folder, { recursive: true });
    console.log('building the working tree');
    const tree = await buildTree(folder, signal);
    console.log(`building ${commit}`);
    const builds = { tree, commit: await buildCommit(hash, folder, signal) };
    for (const [name, { title }] of Object.entries(builds)) console.log(`${name}: ${title}`);
    await bundlePage(`${folder}/page`);
    const serve = async ({ dist }: Build): Promise<Site> => {
      const site = await startBenchSite(`${folder}/page`, dist);
      sites.push(site);
      return site;
    };
    const served = { tree: await serve(builds.tree), commit: await serve(builds.commit) };
    const runs = await measure(options, served, builds, { folder: `${folder}/profile`, out, signal });
    const comparison = compareBuilds(runs);
    const table = comparisonTable(comparison, { tree: builds.tree.title, commit: builds.commit.title });
    await writeFile(`${out}/comparison.md`, table);
    console.log(`\n${table}`);
    return comparison.failures.length > 0 ? 1 : 0;
  } finally {
    for (const site of sites) await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Places {
  readonly folder: string;
  readonly out: string;
  readonly signal: AbortSignal;
}

async function measure(
  options: Options,
  sites: Readonly<Record<BuildName, Site>>,
  builds: Readonly<Record<BuildName, Build>>,
  { folder, out, signal }: Places,
): Promise<readonly ComparedRun[]> {
  const runs: ComparedRun[] = [];
  const file = `${out}/compare-${Date.now()}.jsonl`;
  console.log(`raw runs: .out/bench/${basename(file)}`);
  const machine = machineFacts(await browserVersion({ site: sites.tree, folder, signal }));
  const turns = planPairs(options);
  for (const [at, turn] of turns.entries()) {
    const { build } = turn;
    await runTurn(turn, { site: sites[build], folder, signal }, async (run) => {
      runs.push({ ...run, build });
      await appendFile(file, `${JSON.stringify({ ...run, build, title: builds[build].title, machine })}\n`);
      console.log(`[${at + 1} of ${turns.length}] ${lineOf(run, build)}`);
    });
  }
  return runs;
}

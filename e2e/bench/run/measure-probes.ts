import { appendFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { buildPackage } from '../../../lib/testing/package/build-package.js';
import { inRoot } from '../../../lib/testing/package/places.js';
import type { Site } from '../../site.js';
import { Session } from '../driven/session.js';
import { type ProbeRun, SIDES, type Side } from '../probes/probe-figures.js';
import { probeLines, probeTable } from '../report/probe-table.js';
import { thousands } from '../report/table.js';
import { STORES, type StoreName } from '../stores/store-names.js';
import { startBenchSite } from './bench-site.js';
import { treeCommit } from './build-commit.js';
import { bundlePage } from './bundle-page.js';
import { type Machine, machineFacts } from './machine.js';
import type { Options } from './options.js';
import { browserOf, endBrowser } from './run-turn.js';

interface Measured {
  readonly runs: readonly ProbeRun[];
  readonly failures: readonly string[];
  readonly machine: Machine | null;
}

/** Measures the adapters against their probes and writes the table. Returns the exit code. */
export async function measureProbes(options: Options, out: string, signal: AbortSignal): Promise<number> {
  const commit = await treeCommit();
  await buildPackage();
  await bundlePage(`${out}/page`);
  const site = await startBenchSite(`${out}/page`, inRoot('dist'));
  try {
    const { runs, failures, machine } = await measure(options, site, out, signal);
    const facts = [
      `Commit ${commit}.`,
      ...(machine === null ? [] : [`${machine.browser} on ${machine.system}, ${machine.cores} cores.`]),
      `${options.cells.map(thousands).join(', ')} cells, keys of 16 bytes, values of 100, relaxed durability.`,
    ];
    const table = probeTable(probeLines(runs), facts);
    await writeFile(`${options.publish ? inRoot('e2e/bench') : out}/probes.md`, table);
    console.log(`\n${table}`);
    for (const failure of failures) console.error(failure);
    return failures.length > 0 ? 1 : 0;
  } finally {
    await site.close();
  }
}

/** Every round takes every store once, on a fresh profile; within it both sides, each on a fresh page and a new database. */
async function measure(options: Options, site: Site, out: string, signal: AbortSignal): Promise<Measured> {
  const [cells = 0] = options.cells;
  const [runs, failures]: [ProbeRun[], string[]] = [[], []];
  let machine: Machine | null = null;
  const file = `${out}/probes-${Date.now()}.jsonl`;
  console.log(`raw runs: .out/bench/${basename(file)}`);
  for (let round = 1; round <= options.rounds; round++) {
    for (const store of options.stores) {
      signal.throwIfAborted();
      const folder = `${out}/profile-${process.pid}`;
      await rm(folder, { recursive: true, force: true });
      const session = new Session(folder, site, STORES[store]);
      const end = () => endBrowser(folder);
      signal.addEventListener('abort', end);
      try {
        if (!(await (await session.page()).evaluate((store) => globalThis.bench.hasProbe(store), store))) continue;
        for (const side of sidesOf(round)) {
          const run = { round, store, side, figures: await measureSide(session, side, store, cells) };
          runs.push(run);
          await appendFile(file, `${JSON.stringify({ ...run, cells })}\n`);
          console.log(lineOf(run));
        }
        await session.checkBackingStore();
        machine ??= machineFacts(await browserOf(session));
      } catch (error) {
        signal.throwIfAborted();
        failures.push(`${store} failed in round ${round}: ${error instanceof Error ? error.message : error}`);
      } finally {
        signal.removeEventListener('abort', end);
        await session.dispose();
      }
    }
  }
  return { runs, failures, machine };
}

/** The side that goes first changes from round to round, so that neither has the better place. */
function sidesOf(round: number): readonly Side[] {
  return round % 2 === 1 ? SIDES : [...SIDES].reverse();
}

async function measureSide(
  session: Session,
  side: Side,
  store: StoreName,
  cells: number,
): Promise<ProbeRun['figures']> {
  const page = await session.page();
  return page.evaluate(
    ([side, store, cells]) => globalThis.bench.measureProbe(side, store, cells, `${side}-of-${store}`),
    [side, store, cells] as const,
  );
}

function lineOf({ round, store, side, figures }: ProbeRun): string {
  const found = Object.entries(figures).map(([figure, rate]) => `${figure} ${thousands(rate)}`);
  return `${round} ${store} ${side}: ${found.join(', ')}`;
}

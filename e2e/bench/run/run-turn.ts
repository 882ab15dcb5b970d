import { mkdir, rm } from 'node:fs/promises';
import { processesOf } from '../../fixtures.js';
import type { Site } from '../../site.js';
import { coldOpen } from '../driven/cold-open.js';
import type { DrivenWorkload } from '../driven/driven-workload.js';
import { footprint } from '../driven/footprint.js';
import { killTab } from '../driven/kill-tab.js';
import { Session } from '../driven/session.js';
import type { RawRun } from '../report/summary.js';
import { thousands } from '../report/table.js';
import { STORES } from '../stores/store-names.js';
import type { Figure } from '../workloads/figures.js';
import { type Machine, machineFacts } from './machine.js';
import type { WorkloadName } from './options.js';
import type { Turn } from './plan.js';

/** Those that are not run by the page alone. */
const DRIVEN: Partial<Record<WorkloadName, DrivenWorkload>> = { W7: coldOpen, W8: footprint, kill: killTab };
/** A workload that takes longer than this is given up; a store may hang. */
const LIMIT_MS = 15 * 60_000;

/** What a turn runs on. */
export interface TurnPlace {
  readonly site: Site;
  /** Where its profile is made, and removed at the end. */
  readonly folder: string;
  /** When it aborts, the browser is ended at once, and the turn rejects with its reason. */
  readonly signal: AbortSignal;
}

/** Runs the workloads of a turn in a browser on a fresh profile, and reports each as soon as it has ended, failed or not. */
export async function runTurn(
  turn: Turn,
  { site, folder, signal }: TurnPlace,
  report: (run: RawRun, machine: Machine) => Promise<void>,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const session = new Session(folder, site, STORES[turn.store]);
  const end = () => endBrowser(folder);
  signal.addEventListener('abort', end);
  try {
    for (const workload of turn.workloads) {
      signal.throwIfAborted();
      const run = await runWorkload(session, turn, workload);
      signal.throwIfAborted();
      await report(run, machineFacts(await browserOf(session)));
    }
  } finally {
    signal.removeEventListener('abort', end);
    await session.dispose();
  }
}

/** The run in one line. `who`: what was measured. */
export function lineOf(run: RawRun, who: string): string {
  const { round, workload, figures, roundTrip, error } = run;
  const found = Object.entries(figures).map(([figure, value]) => `${figure} ${thousands(value)}`);
  return `${round} ${workload} ${who}: ${error ?? found.join(', ')} (round trip ${Math.round(roundTrip)} µs)`;
}

async function runWorkload(session: Session, turn: Turn, workload: WorkloadName): Promise<RawRun> {
  const { round, store, cells } = turn;
  const run = { round, store, workload, cells };
  try {
    const page = await session.page();
    const roundTrip = await page.evaluate(() => globalThis.bench.measureRoundTrip());
    const driven = DRIVEN[workload] ?? inPages(workload);
    const figures = await limited(driven(session, store, cells));
    await session.checkBackingStore();
    return { ...run, roundTrip, figures };
  } catch (error) {
    return { ...run, roundTrip: 0, figures: {}, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Every step of the workload in a page of its own, so that its first calls are those of a fresh page. */
function inPages(workload: WorkloadName): DrivenWorkload {
  return async (session, store, cells) => {
    const page = await session.page();
    const steps = await page.evaluate((workload) => globalThis.bench.stepsOf(workload), workload);
    let figures: Partial<Record<Figure, number>> = {};
    for (let step = 0; step < steps; step++) {
      const own = await session.page();
      const found = await own.evaluate(
        ([workload, step, store, cells]) => globalThis.bench.run(workload, step, store, cells),
        [workload, step, store, cells] as const,
      );
      figures = { ...figures, ...found };
    }
    return figures;
  };
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

/** The browser's name and version. */
export async function browserOf(session: Session): Promise<string> {
  const page = await session.page();
  // A page is told a reduced version.
  const devtools = await page.context().newCDPSession(page);
  const { product } = await devtools.send('Browser.getVersion');
  return `Chromium ${product.split('/')[1] ?? 'of unknown version'}`;
}

/** Ends the browser that runs on the profile, also one that is just being started. */
export function endBrowser(folder: string): void {
  for (const id of processesOf(folder)) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

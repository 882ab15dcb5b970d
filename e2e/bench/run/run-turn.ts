import { thousands } from '../../../lib/build/report/table.js';
import { SYSTEM_CLOCK } from '../driven/clock.js';
import { coldOpen } from '../driven/cold-open.js';
import type { DrivenWorkload } from '../driven/driven-workload.js';
import { footprint } from '../driven/footprint.js';
import { killTab } from '../driven/kill-tab.js';
import { limited } from '../driven/limited.js';
import { openings } from '../driven/openings.js';
import type { Session } from '../driven/session.js';
import type { RawRun } from '../report/summary.js';
import type { Figure } from '../workloads/figures.js';
import type { WorkloadName } from './options.js';
import type { Turn } from './plan.js';
import { type SessionPlace, withSession } from './with-session.js';

/** Workloads that the page does not run alone. */
const DRIVEN: Partial<Record<WorkloadName, DrivenWorkload>> = {
  W7: coldOpen,
  W8: footprint,
  kill: killTab,
  opens: openings,
};

/**
 * Runs the workloads of a turn in a browser on a new profile, and reports each as soon as it ends. After a failure, the
 * remaining workloads get another browser and profile, because the browser may hang and a table may be only partly
 * loaded.
 */
export async function runTurn(turn: Turn, place: SessionPlace, report: (run: RawRun) => Promise<void>): Promise<void> {
  let at = 0;
  while (at < turn.workloads.length) {
    await withSession(place, turn.store, async (session) => {
      for (let isWell = true; isWell && at < turn.workloads.length; at++) {
        const run = await runWorkload(session, turn, turn.workloads[at] as WorkloadName);
        place.signal.throwIfAborted();
        await report(run);
        isWell = run.error === undefined;
      }
    });
  }
}

/** One line about the run. `who`: what was measured. */
export function lineOf({ round, workload, figures, roundTrip, error }: RawRun, who: string): string {
  if (error !== undefined) return `FAILED: ${round} ${workload} ${who}: ${error}`;
  const found = Object.entries(figures).map(([figure, value]) => `${figure} ${thousands(value)}`);
  return `${round} ${workload} ${who}: ${found.join(', ')} (round trip ${Math.round(roundTrip)} µs)`;
}

/** The message of a failed run, without the output of the browser, which names paths of this machine. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\nBrowser logs:.*/s, '');
}

async function runWorkload(session: Session, turn: Turn, workload: WorkloadName): Promise<RawRun> {
  const { round, store, cells } = turn;
  const run = { round, store, workload, cells };
  const measure = async () => {
    const page = await session.page();
    const roundTrip = await page.evaluate(() => globalThis.bench.measureRoundTrip());
    const driven = DRIVEN[workload] ?? inPages(workload);
    const figures = await driven(session, store, cells);
    await session.checkBackingStore();
    return { ...run, roundTrip, figures };
  };
  try {
    return await limited(measure(), SYSTEM_CLOCK, () => session.progress());
  } catch (error) {
    return { ...run, roundTrip: 0, figures: {}, error: messageOf(error) };
  }
}

/** Runs every step of the workload on a separate page, so that its first calls are those of a new page. */
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

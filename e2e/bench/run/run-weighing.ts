import { mkdir, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { type Clock, SYSTEM_CLOCK } from '../driven/clock.js';
import { weighedStore } from '../driven/footprint.js';
import { gate } from '../driven/gate.js';
import { Session } from '../driven/session.js';
import { type WeighingPlan, weigh } from '../driven/weigh.js';
import type { RawRun } from '../report/summary.js';
import { STORES } from '../stores/store-names.js';
import { type Machine, machineFacts } from './machine.js';
import type { Turn } from './plan.js';
import { browserOf, type TurnPlace } from './run-turn.js';

const MOST_BROWSERS = 10;
/** What a browser with an empty page takes, and what a row of the most wasteful store adds. */
const BROWSER_BYTES = 600e6;
const ROW_BYTES = 1_500;

/**
 * Runs turns of W8. Each waits two minutes for its store, so several of them wait at the same time, each in a browser of
 * its own; what keeps the machine busy goes one after the other. `place.folder` is the start of the profiles' names.
 */
export async function runWeighing(
  turns: readonly Turn[],
  place: TurnPlace,
  report: (run: RawRun, machine: Machine) => Promise<void>,
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  if (turns.length === 0) return;
  const { signal } = place;
  // A signal ends the waiting too.
  const waiting: Clock = {
    now: clock.now,
    sleep: (ms, other) => clock.sleep(ms, AbortSignal.any([signal, ...(other ? [other] : [])])),
  };
  const plan: WeighingPlan = { clock: waiting, busy: gate(1), reading: gate(3) };
  const open = gate(browsersAtOnce(Math.max(...turns.map(({ cells }) => cells)), totalmem()));
  const works = turns.map((turn, at) =>
    open(() => runOne(turn, { ...place, folder: `${place.folder}-${at}` }, plan, report)),
  );
  // All of them have ended before the first failure is reported: each removes its profile.
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** Whether a turn is one of W8, which runs alone on its profile. */
export function isWeighing({ workloads }: Turn): boolean {
  return workloads.includes('W8');
}

/** How many browsers with a loaded store the machine has memory for. */
export function browsersAtOnce(cells: number, memoryBytes: number): number {
  const each = BROWSER_BYTES + cells * ROW_BYTES;
  return Math.max(1, Math.min(MOST_BROWSERS, Math.floor(memoryBytes / each)));
}

async function runOne(
  turn: Turn,
  { site, folder, signal }: TurnPlace,
  plan: WeighingPlan,
  report: (run: RawRun, machine: Machine) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  const { round, store, cells } = turn;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const session = new Session(folder, site, STORES[store]);
  const end = () => session.end();
  signal.addEventListener('abort', end);
  const run = { round, store, workload: 'W8', cells, roundTrip: 0, figures: {} };
  try {
    const measured = await plan
      .busy(async () => {
        const page = await session.page();
        const roundTrip = await page.evaluate(() => globalThis.bench.measureRoundTrip());
        return { roundTrip, weighed: await weighedStore(session, store, cells, plan.clock) };
      })
      .then(async ({ roundTrip, weighed }): Promise<RawRun> => {
        const figures = await weigh(weighed, plan);
        await session.checkBackingStore();
        return { ...run, roundTrip, figures };
      })
      .catch((error): RawRun => ({ ...run, error: error instanceof Error ? error.message : String(error) }));
    signal.throwIfAborted();
    await report(measured, machineFacts(await browserOf(session)));
  } finally {
    signal.removeEventListener('abort', end);
    await session.dispose();
  }
}

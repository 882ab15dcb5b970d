import { totalmem } from 'node:os';
import { type Clock, SYSTEM_CLOCK } from '../driven/clock.js';
import { weighedStore } from '../driven/footprint.js';
import { gate } from '../driven/gate.js';
import { limited } from '../driven/limited.js';
import { type WeighingPlan, weigh } from '../driven/weigh.js';
import type { RawRun } from '../report/summary.js';
import type { Turn } from './plan.js';
import { messageOf } from './run-turn.js';
import { type SessionPlace, withSession } from './with-session.js';

const MOST_BROWSERS = 10;
/** The memory of a browser with an empty page, and the memory that each row of the most wasteful store adds. */
const BROWSER_BYTES = 600e6;
const ROW_BYTES = 1_500;

/**
 * Runs turns of W8. Each waits two minutes for its store, so several of them wait at the same time, each in a separate
 * browser. Steps that keep the machine busy run one after the other. `place.folder` is the prefix of the profiles'
 * names.
 */
export async function runWeighing(
  turns: readonly Turn[],
  place: SessionPlace,
  report: (run: RawRun) => Promise<void>,
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  if (turns.length === 0) return;
  const { signal } = place;
  // A signal also ends the waiting.
  const waiting: Clock = {
    now: clock.now,
    sleep: (ms, other) => clock.sleep(ms, AbortSignal.any([signal, ...(other ? [other] : [])])),
  };
  const plan: WeighingPlan = { clock: waiting, busy: gate(1), reading: gate(3) };
  const open = gate(browsersAtOnce(Math.max(...turns.map(({ cells }) => cells)), totalmem()));
  const works = turns.map((turn, at) =>
    open(() => runOne(turn, { ...place, folder: `${place.folder}-${at}` }, plan, report)),
  );
  // All of them end before the first failure is reported, because each removes its profile.
  await Promise.allSettled(works);
  await Promise.all(works);
}

/** Whether a turn is one of W8, which has a separate profile. */
export function isWeighing({ workloads }: Turn): boolean {
  return workloads.includes('W8');
}

/**
 * The number of browsers with a loaded store that fit into half of the machine's memory. The other half is for
 * everything else that runs.
 */
export function browsersAtOnce(cells: number, memoryBytes: number): number {
  const each = BROWSER_BYTES + cells * ROW_BYTES;
  return Math.max(1, Math.min(MOST_BROWSERS, Math.floor(memoryBytes / 2 / each)));
}

function runOne(
  turn: Turn,
  place: SessionPlace,
  plan: WeighingPlan,
  report: (run: RawRun) => Promise<void>,
): Promise<void> {
  const { round, store, cells } = turn;
  const run = { round, store, workload: 'W8', cells, roundTrip: 0, figures: {} };
  return withSession(place, store, async (session) => {
    const start = async () => {
      const page = await limited(session.page(), plan.clock);
      const roundTrip = await limited(
        page.evaluate(() => globalThis.bench.measureRoundTrip()),
        plan.clock,
      );
      return { roundTrip, weighed: await weighedStore(session, store, cells, plan.clock) };
    };
    const measure = async (): Promise<RawRun> => {
      const { roundTrip, weighed } = await plan.busy(start);
      const figures = await weigh(weighed, plan);
      await session.checkBackingStore();
      return { ...run, roundTrip, figures };
    };
    const measured = await measure().catch((error): RawRun => ({ ...run, error: messageOf(error) }));
    place.signal.throwIfAborted();
    await report(measured);
  });
}

import type { LiveFigure, LiveStoreName } from '../live/live-figures.js';
import { median } from '../report/statistics.js';
import type { Session } from './session.js';

const WARM_UP = 20;
const SHOWN = 100;
const STAMPED = 60;
/** Longer than most stores need, so that few versions are replaced before they are shown. */
const PAUSE_MS = 25;
const PUTS = 1_000;
/** With and without a watch in turn, because a machine gets faster and slower. The first ones are a warm-up. */
const PAIRS = 8;
const WARM_UP_PAIRS = 3;

/** All figures of one store, in a new browser. */
export async function liveLists(session: Session, store: LiveStoreName): Promise<Readonly<Record<LiveFigure, number>>> {
  const page = await session.page();
  await page.evaluate((store) => globalThis.bench.openLive(store, true), store);
  // First, because the tasks of a page that has run nothing before are the longest.
  const task = await page.evaluate(() => globalThis.bench.longestTask());
  await page.evaluate((count) => globalThis.bench.putUntilShown(count), WARM_UP);
  const sameTab = await page.evaluate((count) => globalThis.bench.putUntilShown(count), SHOWN);
  const puts: number[] = [];
  const disjoint: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const pass = (what: 'putsIntoList' | 'putsBesideWatches', isWatched: boolean) =>
      page.evaluate(([what, count, isWatched]) => globalThis.bench[what](count, isWatched), [
        what,
        PUTS,
        isWatched,
      ] as const);
    for (const [what, ratios] of [
      ['putsIntoList', puts],
      ['putsBesideWatches', disjoint],
    ] as const) {
      const first = await pass(what, pair % 2 === 0);
      const second = await pass(what, pair % 2 !== 0);
      if (pair >= WARM_UP_PAIRS) ratios.push(pair % 2 === 0 ? first / second : second / first);
    }
  }
  const other = await session.anotherPage('other');
  await other.evaluate((store) => globalThis.bench.openLive(store, false), store);
  await other.evaluate(() => globalThis.bench.beginRecording());
  const stamps = await page.evaluate(([count, pause]) => globalThis.bench.putStamped(count, pause), [
    STAMPED,
    PAUSE_MS,
  ] as const);
  const [last] = stamps.at(-1) as readonly [number, number];
  const arrivals = new Map(await other.evaluate((last) => globalThis.bench.endRecording(last), last));
  // The first ones are a warm-up. A version that a newer one replaced before it was shown has arrived with that one.
  const otherTab = stamps.slice(STAMPED / 3).map(([version, at]) => {
    const shown = [...arrivals].filter(([arrived]) => arrived >= version).map(([, when]) => when);
    return Math.min(...shown) - at;
  });
  return {
    'same-tab': median(sameTab),
    'other-tab': median(otherTab),
    puts: median(puts),
    disjoint: median(disjoint),
    task,
  };
}

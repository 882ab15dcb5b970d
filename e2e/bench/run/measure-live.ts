import { liveLists } from '../driven/live-lists.js';
import { LIVE_STORE_NAMES, type LiveFigure, type LiveRun, type LiveStoreName } from '../live/live-figures.js';
import { livePage } from '../report/live-table.js';
import { measureRounds, type Rounds, writePage } from './measure-rounds.js';
import type { Options } from './options.js';
import { storeVersion } from './store-version.js';

/** Measures lists that stay up to date, and writes the page about them. Returns the exit code: 1 if something failed. */
export async function measureLive(options: Options, out: string, signal: AbortSignal): Promise<number> {
  const { runs, failures, facts } = await measureRounds(options, out, signal, LISTS);
  const versions = await Promise.all(
    LIVE_STORE_NAMES.map(async (store) => [store, await storeVersion(store)] as const),
  );
  const page = livePage(runs, Object.fromEntries(versions), facts);
  await writePage(LISTS.name, page, failures, options.publish, out);
  return failures.length > 0 ? 1 : 0;
}

const LISTS: Rounds<LiveStoreName, LiveRun> = {
  name: 'live',
  // Each round starts with another store.
  storesIn: (round) => {
    const first = round % LIVE_STORE_NAMES.length;
    return [...LIVE_STORE_NAMES.slice(first), ...LIVE_STORE_NAMES.slice(0, first)];
  },
  measure: async (session, store, round) => {
    const found = await liveLists(session, store);
    return Object.entries(found).map(([figure, value]) => ({ round, store, figure: figure as LiveFigure, value }));
  },
  lineOf: ({ round, store, figure, value }) => `${round} ${store}: ${figure} ${value.toPrecision(3)}`,
};

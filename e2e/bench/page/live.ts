import { BigtabLive } from '../live/bigtab-live.js';
import { DexieLive } from '../live/dexie-live.js';
import type { LiveStoreName } from '../live/live-figures.js';
import type { LiveList, LiveStore } from '../live/live-store.js';
import { PgliteLive } from '../live/pglite-live.js';
import type { Row } from '../stores/store.js';
import { keyAt, randomFrom, rowsAt, shuffled, valueAt, versionIn } from '../workloads/data.js';
import { watchTicks } from '../workloads/page-ticks.js';

/* The page's part of lists that stay up to date. Each page has one store open. */

/** The rows of the list. */
const ROWS = 10_000;
const BATCH = 1_000;
/** The rows of the table: those of the list, and others after them. */
const ALL_ROWS = 2 * ROWS;
const OTHER_WATCHES = 100;

const MAKERS: Readonly<Record<LiveStoreName, () => LiveStore>> = {
  bigtab: () => new BigtabLive(),
  dexie: () => new DexieLive(),
  pglite: () => new PgliteLive(),
};

let store: LiveStore;
const random = randomFrom(7);
let version = 0;

/** A slow store does as many calls as it can in this time. */
const MOST_MS = 1_000;

/** Opens the database in this tab, and loads the table if `loads`. */
export async function openLive(name: LiveStoreName, loads: boolean): Promise<void> {
  store = MAKERS[name]();
  await store.open('live');
  for (let from = 0; loads && from < ALL_ROWS; from += BATCH) {
    const indexes = Array.from({ length: BATCH }, (_, at) => from + at);
    await store.load(rowsAt(indexes, ALL_ROWS));
  }
}

/** A row of the list with its next version. */
function nextRow(): { readonly index: number; readonly row: Row } {
  const index = Math.floor(random() * ROWS);
  return { index, row: { key: keyAt(index, ALL_ROWS), value: valueAt(index, ++version) } };
}

/** Watches the list. */
function watchList(show: (list: LiveList) => void): Promise<() => Promise<void>> {
  return store.watch(keyAt(0, ALL_ROWS), keyAt(ROWS, ALL_ROWS), show);
}

/** Puts up to `count` rows one after the other, and returns the milliseconds after which the list contained each. */
export async function putUntilShown(count: number): Promise<readonly number[]> {
  let check: (list: LiveList) => void = () => {};
  const stop = await watchList((list) => check(list));
  const times: number[] = [];
  for (const end = performance.now() + MOST_MS; times.length < count && performance.now() < end; ) {
    const { index, row } = nextRow();
    const shown = new Promise<number>((resolve) => {
      check = (list) => {
        if (versionIn(list.valueAt(index), index) === version) resolve(performance.now());
      };
    });
    const start = performance.now();
    await store.put(row);
    times.push((await shown) - start);
  }
  await stop();
  return times;
}

/** When another tab's versions of row 0 arrived in the list, by the system's clock, which all tabs share. */
const arrivals = new Map<number, number>();
let stopRecording: () => Promise<void> = async () => {};

/** Records when versions of row 0 arrive. */
export async function beginRecording(): Promise<void> {
  stopRecording = await watchList((list) => {
    const arrived = versionIn(list.valueAt(0), 0);
    if (!arrivals.has(arrived)) arrivals.set(arrived, Date.now());
  });
}

/**
 * Puts `count` versions of row 0, some milliseconds apart, and returns when each was put. They are newer than all before,
 * so the other tab cannot take an older one for them.
 */
export async function putStamped(count: number, pauseMs: number): Promise<readonly (readonly [number, number])[]> {
  const stamps: [number, number][] = [];
  for (let put = 0; put < count; put++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    stamps.push([++version, Date.now()]);
    await store.put({ key: keyAt(0, ALL_ROWS), value: valueAt(0, version) });
  }
  return stamps;
}

/** Waits for version `last` of row 0. Returns the arrivals of the versions that were shown. */
export async function endRecording(last: number): Promise<readonly (readonly [number, number])[]> {
  while (!arrivals.has(last)) await new Promise((resolve) => setTimeout(resolve, 1));
  await stopRecording();
  return [...arrivals];
}

/** The milliseconds of each of up to `count` awaited puts into the list, with or without a watch of it. */
export async function putsIntoList(count: number, isWatched: boolean): Promise<number> {
  let shown: LiveList | null = null;
  const stop = isWatched
    ? await watchList((list) => {
        shown = list;
      })
    : async () => {};
  const ms = await putsTakes(count);
  if (isWatched && (shown as LiveList | null)?.size !== ROWS) throw new Error('the list has lost rows');
  await stop();
  return ms;
}

/** The milliseconds of each of up to `count` awaited puts, with or without watches of other ranges of the table. */
export async function putsBesideWatches(count: number, isWatched: boolean): Promise<number> {
  const width = ROWS / OTHER_WATCHES;
  const stops: (() => Promise<void>)[] = [];
  for (let watch = 0; isWatched && watch < OTHER_WATCHES; watch++) {
    const from = ROWS + watch * width;
    const to = from + width;
    stops.push(await store.watch(keyAt(from, ALL_ROWS), to < ALL_ROWS ? keyAt(to, ALL_ROWS) : null, () => {}));
  }
  const ms = await putsTakes(count);
  for (const stop of stops) await stop();
  return ms;
}

async function putsTakes(count: number): Promise<number> {
  const rows = Array.from({ length: count }, () => nextRow().row);
  const start = performance.now();
  let done = 0;
  while (done < count && performance.now() < start + MOST_MS) await store.put(rows[done++] as Row);
  return (performance.now() - start) / done;
}

/** The longest task of the page while the list is read, and 1,000 of its rows are written at once and shown. */
export async function longestTask(): Promise<number> {
  const written = shuffled(ROWS, 5).subarray(0, BATCH);
  const rows = rowsAt(written, ALL_ROWS, ++version);
  const last = written[BATCH - 1] as number;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ticks = watchTicks();
  let show: (list: LiveList) => void = () => {};
  const stop = await watchList((list) => show(list));
  const shown = new Promise<void>((resolve) => {
    show = (list) => {
      if (versionIn(list.valueAt(last), last) === version) resolve();
    };
  });
  await store.load(rows);
  await shown;
  const longest = ticks.end();
  await stop();
  return longest;
}

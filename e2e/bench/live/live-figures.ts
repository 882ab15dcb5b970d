import type { StoreName } from '../stores/store-names.js';

/** The stores that can keep a list on the screen up to date, with the function that they use for it. */
export const LIVE_STORES = {
  bigtab: 'table.watch over all rows',
  dexie: 'liveQuery of toArray, observed across tabs',
  pglite: 'live.incrementalQuery, ordered by the key; PGliteWorker on OPFS, relaxed durability',
} as const satisfies Partial<Record<StoreName, string>>;
export type LiveStoreName = keyof typeof LIVE_STORES;
export const LIVE_STORE_NAMES = Object.keys(LIVE_STORES) as readonly LiveStoreName[];

/** What is measured. `unit` ×: how many times longer the same work takes as without a watch. Lower is better. */
export const LIVE_FIGURES = {
  'same-tab': { title: 'from a put to the list that contains it, in the same tab', unit: 'ms' },
  'other-tab': { title: 'from a put to the list that contains it, in another tab', unit: 'ms' },
  puts: { title: '1,000 awaited puts into the list, compared with the same puts without a list', unit: '×' },
  disjoint: { title: '1,000 awaited puts beside 100 watches of other rows, compared with none', unit: '×' },
  task: { title: 'the longest task of the page, while the list is read and 1,000 of its rows are written', unit: 'ms' },
} as const;
export type LiveFigure = keyof typeof LIVE_FIGURES;
export const LIVE_FIGURE_NAMES = Object.keys(LIVE_FIGURES) as readonly LiveFigure[];

/** The largest median that Bigtab may reach. */
export const LIVE_GOALS: Readonly<Record<LiveFigure, number>> = {
  'same-tab': 5,
  'other-tab': 20,
  puts: 1.5,
  disjoint: 1.1,
  task: 8,
};

/** One figure of one store in one round. */
export interface LiveRun {
  readonly round: number;
  readonly store: LiveStoreName;
  readonly figure: LiveFigure;
  /** In the unit of the figure. */
  readonly value: number;
}

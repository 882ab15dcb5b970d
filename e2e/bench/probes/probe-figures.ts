import type { StoreName } from '../stores/store-names.js';

/** What is measured of a probe and of the adapter of the same store. All are rates: more is better. */
export const PROBE_FIGURES = {
  load: { title: 'load in key order, batches of 1,000', unit: 'rows/s' },
  scanAll: { title: 'full scan', unit: 'rows/s' },
  getMany: { title: 'gets in lists of 100', unit: 'rows/s' },
  get: { title: 'single gets', unit: 'gets/s' },
  put: { title: 'single puts, relaxed', unit: 'puts/s' },
} as const;

export type ProbeFigure = keyof typeof PROBE_FIGURES;

export const SIDES = ['probe', 'adapter'] as const;
export type Side = (typeof SIDES)[number];

/** One measurement: a new database. Both sides of a store share a fresh page. */
export interface ProbeRun {
  readonly round: number;
  readonly store: StoreName;
  readonly side: Side;
  readonly figures: Readonly<Record<ProbeFigure, number>>;
}

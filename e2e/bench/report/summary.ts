import type { Machine } from '../run/machine.js';
import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure } from '../workloads/figures.js';
import { withinClock } from './clock-step.js';
import { median, type Spread, spreadOf } from './statistics.js';

/** The result of one store in one workload of one round. */
export interface RawRun {
  readonly round: number;
  readonly store: StoreName;
  readonly workload: string;
  readonly cells: number;
  /** The median of empty round trips to a worker, in microseconds. */
  readonly roundTrip: number;
  readonly figures: Partial<Record<Figure, number>>;
  readonly error?: string;
}

/** One line of a file of raw runs: a result with all the facts that a reader needs to trust it. */
export interface RawLine extends RawRun {
  readonly machine: Machine;
  /** What was measured: a short hash, followed by `DIRTY` if the working tree had changes. */
  readonly commit: string;
  /** When the command started, as an ISO date; the same in all lines of one command. */
  readonly started: string;
  /** The version of the store's package; null if it has none. */
  readonly version: string | null;
  /**
   * How the store was used. Older files do not contain it; for them, the report describes how the store is used now.
   */
  readonly path?: string;
}

/** Marks a commit if other files were in its working tree. */
export const DIRTY = ' with uncommitted changes';

/** One figure at one size: the values of each store, one per round. */
export interface SummaryRow {
  readonly figure: Figure;
  readonly cells: number;
  readonly values: Partial<Record<StoreName, readonly number[]>>;
}

/** The failure, and the number of rounds in which it occurred. */
export interface Failure {
  readonly store: StoreName;
  readonly workload: string;
  readonly cells: number;
  readonly rounds: number;
  readonly error: string;
}

/** A number that is not published, because it was measured in only a few rounds. */
export interface LeftOut {
  readonly figure: Figure;
  readonly cells: number;
  readonly store: StoreName;
  readonly rounds: number;
}

/** Everything that a report is made from. `results.json` is one. */
export interface Summary {
  readonly commit: string;
  readonly machine: Machine;
  /** The number of commands that measured it; each figure of a size comes from one of them. */
  readonly runs: number;
  /** The empty round trips to a worker of all runs, in microseconds; null if every run failed. */
  readonly roundTrip: { readonly least: number; readonly median: number; readonly most: number } | null;
  /** The measured stores, in their usual order: the versions of their packages, and how they were used. */
  readonly stores: Partial<Record<StoreName, { readonly version: string | null; readonly path: string }>>;
  readonly rows: readonly SummaryRow[];
  readonly failures: readonly Failure[];
  /** Only in published results, and only if there are any. */
  readonly leftOut?: readonly LeftOut[];
}

/** Combines the numbers of all rounds. A failed run is left out. REQUIRES lines that `joinRuns` accepted. */
export function summarize(lines: readonly RawLine[]): Summary {
  const [first] = lines;
  if (first === undefined) throw new Error('no runs');
  const good = lines.filter(({ error }) => error === undefined);
  const trips = good.map(({ roundTrip }) => roundTrip);
  const sizes = [...new Set(good.map(({ cells }) => cells))].sort((a, b) => a - b);
  const measured = STORE_NAMES.filter((name) => good.some(({ store }) => store === name));
  return {
    commit: first.commit,
    machine: first.machine,
    runs: new Set(lines.map(({ started }) => started)).size,
    roundTrip:
      trips.length === 0 ? null : { least: Math.min(...trips), median: median(trips), most: Math.max(...trips) },
    stores: Object.fromEntries(
      measured.map((name) => {
        const line = good.find(({ store }) => store === name);
        return [name, { version: line?.version ?? null, path: line?.path ?? STORES[name].path }];
      }),
    ),
    rows: (Object.keys(FIGURES) as Figure[]).flatMap((figure) =>
      sizes
        .map((cells) => ({ figure, cells, values: valuesOf(figure, cells, good) }))
        .filter(({ values }) => Object.keys(values).length > 0),
    ),
    failures: failuresIn(lines),
  };
}

/** The median and the extremes of a store's values; undefined if it was not measured. */
export function spreadIn(row: SummaryRow, store: StoreName): Spread | undefined {
  const values = row.values[store];
  return values === undefined ? undefined : spreadOf(values.map((value) => withinClock(row.figure, value)));
}

function valuesOf(figure: Figure, cells: number, runs: readonly RawRun[]): SummaryRow['values'] {
  const ofSize = runs.filter((run) => run.cells === cells && run.figures[figure] !== undefined);
  const values: Partial<Record<StoreName, readonly number[]>> = {};
  for (const store of STORE_NAMES) {
    const own = ofSize.filter((run) => run.store === store).sort((a, b) => a.round - b.round);
    if (own.length > 0) values[store] = own.map((run) => run.figures[figure] as number);
  }
  return values;
}

function failuresIn(lines: readonly RawLine[]): Failure[] {
  const found = new Map<string, Failure>();
  for (const { store, workload, cells, error } of lines) {
    if (error === undefined) continue;
    const key = JSON.stringify([store, workload, cells, error]);
    found.set(key, { store, workload, cells, error, rounds: (found.get(key)?.rounds ?? 0) + 1 });
  }
  return [...found.values()];
}

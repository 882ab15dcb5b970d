import type { Machine } from '../run/machine.js';
import { STORE_NAMES, STORES, type StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { median, timesBetter } from './statistics.js';

/** What one store did in one workload of one round. */
export interface RawRun {
  readonly round: number;
  readonly store: StoreName;
  readonly workload: string;
  readonly cells: number;
  /** Median of empty round trips to a worker, in microseconds. */
  readonly roundTrip: number;
  readonly figures: Partial<Record<Figure, number>>;
  readonly error?: string;
}

/** One line of a file of raw runs. */
export interface RawLine extends RawRun {
  readonly machine: Machine;
}

/** One figure over all rounds. */
export interface SummaryRow {
  readonly figure: FigureFacts;
  readonly cells: number;
  readonly medians: Partial<Record<StoreName, number>>;
  readonly bestPeer: StoreName | null;
  /** How many times better Bigtab is than the best peer; null where one of them is missing. */
  readonly ratio: number | null;
}

export interface Summary {
  readonly rows: readonly SummaryRow[];
  /** Those that were measured, in their usual order. */
  readonly stores: readonly StoreName[];
  /** How often a workload was run with a store and size: the fewest times, and the most. */
  readonly rounds: { readonly least: number; readonly most: number };
  readonly machine: Machine | null;
  /** Median and extremes of the empty round trips of all runs, in microseconds. */
  readonly roundTrip: { readonly least: number; readonly median: number; readonly most: number } | null;
  readonly failures: readonly RawRun[];
}

/** Medians over the rounds and how they stand to each other. A run that failed counts in none. */
export function summarize(lines: readonly RawLine[]): Summary {
  const good = lines.filter(({ error }) => error === undefined);
  const trips = good.map(({ roundTrip }) => roundTrip);
  const sizes = [...new Set(good.map(({ cells }) => cells))].sort((a, b) => a - b);
  const rows = (Object.entries(FIGURES) as [Figure, FigureFacts][]).flatMap(([figure, facts]) =>
    sizes.map((cells) => summarizeFigure(figure, facts, cells, good)).filter(isMeasured),
  );
  return {
    rows,
    stores: STORE_NAMES.filter((name) => rows.some(({ medians }) => medians[name] !== undefined)),
    rounds: roundsOf(good),
    machine: lines[0]?.machine ?? null,
    roundTrip:
      trips.length === 0 ? null : { least: Math.min(...trips), median: median(trips), most: Math.max(...trips) },
    failures: lines.filter(({ error }) => error !== undefined),
  };
}

function roundsOf(runs: readonly RawRun[]): Summary['rounds'] {
  const counts = new Map<string, number>();
  for (const { store, workload, cells } of runs) {
    const what = `${store} ${workload} ${cells}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  if (counts.size === 0) return { least: 0, most: 0 };
  return { least: Math.min(...counts.values()), most: Math.max(...counts.values()) };
}

function summarizeFigure(figure: Figure, facts: FigureFacts, cells: number, runs: readonly RawRun[]): SummaryRow {
  const medians: Partial<Record<StoreName, number>> = {};
  for (const store of STORE_NAMES) {
    const values = runs
      .filter((run) => run.store === store && run.cells === cells)
      .map(({ figures }) => figures[figure])
      .filter((value) => value !== undefined);
    if (values.length > 0) medians[store] = median(values);
  }
  const own = medians.bigtab;
  // What was lost in the noise, as memory may be, has no ratio.
  const peers = STORE_NAMES.filter((name) => STORES[name].role === 'peer' && (medians[name] ?? 0) > 0);
  const ratios = peers.map((name) => timesBetter(own ?? 1, medians[name] as number, facts.better));
  const ratio = Math.min(...ratios);
  const bestPeer = peers[ratios.indexOf(ratio)] ?? null;
  return {
    figure: facts,
    cells,
    medians,
    bestPeer,
    ratio: own === undefined || own <= 0 || bestPeer === null ? null : ratio,
  };
}

function isMeasured({ medians }: SummaryRow): boolean {
  return Object.keys(medians).length > 0;
}

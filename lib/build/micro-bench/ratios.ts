/*
 * Comparison of measured ratios with those of the baseline.
 */

/** By the benchmark's name, the time of one run as a multiple of the reference loop's time. */
export type Ratios = Readonly<Record<string, number>>;

export type Verdict = 'as before' | 'better' | 'WORSE' | 'NOT MEASURED' | 'NOT IN THE BASELINE';

export interface Comparison {
  readonly name: string;
  /** Null when it was not measured. */
  readonly ratio: number | null;
  /** Null if it is not in the baseline. */
  readonly baseline: number | null;
  readonly verdict: Verdict;
}

/** The smallest ratio of each benchmark over several runs: a regression is in all of them, an outlier is not. */
export function smallestOf(runs: readonly Ratios[]): Ratios {
  return ofEach(runs, (ratios) => Math.min(...ratios));
}

/** The second smallest ratio of each benchmark, with three digits: usually the smallest of half as many runs. */
export function baselineOf(runs: readonly Ratios[]): Ratios {
  return ofEach(runs, (ratios) => {
    const [smallest, second = smallest] = [...ratios].sort((a, b) => a - b);
    return Number((second as number).toPrecision(3));
  });
}

/**
 * The comparisons in the order of the measured benchmarks, then those that are only in the baseline. `tolerance` is a
 * factor: 1.5 allows 50 % more.
 */
export function compare(measured: Ratios, baseline: Ratios, tolerance: number): readonly Comparison[] {
  const gone = Object.keys(baseline).filter((name) => measured[name] === undefined);
  return [...Object.keys(measured), ...gone].map((name) => {
    const ratio = measured[name] ?? null;
    const before = baseline[name] ?? null;
    return { name, ratio, baseline: before, verdict: judge(ratio, before, tolerance) };
  });
}

/** Whether a run with these comparisons has failed. */
export function isFailure({ verdict }: Comparison): boolean {
  return verdict !== 'as before' && verdict !== 'better';
}

/** One line each, in columns. */
export function describeComparisons(comparisons: readonly Comparison[]): readonly string[] {
  const heading = 'times the reference loop';
  const width = Math.max(heading.length, ...comparisons.map(({ name }) => name.length));
  const line = (name: string, ...columns: readonly string[]) =>
    [name.padEnd(width), ...columns.map((column) => column.padStart(9))].join('');
  return [
    line(heading, 'now', 'baseline', 'change'),
    ...comparisons.map(({ name, ratio, baseline, verdict }) => {
      const change = ratio === null || baseline === null ? '' : (ratio / baseline).toFixed(2);
      const note = verdict === 'as before' ? '' : `  ${verdict}`;
      return `${line(name, digits(ratio), digits(baseline), change)}${note}`;
    }),
  ];
}

function judge(ratio: number | null, baseline: number | null, tolerance: number): Verdict {
  if (ratio === null) return 'NOT MEASURED';
  if (baseline === null) return 'NOT IN THE BASELINE';
  if (ratio > baseline * tolerance) return 'WORSE';
  return ratio < baseline / tolerance ? 'better' : 'as before';
}

function digits(ratio: number | null): string {
  return ratio === null ? '-' : String(Number(ratio.toPrecision(3)));
}

function ofEach(runs: readonly Ratios[], choose: (ratios: readonly number[]) => number): Ratios {
  const names = new Set(runs.flatMap((run) => Object.keys(run)));
  return Object.fromEntries([...names].map((name) => [name, choose(runs.flatMap((run) => run[name] ?? []))]));
}

import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { withinClock } from './clock-step.js';
import { chanceOfAtLeast, median, type Spread, spreadOf, timesBetter } from './statistics.js';
import type { RawRun } from './summary.js';

/** The working tree, and the commit to compare it with. */
export type BuildName = 'tree' | 'commit';

/** The result of one build in one workload of one round. */
export interface ComparedRun extends RawRun {
  readonly build: BuildName;
}

/** A figure is slower or faster only if equal builds are unlikely to have that many ratios on the same side of 1. */
export type Verdict = 'slower' | 'same' | 'faster';

/** One figure of both builds over all rounds. */
export interface ComparedFigure {
  readonly figure: FigureFacts;
  readonly cells: number;
  /** Medians of the measured values. */
  readonly tree: number;
  readonly commit: number;
  /** How many times better the working tree is: one ratio per round, of two runs that followed each other. */
  readonly ratios: Spread;
  readonly verdict: Verdict;
}

/** One figure of something that only the working tree can do. */
export interface NewFigure {
  readonly figure: FigureFacts;
  readonly cells: number;
  readonly values: Spread;
}

export interface Comparison {
  /** The largest loss first. */
  readonly figures: readonly ComparedFigure[];
  /** Those with a missed goal first. */
  readonly added: readonly NewFigure[];
  readonly failures: readonly ComparedRun[];
}

/**
 * The share of figures in which two equal builds may be reported as different, in each direction. With fewer than five
 * rounds, no difference can be reported.
 */
const MISTAKES = 0.05;

/** The ratios of all pairs of runs. A pair is left out if either run failed. */
export function compareBuilds(runs: readonly ComparedRun[]): Comparison {
  const good = runs.filter(({ error }) => error === undefined);
  const sizes = [...new Set(good.map(({ cells }) => cells))].sort((a, b) => a - b);
  const figures = (Object.keys(FIGURES) as Figure[]).flatMap((figure) =>
    sizes.flatMap((cells) => {
      const compared = compareFigure(
        figure,
        cells,
        good.filter((run) => run.cells === cells),
      );
      return compared === null ? [] : [compared];
    }),
  );
  return {
    figures: figures.sort((a, b) => a.ratios.median - b.ratios.median),
    added: newFigures(good, sizes),
    failures: runs.filter(({ error }) => error !== undefined),
  };
}

/** Whether the median of a figure is worse than its goal. */
export function missesGoal({ figure: { goal }, values }: NewFigure): boolean {
  return goal !== undefined && values.median > goal;
}

/** The figures that no run of the commit has, if one has run the same workload. */
function newFigures(runs: readonly ComparedRun[], sizes: readonly number[]): readonly NewFigure[] {
  const found = (Object.keys(FIGURES) as Figure[]).flatMap((name) =>
    sizes.flatMap((cells) => {
      const ofWorkload = runs.filter((run) => run.cells === cells && run.workload === FIGURES[name].workload);
      const ofCommit = ofWorkload.filter(({ build }) => build === 'commit');
      const values = ofWorkload.flatMap(({ build, figures }) => (build === 'tree' ? (figures[name] ?? []) : []));
      const isNew = ofCommit.length > 0 && ofCommit.every(({ figures }) => figures[name] === undefined);
      return isNew && values.length > 0 ? [{ figure: FIGURES[name], cells, values: spreadOf(values) }] : [];
    }),
  );
  return [...found.filter(missesGoal), ...found.filter((one) => !missesGoal(one))];
}

/** Null if no round has this figure for both builds. */
function compareFigure(name: Figure, cells: number, runs: readonly ComparedRun[]): ComparedFigure | null {
  const figure: FigureFacts = FIGURES[name];
  const measured = (round: number, build: BuildName): number | undefined => {
    const value = runs.find((run) => run.round === round && run.build === build && run.figures[name] !== undefined)
      ?.figures[name];
    return value === undefined ? undefined : withinClock(name, value);
  };
  const rounds = [...new Set(runs.map(({ round }) => round))];
  const pairs = rounds.flatMap((round) => {
    const [tree, commit] = [measured(round, 'tree'), measured(round, 'commit')];
    // A value that is lost in noise, which happens with memory, has no ratio.
    return tree === undefined || commit === undefined || tree <= 0 || commit <= 0 ? [] : [{ tree, commit }];
  });
  if (pairs.length === 0) return null;
  const ratios = pairs.map(({ tree, commit }) => timesBetter(tree, commit, figure.better));
  return {
    figure,
    cells,
    tree: median(pairs.map(({ tree }) => tree)),
    commit: median(pairs.map(({ commit }) => commit)),
    ratios: spreadOf(ratios),
    verdict: judge(ratios),
  };
}

/**
 * The sign test: it uses only the side of 1 on which a ratio is, not the distance, so a single unusual round decides
 * nothing.
 */
function judge(ratios: readonly number[]): Verdict {
  const chanceOf = (side: readonly number[]) => chanceOfAtLeast(side.length, ratios.length);
  if (chanceOf(ratios.filter((ratio) => ratio < 1)) <= MISTAKES) return 'slower';
  return chanceOf(ratios.filter((ratio) => ratio > 1)) <= MISTAKES ? 'faster' : 'same';
}

import { FIGURES, type Figure, type FigureFacts } from '../workloads/figures.js';
import { withinClock } from './clock-step.js';
import { chanceOfAtLeast, median, type Spread, spreadOf, timesBetter } from './statistics.js';
import type { RawRun } from './summary.js';

/** The working tree, and the commit that it is compared with. */
export type BuildName = 'tree' | 'commit';

/** What one build did in one workload of one round. */
export interface ComparedRun extends RawRun {
  readonly build: BuildName;
}

/** Slower or faster only where equal builds are unlikely to have that many ratios on one side of 1. */
export type Verdict = 'slower' | 'same' | 'faster';

/** One figure of both builds over all rounds. */
export interface ComparedFigure {
  readonly figure: FigureFacts;
  readonly cells: number;
  /** Medians of what was measured. */
  readonly tree: number;
  readonly commit: number;
  /** How many times better the working tree is, a ratio a round: of two runs that followed each other. */
  readonly ratios: Spread;
  readonly verdict: Verdict;
}

export interface Comparison {
  /** The largest loss first. */
  readonly figures: readonly ComparedFigure[];
  readonly failures: readonly ComparedRun[];
}

/**
 * The share of figures in which two equal builds may be called different, each way. Fewer than five rounds can never
 * show a difference.
 */
const MISTAKES = 0.05;

/** The ratios of all pairs of runs. A run that failed, or whose partner failed, counts in none. */
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
    failures: runs.filter(({ error }) => error !== undefined),
  };
}

/** Null when no round has it of both builds. */
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
    // What was lost in the noise, as memory may be, has no ratio.
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
 * The sign test: how far the ratios lie from 1 does not matter, only on which side, so that one strange round decides
 * nothing.
 */
function judge(ratios: readonly number[]): Verdict {
  const chanceOf = (side: readonly number[]) => chanceOfAtLeast(side.length, ratios.length);
  if (chanceOf(ratios.filter((ratio) => ratio < 1)) <= MISTAKES) return 'slower';
  return chanceOf(ratios.filter((ratio) => ratio > 1)) <= MISTAKES ? 'faster' : 'same';
}

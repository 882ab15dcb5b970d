import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered } from '../oracle/oracle.js';
import type { Operation } from '../vectors/history.js';
import { questions } from './histories.js';
import type { Question } from './operation.js';

const RUNS = 300;
/** A scan without bounds, raw or not. */
function isOfEverything(step: Question['steps'][number] | undefined): boolean {
  return step?.op === 'scan' && step.versions === 'all' && Object.keys(step).length === (step.raw === true ? 4 : 3);
}

const drawn = fc.sample(questions(), { seed: 1, numRuns: RUNS });

describe('random histories', () => {
  it('are the same for the same seed, and differ for another seed', () => {
    expect(fc.sample(questions(), { seed: 1, numRuns: RUNS })).toEqual(drawn);
    expect(fc.sample(questions(), { seed: 2, numRuns: RUNS })).not.toEqual(drawn);
  });

  it('contain every operation', () => {
    const seen = new Set(drawn.flatMap(({ steps }) => steps.map(({ op }) => op)));
    const all: readonly Operation['op'][] = [
      ...(['put', 'delete', 'increment', 'append', 'mutateRow', 'checkAndMutate', 'batch', 'get', 'scan'] as const),
      ...(['flush', 'minorCompact', 'majorCompact', 'alter', 'reopen'] as const),
    ];
    expect([...seen].sort()).toEqual([...all].sort());
  });

  it('have a clock that never moves back', () => {
    for (const { steps } of drawn) {
      const moments = steps.map(({ at }) => at);
      expect(moments).toEqual([...moments].sort((a, b) => a - b));
    }
  });

  it('mask often: at least one scan in ten returns fewer cells than are stored', () => {
    const everything = drawn.flatMap((question) =>
      answered('drawn', question).steps.flatMap((step, index, all) =>
        isOfEverything(question.steps[index]) && isOfEverything(question.steps[index + 1])
          ? [[step.expect, all[index + 1]?.expect]]
          : [],
      ),
    );
    const cells = (rows: unknown): number =>
      ((rows ?? []) as readonly { cells: readonly unknown[] }[]).reduce((sum, row) => sum + row.cells.length, 0);
    const hidden = everything.filter(([raw, shown]) => cells(shown) < cells(raw));
    expect(hidden.length).toBeGreaterThan(everything.length / 10);
  });
});

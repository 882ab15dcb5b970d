import fc from 'fast-check';
import type { MemoryOptions } from '../../model/memory-options.js';
import { MOMENTS, type Moments } from '../operations/alphabet.js';
import { numbered } from '../operations/histories.js';
import type { Run, Step } from './operation.js';
import { createTable } from './operations/create-table.js';
import { OPERATIONS } from './operations.js';

/** Random runs of up to this many steps. Shrinking removes steps and simplifies the others. */
export function runs(length: number): fc.Arbitrary<Run> {
  return fc.oneof(...MOMENTS.map((moments) => runsAt(moments, length)));
}

function runsAt(moments: Moments, length: number): fc.Arbitrary<Run> {
  const others = fc.array(steps(moments), { maxLength: length - 1, size: 'max' });
  return fc.tuple(fc.nat(), limits, createTable.steps(moments), others).map(
    ([seed, memory, create, rest]): Run => ({
      ...{ seed, start: moments.start, memory, steps: numbered([create, ...rest]) },
    }),
  );
}

function steps(moments: Moments): fc.Arbitrary<Step> {
  return fc.oneof(
    ...OPERATIONS.map((operation) => ({ arbitrary: operation.steps(moments), weight: operation.weight })),
  );
}

/**
 * Limits so small that what is rare with the defaults happens in every run: blocks are read again, scans continue,
 * answers are split, scanners end, and the log begins another segment. None of them starts a flush, because what a
 * flush drops changes later answers.
 */
const limits: fc.Arbitrary<MemoryOptions> = fc.record({
  blockCache: fc.constantFrom(0, 100, 1000, 100_000),
  scanBatch: fc.constantFrom(1, 100, 1000),
  scanBatchLimit: fc.constantFrom(1, 200, 10_000),
  getAnswer: fc.constantFrom(1, 100, 10_000),
  logSegment: fc.constantFrom(16_384, 100_000),
  scanners: fc.constantFrom(1, 2, 100),
});

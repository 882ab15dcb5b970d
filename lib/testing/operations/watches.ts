/* Random histories beside which reads are watched. */
import fc from 'fast-check';
import type { GetStep, ScanStep } from '../vectors/history.js';
import { MOMENTS, type Moments, rows } from './alphabet.js';
import { questionsAt } from './histories.js';
import type { Question } from './operation.js';
import { gets, scans } from './reads.js';

export type WatchedRead = ScanStep | GetStep;

/** How a change of the history is played. */
export interface Manner {
  /** Whether the connection that has the watches makes it; otherwise another one. */
  readonly own: boolean;
  /** Whether time passes before it, so that timers ring; otherwise the clock jumps. */
  readonly passes: boolean;
  /** Whether the watches come to rest after it; otherwise the next change follows at once. */
  readonly rests: boolean;
  /** Replaces the row `r`, so that several rows enter and leave the windows of limits. */
  readonly row: string;
  /** Whether a `reopen` closes the database; otherwise it disables and enables the table. */
  readonly closes: boolean;
}

export interface WatchQuestion extends Question {
  /** Each with the number of changes after which it is opened. */
  readonly watches: readonly { readonly read: WatchedRead; readonly after: number }[];
  /** One for each change, in turn. */
  readonly manners: readonly Manner[];
  /** As in WatchLimits. */
  readonly stepBytes: number;
  readonly remembered: number;
}

const CHANGES = 14;
const WATCHES = 30;

export function watchQuestions(): fc.Arbitrary<WatchQuestion> {
  return fc.constantFrom(...MOMENTS).chain((moments) => {
    const after = fc.oneof(
      { arbitrary: fc.constant(0), weight: 3 },
      { arbitrary: fc.integer({ min: 1, max: CHANGES }), weight: 1 },
    );
    const parts = fc.record({
      watches: fc.array(fc.record({ read: reads(moments), after }), { maxLength: WATCHES, minLength: 1, size: 'max' }),
      manners: fc.array(manners(), { minLength: CHANGES, maxLength: CHANGES }),
      stepBytes: fc.constantFrom(1 << 18, 1 << 18, 200, 1),
      remembered: fc.constantFrom(50_000, 50_000, 1),
    });
    return fc.tuple(questionsAt(moments, CHANGES), parts).map(([question, others]) => ({ ...question, ...others }));
  });
}

function manners(): fc.Arbitrary<Manner> {
  return fc.record({
    own: fc.boolean(),
    passes: fc.boolean(),
    rests: fc.boolean(),
    row: fc.constantFrom('r', 'r', 'ra', 'rb', 'rc'),
    closes: fc.boolean(),
  });
}

/** Gets and scans without what cannot be watched. */
function reads(moments: Moments): fc.Arbitrary<WatchedRead> {
  return fc.oneof(
    { arbitrary: scans(moments).map(watchable), weight: 5 },
    { arbitrary: gets(moments).map(watchable), weight: 1 },
    { arbitrary: fc.tuple(scans(moments), rows).map(([scan, prefix]) => ofPrefix(watchable(scan), prefix)), weight: 1 },
  );
}

function watchable<Read extends WatchedRead>(read: Read): Read {
  const { timeRange, timestamp, familyTimeRange, ...rest } = read;
  return { ...rest, ...('row' in read ? { existsOnly: false } : { raw: false, batch: 0 }) } as never;
}

function ofPrefix(
  { start, startInclusive, stop, stopInclusive, reversed, ...scan }: ScanStep,
  prefix: string,
): ScanStep {
  return { ...scan, prefix };
}

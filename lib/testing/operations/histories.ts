/* Random histories, which the oracle answers (see oracle/oracle.ts). */
import fc from 'fast-check';
import type { Operation } from '../vectors/history.js';
import { MOMENTS, type Moments } from './alphabet.js';
import type { Question } from './operation.js';
import { gets, scans } from './reads.js';
import { alterations, tables } from './tables.js';
import { NEXT_COUNTER, NEXT_TEXT, writes } from './writes.js';

/**
 * Each change is followed by a raw scan, a scan of everything, and another read. Shrinking removes steps and simplifies
 * the others.
 */
export function questions({ changes = 14 }: { changes?: number } = {}): fc.Arbitrary<Question> {
  return fc.constantFrom(...MOMENTS).chain((moments) => questionsAt(moments, changes));
}

/** Questions with these times. */
export function questionsAt(moments: Moments, changes: number): fc.Arbitrary<Question> {
  return fc.record({
    table: tables(moments),
    steps: fc
      .array(rounds(moments), { minLength: 1, maxLength: changes, size: 'max' })
      .map((all) => numbered(atMoments(all, moments.start))),
  });
}

interface Round {
  readonly pause: number;
  readonly changes: readonly Operation[];
  readonly read: Operation;
}

function rounds(moments: Moments): fc.Arbitrary<Round> {
  const one = (change: fc.Arbitrary<Operation>): fc.Arbitrary<Operation[]> => change.map((only) => [only]);
  const plain = (...ops: ('flush' | 'majorCompact' | 'reopen')[]): fc.Arbitrary<Operation[]> =>
    fc.constant(ops.map((op) => ({ op })));
  const newest = fc.constantFrom(2, 2, 3).map((files): Operation => ({ op: 'minorCompact', newest: files }));
  return fc.record({
    pause: fc.constantFrom(...moments.pauses),
    changes: fc.oneof(
      { arbitrary: one(writes(moments)), weight: 28 },
      { arbitrary: plain('flush'), weight: 10 },
      { arbitrary: one(newest), weight: 7 },
      { arbitrary: plain('majorCompact'), weight: 5 },
      { arbitrary: plain('flush', 'majorCompact'), weight: 1 },
      { arbitrary: one(alterations(moments)), weight: 2 },
      { arbitrary: plain('reopen'), weight: 2 },
    ),
    read: fc.oneof(gets(moments), scans(moments)),
  });
}

const EVERYTHING: readonly Operation[] = [
  { op: 'scan', versions: 'all', raw: true },
  { op: 'scan', versions: 'all' },
];

function atMoments(all: readonly Round[], start: number): Question['steps'] {
  let at = start;
  return all.flatMap(({ pause, changes, read }) => {
    at += pause;
    return [...changes, ...EVERYTHING, read].map((operation) => ({ ...operation, at }));
  });
}

/** Makes every value different, so that it shows which write is visible. */
export function numbered<Steps>(steps: Steps): Steps {
  let number = 0;
  const text = JSON.stringify(steps).replaceAll(new RegExp(`${NEXT_TEXT}|${NEXT_COUNTER}`, 'g'), (placeholder) => {
    number++;
    return placeholder === NEXT_TEXT ? String(number) : counter(number);
  });
  return JSON.parse(text);
}

/** The eight bytes of a counter in printable form, escaped for JSON. */
function counter(number: number): string {
  return `${'\\\\x00'.repeat(7)}\\\\x${number.toString(16).toUpperCase().padStart(2, '0')}`;
}

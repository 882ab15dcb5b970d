/* Random writes. */
import fc from 'fast-check';
import type {
  AppendMutation,
  BatchStep,
  CheckAndMutateStep,
  Condition,
  DeleteCall,
  DeleteMutation,
  IncrementMutation,
  MutateRow,
  Operation,
  PutCell,
  PutMutation,
  RowMutation,
} from '../vectors/history.js';
import { families, type Moments, qualifiers, ranges, rows, stepTimestamps, timestamps } from './alphabet.js';
import { filters } from './filters.js';
import { withRarely } from './rarely.js';
import { gets } from './reads.js';

/** Placeholders for a unique text and a unique counter, which replace them in the finished history. */
export const NEXT_TEXT = '<text>';
export const NEXT_COUNTER = '<counter>';

const column = fc.tuple(families, qualifiers);
const oneOrTwo = { minLength: 1, maxLength: 2 } as const;

/** Any write, with its row. */
export function writes(moments: Moments): fc.Arbitrary<Operation> {
  const mutation = mutations(moments);
  const mutateRow = rowMutations(mutation);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: ofRow(puts(moments)), weight: 10 },
    { arbitrary: ofRow(deletes(moments)), weight: 6 },
    { arbitrary: ofRow(increments(moments)), weight: 1 },
    { arbitrary: ofRow(appends(moments)), weight: 1 },
    { arbitrary: ofRow(mutateRow), weight: 2 },
    { arbitrary: checks(moments, fc.oneof(mutation, mutateRow)), weight: 2 },
    { arbitrary: batches(mutation, gets(moments)), weight: 2 },
  );
}

function ofRow<T extends object>(operation: fc.Arbitrary<T>): fc.Arbitrary<T & { row: string }> {
  return fc.tuple(operation, rows).map(([fields, row]) => ({ ...fields, row }));
}

function mutations(moments: Moments): fc.Arbitrary<RowMutation> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: puts(moments), weight: 4 },
    { arbitrary: deletes(moments), weight: 3 },
    { arbitrary: increments(moments), weight: 1 },
    { arbitrary: appends(moments), weight: 1 },
  );
}

function puts(moments: Moments): fc.Arbitrary<PutMutation> {
  const value = fc.constantFrom(NEXT_TEXT, NEXT_TEXT, NEXT_TEXT, NEXT_TEXT, NEXT_COUNTER, '');
  const cell = fc.tuple(families, qualifiers, stepTimestamps(moments), value).map(([family, qualifier, at, text]) => {
    const kept = text === NEXT_TEXT && qualifier === 'n' ? NEXT_COUNTER : text;
    return [family, qualifier, at, kept] as PutCell;
  });
  const cells = fc.array(cell, { minLength: 1, maxLength: 4 });
  const ttl = fc.constantFrom(...moments.cellTimesToLive);
  return withRarely(fc.record({ op: fc.constant('put' as const), cells }), { ts: timestamps(moments), ttl });
}

function deletes(moments: Moments): fc.Arbitrary<DeleteMutation> {
  const at = timestamps(moments);
  const call: fc.Arbitrary<DeleteCall> = fc.oneof(
    { arbitrary: column.map(([f, q]): DeleteCall => ['column', f, q]), weight: 2 },
    { arbitrary: fc.tuple(column, at).map(([[f, q], ts]): DeleteCall => ['column', f, q, ts]), weight: 3 },
    { arbitrary: column.map(([f, q]): DeleteCall => ['columns', f, q]), weight: 1 },
    { arbitrary: fc.tuple(column, at).map(([[f, q], ts]): DeleteCall => ['columns', f, q, ts]), weight: 3 },
    { arbitrary: families.map((f): DeleteCall => ['family', f]), weight: 1 },
    { arbitrary: fc.tuple(families, at).map(([f, ts]): DeleteCall => ['family', f, ts]), weight: 2 },
    { arbitrary: fc.tuple(families, at).map(([f, ts]): DeleteCall => ['familyVersion', f, ts]), weight: 2 },
  );
  const what = fc.oneof(
    { arbitrary: fc.array(call, oneOrTwo), weight: 7 },
    // The whole row (W-20).
    { arbitrary: fc.constant([]), weight: 1 },
  );
  return withRarely(fc.record({ op: fc.constant('delete' as const), what }), { ts: at });
}

function increments(moments: Moments): fc.Arbitrary<IncrementMutation> {
  const amount = fc.tuple(families, fc.constantFrom('n', 'n', 'n', 'n', 'a'), fc.constantFrom('1', '-1', '5', '0'));
  const base = fc.record({ op: fc.constant('increment' as const), amounts: fc.array(amount, oneOrTwo) });
  return withRarely(base, optionsOfReadModifyWrite(moments));
}

function appends(moments: Moments): fc.Arbitrary<AppendMutation> {
  const value = fc.tuple(families, fc.constantFrom('a', '', 'b'), fc.constantFrom(NEXT_TEXT, ''));
  const base = fc.record({ op: fc.constant('append' as const), values: fc.array(value, oneOrTwo) });
  return withRarely(base, optionsOfReadModifyWrite(moments));
}

type OptionsOfReadModifyWrite = Required<Pick<IncrementMutation, 'timeRange' | 'ts' | 'ttl' | 'returnResults'>>;

function optionsOfReadModifyWrite(moments: Moments): {
  readonly [Field in keyof OptionsOfReadModifyWrite]: fc.Arbitrary<OptionsOfReadModifyWrite[Field]>;
} {
  return {
    timeRange: ranges(moments),
    ts: timestamps(moments),
    ttl: fc.constantFrom(...moments.cellTimesToLive),
    returnResults: fc.constant(false),
  };
}

function rowMutations(mutation: fc.Arbitrary<RowMutation>): fc.Arbitrary<MutateRow> {
  return fc.record({
    op: fc.constant('mutateRow' as const),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  });
}

function checks(moments: Moments, action: fc.Arbitrary<RowMutation | MutateRow>): fc.Arbitrary<CheckAndMutateStep> {
  const operators = ['EQUAL', 'NOT_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'GREATER', 'GREATER_OR_EQUAL'];
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    column.map(([family, qualifier]) => ({ family, qualifier, absent: true })),
    fc
      .tuple(column, fc.constantFrom(...operators), fc.constantFrom('', '3', '5'))
      .map(([[family, qualifier], op, value]) => ({ family, qualifier, op, value })),
    filters(moments).map((filter) => ({ filter })),
  );
  // biome-ignore lint/suspicious/noThenProperty: the name of the field in a history.
  const base = fc.record({ op: fc.constant('checkAndMutate' as const), row: rows, condition, then: action });
  return withRarely(base, { timeRange: ranges(moments) });
}

function batches(
  mutation: fc.Arbitrary<RowMutation>,
  get: fc.Arbitrary<BatchStep['actions'][number]>,
): fc.Arbitrary<BatchStep> {
  const actions = fc.array(fc.oneof({ arbitrary: ofRow(mutation), weight: 3 }, { arbitrary: get, weight: 1 }), {
    minLength: 1,
    maxLength: 3,
  });
  return fc.record({ op: fc.constant('batch' as const), actions });
}

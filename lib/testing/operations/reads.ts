/* Random gets and scans. */
import fc from 'fast-check';
import type { GetStep, Query, Range, ScanStep } from '../vectors/history.js';
import { families, type Moments, qualifiers, ranges, rows, timestamps } from './alphabet.js';
import { filters } from './filters.js';
import { withRarely } from './rarely.js';

export function gets(moments: Moments): fc.Arbitrary<GetStep & { row: string }> {
  const base = fc
    .tuple(queries(moments), columns(), rows)
    .map(([query, wanted, row]) => ({ op: 'get' as const, row, ...query, ...wanted }));
  return withRarely(base, { existsOnly: fc.constant(true) });
}

export function scans(moments: Moments): fc.Arbitrary<ScanStep> {
  const bound = fc.constantFrom('r', 's', 't', 'rr', 'q');
  const range = withRarely(fc.constant({}), {
    start: bound,
    startInclusive: fc.constant(false),
    stop: bound,
    stopInclusive: fc.constant(true),
    reversed: fc.constant(true),
    limit: fc.integer({ min: 1, max: 2 }),
    batch: fc.integer({ min: 1, max: 3 }),
    onDemandFamilies: fc.constant(false),
  });
  const kind = fc.oneof(
    { arbitrary: columns(), weight: 4 },
    // A raw scan can only read whole families.
    { arbitrary: fc.constant({ raw: true }), weight: 1 },
  );
  return fc
    .tuple(queries(moments), kind, range)
    .map(([query, how, bounds]) => ({ op: 'scan' as const, ...query, ...how, ...bounds }));
}

/** Every family, or some families and columns. */
function columns(): fc.Arbitrary<Pick<Query, 'columns'>> {
  const one = fc.oneof(
    fc.tuple(families),
    fc.tuple(families, qualifiers),
    fc.tuple(families, qualifiers),
  ) as fc.Arbitrary<[string] | [string, string]>;
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant({}), weight: 2 },
    { arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }).map((wanted) => ({ columns: wanted })), weight: 3 },
  );
}

function queries(moments: Moments): fc.Arbitrary<Query> {
  const versions = fc.constantFrom('all' as const, 'all' as const, 1, 2);
  const time: fc.Arbitrary<Query> = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant({}), weight: 4 },
    { arbitrary: ranges(moments).map((timeRange) => ({ timeRange })), weight: 4 },
    { arbitrary: timestamps(moments).map((timestamp) => ({ timestamp })), weight: 1 },
    {
      arbitrary: fc
        .tuple(families, ranges(moments))
        .map(([family, range]) => ({ familyTimeRange: { [family]: range } as Record<string, Range> })),
      weight: 1,
    },
  );
  const filter: fc.Arbitrary<Query> = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant({}), weight: 3 },
    { arbitrary: filters(moments).map((one) => ({ filter: one })), weight: 2 },
  );
  const base = fc.tuple(versions, time, filter).map(([count, when, which]) => ({ versions: count, ...when, ...which }));
  return withRarely(base, { storeLimit: fc.integer({ min: 0, max: 2 }), storeOffset: fc.integer({ min: 1, max: 2 }) });
}

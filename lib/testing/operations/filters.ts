/* Random filters, single ones and trees. */
import fc from 'fast-check';
import type { ComparatorObject, Comparison, FilterObject } from '../vectors/filters/filter-object.js';
import { families, type Moments, qualifiers, rows, timestamps } from './alphabet.js';

/** Mostly one or two filters, sometimes a tree. */
export function filters(moments: Moments): fc.Arbitrary<FilterObject> {
  const leaf = leaves(moments);
  return fc.letrec<{ filter: FilterObject }>((tie) => ({
    filter: fc.oneof(
      { withCrossShrink: true, maxDepth: 3 },
      { arbitrary: leaf, weight: 8 },
      { arbitrary: lists(tie('filter')), weight: 5 },
      { arbitrary: wrappers(tie('filter')), weight: 2 },
    ),
  })).filter;
}

function lists(member: fc.Arbitrary<FilterObject>): fc.Arbitrary<FilterObject> {
  return fc.record({
    type: fc.constant('FilterList' as const),
    operator: fc.constantFrom('MUST_PASS_ALL' as const, 'MUST_PASS_ONE' as const),
    filters: fc.oneof({ withCrossShrink: true }, fc.constant([]), fc.array(member, { minLength: 1, maxLength: 3 })),
  });
}

function wrappers(inner: fc.Arbitrary<FilterObject>): fc.Arbitrary<FilterObject> {
  return fc.record({
    type: fc.constantFrom('SkipFilter' as const, 'WhileMatchFilter' as const, 'WhileMatchFilter' as const),
    filter: inner,
  });
}

const comparisons = fc.constantFrom<Comparison[]>(
  ...(['EQUAL', 'NOT_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'GREATER_OR_EQUAL', 'GREATER', 'EQUAL', 'NOT_EQUAL'] as const),
);
const values = fc.constantFrom('', '1', '3', '5', '12', '2');
/** Bounds and prefixes of rows. */
const beginnings = fc.oneof(rows, fc.constantFrom('', 'q', 'rr', 'ss'));
const small = fc.integer({ min: 0, max: 3 });

function comparatorsOf(texts: fc.Arbitrary<string>): fc.Arbitrary<ComparatorObject> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: texts.map((text) => ['binary', text] as const), weight: 6 },
    { arbitrary: texts.map((text) => ['binaryprefix', text] as const), weight: 2 },
    { arbitrary: texts.map((text) => ['substring', text] as const), weight: 1 },
    { arbitrary: fc.constantFrom('[1-4]', '^.$', 'r|s').map((text) => ['regexstring', text] as const), weight: 1 },
    { arbitrary: fc.tuple(texts, small).map(([text, at]) => ['binarycomponent', text, at] as const), weight: 1 },
    { arbitrary: texts.map((text) => ['bit', text, 'AND'] as const), weight: 1 },
    { arbitrary: fc.constant(['null'] as const), weight: 1 },
  );
}

const compared = fc.record({ op: comparisons, comparator: comparatorsOf(values) });
const column = fc.record({ family: families, qualifier: qualifiers });

function comparing(
  type: 'RowFilter' | 'FamilyFilter' | 'QualifierFilter' | 'ValueFilter',
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<FilterObject> {
  return fc.record({ type: fc.constant(type), op: comparisons, comparator: comparatorsOf(texts) });
}

function leaves(moments: Moments): fc.Arbitrary<FilterObject> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: comparing('ValueFilter', values), weight: 3 },
    { arbitrary: comparing('QualifierFilter', qualifiers), weight: 2 },
    { arbitrary: comparing('FamilyFilter', families), weight: 1 },
    { arbitrary: comparing('RowFilter', rows), weight: 2 },
    { arbitrary: ofRows(), weight: 6 },
    { arbitrary: ofColumns(), weight: 5 },
    { arbitrary: ofCells(moments), weight: 5 },
  );
}

/** Filters that depend on rows. */
function ofRows(): fc.Arbitrary<FilterObject> {
  const bounds = fc.tuple(beginnings, fc.boolean(), beginnings, fc.boolean());
  // Neither inverted nor empty, because such ranges are refused.
  const range = bounds.filter(
    ([start, , stop, inclusive]) => stop === '' || start < stop || (start === stop && inclusive),
  );
  const pair = fc.constantFrom(
    ['r', '\\x00'],
    ['?', '\\x01'],
    ['?s', '\\x01\\x00'],
    ['s?', '\\x00\\x01'],
  ) as fc.Arbitrary<[string, string]>;
  return fc.oneof(
    { withCrossShrink: true },
    beginnings.map((prefix): FilterObject => ({ type: 'PrefixFilter', prefix })),
    beginnings.map((row): FilterObject => ({ type: 'InclusiveStopFilter', row })),
    fc
      .array(range, { minLength: 1, maxLength: 2 })
      .map((ranges): FilterObject => ({ type: 'MultiRowRangeFilter', ranges })),
    fc.array(pair, { minLength: 1, maxLength: 2 }).map((fuzzy): FilterObject => ({ type: 'FuzzyRowFilter', fuzzy })),
    small.map((size): FilterObject => ({ type: 'PageFilter', size })),
    fc.constantFrom(0, 1, 1).map((chance): FilterObject => ({ type: 'RandomRowFilter', chance })),
  );
}

/** Filters that judge a column, or the whole row, by the value of one column. */
function ofColumns(): fc.Arbitrary<FilterObject> {
  const single = fc.record({
    type: fc.constantFrom('SingleColumnValueFilter' as const, 'SingleColumnValueExcludeFilter' as const),
    filterIfMissing: fc.boolean(),
    latestVersionOnly: fc.boolean(),
  });
  const dependent = fc.record({
    type: fc.constant('DependentColumnFilter' as const),
    dropDependentColumn: fc.boolean(),
  });
  return fc.oneof(
    { withCrossShrink: true },
    fc.tuple(single, column, compared).map((parts): FilterObject => Object.assign({}, ...parts)),
    fc
      .tuple(column, compared)
      .map((parts): FilterObject => Object.assign({ type: 'ColumnValueFilter' as const }, ...parts)),
    fc.tuple(dependent, column).map((parts): FilterObject => Object.assign({}, ...parts)),
    fc.tuple(dependent, column, compared).map((parts): FilterObject => Object.assign({}, ...parts)),
  );
}

/** Filters that depend on the position of a cell in its row. */
function ofCells(moments: Moments): fc.Arbitrary<FilterObject> {
  const bound = fc.option(qualifiers);
  return fc.oneof(
    { withCrossShrink: true },
    fc.constant<FilterObject>({ type: 'FirstKeyOnlyFilter' }),
    fc.boolean().map((lenAsValue): FilterObject => ({ type: 'KeyOnlyFilter', lenAsValue })),
    qualifiers.map((prefix): FilterObject => ({ type: 'ColumnPrefixFilter', prefix })),
    fc
      .uniqueArray(qualifiers, { maxLength: 3 })
      .map((prefixes): FilterObject => ({ type: 'MultipleColumnPrefixFilter', prefixes })),
    fc.tuple(bound, fc.boolean(), bound, fc.boolean()).map(
      ([min, minInclusive, max, maxInclusive]): FilterObject => ({
        ...{ type: 'ColumnRangeFilter', min, minInclusive, max, maxInclusive },
      }),
    ),
    small.map((limit): FilterObject => ({ type: 'ColumnCountGetFilter', limit })),
    fc.tuple(small, small).map(([limit, offset]): FilterObject => ({ type: 'ColumnPaginationFilter', limit, offset })),
    fc
      .tuple(small, qualifiers)
      .map(([limit, columnOffset]): FilterObject => ({ type: 'ColumnPaginationFilter', limit, columnOffset })),
    fc
      .tuple(fc.array(timestamps(moments), { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([given, canHint]): FilterObject => ({ type: 'TimestampsFilter', timestamps: given, canHint })),
  );
}

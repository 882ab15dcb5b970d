import { type FieldValue, protobuf } from '../protobuf-writer.js';
import { bytes as b } from './comparison-list.js';

type Fields = readonly (readonly [field: number, value: FieldValue | null | readonly FieldValue[]])[];

const PACKAGE = 'org.apache.hadoop.hbase.filter.';
const [LESS, EQUAL, NOT_EQUAL, GREATER_OR_EQUAL, NO_OP] = [0, 2, 3, 4, 6];

/** HBase's message of a filter of this class. */
export function filter(name: string, fields: Fields = []): Uint8Array {
  return protobuf([
    [1, PACKAGE + name],
    [2, protobuf(fields)],
  ]);
}

/** HBase's message of a comparator of this class. */
export function comparator(name: string, fields: Fields = []): Uint8Array {
  return filter(name, fields);
}

function comparable(text: string): Uint8Array {
  return protobuf([[1, b(text)]]);
}

const binary = (text: string) => comparator('BinaryComparator', [[1, comparable(text)]]);
const regex = (expr: string, flags: number, engine: string | null = null) =>
  comparator('RegexStringComparator', [
    [1, expr],
    [2, flags],
    [3, 'UTF-8'],
    [4, engine],
  ]);

function compare(name: string, op: number, to: Uint8Array): Uint8Array {
  return filter(name, [
    [
      1,
      protobuf([
        [1, op],
        [2, to],
      ]),
    ],
  ]);
}

function singleColumn(op: number, to: Uint8Array, ifMissing: boolean, latest: boolean, qualifier = 'p'): Uint8Array {
  return protobuf([
    [1, b('f')],
    [2, b(qualifier)],
    [3, op],
    [4, to],
    [5, ifMissing],
    [6, latest],
  ]);
}

/** At least one filter of each class that a user can build, with each comparator. */
export function someFilters(): readonly Uint8Array[] {
  return [...comparisons(), ...ofColumns(), ...ofRows(), ...combined()];
}

function comparisons(): readonly Uint8Array[] {
  const values = [
    binary('v26'),
    comparator('BinaryPrefixComparator', [[1, comparable('v2')]]),
    comparator('BinaryComponentComparator', [
      [1, b('2')],
      [2, 1],
    ]),
    comparator('BitComparator', [
      [1, comparable('\0\0\0\0\0\0\0\x01')],
      [2, 1],
    ]),
    comparator('BitComparator', [
      [1, comparable('\0\0\0\0\0\0\0\x01')],
      [2, 3],
    ]),
    comparator('NullComparator'),
    comparator('SubstringComparator', [[1, 'b']]),
    regex('^V[23]', 34),
    regex('v(2|3)6$', 32, 'JONI'),
  ];
  return [
    ...values.flatMap((to) => [compare('ValueFilter', EQUAL, to), compare('ValueFilter', NOT_EQUAL, to)]),
    compare('RowFilter', LESS, binary('ba1')),
    compare('RowFilter', NO_OP, binary('ba1')),
    compare('RowFilter', GREATER_OR_EQUAL, binary('bb')),
    compare('FamilyFilter', EQUAL, binary('g')),
    compare('QualifierFilter', GREATER_OR_EQUAL, binary('p')),
    filter('ColumnValueFilter', [
      [1, b('g')],
      [2, b('long')],
      [3, LESS],
      [4, comparator('LongComparator', [[1, comparable('\0\0\0\0\0\0\0\x02')]])],
    ]),
  ];
}

function ofColumns(): readonly Uint8Array[] {
  return [
    filter('ColumnCountGetFilter', [[1, 2]]),
    filter('ColumnPaginationFilter', [
      [1, 1],
      [2, 1],
    ]),
    filter('ColumnPaginationFilter', [
      [1, 1],
      [3, b('q')],
    ]),
    filter('ColumnPrefixFilter', [[1, b('l')]]),
    filter('ColumnRangeFilter', [
      [1, b('m')],
      [2, true],
      [3, b('p')],
      [4, true],
    ]),
    filter('ColumnRangeFilter', [
      [2, false],
      [3, b('p')],
      [4, false],
    ]),
    filter('MultipleColumnPrefixFilter', [[1, [b('l'), b('q')]]]),
    filter('FirstKeyOnlyFilter'),
    filter('FirstKeyValueMatchingQualifiersFilter', [[1, [b('q')]]]),
    filter('KeyOnlyFilter', [[1, true]]),
    filter('KeyOnlyFilter', [[1, false]]),
    filter('TimestampsFilter', [[1, b('\x05\x07')]]),
    filter('DependentColumnFilter', [
      [1, protobuf([[1, NO_OP]])],
      [2, b('f')],
      [3, b('p')],
      [4, true],
    ]),
    filter('SingleColumnValueFilter', [
      [1, b('f')],
      [2, b('p')],
      [3, EQUAL],
      [4, binary('v26')],
    ]),
    ...[false, true].flatMap((ifMissing) => [
      filter('SingleColumnValueExcludeFilter', [[1, singleColumn(EQUAL, binary('v26'), ifMissing, true)]]),
      protobuf([
        [1, `${PACKAGE}SingleColumnValueFilter`],
        [2, singleColumn(NOT_EQUAL, binary('v26'), ifMissing, true)],
      ]),
      protobuf([
        [1, `${PACKAGE}SingleColumnValueFilter`],
        [2, singleColumn(EQUAL, binary('v25'), ifMissing, false)],
      ]),
      protobuf([
        [1, `${PACKAGE}SingleColumnValueFilter`],
        [2, singleColumn(EQUAL, binary('v25'), ifMissing, true, 'none')],
      ]),
    ]),
  ];
}

function ofRows(): readonly Uint8Array[] {
  const pair = (key: string, mask: string) =>
    protobuf([
      [1, b(key)],
      [2, b(mask)],
    ]);
  const range = (start: string, startIn: boolean, stop: string, stopIn: boolean) =>
    protobuf([
      [1, b(start)],
      [2, startIn],
      [3, b(stop)],
      [4, stopIn],
    ]);
  return [
    filter('PrefixFilter', [[1, b('b')]]),
    filter('PrefixFilter'),
    filter('PageFilter', [[1, 2]]),
    filter('InclusiveStopFilter', [[1, b('ba1')]]),
    filter('FuzzyRowFilter', [
      [1, pair('?a1', '\x02\xff\xff')],
      [2, true],
    ]),
    filter('FuzzyRowFilter', [
      [1, pair('?a1', '\x00\xff\xff')],
      [2, false],
    ]),
    filter('FuzzyRowFilter', [
      [1, pair('?a1', '\x01\0\0')],
      [2, true],
    ]),
    filter('FuzzyRowFilter', [[1, pair('ba1', '\0\0\0')]]),
    filter('MultiRowRangeFilter', [[1, [range('ab2', false, 'ba1', true), range('c', true, '', false)]]]),
  ];
}

function combined(): readonly Uint8Array[] {
  const small = compare('ValueFilter', EQUAL, comparator('BinaryPrefixComparator', [[1, comparable('v2')]]));
  const rowB = filter('PrefixFilter', [[1, b('b')]]);
  const page = filter('PageFilter', [[1, 1]]);
  return [
    filter('SkipFilter', [[1, compare('ValueFilter', NOT_EQUAL, binary('v26'))]]),
    filter('WhileMatchFilter', [[1, compare('RowFilter', NOT_EQUAL, binary('ba1'))]]),
    filter('FilterList', [
      [1, 1],
      [2, [rowB, small]],
    ]),
    filter('FilterList', [
      [1, 2],
      [2, [rowB, small]],
    ]),
    filter('FilterList', [
      [1, 1],
      [2, [rowB, page]],
    ]),
    filter('FilterList', [[1, 2]]),
    filter('FilterList', [[1, 1]]),
  ];
}

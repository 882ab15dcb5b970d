import { describe, expect, it } from 'vitest';
import {
  BigDecimalComparator,
  BinaryComponentComparator,
  BitComparator,
  Bytes,
  ColumnPaginationFilter,
  ColumnRangeFilter,
  DependentColumnFilter,
  type Filter,
  FilterList,
  FuzzyRowFilter,
  LongComparator,
  PrefixFilter,
  QualifierFilter,
  RegexStringComparator,
  RowFilter,
  SingleColumnValueFilter,
  SkipFilter,
  SubstringComparator,
  TimestampsFilter,
  ValueFilter,
} from '../../index.js';
import { comparator, filter, someFilters } from './compare/some-filters.js';
import { decodeFilter } from './decode-filter.js';
import { protobuf } from './protobuf-writer.js';

const compared = (op: number, to: Uint8Array) =>
  protobuf([
    [1, op],
    [2, to],
  ]);
const bytesOf = (value: Uint8Array) => protobuf([[1, value]]);
const text = (value: string) => new TextEncoder().encode(value);

/** A filter as HBase's client sends it, and as a user builds it. */
const FILTERS: readonly (readonly [name: string, sent: Uint8Array, built: Filter])[] = [
  [
    'a comparison with a number',
    filter('ValueFilter', [[1, compared(0, comparator('LongComparator', [[1, bytesOf(Bytes.fromLong(-7))]]))]]),
    new ValueFilter('LESS', new LongComparator(-7)),
  ],
  [
    'a comparison with a decimal number',
    filter('ValueFilter', [
      [1, compared(2, comparator('BigDecimalComparator', [[1, bytesOf(Bytes.fromBigDecimal('-12.50'))]]))],
    ]),
    new ValueFilter('EQUAL', new BigDecimalComparator('-12.50')),
  ],
  [
    'a regular expression',
    filter('RowFilter', [
      [
        1,
        compared(
          3,
          comparator('RegexStringComparator', [
            [1, '^a.*z$'],
            [2, 34],
            [3, 'UTF-8'],
            [4, 'JONI'],
          ]),
        ),
      ],
    ]),
    new RowFilter('NOT_EQUAL', new RegexStringComparator('^a.*z$', 34, 'JONI')),
  ],
  [
    'a text',
    filter('QualifierFilter', [[1, compared(2, comparator('SubstringComparator', [[1, 'abc']]))]]),
    new QualifierFilter('EQUAL', new SubstringComparator('abc')),
  ],
  [
    'bits',
    filter('ValueFilter', [
      [
        1,
        compared(
          2,
          comparator('BitComparator', [
            [1, bytesOf(text('x'))],
            [2, 2],
          ]),
        ),
      ],
    ]),
    new ValueFilter('EQUAL', new BitComparator('x', 'OR')),
  ],
  [
    'a part of a value',
    filter('ValueFilter', [
      [
        1,
        compared(
          5,
          comparator('BinaryComponentComparator', [
            [1, text('x')],
            [2, 300],
          ]),
        ),
      ],
    ]),
    new ValueFilter('GREATER', new BinaryComponentComparator('x', 300)),
  ],
  [
    'a page of columns by its first column',
    filter('ColumnPaginationFilter', [
      [1, 3],
      [3, text('q')],
    ]),
    new ColumnPaginationFilter(3, 'q'),
  ],
  [
    'a range of columns without a start',
    filter('ColumnRangeFilter', [
      [2, true],
      [3, text('q')],
      [4, true],
    ]),
    new ColumnRangeFilter(null, true, 'q', true),
  ],
  [
    'a column whose timestamps count, without a comparison',
    filter('DependentColumnFilter', [
      [1, protobuf([[1, 6]])],
      [2, text('f')],
      [3, text('q')],
      [4, true],
    ]),
    new DependentColumnFilter('f', 'q', true),
  ],
  [
    'the value of a column',
    filter('SingleColumnValueFilter', [
      [1, text('f')],
      [2, text('q')],
      [3, 4],
      [4, comparator('LongComparator', [[1, bytesOf(Bytes.fromLong(1))]])],
      [5, true],
      [6, false],
    ]),
    new SingleColumnValueFilter('f', 'q', 'GREATER_OR_EQUAL', new LongComparator(1))
      .setFilterIfMissing(true)
      .setLatestVersionOnly(false),
  ],
  [
    'packed timestamps',
    filter('TimestampsFilter', [
      [1, Uint8Array.of(5, 0x80, 1)],
      [2, true],
    ]),
    new TimestampsFilter([5, 128], true),
  ],
  [
    'timestamps one by one',
    filter('TimestampsFilter', [
      [1, [5, 2n ** 62n]],
      [2, false],
    ]),
    new TimestampsFilter([5]),
  ],
  [
    'filters in a list in a filter',
    filter('SkipFilter', [
      [
        1,
        filter('FilterList', [
          [1, 2],
          [2, [filter('PrefixFilter', [[1, text('a')]]), filter('PrefixFilter')]],
        ]),
      ],
    ]),
    new SkipFilter(new FilterList('MUST_PASS_ONE', [new PrefixFilter('a'), new PrefixFilter(null)])),
  ],
  [
    'a fuzzy key with a mask in the form that HBase sends',
    filter('FuzzyRowFilter', [
      [
        1,
        protobuf([
          [1, text('?a')],
          [2, Uint8Array.of(2, 255)],
        ]),
      ],
      [2, true],
    ]),
    new FuzzyRowFilter([['?a', '\x01\0']]),
  ],
  [
    'a fuzzy key with a mask as users write it',
    filter('FuzzyRowFilter', [
      [
        1,
        protobuf([
          [1, text('?a')],
          [2, Uint8Array.of(1, 0)],
        ]),
      ],
      [2, true],
    ]),
    new FuzzyRowFilter([['?a', '\x01\0']]),
  ],
  [
    'a fuzzy key whose mask of zeros HBase takes for one that matches every byte',
    filter('FuzzyRowFilter', [
      [
        1,
        protobuf([
          [1, text('ab')],
          [2, Uint8Array.of(0, 0)],
        ]),
      ],
    ]),
    new FuzzyRowFilter([['ab', '\x01\x01']]),
  ],
];

describe('decodeFilter', () => {
  it.each(FILTERS)('reads %s', (_, sent, built) => {
    const decoded = decodeFilter(sent);
    expect(decoded.constructor).toBe(built.constructor);
    expect(decoded.toByteArray()).toEqual(built.toByteArray());
  });

  it('reads every class of filters that a user can build', () => {
    const classes = new Set(someFilters().map((bytes) => decodeFilter(bytes).constructor.name));
    expect(classes.size).toBe(25);
  });

  it.each<[what: string, sent: Uint8Array, message: string]>([
    ['an unknown class', protobuf([[1, 'MyFilter']]), 'java.lang.ClassNotFoundException: MyFilter'],
    ['no name', new Uint8Array(), 'Message missing required fields: name'],
    ['bytes that are no message', Uint8Array.of(0, 1), 'Protocol message contained an invalid tag (zero).'],
    ['a message that ends too early', Uint8Array.of(10, 127), 'the input ended unexpectedly'],
    ['a prefix that is missing', filter('ColumnPrefixFilter'), 'Message missing required fields: prefix'],
  ])('refuses %s as the gateway does', (_, sent, message) => {
    expect(() => decodeFilter(sent)).toThrow(message);
  });
});

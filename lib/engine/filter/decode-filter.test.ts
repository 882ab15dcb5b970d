import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { BigtabError } from '../../errors.js';
import { ColumnCountGetFilter } from '../../filter/column-count-get-filter.js';
import { ColumnPaginationFilter } from '../../filter/column-pagination-filter.js';
import { ColumnPrefixFilter } from '../../filter/column-prefix-filter.js';
import { ColumnRangeFilter } from '../../filter/column-range-filter.js';
import { ColumnValueFilter } from '../../filter/column-value-filter.js';
import { BigDecimalComparator } from '../../filter/comparators/big-decimal-comparator.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { BinaryComponentComparator } from '../../filter/comparators/binary-component-comparator.js';
import { BinaryPrefixComparator } from '../../filter/comparators/binary-prefix-comparator.js';
import { BitComparator } from '../../filter/comparators/bit-comparator.js';
import { ComparatorKind } from '../../filter/comparators/comparator-kind.js';
import { LongComparator } from '../../filter/comparators/long-comparator.js';
import { NullComparator } from '../../filter/comparators/null-comparator.js';
import { RegexStringComparator } from '../../filter/comparators/regex-string-comparator.js';
import { SubstringComparator } from '../../filter/comparators/substring-comparator.js';
import { DependentColumnFilter } from '../../filter/dependent-column-filter.js';
import { FamilyFilter } from '../../filter/family-filter.js';
import { FilterKind } from '../../filter/filter-kind.js';
import { FilterList } from '../../filter/filter-list.js';
import { FirstKeyOnlyFilter } from '../../filter/first-key-only-filter.js';
import { FirstKeyValueMatchingQualifiersFilter } from '../../filter/first-key-value-matching-qualifiers-filter.js';
import { FuzzyRowFilter } from '../../filter/fuzzy-row-filter.js';
import { InclusiveStopFilter } from '../../filter/inclusive-stop-filter.js';
import { KeyOnlyFilter } from '../../filter/key-only-filter.js';
import { MultiRowRangeFilter } from '../../filter/multi-row-range-filter.js';
import { MultipleColumnPrefixFilter } from '../../filter/multiple-column-prefix-filter.js';
import { PageFilter } from '../../filter/page-filter.js';
import { PrefixFilter } from '../../filter/prefix-filter.js';
import { QualifierFilter } from '../../filter/qualifier-filter.js';
import { RandomRowFilter } from '../../filter/random-row-filter.js';
import { RowFilter } from '../../filter/row-filter.js';
import { SingleColumnValueExcludeFilter } from '../../filter/single-column-value-exclude-filter.js';
import { SingleColumnValueFilter } from '../../filter/single-column-value-filter.js';
import { SkipFilter } from '../../filter/skip-filter.js';
import { TimestampsFilter } from '../../filter/timestamps-filter.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { COMPARE_OPERATORS } from '../../model/compare-operator.js';
import { type Filter, MAX_FILTER_BYTES, MAX_FILTER_DEPTH } from '../../model/filter.js';
import { Random } from '../../simulation/random.js';
import { survivors } from '../../testing/samples/filters.js';
import { decodeFilter } from './decode-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const COMPARATORS = [
  new BinaryComparator('b'),
  new BinaryPrefixComparator('b'),
  new BinaryComponentComparator('b', 1),
  new RegexStringComparator('^b'),
  new SubstringComparator('b'),
  new LongComparator(1),
  new BigDecimalComparator('1.5'),
  new BitComparator('b', 'XOR'),
  new NullComparator(),
];
const FILTERS: readonly Filter[] = [
  new FilterList('MUST_PASS_ONE', [new PageFilter(1), new FilterList([new KeyOnlyFilter(), new PrefixFilter(null)])]),
  new SkipFilter(new ColumnPrefixFilter(null)),
  new WhileMatchFilter(new InclusiveStopFilter('b')),
  new RowFilter('LESS', new BinaryComparator('b')),
  new FamilyFilter('NO_OP', new BinaryComparator('b')),
  new QualifierFilter('EQUAL', new NullComparator()),
  ...COMPARATORS.map((comparator) => new ValueFilter('EQUAL', comparator)),
  new SingleColumnValueFilter('f', 'q', 'GREATER', 'x').setFilterIfMissing(true),
  new SingleColumnValueExcludeFilter('f', 'q', 'GREATER', 'x').setLatestVersionOnly(false),
  new ColumnValueFilter('f', 'q', 'GREATER', 'x'),
  new DependentColumnFilter('f', 'q', true, 'LESS', new BinaryComparator('x')),
  new DependentColumnFilter('f', 'q'),
  new MultiRowRangeFilter(['a', 'b']),
  new FuzzyRowFilter([['ab', '\0\x01']]),
  new RandomRowFilter(0.5),
  new FirstKeyOnlyFilter(),
  new FirstKeyValueMatchingQualifiersFilter(['p', 'q']),
  new MultipleColumnPrefixFilter(['p', 'q']),
  new ColumnRangeFilter('a', false, 'b', true),
  new ColumnCountGetFilter(2),
  new ColumnPaginationFilter(2, 1),
  new ColumnPaginationFilter(2, 'q'),
  new TimestampsFilter([1, 2], true),
];
/** Values with the lengths that comparators require. */
const CELLS = ['a f:p@1=12345678', 'a f:q@1=12345678', 'b g:p@1=12345678'];

describe('a filter on the wire', () => {
  it('begins with its kind, and every kind can be decoded', () => {
    const kinds = new Set<string>();
    const nameOf = new Map<number, string>(Object.entries(FilterKind).map(([name, kind]) => [kind, name]));
    const visit = (filter: Filter): void => {
      kinds.add(filter.constructor.name);
      expect(nameOf.get(filter.toByteArray()[0] as number)).toBe(filter.constructor.name);
      expect(() => survivors(filter, CELLS)).not.toThrow();
      expect(decodeFilter(filter.toByteArray()).hasFilterRow).toBe(filter.hasFilterRow());
      for (const member of filter.members()) visit(member);
    };
    FILTERS.forEach(visit);
    expect([...kinds].sort()).toEqual(Object.keys(FilterKind).sort());
    for (const comparator of COMPARATORS) {
      const writer = new ByteWriter();
      comparator.encode(writer);
      expect(writer.bytes[0]).toBe(ComparatorKind[comparator.constructor.name as keyof typeof ComparatorKind]);
    }
    expect(COMPARATORS.map((comparator) => comparator.constructor.name).sort()).toEqual(
      Object.keys(ComparatorKind).sort(),
    );
  });

  it('numbers operators by their index in the list', () => {
    COMPARE_OPERATORS.forEach((op, index) => {
      expect(new ValueFilter(op, new NullComparator()).toByteArray()[1]).toBe(index);
    });
  });

  it('is INVALID_ARGUMENT if it is cut short or has an extra byte', () => {
    for (const filter of FILTERS) {
      const bytes = filter.toByteArray();
      for (let length = 0; length < bytes.length; length++)
        expect(() => decodeFilter(bytes.subarray(0, length))).toThrow(INVALID);
      expect(() => decodeFilter(Uint8Array.from([...bytes, 0]))).toThrow(INVALID);
    }
  });

  it('is a filter or INVALID_ARGUMENT, whatever its bytes are', () => {
    const random = new Random(7);
    let read = 0;
    for (let round = 0; round < 5_000; round++) {
      const bytes = random.pick(FILTERS).toByteArray();
      for (let changes = 1 + random.below(3); changes > 0; changes--)
        bytes[random.below(bytes.length)] = random.below(256);
      try {
        survivors(decodeFilter(bytes), CELLS);
        read++;
      } catch (error) {
        if (!(error instanceof BigtabError)) throw error;
        expect(['INVALID_ARGUMENT', 'RUNTIME']).toContain(error.code);
      }
    }
    expect(read).toBeGreaterThan(200);
  });

  it('outlives the packet that it arrived in', () => {
    const packet = new PrefixFilter('a').toByteArray();
    const evaluator = decodeFilter(packet);
    packet.fill(0xff);
    expect(survivors(evaluator, CELLS)).toEqual(CELLS.slice(0, 2));
  });

  it('is refused if it is nested too deep', () => {
    const nested = (depth: number): Filter => (depth === 1 ? new PageFilter(1) : new SkipFilter(nested(depth - 1)));
    expect(() => decodeFilter(nested(MAX_FILTER_DEPTH).toByteArray())).not.toThrow();
    expect(() => nested(MAX_FILTER_DEPTH + 1).toByteArray()).toThrow(INVALID);
    const skips = new Uint8Array(100_000).fill(FilterKind.SkipFilter);
    expect(() => decodeFilter(skips)).toThrow(INVALID);
  });

  it('cannot contain itself', () => {
    const list = new FilterList();
    const outer = new FilterList([new SkipFilter(list)]);
    for (const filter of [list, new SkipFilter(list), outer]) expect(() => list.addFilter(filter)).toThrow(INVALID);
    expect(outer.addFilter([list, list]).members()).toHaveLength(3);
  });

  it('is refused if it is too large', () => {
    const filter = new PrefixFilter(new Uint8Array(MAX_FILTER_BYTES));
    expect(() => filter.toByteArray()).toThrow(INVALID);
    expect(() => decodeFilter(new Uint8Array(MAX_FILTER_BYTES + 1))).toThrow(INVALID);
    let doubled: Filter = new PageFilter(1);
    for (let round = 0; round < 60; round++) doubled = new FilterList([doubled, doubled]);
    expect(() => doubled.toByteArray()).toThrow(INVALID);
  });
});

import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../bytes/byte-writer.js';
import { BigtabError } from '../errors.js';
import { COMPARE_OPERATORS } from '../model/compare-operator.js';
import { type Filter, MAX_FILTER_BYTES, MAX_FILTER_DEPTH } from '../model/filter.js';
import { survivors } from '../testing/filters.js';
import { Random } from '../testing/random.js';
import { BigDecimalComparator } from './big-decimal-comparator.js';
import { BinaryComparator } from './binary-comparator.js';
import { BinaryComponentComparator } from './binary-component-comparator.js';
import { BinaryPrefixComparator } from './binary-prefix-comparator.js';
import { BitComparator } from './bit-comparator.js';
import { ColumnCountGetFilter } from './column-count-get-filter.js';
import { ColumnPaginationFilter } from './column-pagination-filter.js';
import { ColumnPrefixFilter } from './column-prefix-filter.js';
import { ColumnRangeFilter } from './column-range-filter.js';
import { ColumnValueFilter } from './column-value-filter.js';
import { ComparatorKind } from './comparator-kind.js';
import { decodeFilter } from './decode-filter.js';
import { DependentColumnFilter } from './dependent-column-filter.js';
import { FamilyFilter } from './family-filter.js';
import { FilterKind } from './filter-kind.js';
import { FilterList } from './filter-list.js';
import { FirstKeyOnlyFilter } from './first-key-only-filter.js';
import { FirstKeyValueMatchingQualifiersFilter } from './first-key-value-matching-qualifiers-filter.js';
import { FuzzyRowFilter } from './fuzzy-row-filter.js';
import { InclusiveStopFilter } from './inclusive-stop-filter.js';
import { KeyOnlyFilter } from './key-only-filter.js';
import { LongComparator } from './long-comparator.js';
import { MultiRowRangeFilter } from './multi-row-range-filter.js';
import { MultipleColumnPrefixFilter } from './multiple-column-prefix-filter.js';
import { NullComparator } from './null-comparator.js';
import { PageFilter } from './page-filter.js';
import { PrefixFilter } from './prefix-filter.js';
import { QualifierFilter } from './qualifier-filter.js';
import { RandomRowFilter } from './random-row-filter.js';
import { RegexStringComparator } from './regex-string-comparator.js';
import { RowFilter } from './row-filter.js';
import { SingleColumnValueExcludeFilter } from './single-column-value-exclude-filter.js';
import { SingleColumnValueFilter } from './single-column-value-filter.js';
import { SkipFilter } from './skip-filter.js';
import { SubstringComparator } from './substring-comparator.js';
import { TimestampsFilter } from './timestamps-filter.js';
import { ValueFilter } from './value-filter.js';
import { WhileMatchFilter } from './while-match-filter.js';

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
/** Values of all lengths that comparators insist on. */
const CELLS = ['a f:p@1=12345678', 'a f:q@1=12345678', 'b g:p@1=12345678'];

describe('a filter on the wire', () => {
  it('begins with its kind, and every kind is read back', () => {
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

  it('numbers operators by their place in the list', () => {
    COMPARE_OPERATORS.forEach((op, index) => {
      expect(new ValueFilter(op, new NullComparator()).toByteArray()[1]).toBe(index);
    });
  });

  it('is INVALID_ARGUMENT cut short, and with a byte too many', () => {
    for (const filter of FILTERS) {
      const bytes = filter.toByteArray();
      for (let length = 0; length < bytes.length; length++)
        expect(() => decodeFilter(bytes.subarray(0, length))).toThrow(INVALID);
      expect(() => decodeFilter(Uint8Array.from([...bytes, 0]))).toThrow(INVALID);
    }
  });

  it('is a filter or INVALID_ARGUMENT whatever its bytes are', () => {
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

  it('outlives the packet that it came in', () => {
    const packet = new PrefixFilter('a').toByteArray();
    const evaluator = decodeFilter(packet);
    packet.fill(0xff);
    expect(survivors(evaluator, CELLS)).toEqual(CELLS.slice(0, 2));
  });

  it('may be nested only so deep', () => {
    const nested = (depth: number): Filter => (depth === 1 ? new PageFilter(1) : new SkipFilter(nested(depth - 1)));
    expect(() => decodeFilter(nested(MAX_FILTER_DEPTH).toByteArray())).not.toThrow();
    expect(() => nested(MAX_FILTER_DEPTH + 1).toByteArray()).toThrow(INVALID);
    const skips = new Uint8Array(100_000).fill(FilterKind.SkipFilter);
    expect(() => decodeFilter(skips)).toThrow(INVALID);
  });

  it('may not stand in itself', () => {
    const list = new FilterList();
    const outer = new FilterList([new SkipFilter(list)]);
    for (const filter of [list, new SkipFilter(list), outer]) expect(() => list.addFilter(filter)).toThrow(INVALID);
    expect(outer.addFilter([list, list]).members()).toHaveLength(3);
  });

  it('may be only so large', () => {
    const filter = new PrefixFilter(new Uint8Array(MAX_FILTER_BYTES));
    expect(() => filter.toByteArray()).toThrow(INVALID);
    expect(() => decodeFilter(new Uint8Array(MAX_FILTER_BYTES + 1))).toThrow(INVALID);
    let doubled: Filter = new PageFilter(1);
    for (let round = 0; round < 60; round++) doubled = new FilterList([doubled, doubled]);
    expect(() => doubled.toByteArray()).toThrow(INVALID);
  });
});

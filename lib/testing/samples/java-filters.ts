import type { ByteWriter } from '../../bytes/byte-writer.js';
import { toBytesBinary } from '../../bytes/text.js';
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
import { SubstringComparator } from '../../filter/comparators/substring-comparator.js';
import { DependentColumnFilter } from '../../filter/dependent-column-filter.js';
import { FamilyFilter } from '../../filter/family-filter.js';
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
import type { Filter } from '../../model/filter.js';
import { Comparator } from '../../model/filter.js';

/** A filter, and HBase's form of it. */
type Example = readonly [filter: Filter, message: string];

/** RegexStringComparator as it is sent to HBase. */
class SentRegex extends Comparator {
  private readonly expr: string;
  private readonly flags: number;
  private readonly engine: 'JAVA' | 'JONI';

  constructor(expr: string, flags: number, engine: 'JAVA' | 'JONI') {
    super();
    this.expr = expr;
    this.flags = flags;
    this.engine = engine;
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.RegexStringComparator);
    writer.text(this.expr);
    writer.u8(this.flags);
    writer.u8(this.engine === 'JAVA' ? 0 : 1);
  }

  toString(): string {
    return `regexstring:${this.expr}`;
  }
}

/**
 * Examples of every kind. The messages are what HBase's own classes write, printed as HBase prints bytes, with ~ for the
 * Java package: `Bytes.toStringBinary(ProtobufUtil.toFilter(filter).toByteArray())` in HBase 2.6.1. HBase 2.4.17 and
 * 2.5.8 write the same. Java ran with `--add-opens java.base/java.nio=ALL-UNNAMED`, as HBase's scripts start it; else the
 * mask of a FuzzyRowFilter is not processed.
 */
export const JAVA_FILTERS: readonly Example[] = [
  [
    new RowFilter('LESS', new BinaryComparator(toBytesBinary('a\\x00\\xFF'))),
    String.raw`\x0A(~RowFilter\x12@\x0A>\x08\x00\x12:\x0A/~BinaryComparator\x12\x07\x0A\x05\x0A\x03a\x00\xFF`,
  ],
  [
    new FamilyFilter('LESS_OR_EQUAL', new BinaryComparator('')),
    String.raw`\x0A+~FamilyFilter\x12=\x0A;\x08\x01\x127\x0A/~BinaryComparator\x12\x04\x0A\x02\x0A\x00`,
  ],
  [
    new QualifierFilter('EQUAL', new BinaryPrefixComparator('ab')),
    String.raw`\x0A.~QualifierFilter\x12E\x0AC\x08\x02\x12?\x0A5~BinaryPrefixComparator\x12\x06\x0A\x04\x0A\x02ab`,
  ],
  [
    new ValueFilter('NOT_EQUAL', new BinaryComponentComparator('ab', 300)),
    String.raw`\x0A*~ValueFilter\x12I\x0AG\x08\x03\x12C\x0A8~BinaryComponentComparator\x12\x07\x0A\x02ab\x10\xAC\x02`,
  ],
  [
    new ValueFilter('EQUAL', new SentRegex('^ä+$', 32, 'JAVA')),
    String.raw`\x0A*~ValueFilter\x12T\x0AR\x08\x02\x12N\x0A4~RegexStringComparator\x12\x16\x0A\x05^\xC3\xA4+$\x10 \x1A\x05UTF-8"\x04JAVA`,
  ],
  [
    new ValueFilter('EQUAL', new SentRegex('a|b', 2 + 8, 'JONI')),
    String.raw`\x0A*~ValueFilter\x12R\x0AP\x08\x02\x12L\x0A4~RegexStringComparator\x12\x14\x0A\x03a|b\x10\x0A\x1A\x05UTF-8"\x04JONI`,
  ],
  [
    new ValueFilter('EQUAL', new SubstringComparator('ÄbC')),
    String.raw`\x0A*~ValueFilter\x12B\x0A@\x08\x02\x12<\x0A2~SubstringComparator\x12\x06\x0A\x04\xC3\xA4bc`,
  ],
  [
    new ValueFilter('GREATER_OR_EQUAL', new LongComparator(-2)),
    String.raw`\x0A*~ValueFilter\x12C\x0AA\x08\x04\x12=\x0A-~LongComparator\x12\x0C\x0A\x0A\x0A\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE`,
  ],
  [
    new ValueFilter('GREATER', new BigDecimalComparator('-12.50')),
    String.raw`\x0A*~ValueFilter\x12G\x0AE\x08\x05\x12A\x0A3~BigDecimalComparator\x12\x0A\x0A\x08\x0A\x06\x00\x00\x00\x02\xFB\x1E`,
  ],
  [
    new ValueFilter('EQUAL', new BitComparator('\x01', 'AND')),
    String.raw`\x0A*~ValueFilter\x12=\x0A;\x08\x02\x127\x0A,~BitComparator\x12\x07\x0A\x03\x0A\x01\x01\x10\x01`,
  ],
  [
    new ValueFilter('EQUAL', new BitComparator('\x01', 'OR')),
    String.raw`\x0A*~ValueFilter\x12=\x0A;\x08\x02\x127\x0A,~BitComparator\x12\x07\x0A\x03\x0A\x01\x01\x10\x02`,
  ],
  [
    new ValueFilter('EQUAL', new BitComparator('\x01', 'XOR')),
    String.raw`\x0A*~ValueFilter\x12=\x0A;\x08\x02\x127\x0A,~BitComparator\x12\x07\x0A\x03\x0A\x01\x01\x10\x03`,
  ],
  [
    new ValueFilter('NO_OP', new NullComparator()),
    String.raw`\x0A*~ValueFilter\x127\x0A5\x08\x06\x121\x0A-~NullComparator\x12\x00`,
  ],
  [
    new FilterList([new PrefixFilter('a'), new FilterList('MUST_PASS_ONE', [new KeyOnlyFilter(), new PageFilter(3)])]),
    String.raw`\x0A)~FilterList\x12\xCD\x01\x08\x01\x122\x0A+~PrefixFilter\x12\x03\x0A\x01a\x12\x94\x01\x0A)~FilterList\x12g\x08\x02\x122\x0A,~KeyOnlyFilter\x12\x02\x08\x00\x12/\x0A)~PageFilter\x12\x02\x08\x03`,
  ],
  [new FilterList('MUST_PASS_ONE'), String.raw`\x0A)~FilterList\x12\x02\x08\x02`],
  [
    new SkipFilter(new ValueFilter('EQUAL', new BinaryComparator('v'))),
    String.raw`\x0A)~SkipFilter\x12n\x0Al\x0A*~ValueFilter\x12>\x0A<\x08\x02\x128\x0A/~BinaryComparator\x12\x05\x0A\x03\x0A\x01v`,
  ],
  [
    new WhileMatchFilter(new PrefixFilter('a')),
    String.raw`\x0A/~WhileMatchFilter\x124\x0A2\x0A+~PrefixFilter\x12\x03\x0A\x01a`,
  ],
  [
    new SingleColumnValueFilter('f', 'q', 'EQUAL', 'v'),
    String.raw`\x0A6~SingleColumnValueFilter\x12F\x0A\x01f\x12\x01q\x18\x02"8\x0A/~BinaryComparator\x12\x05\x0A\x03\x0A\x01v(\x000\x01`,
  ],
  [
    new SingleColumnValueFilter('f', null, 'EQUAL', new NullComparator())
      .setFilterIfMissing(true)
      .setLatestVersionOnly(false),
    String.raw`\x0A6~SingleColumnValueFilter\x12>\x0A\x01f\x12\x00\x18\x02"1\x0A-~NullComparator\x12\x00(\x010\x00`,
  ],
  [
    new SingleColumnValueExcludeFilter('f', 'q', 'EQUAL', 'v'),
    String.raw`\x0A=~SingleColumnValueExcludeFilter\x12H\x0AF\x0A\x01f\x12\x01q\x18\x02"8\x0A/~BinaryComparator\x12\x05\x0A\x03\x0A\x01v(\x000\x01`,
  ],
  [
    new ColumnValueFilter('f', 'q', 'LESS', 'v'),
    String.raw`\x0A0~ColumnValueFilter\x12B\x0A\x01f\x12\x01q\x18\x00"8\x0A/~BinaryComparator\x12\x05\x0A\x03\x0A\x01v`,
  ],
  [
    new DependentColumnFilter('f', 'q'),
    String.raw`\x0A4~DependentColumnFilter\x12\x0C\x0A\x02\x08\x06\x12\x01f\x1A\x01q \x00`,
  ],
  [
    new DependentColumnFilter('f', 'q', true, 'GREATER', new BinaryComparator('v')),
    String.raw`\x0A4~DependentColumnFilter\x12F\x0A<\x08\x05\x128\x0A/~BinaryComparator\x12\x05\x0A\x03\x0A\x01v\x12\x01f\x1A\x01q \x01`,
  ],
  [new PrefixFilter(null), String.raw`\x0A+~PrefixFilter\x12\x00`],
  [new InclusiveStopFilter('m'), String.raw`\x0A2~InclusiveStopFilter\x12\x03\x0A\x01m`],
  [new InclusiveStopFilter(''), String.raw`\x0A2~InclusiveStopFilter\x12\x02\x0A\x00`],
  [
    new MultiRowRangeFilter([
      { startRow: '', stopRow: 'b' },
      { startRow: 'd', startRowInclusive: false, stopRow: 'f', stopRowInclusive: true },
      { startRow: 'x', stopRow: '' },
    ]),
    String.raw`\x0A2~MultiRowRangeFilter\x12"\x0A\x09\x0A\x00\x10\x01\x1A\x01b \x00\x0A\x0A\x0A\x01d\x10\x00\x1A\x01f \x01\x0A\x09\x0A\x01x\x10\x01\x1A\x00 \x00`,
  ],
  [
    new MultiRowRangeFilter(['ab']),
    String.raw`\x0A2~MultiRowRangeFilter\x12\x0E\x0A\x0C\x0A\x02ab\x10\x01\x1A\x02ac \x00`,
  ],
  [
    new FuzzyRowFilter([
      ['a?c', Uint8Array.of(0, 1, 0)],
      ['xy', Uint8Array.of(1, 1)],
    ]),
    String.raw`\x0A-~FuzzyRowFilter\x12\x18\x0A\x0A\x0A\x03a\x00c\x12\x03\xFF\x02\xFF\x0A\x08\x0A\x02\x00\x00\x12\x02\x02\x02\x10\x01`,
  ],
  [new PageFilter(Number.MAX_SAFE_INTEGER), String.raw`\x0A)~PageFilter\x12\x09\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x0F`],
  [new RandomRowFilter(0.3), String.raw`\x0A.~RandomRowFilter\x12\x05\x0D\x9A\x99\x99>`],
  [new FirstKeyOnlyFilter(), String.raw`\x0A1~FirstKeyOnlyFilter\x12\x00`],
  [
    new FirstKeyValueMatchingQualifiersFilter(['a', 'b']),
    String.raw`\x0AD~FirstKeyValueMatchingQualifiersFilter\x12\x06\x0A\x01a\x0A\x01b`,
  ],
  [new KeyOnlyFilter(), String.raw`\x0A,~KeyOnlyFilter\x12\x02\x08\x00`],
  [new KeyOnlyFilter(true), String.raw`\x0A,~KeyOnlyFilter\x12\x02\x08\x01`],
  [new ColumnPrefixFilter('ab'), String.raw`\x0A1~ColumnPrefixFilter\x12\x04\x0A\x02ab`],
  [new ColumnPrefixFilter(''), String.raw`\x0A1~ColumnPrefixFilter\x12\x02\x0A\x00`],
  [new MultipleColumnPrefixFilter(['b', 'a']), String.raw`\x0A9~MultipleColumnPrefixFilter\x12\x06\x0A\x01a\x0A\x01b`],
  [
    new ColumnRangeFilter('a', false, 'c', true),
    String.raw`\x0A0~ColumnRangeFilter\x12\x0A\x0A\x01a\x10\x00\x1A\x01c \x01`,
  ],
  [new ColumnRangeFilter(null), String.raw`\x0A0~ColumnRangeFilter\x12\x04\x10\x01 \x00`],
  [new ColumnCountGetFilter(300), String.raw`\x0A3~ColumnCountGetFilter\x12\x03\x08\xAC\x02`],
  [new ColumnPaginationFilter(5, 0), String.raw`\x0A5~ColumnPaginationFilter\x12\x04\x08\x05\x10\x00`],
  [
    new ColumnPaginationFilter(2 ** 31 - 1, 2),
    String.raw`\x0A5~ColumnPaginationFilter\x12\x08\x08\xFF\xFF\xFF\xFF\x07\x10\x02`,
  ],
  [new ColumnPaginationFilter(5, 'q'), String.raw`\x0A5~ColumnPaginationFilter\x12\x05\x08\x05\x1A\x01q`],
  [
    new TimestampsFilter([1_700_000_000_000, 0, 300]),
    String.raw`\x0A/~TimestampsFilter\x12\x0D\x0A\x09\x00\xAC\x02\x80\xD0\x95\xFF\xBC1\x10\x00`,
  ],
  [new TimestampsFilter([5], true), String.raw`\x0A/~TimestampsFilter\x12\x05\x0A\x01\x05\x10\x01`],
  [new TimestampsFilter([]), String.raw`\x0A/~TimestampsFilter\x12\x02\x10\x00`],
];

import {
  ColumnCountGetFilter,
  ColumnPaginationFilter,
  ColumnPrefixFilter,
  ColumnRangeFilter,
  ColumnValueFilter,
  type Comparator,
  type CompareOperator,
  DependentColumnFilter,
  FamilyFilter,
  type Filter,
  FilterList,
  FirstKeyOnlyFilter,
  FirstKeyValueMatchingQualifiersFilter,
  FuzzyRowFilter,
  InclusiveStopFilter,
  KeyOnlyFilter,
  LATEST_TIMESTAMP,
  MultipleColumnPrefixFilter,
  MultiRowRangeFilter,
  PageFilter,
  PrefixFilter,
  QualifierFilter,
  RandomRowFilter,
  RowFilter,
  SingleColumnValueExcludeFilter,
  SingleColumnValueFilter,
  SkipFilter,
  TimestampsFilter,
  ValueFilter,
  WhileMatchFilter,
} from '../../index.js';
import { COMPARE_OPERATORS } from '../../model/compare-operator.js';
import { decodeComparator } from './decode-comparator.js';
import { plainError } from './gateway-failure.js';
import { ProtobufMessage } from './protobuf-message.js';

const PACKAGE = 'org.apache.hadoop.hbase.filter.';
const EMPTY = new Uint8Array();

/** Each class of filters: reads its own message. */
const READERS: Readonly<Record<string, (message: ProtobufMessage) => Filter>> = {
  ColumnCountGetFilter: (message) => new ColumnCountGetFilter(message.integer(1) ?? 0),
  ColumnPaginationFilter: (message) =>
    new ColumnPaginationFilter(message.integer(1) ?? 0, message.bytes(3) ?? message.integer(2) ?? 0),
  ColumnPrefixFilter: (message) => new ColumnPrefixFilter(message.bytes(1)),
  ColumnRangeFilter: (message) =>
    new ColumnRangeFilter(message.bytes(1), message.flag(2), message.bytes(3), message.flag(4)),
  ColumnValueFilter: (message) =>
    new ColumnValueFilter(message.bytes(1) ?? EMPTY, message.bytes(2), ...comparisonAt(message, 3)),
  DependentColumnFilter: (message) => {
    const compared = message.message(1);
    const comparator = compared.bytes(2) === null ? null : decodeComparator(compared.message(2));
    const column = [message.bytes(2) ?? EMPTY, message.bytes(3)] as const;
    return new DependentColumnFilter(...column, message.flag(4), operatorAt(compared, 1), comparator);
  },
  FamilyFilter: (message) => new FamilyFilter(...comparisonAt(message.message(1), 1)),
  FilterList: (message) => {
    const operator = message.integer(1) === 2 ? 'MUST_PASS_ONE' : 'MUST_PASS_ALL';
    return new FilterList(operator, message.messages(2).map(readFilter));
  },
  FilterWrapper: (message) => readFilter(message.message(1)),
  FirstKeyOnlyFilter: () => new FirstKeyOnlyFilter(),
  FirstKeyValueMatchingQualifiersFilter: (message) => new FirstKeyValueMatchingQualifiersFilter(message.list(1)),
  FuzzyRowFilter: (message) => {
    // The byte that stands for any byte in the form of a mask that HBase's client sends.
    const any = message.flag(2) ? 2 : 0;
    return new FuzzyRowFilter(message.messages(1).map((pair) => fuzzyPair(pair, any)));
  },
  InclusiveStopFilter: (message) => new InclusiveStopFilter(message.bytes(1) ?? EMPTY),
  KeyOnlyFilter: (message) => new KeyOnlyFilter(message.flag(1)),
  MultipleColumnPrefixFilter: (message) => new MultipleColumnPrefixFilter(message.list(1)),
  MultiRowRangeFilter: (message) => new MultiRowRangeFilter(message.messages(1).map(rowRange)),
  PageFilter: (message) => new PageFilter(message.integer(1) ?? 0),
  PrefixFilter: (message) => new PrefixFilter(message.bytes(1)),
  QualifierFilter: (message) => new QualifierFilter(...comparisonAt(message.message(1), 1)),
  RandomRowFilter: (message) => new RandomRowFilter(message.float(1)),
  RowFilter: (message) => new RowFilter(...comparisonAt(message.message(1), 1)),
  SingleColumnValueExcludeFilter: (message) => singleColumn(SingleColumnValueExcludeFilter, message.message(1)),
  SingleColumnValueFilter: (message) => singleColumn(SingleColumnValueFilter, message),
  SkipFilter: (message) => new SkipFilter(readFilter(message.message(1))),
  // No stored cell has a timestamp that Bigtab cannot hold.
  TimestampsFilter: (message) =>
    new TimestampsFilter(
      message.integers(1).flatMap((time) => (time < LATEST_TIMESTAMP ? [Number(time)] : [])),
      message.flag(2),
    ),
  ValueFilter: (message) => new ValueFilter(...comparisonAt(message.message(1), 1)),
  WhileMatchFilter: (message) => new WhileMatchFilter(readFilter(message.message(1))),
};

/** The fields without which HBase does not read a filter, by their numbers. */
const REQUIRED: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ColumnCountGetFilter: { 1: 'limit' },
  ColumnPaginationFilter: { 1: 'limit' },
  ColumnPrefixFilter: { 1: 'prefix' },
  ColumnValueFilter: { 1: 'family', 2: 'qualifier', 3: 'compare_op', 4: 'comparator' },
  DependentColumnFilter: { 1: 'compare_filter' },
  FamilyFilter: { 1: 'compare_filter' },
  FilterList: { 1: 'operator' },
  KeyOnlyFilter: { 1: 'len_as_val' },
  PageFilter: { 1: 'page_size' },
  QualifierFilter: { 1: 'compare_filter' },
  RandomRowFilter: { 1: 'chance' },
  RowFilter: { 1: 'compare_filter' },
  SingleColumnValueExcludeFilter: { 1: 'single_column_value_filter' },
  SingleColumnValueFilter: { 3: 'compare_op', 4: 'comparator' },
  SkipFilter: { 1: 'filter' },
  ValueFilter: { 1: 'compare_filter' },
  WhileMatchFilter: { 1: 'filter' },
};

function requireFields(message: ProtobufMessage, fields: Readonly<Record<number, string>>): void {
  const missing = Object.entries(fields).filter(([field]) => !message.has(Number(field)));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name).join(', ');
  throw plainError(
    `org.apache.hadoop.hbase.exceptions.DeserializationException: org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException: Message missing required fields: ${names}`,
  );
}

/** The filter in `filterBytes`: a message `Filter` of HBase. Throws the gateway's error for anything else. */
export function decodeFilter(bytes: Uint8Array): Filter {
  return readFilter(new ProtobufMessage(bytes));
}

function readFilter(message: ProtobufMessage): Filter {
  if (message.bytes(1) === null) throw plainError('Message missing required fields: name');
  const name = message.text(1);
  const simple = name.startsWith(PACKAGE) ? name.slice(PACKAGE.length) : '';
  const read = Object.hasOwn(READERS, simple) ? READERS[simple] : undefined;
  if (read === undefined) throw plainError(`java.lang.ClassNotFoundException: ${name}`);
  const own = message.message(2);
  requireFields(own, REQUIRED[simple] ?? {});
  return read(own);
}

function operatorAt(message: ProtobufMessage, field: number): CompareOperator {
  return COMPARE_OPERATORS[message.integer(field) ?? 0] as CompareOperator;
}

/** An operator in `field` and a comparator in the next one. */
function comparisonAt(message: ProtobufMessage, field: number): [op: CompareOperator, comparator: Comparator] {
  return [operatorAt(message, field), decodeComparator(message.message(field + 1))];
}

function singleColumn<T extends SingleColumnValueFilter>(
  Type: new (family: Uint8Array, qualifier: Uint8Array | null, op: CompareOperator, comparator: Comparator) => T,
  message: ProtobufMessage,
): T {
  return new Type(message.bytes(1) ?? EMPTY, message.bytes(2), ...comparisonAt(message, 3))
    .setFilterIfMissing(message.flag(5))
    .setLatestVersionOnly(message.flag(6));
}

function rowRange(message: ProtobufMessage): MultiRowRangeFilter['ranges'][number] {
  return {
    startRow: message.bytes(1) ?? EMPTY,
    startRowInclusive: message.flag(2),
    stopRow: message.bytes(3) ?? EMPTY,
    stopRowInclusive: message.flag(4),
  };
}

/**
 * A key and its mask. HBase's client sends a mask in another form than its users write: 255 for a byte that must be the
 * same, `any` for any byte. It takes a mask that could be both for one in that form: so a mask of only zeros matches
 * every row.
 */
function fuzzyPair(message: ProtobufMessage, any: number): readonly [key: Uint8Array, mask: Uint8Array] {
  const [key, mask] = [message.bytes(1) ?? EMPTY, message.bytes(2) ?? EMPTY];
  const isSent = mask.every((byte) => byte === 255 || byte === any);
  return [key, isSent ? mask.map((byte) => (byte === any ? 1 : 0)) : mask];
}

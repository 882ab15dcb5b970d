import {
  bytes,
  type Check,
  decimal,
  either,
  fields,
  integer,
  list,
  tagged,
  text,
  truth,
  tuple,
  word,
} from './checks.js';

/*
 * The shape of a filter in a history. What a filter refuses, such as a negative limit, passes here: the answer says what comes of it.
 */

const type = { type: text };
const comparison = word('LESS', 'LESS_OR_EQUAL', 'EQUAL', 'NOT_EQUAL', 'GREATER_OR_EQUAL', 'GREATER', 'NO_OP');
const ofText = tuple([text, text]);
const ofBytes = tuple([text, bytes]);

const comparator = tagged(0, {
  binary: ofBytes,
  binaryprefix: ofBytes,
  binarycomponent: tuple([text, bytes, integer]),
  bit: tuple([text, bytes, word('AND', 'OR', 'XOR')]),
  null: tuple([text]),
  substring: ofText,
  regexstring: ofText,
  regexstringnocase: ofText,
  long: tuple([text, decimal]),
  bigdecimal: ofText,
});

const nullable = either(word(null), bytes);
const inner: Check = (value, where) => checkFilter(value, where);
const compared = { op: comparison, comparator };
const column = { family: bytes, qualifier: bytes };
const comparing = fields({ ...type, ...compared });
const wrapping = fields({ ...type, filter: inner });
const singleColumn = fields({ ...type, ...column, ...compared, filterIfMissing: truth, latestVersionOnly: truth });
const prefix = fields({ ...type, prefix: nullable });

const filterObject = tagged('type', {
  FilterList: fields({ ...type, operator: word('MUST_PASS_ALL', 'MUST_PASS_ONE'), filters: list(inner) }),
  SkipFilter: wrapping,
  WhileMatchFilter: wrapping,
  RowFilter: comparing,
  FamilyFilter: comparing,
  QualifierFilter: comparing,
  ValueFilter: comparing,
  SingleColumnValueFilter: singleColumn,
  SingleColumnValueExcludeFilter: singleColumn,
  ColumnValueFilter: fields({ ...type, ...column, ...compared }),
  DependentColumnFilter: fields({ ...type, ...column, dropDependentColumn: truth }, compared),
  PrefixFilter: prefix,
  ColumnPrefixFilter: prefix,
  MultipleColumnPrefixFilter: fields({ ...type, prefixes: list(bytes) }),
  InclusiveStopFilter: fields({ ...type, row: bytes }),
  MultiRowRangeFilter: fields({ ...type, ranges: list(tuple([bytes, truth, bytes, truth])) }),
  FuzzyRowFilter: fields({ ...type, fuzzy: list(tuple([bytes, bytes])) }),
  PageFilter: fields({ ...type, size: integer }),
  RandomRowFilter: fields({ ...type, chance: word(0, 1) }),
  FirstKeyOnlyFilter: fields(type),
  FirstKeyValueMatchingQualifiersFilter: fields({ ...type, qualifiers: list(bytes) }),
  KeyOnlyFilter: fields({ ...type, lenAsValue: truth }),
  ColumnRangeFilter: fields({ ...type, min: nullable, minInclusive: truth, max: nullable, maxInclusive: truth }),
  ColumnCountGetFilter: fields({ ...type, limit: integer }),
  ColumnPaginationFilter: fields({ ...type, limit: integer }, { offset: integer, columnOffset: bytes }),
  TimestampsFilter: fields({ ...type, timestamps: list(integer), canHint: truth }),
});

/** A filter object, or a text of the filter language. Throws `Malformed` for what the format does not know. */
export const checkFilter: Check = (value, where) => {
  if (typeof value !== 'string') filterObject(value, where);
};

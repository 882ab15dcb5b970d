import {
  type Check,
  count,
  flag,
  list,
  nullable,
  oneOf,
  optional,
  record,
  something,
  text,
  time,
} from '../catalog/record-checks.js';

const EMPTY_MAXIMUM = -1;

/** A timestamp or sequence id, or the bound of an empty range. */
const bound: Check = (value, at) =>
  Number.isSafeInteger(value) && (value as number) >= EMPTY_MAXIMUM ? null : `expected a number as ${at}`;
const position: Check = record({
  levels: oneOf([1, 2]),
  root: record({ offset: count, length: count, ordinal: count }),
});

/** Whether the JSON of a trailer has the properties of `info` and `layout`; see trailer. */
export const checkTrailer: Check = record({
  info: record({
    tableId: count,
    tableName: text,
    familyId: count,
    familyDescriptor: something,
    tableDescriptor: something,
    schemaGeneration: count,
    epoch: count,
    fileNumber: count,
    kind: oneOf(['flush', 'compaction']),
    major: flag,
    createdAt: time,
    replaces: list(count),
    follows: optional(count),
    continued: optional(flag),
    flushedSequenceId: count,
    cellCount: count,
    putCount: count,
    deleteCount: count,
    deleteColumnCount: count,
    deleteFamilyCount: count,
    deleteFamilyVersionCount: count,
    minTimestamp: bound,
    maxTimestamp: bound,
    minPutTimestamp: bound,
    maxPutTimestamp: bound,
    maxRangeMarkerTimestamp: bound,
    minSequenceId: bound,
    maxSequenceId: bound,
    keyBytes: count,
    valueBytes: count,
    hasTags: flag,
    format: count,
    blockSize: count,
    bloomFilter: oneOf(['NONE', 'ROW', 'ROWCOL', 'ROWPREFIX_FIXED_LENGTH']),
    bloomPrefixLength: optional(nullable(count)),
    dataBlockCount: count,
    valueBlockCount: count,
    blockCount: count,
  }),
  layout: record({ index: nullable(position), bloom: nullable(position) }),
});

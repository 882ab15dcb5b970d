/*
 * Fields that several requests share. Little-endian; "sized" is a u32 length and bytes.
 *
 *   selection   u16 families (0 = every family of the table), then each:
 *                 sized name, u32 qualifiers or WHOLE_FAMILY, then each sized
 *   options     u8 tag and its value, repeated; tag 0 ends them. An option that is not sent has its default:
 *                 1  u32       versions
 *                 2  f64 f64   time range: min, max
 *                 3  sized, f64 f64   time range of one family
 *                 4  u32       cells per row and family
 *                 5  u32       cells to skip first, per row and family
 *                 6            (get) existence only
 *                 7  u32       (scan) cells per piece of a row
 *                 8  u32       (scan) bytes per transfer
 *                 9  u8        flags: (scan) 1 = raw, 2 = a row may be cut at the end of a transfer, 4 = cursors;
 *                                8 = on-demand reading of families that the filter does not need is off,
 *                                16 = (scan) all rows must come from one snapshot; the engine's scanners always do
 *                10  sized     a filter
 *                11  sized     (scan) what the filter remembers of the rows before the range
 *                12  (scan) an index: sized name, u16 equals, then each sized; then from, to and prefix, each as
 *                    u8 0 = none, or 1 and sized
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import type { ByteWriter } from '../bytes/byte-writer.js';
import { corruption } from '../errors.js';
import type { FamilySelection } from '../model/family-selection.js';
import type { Filter } from '../model/filter.js';
import type { IndexQuery } from '../model/index-query.js';
import { MAX_ROW_LENGTH } from '../model/limits.js';
import type { FamilyTimeRange, QueryOptions, ScanOptions } from '../model/query-options.js';
import { ALL_TIME, isAllTime, type TimeRange } from '../model/time-range.js';

const WHOLE_FAMILY = 0xffffffff;
const NOTHING = new Uint8Array(0);

const END = 0;
const VERSIONS = 1;
const TIME_RANGE = 2;
const FAMILY_TIME_RANGE = 3;
const FAMILY_LIMIT = 4;
const FAMILY_OFFSET = 5;
const EXISTENCE_ONLY = 6;
const BATCH = 7;
const MAX_RESULT_SIZE = 8;
const FLAGS = 9;
const FILTER = 10;
const FILTER_STATE = 11;
const INDEX = 12;

const RAW = 1;
const PARTIAL = 2;
const CURSORS = 4;
const NOT_ON_DEMAND = 8;
const ONE_SNAPSHOT = 16;

/** All options of a get or scan besides its rows and columns, as they are sent; a Get and a Scan have this shape. */
export interface ReadOptions extends Omit<QueryOptions, 'families'> {
  /** Only for a get. */
  readonly checkExistenceOnly?: boolean;
  /** This and the following options are only for a scan. */
  readonly raw?: ScanOptions['raw'];
  readonly batch?: ScanOptions['batch'];
  /** 0 or less means none. */
  readonly maxResultSize?: number;
  readonly allowPartialResults?: boolean;
  readonly needCursorResult?: boolean;
  readonly snapshotRequired?: boolean;
  /** What the filter remembers of the rows before the range; empty: nothing. */
  readonly filterState?: Uint8Array;
  readonly index?: IndexQuery | null;
}

/** The options as they are read, one after the other. */
type ReceivedOptions = { -readonly [Name in keyof ReadOptions]-?: ReadOptions[Name] } & {
  readonly familyTimeRanges: FamilyTimeRange[];
};

/** Reads a row that a request may read or write (N-30). Throws CORRUPTION. */
export function readRow(reader: ByteReader): Uint8Array {
  const at = reader.offset;
  const row = reader.sized();
  if (row.length === 0 || row.length > MAX_ROW_LENGTH) throw corruption(reader.where, at, 'this is not a row key');
  return row;
}

/** Reads the number of one of `words`. Throws CORRUPTION. */
export function readWord<T extends string>(reader: ByteReader, words: readonly T[]): T {
  const at = reader.offset;
  const word = words[reader.u8()];
  if (word === undefined) throw corruption(reader.where, at, 'no word has this number');
  return word;
}

export function writeSelection(out: ByteWriter, families: readonly FamilySelection[]): void {
  out.u16(families.length);
  for (const { family, qualifiers } of families) {
    out.sized(family);
    out.u32(qualifiers?.length ?? WHOLE_FAMILY);
    if (qualifiers !== null) for (const qualifier of qualifiers) out.sized(qualifier);
  }
}

export function readSelection(reader: ByteReader): FamilySelection[] {
  const families: FamilySelection[] = [];
  for (let left = reader.u16(); left > 0; left--) {
    const family = reader.sized();
    const count = reader.u32();
    const qualifiers: Uint8Array[] | null = count === WHOLE_FAMILY ? null : [];
    if (qualifiers !== null) for (let index = 0; index < count; index++) qualifiers.push(reader.sized());
    families.push({ family, qualifiers });
  }
  return families;
}

/** Writes the options that differ from the defaults. */
export function writeOptions(out: ByteWriter, options: ReadOptions): void {
  const { maxVersions, timeRange, familyTimeRanges, maxResultsPerColumnFamily, rowOffsetPerColumnFamily } = options;
  const { batch = 0, maxResultSize = 0, filterState = NOTHING, filter } = options;
  const number = (tag: number, value: number): void => {
    out.u8(tag);
    out.u32(value);
  };
  if (maxVersions !== 1) number(VERSIONS, maxVersions);
  if (!isAllTime(timeRange)) {
    out.u8(TIME_RANGE);
    writeTimeRange(out, timeRange);
  }
  for (const range of familyTimeRanges) {
    out.u8(FAMILY_TIME_RANGE);
    out.sized(range.family);
    writeTimeRange(out, range.timeRange);
  }
  if (maxResultsPerColumnFamily >= 0) number(FAMILY_LIMIT, maxResultsPerColumnFamily);
  if (rowOffsetPerColumnFamily > 0) number(FAMILY_OFFSET, rowOffsetPerColumnFamily);
  if (options.checkExistenceOnly) out.u8(EXISTENCE_ONLY);
  if (batch > 0) number(BATCH, batch);
  if (maxResultSize > 0) number(MAX_RESULT_SIZE, maxResultSize);
  const flags =
    (options.raw ? RAW : 0) |
    (options.allowPartialResults ? PARTIAL : 0) |
    (options.needCursorResult ? CURSORS : 0) |
    (options.loadColumnFamiliesOnDemand ? 0 : NOT_ON_DEMAND) |
    (options.snapshotRequired ? ONE_SNAPSHOT : 0);
  if (flags !== 0) {
    out.u8(FLAGS);
    out.u8(flags);
  }
  if (filter !== null) {
    out.u8(FILTER);
    out.sized(filterBytes(filter));
  }
  if (filterState.length > 0) {
    out.u8(FILTER_STATE);
    out.sized(filterState);
  }
  if (options.index) writeIndex(out, options.index);
  out.u8(END);
}

/** A u32 in which 0 means none, which becomes Infinity. */
export function readLimit(reader: ByteReader): number {
  return reader.u32() || Number.POSITIVE_INFINITY;
}

/** All options, including the defaults of those that were not sent; Infinity if a scan has no batch or size. */
export function readOptions(reader: ByteReader): Required<ReadOptions> {
  const options: ReceivedOptions = {
    maxVersions: 1,
    timeRange: ALL_TIME,
    familyTimeRanges: [],
    maxResultsPerColumnFamily: -1,
    rowOffsetPerColumnFamily: 0,
    checkExistenceOnly: false,
    batch: Number.POSITIVE_INFINITY,
    maxResultSize: Number.POSITIVE_INFINITY,
    raw: false,
    allowPartialResults: false,
    needCursorResult: false,
    snapshotRequired: false,
    loadColumnFamiliesOnDemand: true,
    filter: null,
    filterState: NOTHING,
    index: null,
  };
  for (;;) {
    const at = reader.offset;
    const tag = reader.u8();
    if (tag === END) return options;
    if (!readOption(reader, tag, options)) {
      throw corruption(reader.where, at, 'this build does not support this option');
    }
  }
}

/** Reads the value of an option; returns false for an unknown tag. */
function readOption(reader: ByteReader, tag: number, options: ReceivedOptions): boolean {
  switch (tag) {
    case VERSIONS:
      options.maxVersions = reader.u32();
      break;
    case TIME_RANGE:
      options.timeRange = readTimeRange(reader);
      break;
    case FAMILY_TIME_RANGE:
      options.familyTimeRanges.push({ family: reader.sized(), timeRange: readTimeRange(reader) });
      break;
    case FAMILY_LIMIT:
      options.maxResultsPerColumnFamily = reader.u32();
      break;
    case FAMILY_OFFSET:
      options.rowOffsetPerColumnFamily = reader.u32();
      break;
    case EXISTENCE_ONLY:
      options.checkExistenceOnly = true;
      break;
    case BATCH:
      options.batch = readLimit(reader);
      break;
    case MAX_RESULT_SIZE:
      options.maxResultSize = readLimit(reader);
      break;
    case FLAGS:
      readFlags(reader.u8(), options);
      break;
    case FILTER:
      options.filter = reader.sized();
      break;
    case FILTER_STATE:
      options.filterState = reader.sized();
      break;
    case INDEX:
      options.index = readIndex(reader);
      break;
    default:
      return false;
  }
  return true;
}

function writeIndex(out: ByteWriter, { index, equals, from, to, prefix }: IndexQuery): void {
  out.u8(INDEX);
  out.text(index);
  out.u16(equals.length);
  for (const value of equals) out.sized(value);
  for (const bound of [from, to, prefix]) {
    out.u8(bound === null ? 0 : 1);
    if (bound !== null) out.sized(bound);
  }
}

function readIndex(reader: ByteReader): IndexQuery {
  const index = reader.text();
  const equals = Array.from({ length: reader.u16() }, () => reader.sized());
  const bound = (): Uint8Array | null => (reader.u8() === 0 ? null : reader.sized());
  return { index, equals, from: bound(), to: bound(), prefix: bound() };
}

function readFlags(flags: number, options: ReceivedOptions): void {
  options.raw = (flags & RAW) !== 0;
  options.allowPartialResults = (flags & PARTIAL) !== 0;
  options.needCursorResult = (flags & CURSORS) !== 0;
  options.loadColumnFamiliesOnDemand = (flags & NOT_ON_DEMAND) === 0;
  options.snapshotRequired = (flags & ONE_SNAPSHOT) !== 0;
}

/** The bytes of a filter on the wire. Throws INVALID_ARGUMENT if it is too large. */
export function filterBytes(filter: Filter | Uint8Array): Uint8Array {
  return 'toByteArray' in filter ? filter.toByteArray() : filter;
}

export function writeTimeRange(out: ByteWriter, { min, max }: TimeRange): void {
  out.f64(min);
  out.f64(max);
}

export function readTimeRange(reader: ByteReader): TimeRange {
  return { min: reader.f64(), max: reader.f64() };
}

import { ByteWriter } from '../bytes/byte-writer.js';
import { notAllowed } from '../bytes/kind.js';
import { toRow } from '../model/arguments.js';
import { type BytesLike, type Column, parseColumn } from '../model/bytes-like.js';
import type { Cell } from '../model/cell.js';
import type { Filter } from '../model/filter.js';
import { readLiteral } from '../model/literal.js';
import { ALL_VERSIONS } from '../model/query-options.js';
import { Scan } from '../model/scan.js';
import { readableText } from './answers/readable.js';
import type { AbortSignalLike } from './calls/call-options.js';
import type { Session } from './calls/session.js';
import { ResultScanner } from './result-scanner.js';

/** One change in the history of a row. */
export interface HistoryEntry<V = Uint8Array> {
  /** The timestamp of the value or of the delete, in ms. */
  readonly timestamp: number;
  /**
   * `family:qualifier`, where bytes that are not UTF-8 are written as `\xNN`. A delete of a complete family or row is an
   * entry of each family: with the family's name alone, or with the column if you requested one.
   */
  readonly column: string;
  /** The value that was written; null for a delete. */
  readonly value: V | null;
  /** Whether this is a delete. A value that was deleted later is an entry of its own. */
  readonly deleted: boolean;
}

/** Options of a history. */
export interface HistoryOptions {
  /** The number of newest entries to return, which also limits the memory used. Default: all. */
  readonly limit?: number | undefined;
  /** Ends the call: it rejects with `signal.reason`. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Cells that are decoded at a time. */
const BATCH = 1000;

/** Implements `Table.history`. */
export async function readHistory(
  session: Session,
  table: string,
  row: BytesLike,
  column: unknown,
  options: HistoryOptions,
): Promise<HistoryEntry[]> {
  const names = ['limit', 'signal'] as const;
  const { limit = ALL_VERSIONS, signal } = readLiteral<HistoryOptions>(
    options,
    'set of options',
    names,
  ) as HistoryOptions;
  if (!Number.isInteger(limit) || limit < 1 || limit > ALL_VERSIONS)
    throw notAllowed('limit', `an integer from 1 to ${ALL_VERSIONS}`, limit);
  const asked = column === undefined ? null : parseColumn(column);
  const key = toRow(row);
  // Older cells of a column cannot be among the newest entries, unless others of its column are not entries.
  for (let versions = limit; ; versions = Math.min(2 * versions, ALL_VERSIONS)) {
    const scanner = new ResultScanner(session, table, rawScan(key, asked, versions), signal);
    const { entries, left } = await newestEntries(scanner, asked, limit);
    if (left < versions || versions === ALL_VERSIONS) return entries;
  }
}

/** A scan of one row, whose cells all arrive together, so they are of one state of the table. */
function rawScan(row: Uint8Array, asked: Column | null, versions: number): Scan {
  const scan = new Scan({ start: row, stop: row, stopInclusive: true, raw: true, batch: BATCH, versions });
  if (asked === null) return scan;
  scan.addFamily(asked.family);
  return asked.qualifier === null ? scan : scan.setFilter(columnAndMarkers(asked.qualifier));
}

interface ReadEntries {
  /** The newest ones first. */
  readonly entries: HistoryEntry[];
  /** If cells of the column with the empty qualifier were left out: the number of cells read in that column. */
  readonly left: number;
}

/** Reads the row in cell order, and keeps at most `limit` entries and a batch. */
async function newestEntries(scanner: ResultScanner, asked: Column | null, limit: number): Promise<ReadEntries> {
  let entries: HistoryEntry[] = [];
  let inEmpty = 0;
  let leavesOut = false;
  for await (const part of scanner) {
    for (const cell of part.cells) {
      if (cell.qualifier.length === 0) inEmpty++;
      const entry = entryOf(cell, asked);
      if (entry === null) leavesOut = true;
      else entries.push(entry);
    }
    if (entries.length > limit) entries = newest(entries, limit);
  }
  return { entries: newest(entries, limit), left: leavesOut ? inEmpty : 0 };
}

/** The newest entries first. Those with the same timestamp stay in cell order, which has a delete before a value. */
function newest(entries: HistoryEntry[], limit: number): HistoryEntry[] {
  return entries.sort((a, b) => b.timestamp - a.timestamp).slice(0, limit);
}

/** Null for a value of the column with the empty qualifier, which is read together with the family's markers. */
function entryOf(cell: Cell, asked: Column | null): HistoryEntry | null {
  const { timestamp, family } = cell;
  const ofFamily = isOfFamily(cell);
  const qualifier = asked?.qualifier ?? (ofFamily ? null : cell.qualifier);
  if (!ofFamily && qualifier !== null && qualifier.length !== cell.qualifier.length) return null;
  const column = readableText(family) + (qualifier === null ? '' : `:${readableText(qualifier)}`);
  const deleted = cell.type !== 'Put';
  return { timestamp, column, value: deleted ? null : cell.value, deleted };
}

function isOfFamily({ type }: Cell): boolean {
  return type === 'DeleteFamily' || type === 'DeleteFamilyVersion';
}

/**
 * A filter for a column and for the empty qualifier, whose column contains the markers of the family: a FilterList of
 * two ColumnRangeFilters, of which at least one must pass. A raw scan cannot select columns. The bytes are written
 * here because the page loads the filter classes in another file, and only if it uses them.
 */
function columnAndMarkers(qualifier: Uint8Array): Filter {
  const writer = new ByteWriter();
  writer.u8(FILTER_LIST);
  writer.u8(MUST_PASS_ONE);
  writer.u32(2);
  for (const bound of [new Uint8Array(0), qualifier]) {
    writer.u8(COLUMN_RANGE);
    // The smallest and the largest qualifier: each is not null, and is included.
    for (let times = 0; times < 2; times++) {
      writer.u8(1);
      writer.sized(bound);
      writer.u8(1);
    }
  }
  const bytes = writer.finish();
  return { toByteArray: () => bytes } as Filter;
}

/** As in filter/filter-kind and filter/filter-list. */
const FILTER_LIST = 0;
const MUST_PASS_ONE = 1;
const COLUMN_RANGE = 22;

/* The cells of one row that a get or scan shows: its families, time ranges and store limits. */
import type { Query } from '../vectors/history.js';
import { showFamily } from './read-family.js';
import { showFamilyRaw } from './read-raw.js';
import { refuse } from './refusal.js';
import { cellsOf, type Families, type FamilySets, familyOf } from './store.js';
import type { StoredCell } from './stored-cell.js';
import { rangeAt, rangeOf, type TimeRange } from './time-range.js';
import { Collector, type Visitor } from './visitor.js';

/** A read whose fields have been checked. */
export interface CheckedQuery {
  /** The requested families, each with its requested qualifiers (null means all); or null for every family. */
  readonly families: ReadonlyMap<string, readonly string[] | null> | null;
  readonly versions: number;
  readonly range: TimeRange;
  readonly familyRanges: ReadonlyMap<string, TimeRange>;
  readonly storeLimit: number;
  readonly storeOffset: number;
  readonly raw: boolean;
}

export function queryOf(fields: Query, raw: boolean): CheckedQuery {
  const { versions = 1, timestamp, storeLimit = -1, storeOffset = 0 } = fields;
  if (versions !== 'all' && versions <= 0) refuse('IllegalArgumentException', 'versions must be positive');
  const families = wantedFamilies(fields);
  const hasColumns = families !== null && [...families.values()].some((columns) => columns !== null);
  if (raw && hasColumns) refuse('DoNotRetryIOException', 'Cannot specify any column for a raw scan');
  return {
    families,
    versions: versions === 'all' ? Number.POSITIVE_INFINITY : versions,
    range: timestamp === undefined ? rangeOf(fields.timeRange) : rangeAt(timestamp),
    familyRanges: new Map(Object.entries(fields.familyTimeRange ?? {}).map(([name, range]) => [name, rangeOf(range)])),
    storeLimit,
    storeOffset,
    raw,
  };
}

/** the calls in list order. */
function wantedFamilies({ columns = [] }: Query): Map<string, string[] | null> | null {
  const wanted = new Map<string, string[] | null>();
  for (const [family, qualifier] of columns) {
    wanted.set(family, qualifier === undefined ? null : [...(wanted.get(family) ?? []), qualifier]);
  }
  return wanted.size === 0 ? null : wanted;
}

/** every named family exists. */
export function checkFamilies(families: Families, query: CheckedQuery): void {
  for (const name of query.families?.keys() ?? []) familyOf(families, name);
}

/** Whether the read uses the family. */
export function wanted({ rules }: FamilySets, query: CheckedQuery): boolean {
  return query.families === null || query.families.has(rules.name);
}

/** The cells of the row that the read shows without a filter, in the order O-10. REQUIRES checkFamilies. */
export function readRow(families: Families, row: string, query: CheckedQuery, now: number): StoredCell[] {
  return families
    .filter((family) => wanted(family, query))
    .flatMap((family) => {
      const collector = new Collector();
      visitFamily(family, row, query, now, collector);
      return limited(collector.cells, query);
    });
}

/** Shows the cells of one family of the row. REQUIRES that the family is requested. */
export function visitFamily(family: FamilySets, row: string, query: CheckedQuery, now: number, visitor: Visitor): void {
  const { rules } = family;
  const columns = query.families?.get(rules.name) ?? null;
  const stored = cellsOf(family).filter((cell) => cell.row === row);
  const range = query.familyRanges.get(rules.name) ?? query.range;
  const read = { versions: query.versions, range, columns, now };
  if (query.raw) showFamilyRaw(stored, read, visitor);
  else showFamily(stored, rules, read, visitor);
}

/** */
function limited(cells: readonly StoredCell[], { storeLimit, storeOffset }: CheckedQuery): StoredCell[] {
  const offset = Math.max(storeOffset, 0);
  if (storeLimit < 0) return cells.slice(offset);
  return cells.slice(offset, offset + Math.max(storeLimit, 1));
}

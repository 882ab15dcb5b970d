/* The rows of a read with a filter. */
import type { OracleFilter } from './filter.js';
import { FilterVisitor } from './filter-visitor.js';
import { type CheckedQuery, visitFamily, wanted } from './read-row.js';
import type { Families, FamilySets } from './store.js';
import { cellsOf } from './store.js';
import { compareTexts, type StoredCell } from './stored-cell.js';

export interface FilteredScan {
  readonly filter: OracleFilter;
  readonly query: CheckedQuery;
  readonly onDemand: boolean;
  readonly reversed: boolean;
  readonly now: number;
}

/**
 * The remaining cells of each of `rows`, which are in the order of the scan. Rows without remaining cells are left out.
 */
export function judgedRows(families: Families, rows: readonly string[], scan: FilteredScan): StoredCell[][] {
  scan.filter.setReversed(scan.reversed);
  const judge = new RowJudge(families, scan);
  return rows.map((row) => judge.judge(row)).filter((cells) => cells.length > 0);
}

class RowJudge {
  private readonly scan: FilteredScan;
  private readonly essential: readonly FamilySets[];
  private readonly others: readonly FamilySets[];
  /** By family, the row to which a hint led. */
  private readonly hints = new Map<FamilySets, string>();
  private ended = false;

  constructor(families: Families, scan: FilteredScan) {
    this.scan = scan;
    const all = families.filter((family) => wanted(family, scan.query));
    const onDemand = scan.onDemand && !scan.reversed;
    const isEssential = ({ rules }: FamilySets): boolean => !onDemand || scan.filter.isFamilyEssential(rules.name);
    this.essential = all.filter(isEssential);
    this.others = all.filter((family) => !isEssential(family));
  }

  judge(row: string): StoredCell[] {
    const { filter } = this.scan;
    if (this.ended || filter.filterAllRemaining()) return [];
    const present = this.essential.filter((family) => this.has(family, row));
    if (present.length === 0) return [];
    const cells = filter.filterRowKey(row) ? [] : this.judgeCells(present, row);
    filter.reset();
    return cells;
  }

  private judgeCells(present: readonly FamilySets[], row: string): StoredCell[] {
    const { filter } = this.scan;
    let cells = this.read(present, row);
    if (cells.length === 0) return [];
    if (filter.hasFilterRow) cells = [...filter.filterRowCells(cells)];
    if (cells.length > 0 && filter.filterRow()) return [];
    const joined = this.read(this.others, row);
    return [...cells, ...joined].sort((a, b) => compareTexts(a.family, b.family));
  }

  private read(families: readonly FamilySets[], row: string): StoredCell[] {
    const { filter, query, reversed, now } = this.scan;
    const cells: StoredCell[] = [];
    for (const family of families) {
      if (this.ended || filter.filterAllRemaining()) break;
      const versions = query.raw ? query.versions : Math.min(query.versions, family.rules.versions);
      const { storeLimit, storeOffset } = query;
      const visitor = new FilterVisitor({ filter, versions, storeLimit, storeOffset, reversed });
      const beneath = family.rules.replays && !query.raw ? query.versions : Number.POSITIVE_INFINITY;
      visitFamily(family, row, { ...query, versions: beneath }, now, visitor);
      cells.push(...visitor.cells);
      if (visitor.nextRow !== null) this.hints.set(family, visitor.nextRow);
      this.ended ||= visitor.ended;
    }
    return cells;
  }

  /** Whether the family has any cell of the row, visible or not, at or after its hint. */
  private has(family: FamilySets, row: string): boolean {
    const hint = this.hints.get(family);
    if (hint !== undefined && (this.scan.reversed ? compareTexts(row, hint) > 0 : compareTexts(row, hint) < 0)) {
      return false;
    }
    return cellsOf(family).some((cell) => cell.row === row);
  }
}

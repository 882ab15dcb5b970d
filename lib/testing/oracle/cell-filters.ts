/* Filters that judge cells. */
import type { Compared, OfColumn } from '../vectors/filters/filter-object.js';
import { holds } from './comparison.js';
import { type Code, firstOnColumn, OracleFilter, type Place } from './filter.js';
import { refuse } from './refusal.js';
import { compareTexts, type StoredCell } from './stored-cell.js';

/** FamilyFilter, QualifierFilter, ValueFilter. */
export class PartComparing extends OracleFilter {
  private readonly part: 'family' | 'qualifier' | 'value';
  private readonly test: Compared;

  constructor(part: 'family' | 'qualifier' | 'value', test: Compared) {
    super();
    this.part = part;
    this.test = test;
  }

  override filterCell(cell: StoredCell): Code {
    if (holds(this.test, cell[this.part])) return 'INCLUDE';
    return this.part === 'family' ? 'NEXT_ROW' : 'SKIP';
  }
}

/** A column and the required value. */
type ColumnTest = OfColumn & Compared;

function isOf(cell: StoredCell, { family, qualifier }: OfColumn): boolean {
  return cell.family === family && cell.qualifier === qualifier;
}

interface SingleColumn extends ColumnTest {
  readonly filterIfMissing: boolean;
  readonly latestVersionOnly: boolean;
}

export class SingleColumnValue extends OracleFilter {
  override readonly hasFilterRow: boolean = true;
  protected readonly test: SingleColumn;
  private found = false;
  private matched = false;

  constructor(test: SingleColumn) {
    super();
    this.test = test;
  }

  override reset(): void {
    this.found = false;
    this.matched = false;
  }

  override filterCell(cell: StoredCell): Code {
    const { op, latestVersionOnly } = this.test;
    if (this.matched) return 'INCLUDE';
    if (latestVersionOnly && this.found) return 'NEXT_ROW';
    if (!isOf(cell, this.test)) return 'INCLUDE';
    this.found = true;
    if (op === 'NO_OP') refuse('RuntimeException', 'Unknown Compare op NO_OP'); // F-3
    if (!holds(this.test, cell.value)) return latestVersionOnly ? 'NEXT_ROW' : 'INCLUDE';
    this.matched = true;
    return 'INCLUDE';
  }

  override filterRow(): boolean {
    return this.found ? !this.matched : this.test.filterIfMissing;
  }

  override isFamilyEssential(family: string): boolean {
    return !this.test.filterIfMissing || family === this.test.family;
  }
}

export class SingleColumnValueExcluded extends SingleColumnValue {
  override filterRowCells(cells: readonly StoredCell[]): readonly StoredCell[] {
    return cells.filter((cell) => !isOf(cell, this.test));
  }
}

export class ColumnValue extends OracleFilter {
  private readonly test: ColumnTest;
  private found = false;

  constructor(test: ColumnTest) {
    super();
    this.test = test;
  }

  override reset(): void {
    this.found = false;
  }

  override filterCell(cell: StoredCell): Code {
    if (!isOf(cell, this.test)) return this.found ? 'NEXT_ROW' : 'NEXT_COL';
    this.found = true;
    return holds(this.test, cell.value) ? 'INCLUDE' : 'SKIP';
  }

  override isFamilyEssential(family: string): boolean {
    return family === this.test.family;
  }
}

export class DependentColumn extends OracleFilter {
  override readonly hasFilterRow: boolean = true;
  private readonly column: OfColumn;
  private readonly drops: boolean;
  private readonly test: Compared | null;
  private readonly timestamps = new Set<number>();

  constructor(column: OfColumn, drops: boolean, test: Compared | null) {
    super();
    this.column = column;
    this.drops = drops;
    this.test = test;
  }

  override reset(): void {
    this.timestamps.clear();
  }

  override filterCell(cell: StoredCell): Code {
    if (!isOf(cell, this.column)) return 'INCLUDE';
    if (this.test !== null && !holds(this.test, cell.value)) return 'SKIP';
    this.timestamps.add(cell.timestamp);
    return this.drops ? 'SKIP' : 'INCLUDE';
  }

  override filterRowCells(cells: readonly StoredCell[]): readonly StoredCell[] {
    return cells.filter(({ timestamp }) => this.timestamps.has(timestamp));
  }
}

export class FirstKeyOnly extends OracleFilter {
  private readonly until: (cell: StoredCell) => boolean;
  private found = false;

  /** `until`: whether a cell is the last one of its row. */
  constructor(until: (cell: StoredCell) => boolean = () => true) {
    super();
    this.until = until;
  }

  override reset(): void {
    this.found = false;
  }

  override filterCell(cell: StoredCell): Code {
    if (this.found) return 'NEXT_ROW';
    this.found = this.until(cell);
    return 'INCLUDE';
  }
}

export class KeyOnly extends OracleFilter {
  private readonly length: boolean;

  constructor(lengthAsValue: boolean) {
    super();
    this.length = lengthAsValue;
  }

  override transform(value: string): string {
    if (!this.length) return '';
    return [24, 16, 8, 0].map((bits) => String.fromCharCode((value.length >>> bits) & 255)).join('');
  }
}

/** ColumnPrefixFilter, MultipleColumnPrefixFilter. */
export class ColumnPrefixes extends OracleFilter {
  override readonly seeks: boolean = true;
  private readonly prefixes: readonly string[];

  constructor(prefixes: readonly string[]) {
    super();
    this.prefixes = [...prefixes].sort(compareTexts);
  }

  override filterCell({ qualifier }: StoredCell): Code {
    if (this.prefixes.length === 0) return 'INCLUDE';
    if (this.prefixes.some((prefix) => qualifier.startsWith(prefix))) return 'INCLUDE';
    return this.next(qualifier) === undefined ? 'NEXT_ROW' : 'SEEK_NEXT_USING_HINT';
  }

  override hint(cell: StoredCell): Place | null {
    const next = this.next(cell.qualifier);
    return next === undefined ? null : firstOnColumn(cell, next);
  }

  private next(qualifier: string): string | undefined {
    return this.prefixes.find((prefix) => compareTexts(prefix, qualifier) > 0);
  }
}

export class ColumnRange extends OracleFilter {
  override readonly seeks: boolean = true;
  private readonly min: string;
  private readonly minInclusive: boolean;
  private readonly max: string | null;
  private readonly maxInclusive: boolean;

  constructor(min: string | null, minInclusive: boolean, max: string | null, maxInclusive: boolean) {
    super();
    this.min = min ?? '';
    this.minInclusive = min === null || minInclusive;
    this.max = max;
    this.maxInclusive = maxInclusive;
  }

  override filterCell({ qualifier }: StoredCell): Code {
    const fromMin = compareTexts(qualifier, this.min);
    if (fromMin < 0) return 'SEEK_NEXT_USING_HINT';
    if (fromMin === 0 && !this.minInclusive) return 'NEXT_COL';
    if (this.max === null) return 'INCLUDE';
    const fromMax = compareTexts(qualifier, this.max);
    return fromMax < 0 || (fromMax === 0 && this.maxInclusive) ? 'INCLUDE' : 'NEXT_ROW';
  }

  override hint(cell: StoredCell): Place | null {
    return firstOnColumn(cell, this.min);
  }
}

export class ColumnCount extends OracleFilter {
  private readonly limit: number;
  private count = 0;

  constructor(limit: number) {
    super();
    this.limit = limit;
  }

  override reset(): void {
    this.count = 0;
  }

  override filterAllRemaining(): boolean {
    return this.count > this.limit;
  }

  override filterRowKey(): boolean {
    return false;
  }

  override filterCell(): Code {
    this.count++;
    return this.filterAllRemaining() ? 'NEXT_COL' : 'INCLUDE_AND_NEXT_COL';
  }
}

export class ColumnPages extends OracleFilter {
  private readonly limit: number;
  private readonly offset: number | string;
  private count = 0;

  constructor(limit: number, offset: number | string) {
    super();
    this.limit = limit;
    this.offset = offset;
  }

  override reset(): void {
    this.count = 0;
  }

  override filterCell({ qualifier }: StoredCell): Code {
    const { limit, offset } = this;
    if (typeof offset === 'string') {
      if (this.count >= limit) return 'NEXT_ROW';
      if (this.count === 0 && compareTexts(qualifier, offset) < 0) return 'SEEK_NEXT_USING_HINT';
      this.count++;
      return 'INCLUDE_AND_NEXT_COL';
    }
    if (this.count >= limit + offset) return 'NEXT_ROW';
    return this.count++ < offset ? 'NEXT_COL' : 'INCLUDE_AND_NEXT_COL';
  }

  override hint(cell: StoredCell): Place | null {
    return typeof this.offset === 'string' ? firstOnColumn(cell, this.offset) : null;
  }
}

export class Timestamps extends OracleFilter {
  override readonly seeks: boolean = true;
  private readonly timestamps: readonly number[];
  private readonly canHint: boolean;

  constructor(timestamps: readonly number[], canHint: boolean) {
    super();
    this.timestamps = timestamps;
    this.canHint = canHint;
  }

  override filterCell({ timestamp }: StoredCell): Code {
    if (this.timestamps.includes(timestamp)) return 'INCLUDE';
    if (timestamp < Math.min(...this.timestamps)) return 'NEXT_COL';
    return this.canHint ? 'SEEK_NEXT_USING_HINT' : 'SKIP';
  }

  override hint(cell: StoredCell): Place | null {
    if (!this.canHint) return null;
    const older = this.timestamps.filter((timestamp) => timestamp < cell.timestamp);
    const { row, family, qualifier } = cell;
    // Without an older version: after the column.
    return { row, family, qualifier, timestamp: older.length === 0 ? -1 : Math.max(...older) };
  }
}

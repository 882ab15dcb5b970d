/* Filters that judge rows. */
import { type Code, firstOnRow, OracleFilter, type Place } from './filter.js';
import { compareTexts, type StoredCell } from './stored-cell.js';

/** RowFilter, RandomRowFilter. */
export class RowTest extends OracleFilter {
  override readonly hasFilterRow: boolean;
  private readonly keeps: (row: string) => boolean;
  private out = false;

  constructor(keeps: (row: string) => boolean, hasFilterRow = false) {
    super();
    this.keeps = keeps;
    this.hasFilterRow = hasFilterRow;
  }

  override reset(): void {
    this.out = false;
  }

  override filterRowKey(row: string): boolean {
    this.out = !this.keeps(row);
    return this.out;
  }

  override filterCell(): Code {
    return this.out ? 'NEXT_ROW' : 'INCLUDE';
  }

  override filterRow(): boolean {
    return this.out;
  }
}

export class RowPrefix extends OracleFilter {
  override readonly seeks: boolean = true;
  private readonly prefix: string | null;
  /** The position of the current row; null if it is not computed yet. */
  private place: 'before' | 'inside' | 'behind' | null = null;
  private passed = false;

  constructor(prefix: string | null) {
    super();
    this.prefix = prefix;
  }

  override reset(): void {
    this.place = null;
  }

  override filterAllRemaining(): boolean {
    return this.passed;
  }

  override filterRowKey(row: string): boolean {
    if (this.prefix === null) return true;
    if (this.filterAllRemaining()) return true;
    const order = (this.reversed ? -1 : 1) * compareTexts(row.slice(0, this.prefix.length), this.prefix);
    this.place = order < 0 ? 'before' : order === 0 ? 'inside' : 'behind';
    this.passed = order > 0;
    return this.passed;
  }

  override filterCell(): Code {
    if (this.place === 'inside') return 'INCLUDE';
    return this.place === 'before' ? 'SEEK_NEXT_USING_HINT' : 'NEXT_ROW';
  }

  override filterRow(): boolean {
    return this.place !== 'inside';
  }

  override hint(): Place | null {
    if (this.place !== 'before' || this.prefix === null) return null;
    // U+0100 is greater than every byte, so this key sorts after every row with the prefix. No string of bytes this
    // short does.
    return firstOnRow(this.reversed ? `${this.prefix}\u0100` : this.prefix);
  }
}

export class StopRow extends OracleFilter {
  private readonly stop: string;
  private done = false;

  constructor(stop: string) {
    super();
    this.stop = stop;
  }

  override filterAllRemaining(): boolean {
    return this.done;
  }

  override filterRowKey(row: string): boolean {
    const order = compareTexts(row, this.stop);
    if (this.reversed ? order < 0 : order > 0) this.done = true;
    return this.done;
  }

  override filterCell(): Code {
    return this.done ? 'NEXT_ROW' : 'INCLUDE';
  }
}

export interface Range {
  readonly start: string;
  readonly startInclusive: boolean;
  readonly stop: string;
  readonly stopInclusive: boolean;
}

export class RowRanges extends OracleFilter {
  override readonly seeks: boolean = true;
  private readonly ranges: readonly Range[];
  private code: Code = 'INCLUDE';
  private next: Place | null = null;
  private done = false;

  constructor(ranges: readonly Range[]) {
    super();
    this.ranges = ranges.filter(({ start, stop, startInclusive, stopInclusive }) => {
      return start === '' || stop === '' || start !== stop || (startInclusive && stopInclusive);
    });
  }

  override filterAllRemaining(): boolean {
    return this.done;
  }

  override filterRowKey(row: string): boolean {
    if (this.done) return true;
    if (this.ranges.some((range) => isBehindStart(row, range) && isBeforeStop(row, range))) {
      this.code = 'INCLUDE';
      return false;
    }
    const ahead = this.ranges.filter(
      (range) => !(this.reversed ? isBeforeStop(row, range) : isBehindStart(row, range)),
    );
    this.done = ahead.length === 0;
    this.code = this.done ? 'NEXT_ROW' : 'SEEK_NEXT_USING_HINT';
    if (this.done) return false;
    const bounds = ahead.map(({ start, stop }) => (this.reversed ? stop : start)).sort(compareTexts);
    this.next = firstOnRow((this.reversed ? bounds.at(-1) : bounds[0]) as string);
    return false;
  }

  override filterCell(): Code {
    return this.code;
  }

  override hint(): Place | null {
    return this.code === 'SEEK_NEXT_USING_HINT' ? this.next : null;
  }
}

function isBehindStart(row: string, { start, startInclusive }: Range): boolean {
  return start === '' || compareTexts(row, start) > 0 || (startInclusive && row === start);
}

function isBeforeStop(row: string, { stop, stopInclusive }: Range): boolean {
  return stop === '' || compareTexts(row, stop) < 0 || (stopInclusive && row === stop);
}

export class FuzzyRows extends OracleFilter {
  override readonly seeks: boolean = true;
  private readonly pairs: readonly (readonly [key: string, mask: string])[];
  private done = false;
  private out = false;

  constructor(pairs: readonly (readonly [key: string, mask: string])[]) {
    super();
    this.pairs = pairs;
  }

  override filterAllRemaining(): boolean {
    return this.done;
  }

  override reset(): void {
    this.out = false;
  }

  override filterCell({ row }: StoredCell): Code {
    this.out = !this.pairs.some((pair) => matches(row, pair));
    return this.out ? 'SEEK_NEXT_USING_HINT' : 'INCLUDE';
  }

  override filterRow(): boolean {
    return this.out;
  }

  /** The nearest matching row in the scan's direction, whether it exists or not. */
  override hint({ row }: StoredCell): Place | null {
    const rows = this.pairs.map((pair) => (this.reversed ? lastBefore(row, pair) : firstBehind(row, pair)));
    const found = rows.filter((one) => one !== null).sort(compareTexts);
    const nearest = this.reversed ? found.at(-1) : found[0];
    this.done = nearest === undefined;
    return nearest === undefined ? null : firstOnRow(nearest);
  }
}

function matches(row: string, [key, mask]: readonly [string, string]): boolean {
  return [...row].every((byte, index) => index >= key.length || mask[index] !== '\0' || byte === key[index]);
}

/**
 * The smallest matching row greater than `row`: a prefix of it, followed by a greater byte, and as short as
 * possible.
 */
function firstBehind(row: string, pair: readonly [string, string]): string | null {
  for (let kept = row.length; kept >= 0; kept--) {
    const beginning = row.slice(0, kept);
    const least = kept === row.length ? 0 : row.charCodeAt(kept) + 1;
    for (let byte = least; byte < 256; byte++) {
      const candidate = beginning + String.fromCharCode(byte);
      if (matches(candidate, pair)) return candidate;
    }
  }
  return null;
}

/** The greatest matching row smaller than `row`, or a row from which a reversed scan reaches all such rows. */
function lastBefore(row: string, pair: readonly [string, string]): string | null {
  for (let kept = row.length - 1; kept >= 0; kept--) {
    const beginning = row.slice(0, kept);
    for (let byte = row.charCodeAt(kept) - 1; byte >= 0; byte--) {
      const candidate = beginning + String.fromCharCode(byte);
      if (matches(candidate, pair)) return `${candidate}\u0100`;
    }
    if (kept > 0 && matches(beginning, pair)) return beginning;
  }
  return null;
}

export class Page extends OracleFilter {
  override readonly hasFilterRow: boolean = true;
  private readonly size: number;
  private accepted = 0;

  constructor(size: number) {
    super();
    this.size = size;
  }

  override filterAllRemaining(): boolean {
    return this.accepted >= this.size;
  }

  override filterRowKey(): boolean {
    return false;
  }

  override filterRow(): boolean {
    return ++this.accepted > this.size;
  }
}

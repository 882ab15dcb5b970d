/*
 * The rows of a watch. Parts wait until they are needed, and are applied in short steps:
 *
 *   parts that wait ──step──▶ rows ──if they are a state of the table──▶ the newest state
 *
 * A part with `more` begins or continues to read the rows again: until a part without it, the newest state is the one
 * before.
 */
import { compareRanges } from '../../bytes/compare.js';
import { CELL_HEADER_BYTES } from '../../keyvalue/cell-layout.js';
import type { ResultBlock, ResultRow } from '../../keyvalue/result-block.js';
import type { WatchPart } from '../../service/watch-codec.js';
import { Result } from '../answers/result.js';
import { RowBlock } from '../answers/row-block.js';
import { type StoredRow, sameCells } from './same-cells.js';

/** A step applies at most this many rows, in about a millisecond. */
const STEP_ROWS = 512;

interface KeptRow<R> extends StoredRow {
  /** What users see; null if the row is left out. */
  readonly value: R | null;
}

/** A row and the index in `rows` before which it belongs. */
interface AddedRow<R> {
  readonly before: number;
  readonly row: KeptRow<R>;
}

interface State<R> {
  readonly kept: KeptRow<R>[];
  readonly values: readonly R[];
}

export class KeptRows<R> {
  private readonly reversed: boolean;
  private readonly make: (result: Result) => R | null;
  private waiting: (() => void)[] = [];
  /** In the order of the scan. */
  private rows: KeptRow<R>[] = [];
  /** Their values, kept apart because copying a long list is much faster than making one. */
  private values: (R | null)[] = [];
  /** The indexes at which `rows` may differ from the newest state; null: anywhere, and the number of rows may differ. */
  private changed: Set<number> | null = null;
  /** Whether a row was left out. */
  private omits = false;
  /** Whether `rows` are a state of the table. */
  private complete = false;
  /** The newest state; null before the first. Its rows are used again where they have not changed. */
  private state: State<R> | null = null;

  /**
   * `make`: makes the object that users see, or returns null to leave the row out. It may throw, and then every method
   * that applies a part does.
   */
  constructor(reversed: boolean, make: (result: Result) => R | null) {
    this.reversed = reversed;
    this.make = make;
  }

  /** The number of steps that wait. */
  get steps(): number {
    return this.waiting.length;
  }

  /** Adds a part after those that wait. Does not read its rows yet. */
  add({ reset, more, removed, block }: WatchPart): void {
    this.waiting.push(() => {
      if (more) this.keepState();
      this.complete = false;
      if (reset) this.drop();
    });
    for (let from = 0; from < removed.length; from += STEP_ROWS)
      this.waiting.push(() => this.remove(removed.slice(from, from + STEP_ROWS)));
    const results = new RowBlock(block, 'Scan');
    for (let from = 0; from < block.rows.length; from += STEP_ROWS)
      this.waiting.push(() => this.put(block, results, block.rows.slice(from, from + STEP_ROWS)));
    this.waiting.push(() => {
      this.complete = !more;
    });
  }

  /** The next part begins to read the rows again. */
  restart(): void {
    this.waiting.push(() => {
      this.keepState();
      this.drop();
      this.complete = false;
    });
  }

  /** Applies the next rows that wait. */
  step(): void {
    this.waiting.shift()?.();
  }

  /** Applies everything that waits. Returns the rows of the newest state: the same list until one has changed. */
  newest(): readonly R[] | null {
    const { waiting } = this;
    this.waiting = [];
    for (const step of waiting) step();
    this.keepState();
    return this.state?.values ?? null;
  }

  private keepState(): void {
    const { rows, values, state, complete, changed } = this;
    if (!complete || changed?.size === 0) return;
    this.changed = new Set();
    if (state !== null && isSame(rows, state.kept, changed)) return;
    const shown = this.omits ? values.filter((value) => value !== null) : values.slice();
    // Copying a long list takes more time than all other work for one changed row.
    const kept = state === null || changed === null ? rows.slice() : state.kept;
    for (const at of changed ?? []) kept[at] = rows[at] as KeptRow<R>;
    this.state = { kept, values: Object.freeze(shown as R[]) };
  }

  private drop(): void {
    this.rows = [];
    this.values = [];
    this.changed = null;
  }

  private remove(keys: readonly Uint8Array[]): void {
    const { rows } = this;
    this.changed = null;
    const gone = new Set(keys.map((key) => rows[this.find(rows, key, 0, key.length)]));
    this.rows = rows.filter((row) => !gone.has(row));
    this.values = this.rows.map(({ value }) => value);
  }

  private put(block: ResultBlock, results: RowBlock, changed: readonly ResultRow[]): void {
    const { rows } = this;
    const added: AddedRow<R>[] = [];
    for (const at of changed) {
      const found = this.findRow(rows, { block, at });
      const row = this.toRow(block, results, at, found);
      this.omits ||= row.value === null;
      if (found < 0) added.push({ before: ~found, row });
      else if (row !== rows[found]) {
        rows[found] = row;
        this.values[found] = row.value;
        this.changed?.add(found);
      }
    }
    if (added.length > 0) this.insert(added);
  }

  /** The row at `at`: one that has the same cells, or a new one. `found`: its index in `rows`; negative: not in them. */
  private toRow(block: ResultBlock, results: RowBlock, at: ResultRow, found: number): KeptRow<R> {
    const row = { block, at };
    const present = this.rows[found];
    if (present !== undefined && sameCells(present, row)) return present;
    const { kept } = this.state ?? { kept: [] };
    const before = kept[this.changed === null ? this.findRow(kept, row) : found];
    if (before !== undefined && sameCells(before, row)) return before;
    return { ...row, value: this.make(new Result(results, at)) };
  }

  private insert(added: AddedRow<R>[]): void {
    const { rows, values } = this;
    this.changed = null;
    added.sort((a, b) => this.compare(a.row, b.row));
    const first = (added[0] as AddedRow<R>).before;
    const after = rows.splice(first);
    values.length = first;
    const push = (row: KeptRow<R>) => {
      rows.push(row);
      values.push(row.value);
    };
    let next = 0;
    for (const { before, row } of added) {
      while (next < before - first) push(after[next++] as KeptRow<R>);
      push(row);
    }
    while (next < after.length) push(after[next++] as KeptRow<R>);
  }

  private compare(a: StoredRow, b: StoredRow): number {
    return this.compareTo(a, b.block.bytes, keyOffset(b), keyLength(b));
  }

  private compareTo(row: StoredRow, key: Uint8Array, offset: number, length: number): number {
    const order = compareRanges(row.block.bytes, keyOffset(row), keyLength(row), key, offset, length);
    return this.reversed ? -order : order;
  }

  private findRow(rows: readonly KeptRow<R>[], row: StoredRow): number {
    return this.find(rows, row.block.bytes, keyOffset(row), keyLength(row));
  }

  /** The index of the row with this key; if there is none, `~index` of the row before which it belongs. */
  private find(rows: readonly KeptRow<R>[], key: Uint8Array, offset: number, length: number): number {
    let low = 0;
    let high = rows.length;
    // Most rows of a reading belong after all others.
    if (high > 0 && this.compareTo(rows[high - 1] as KeptRow<R>, key, offset, length) < 0) return ~high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.compareTo(rows[middle] as KeptRow<R>, key, offset, length);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return ~low;
  }
}

/** `changed`: the indexes at which they may differ; null: anywhere. */
function isSame<T>(a: readonly T[], b: readonly T[], changed: ReadonlySet<number> | null): boolean {
  if (changed !== null) {
    for (const at of changed) if (a[at] !== b[at]) return false;
    return true;
  }
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function keyOffset({ at }: StoredRow): number {
  return at.offset + CELL_HEADER_BYTES;
}

function keyLength({ block, at }: StoredRow): number {
  return block.view.getUint16(at.offset, true);
}

import { compareBytes } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import type { FilterState } from './filter-state.js';
import { ReturnCode } from './return-code.js';

interface Pattern {
  readonly key: Uint8Array;
  /** 0: the row must have the key's byte here; 1: any byte. */
  readonly mask: Uint8Array;
}

/**
 * FuzzyRowFilter: the rows that match a key with gaps; only the bytes that a shorter row has are compared (A-45,
 *
 */
export class FuzzyRowEvaluator extends FilterEvaluator {
  override readonly seeks: boolean = true;
  /** A row that is shorter than a pattern may match, and is passed over if the scan seeks from a row before it. */
  override readonly countingFilters: readonly string[] = ['FuzzyRowFilter'];
  readonly #patterns: readonly Pattern[];
  readonly #hint = new SeekKey();
  #dropped = false;
  #done = false;

  constructor(reader: FilterReader) {
    super();
    this.#patterns = reader.list(() => {
      const key = reader.sized();
      return { key, mask: reader.raw(key.length) };
    });
  }

  override reset(): void {
    this.#dropped = false;
  }

  override carry(state: FilterState): void {
    this.#done = state.passed(this.#done);
  }

  override filterAllRemaining(): boolean {
    return this.#done;
  }

  override filterCell(cell: CellView): ReturnCode {
    for (const pattern of this.#patterns) if (mismatch(cell, pattern) < 0) return ReturnCode.Include;
    this.#dropped = true;
    return ReturnCode.SeekNextUsingHint;
  }

  /** The nearest row that may match any of the patterns. */
  override nextCellHint(cell: CellView): SeekKey | null {
    let nearest: Uint8Array | null = null;
    for (const pattern of this.#patterns) {
      const row = nearestRow(cell, pattern, this.reversed);
      if (row === null) continue;
      if (nearest === null || compareBytes(row, nearest) > 0 === this.reversed) nearest = row;
    }
    this.#done = nearest === null;
    if (nearest === null) return null;
    this.#hint.firstOnRow(nearest);
    return this.#hint;
  }

  override filterRow(): boolean {
    return this.#dropped;
  }
}

/** The first position where the row does not match the pattern, or -1. */
function mismatch({ key: bytes, rowOffset, rowLength }: CellView, { key, mask }: Pattern): number {
  const length = Math.min(rowLength, key.length);
  for (let at = 0; at < length; at++) if (mask[at] === 0 && bytes[rowOffset + at] !== key[at]) return at;
  return -1;
}

/**
 * The nearest row, in the direction of the scan, that may match the pattern; null: there is none. REQUIRES a row that
 * does not match. A row that ends early matches too, so the result can end with the byte that differs.
 */
function nearestRow(cell: CellView, pattern: Pattern, reversed: boolean): Uint8Array | null {
  const { key: bytes, rowOffset } = cell;
  let at = mismatch(cell, pattern);
  const wanted = pattern.key[at] as number;
  const smaller = (bytes[rowOffset + at] as number) < wanted;
  let last = wanted;
  if (reversed) {
    if (smaller) return at === 0 ? null : bytes.slice(rowOffset, rowOffset + at);
    last = wanted + 1;
  } else if (!smaller) {
    do at--;
    while (at >= 0 && (pattern.mask[at] === 0 || bytes[rowOffset + at] === 0xff));
    if (at < 0) return null;
    last = (bytes[rowOffset + at] as number) + 1;
  }
  const row = bytes.slice(rowOffset, rowOffset + at + 1);
  row[at] = last;
  return row;
}

import { compareBytes, compareRanges } from '../../bytes/compare.js';
import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** Columns that begin with one of several prefixes; without any every column. */
class ColumnPrefixEvaluator extends FilterEvaluator {
  override readonly seeks: boolean = true;
  /** In byte order; none begins with another one. */
  private readonly prefixes: readonly Uint8Array[];
  private readonly hint = new SeekKey();
  /** The prefix to go on at. */
  private next = 0;

  constructor(prefixes: readonly Uint8Array[]) {
    super();
    const kept: Uint8Array[] = [];
    for (const prefix of prefixes) {
      const last = kept.at(-1);
      if (last === undefined || compareStart(prefix, 0, prefix.length, last) !== 0) kept.push(prefix);
    }
    this.prefixes = kept;
  }

  override filterCell({ key, qualifierOffset, qualifierLength }: CellView): ReturnCode {
    const { prefixes } = this;
    if (prefixes.length === 0) return ReturnCode.Include;
    for (let at = 0; at < prefixes.length; at++) {
      const order = compareStart(key, qualifierOffset, qualifierLength, prefixes[at] as Uint8Array);
      if (order > 0) continue;
      this.next = at;
      return order === 0 ? ReturnCode.Include : ReturnCode.SeekNextUsingHint;
    }
    return ReturnCode.NextRow;
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.hint.firstOnColumnOf(cell, this.prefixes[this.next] as Uint8Array);
    return this.hint;
  }
}

export function readColumnPrefix(reader: FilterReader): FilterEvaluator {
  const prefix = reader.nullable();
  return new ColumnPrefixEvaluator(prefix === null ? [] : [prefix]);
}

export function readMultipleColumnPrefix(reader: FilterReader): FilterEvaluator {
  return new ColumnPrefixEvaluator(reader.list(() => reader.sized()).sort(compareBytes));
}

/** Zero when the bytes begin with `prefix`; else their order. */
function compareStart(bytes: Uint8Array, offset: number, length: number, prefix: Uint8Array): number {
  return compareRanges(bytes, offset, Math.min(length, prefix.length), prefix, 0, prefix.length);
}

/*
 * A read with a filter. The filter sees each cell that the matcher below would include, and both answers are
 * combined: the cell is included if the filter includes it, and the larger of the two steps is taken. A column
 * returns at most as many cells as the read requests versions. These are counted here, after the filter, while the
 * matcher below counts up to the VERSIONS of the family.
 *
 *   hint of the filter                     what happens
 *   none, or not ahead in the read         the next cell follows
 *   another row                            the row ends in this family; the search for the next row begins at the hint
 *   inside the row, reversed read          the next cell follows
 *   inside the row                         everything before the hint is skipped, except markers that hide cells
 *                                          after it: they are in the empty-qualifier column and in the hint's own
 *                                          (A-21)
 */
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import { compareRows, compareWithoutRow, sameQualifier } from '../../keyvalue/cell-comparator.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterEvaluator } from '../filter/filter-evaluator.js';
import { codeOf, ReturnCode, stepOf } from '../filter/return-code.js';
import { VALUE_EMPTIED, VALUE_KEPT } from '../filter/value-transform.js';
import { MatchCode } from './match-code.js';
import type { Matcher, ReadMatcher } from './matcher.js';
import { PresentColumn } from './present-column.js';

/** What is read, and with which filter. */
export interface FilteredRead {
  readonly matcher: ReadMatcher;
  readonly filter: FilterEvaluator;
  readonly family: Uint8Array;
  /** The maximum number of cells of a column. */
  readonly versions: number;
  readonly raw: boolean;
  readonly reversed: boolean;
}

export class FilterMatcher implements Matcher {
  /** Whether the filter has ended the scan, in the current row. */
  ended = false;
  /**
   * After a verdict that leaves the row: the first position in the row where the filter continues; null: the next row.
   */
  rowHint: CellView | null = null;
  #read: FilteredRead;
  readonly #column: PresentColumn = new PresentColumn();
  /** How many cells of the column were included. */
  #included = 0;
  /** The hint that is being followed. */
  readonly #hint: SeekKey = new SeekKey();
  #walking = false;
  readonly #shown: CellView = new CellView();
  readonly #number: DataView = new DataView(new ArrayBuffer(4));

  constructor(read: FilteredRead) {
    this.#read = read;
  }

  startRow(): void {
    this.#read.matcher.startRow();
    this.#column.startRow();
    this.#walking = false;
    this.rowHint = null;
  }

  match(cell: CellView): MatchCode {
    if (this.#walking) {
      if (compareWithoutRow(cell, this.#hint.cell) < 0) return this.#walk(cell);
      this.#walking = false;
    }
    const { matcher, filter } = this.#read;
    const verdict = matcher.match(cell);
    if (verdict < MatchCode.Include) return verdict;
    const code = this.#ask(cell);
    if (code === ReturnCode.SeekNextUsingHint) return this.#follow(cell);
    let step = Math.max(stepOf(code), stepOf(verdict));
    const includes = code >= ReturnCode.Include && this.#isWanted(cell);
    if (code >= ReturnCode.Include && !includes && step === MatchCode.Skip) step = MatchCode.SeekNextColumn;
    if (filter.filterAllRemaining()) {
      this.ended = true;
      step = MatchCode.SeekNextRow;
    } else if (step === MatchCode.SeekNextColumn && verdict === MatchCode.Include) {
      step = matcher.leaveColumn();
    }
    return codeOf(includes, step);
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    if (!this.#walking) return this.#read.matcher.nextColumn(cell, into);
    return this.#read.raw ? into.copyOf(this.#hint.cell) : into.firstOnColumnLike(this.#hint.cell);
  }

  /** An included cell as the filter changes it. Valid as long as `cell`, and until the next call. */
  transform(cell: CellView): CellView {
    const value = this.#read.filter.transformCell(cell);
    if (value === VALUE_KEPT) return cell;
    const shown = this.#shown;
    const number = this.#number;
    shown.point(cell);
    shown.apart = null;
    shown.valueView = null;
    shown.valueOffset = 0;
    shown.valueLength = 0;
    if (value !== VALUE_EMPTIED) {
      number.setUint32(0, value);
      shown.value = new Uint8Array(number.buffer);
      shown.valueLength = 4;
    }
    return shown;
  }

  /**
   * The filter's decision about a cell. The error for a stored value that the filter cannot compare names its row and
   * column.
   */
  #ask(cell: CellView): ReturnCode {
    const { filter, family } = this.#read;
    try {
      return filter.filterCell(cell, family);
    } catch (error) {
      if (!(error instanceof BigtabError) || error.code !== 'INVALID_ARGUMENT') throw error;
      const column = `${toStringBinary(family)}:${toStringBinary(cell.copyQualifier())}`;
      throw invalidArgument(`${error.message}: column '${column}' of row '${toStringBinary(cell.copyRow())}'`);
    }
  }

  /** Counts a cell that the filter includes; false if its column already has enough of them. */
  #isWanted(cell: CellView): boolean {
    if (this.#column.enter(cell)) this.#included = 0;
    return ++this.#included <= this.#read.versions;
  }

  #follow(cell: CellView): MatchCode {
    const { filter, family, reversed } = this.#read;
    const hint = filter.nextCellHint(cell, family)?.cell;
    if (filter.filterAllRemaining()) {
      this.ended = true;
      return MatchCode.SeekNextRow;
    }
    if (hint === undefined) return MatchCode.Skip;
    const rows = compareRows(hint, cell);
    if (rows !== 0) {
      if (rows > 0 === reversed) return MatchCode.Skip;
      this.rowHint = this.#hint.firstOnRowOf(hint);
      return MatchCode.SeekNextRow;
    }
    if (reversed || compareWithoutRow(hint, cell) <= 0) return MatchCode.Skip;
    this.#hint.copyOf(hint);
    this.#walking = true;
    return this.#walk(cell);
  }

  /** The verdict on a cell between the one for which the filter returned a hint, and the hint. */
  #walk(cell: CellView): MatchCode {
    const { matcher, raw } = this.#read;
    if (raw || (cell.qualifierLength > 0 && !sameQualifier(cell, this.#hint.cell))) return MatchCode.SeekNextColumn;
    matcher.passOver(cell);
    return MatchCode.Skip;
  }
}

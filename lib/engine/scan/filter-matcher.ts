/*
 * A read through a filter. Each cell that the matcher beneath would include is shown to the filter, and what both say is
 * combined: the cell is included when the filter includes it, and of the two steps the larger one is taken. Of one column no
 * more cells are included than the read asks for versions: those are counted here, behind the filter, while the matcher beneath counts up
 * to the VERSIONS of the family.
 *
 *   hint of the filter                     what is done
 *   none, or not ahead in the read         the next cell
 *   another row                            the row is done in this family; the next one is not looked for before the hint
 *   inside the row, read reversed          the next cell
 *   inside the row                         everything before it is passed over, but for what hides cells behind it: it lies in the
 *                                          empty-qualifier column and in the hint's own
 */
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import { ReturnCode } from '../../filter/return-code.js';
import { VALUE_EMPTIED, VALUE_KEPT } from '../../filter/value-transform.js';
import { compareRows, compareWithoutRow, sameQualifier } from '../../keyvalue/cell-comparator.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterEvaluator } from '../filter/filter-evaluator.js';
import { MatchCode } from './match-code.js';
import type { Matcher, ReadMatcher } from './matcher.js';
import { PresentColumn } from './present-column.js';

/** What is read through the filter. */
export interface FilteredRead {
  readonly matcher: ReadMatcher;
  readonly filter: FilterEvaluator;
  readonly family: Uint8Array;
  /** Cells of a column at most. */
  readonly versions: number;
  readonly raw: boolean;
  readonly reversed: boolean;
}

export class FilterMatcher implements Matcher {
  /** Whether the filter has ended the scan, in the row at hand. */
  ended = false;
  /** Behind a verdict that leaves the row: the first place of the row at which the filter goes on; null = the next one. */
  rowHint: CellView | null = null;
  private read: FilteredRead;
  private readonly column: PresentColumn = new PresentColumn();
  /** Cells of the column that were included. */
  private included = 0;
  /** The hint that is followed. */
  private readonly hint: SeekKey = new SeekKey();
  private walking = false;
  private readonly shown: CellView = new CellView();
  private readonly number: DataView = new DataView(new ArrayBuffer(4));

  constructor(read: FilteredRead) {
    this.read = read;
  }

  startRow(): void {
    this.read.matcher.startRow();
    this.column.startRow();
    this.walking = false;
    this.rowHint = null;
  }

  match(cell: CellView): MatchCode {
    if (this.walking) {
      if (compareWithoutRow(cell, this.hint.cell) < 0) return this.walk(cell);
      this.walking = false;
    }
    const { matcher, filter } = this.read;
    const verdict = matcher.match(cell);
    if (verdict < MatchCode.Include) return verdict;
    const code = this.ask(cell);
    if (code === ReturnCode.SeekNextUsingHint) return this.follow(cell);
    // The codes of the filter and of the matcher have the same numbers: a step, and 3 when the cell is included.
    let step = Math.max(code % 3, verdict % 3) as MatchCode;
    const includes = code >= ReturnCode.Include && this.isWanted(cell);
    if (code >= ReturnCode.Include && !includes && step === MatchCode.Skip) step = MatchCode.SeekNextColumn;
    if (filter.filterAllRemaining()) {
      this.ended = true;
      step = MatchCode.SeekNextRow;
    } else if (step === MatchCode.SeekNextColumn && verdict === MatchCode.Include) {
      step = matcher.leaveColumn();
    }
    return (includes ? step + MatchCode.Include : step) as MatchCode;
  }

  nextColumn(cell: CellView, into: SeekKey): CellView {
    if (!this.walking) return this.read.matcher.nextColumn(cell, into);
    return this.read.raw ? into.copyOf(this.hint.cell) : into.firstOnColumnLike(this.hint.cell);
  }

  /** An included cell as the filter shows it. Valid as long as `cell`, and until the next call. */
  transform(cell: CellView): CellView {
    const value = this.read.filter.transformCell(cell);
    if (value === VALUE_KEPT) return cell;
    const { shown, number } = this;
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

  /** The filter's decision about a cell. The error for a stored value that the filter cannot compare names its place. */
  private ask(cell: CellView): ReturnCode {
    const { filter, family } = this.read;
    try {
      return filter.filterCell(cell, family);
    } catch (error) {
      if (!(error instanceof BigtabError) || error.code !== 'INVALID_ARGUMENT') throw error;
      const column = `${toStringBinary(family)}:${toStringBinary(cell.copyQualifier())}`;
      throw invalidArgument(`${error.message}: column '${column}' of row '${toStringBinary(cell.copyRow())}'`);
    }
  }

  /** Counts a cell that the filter includes; false when its column has enough of them. */
  private isWanted(cell: CellView): boolean {
    if (this.column.enter(cell)) this.included = 0;
    return ++this.included <= this.read.versions;
  }

  private follow(cell: CellView): MatchCode {
    const { filter, family, reversed } = this.read;
    const hint = filter.nextCellHint(cell, family)?.cell;
    if (filter.filterAllRemaining()) {
      this.ended = true;
      return MatchCode.SeekNextRow;
    }
    if (hint === undefined) return MatchCode.Skip;
    const rows = compareRows(hint, cell);
    if (rows !== 0) {
      if (rows > 0 === reversed) return MatchCode.Skip;
      this.rowHint = this.hint.firstOnRowOf(hint);
      return MatchCode.SeekNextRow;
    }
    if (reversed || compareWithoutRow(hint, cell) <= 0) return MatchCode.Skip;
    this.hint.copyOf(hint);
    this.walking = true;
    return this.walk(cell);
  }

  /** A cell between the one that was followed by a hint and the hint. */
  private walk(cell: CellView): MatchCode {
    const { matcher, raw } = this.read;
    if (raw || (cell.qualifierLength > 0 && !sameQualifier(cell, this.hint.cell))) return MatchCode.SeekNextColumn;
    matcher.passOver(cell);
    return MatchCode.Skip;
  }
}

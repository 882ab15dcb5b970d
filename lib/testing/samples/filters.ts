/* Runs filters over cells that are given as text, for the tests of filters. */
import { compareBytes } from '../../bytes/compare.js';
import { encodeText, toBytesBinary, toStringBinary } from '../../bytes/text.js';
import { decodeFilter } from '../../engine/filter/decode-filter.js';
import type { FilterEvaluator } from '../../engine/filter/filter-evaluator.js';
import { isIncluded, ReturnCode, stepOf } from '../../engine/filter/return-code.js';
import { VALUE_EMPTIED, VALUE_KEPT, type ValueTransform } from '../../engine/filter/value-transform.js';
import { compareRows, compareWithoutRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import type { Filter } from '../../model/filter.js';
import { viewOf } from './cells.js';

export interface Direction {
  readonly reversed?: boolean;
}

interface FilteredCell {
  readonly text: string;
  readonly view: CellView;
  readonly family: Uint8Array;
}

/** Where to continue, and in which family. */
interface Hint {
  readonly at: CellView;
  readonly family: Uint8Array;
}

const families = new Map<string, Uint8Array>();

/**
 * A cell `row family:qualifier@timestamp=value`, in printable form except the timestamp. The value may be omitted, and
 * is then empty.
 */
function cellOf(text: string): FilteredCell {
  const [, row = '', name = '', qualifier = '', timestamp, value = ''] =
    /^(\S+) (\w+):([^@]*)@(\d+)(?:=(.*))?$/.exec(text) ?? [];
  if (timestamp === undefined) throw new Error(`no cell: ${text}`);
  const family = families.get(name) ?? encodeText(name);
  families.set(name, family);
  const view = viewOf({
    row: toBytesBinary(row),
    qualifier: toBytesBinary(qualifier),
    timestamp: Number(timestamp),
    type: CellType.Put,
    sequenceId: 0,
    value: toBytesBinary(value),
    tags: new Uint8Array(0),
  });
  return { text, view, family };
}

/** The rows of `cells`, each with its cells in order. */
function rowsOf(cells: readonly string[], reversed: boolean): readonly (readonly FilteredCell[])[] {
  const all = cells.map(cellOf).sort((a, b) => {
    const rows = compareRows(a.view, b.view);
    if (rows !== 0) return reversed ? -rows : rows;
    return compareBytes(a.family, b.family) || compareWithoutRow(a.view, b.view);
  });
  const rows = new Map<string, FilteredCell[]>();
  for (const cell of all) {
    const row = toStringBinary(cell.view.copyRow());
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  }
  return [...rows.values()];
}

function start(filter: Filter | FilterEvaluator, reversed: boolean): FilterEvaluator {
  const evaluator = 'encode' in filter ? decodeFilter(filter.toByteArray()) : filter;
  evaluator.setReversed(reversed);
  return evaluator;
}

const CODES = Object.fromEntries(Object.entries(ReturnCode).map(([name, code]) => [code, name]));

/**
 * What the filter returns for each cell, whatever it returned before: the name of the code, and after a hint its row,
 * or its row and qualifier. `row key` if the filter skips the row, `end` if it ends the scan.
 */
export function verdicts(
  filter: Filter | FilterEvaluator,
  cells: readonly string[],
  { reversed = false }: Direction = {},
): string[] {
  const evaluator = start(filter, reversed);
  return rowsOf(cells, reversed).flatMap((row) => {
    evaluator.reset();
    const [first] = row as [FilteredCell];
    if (evaluator.filterAllRemaining()) return row.map(() => 'end');
    if (evaluator.filterRowKey(first.view, first.family)) return row.map(() => 'row key');
    return row.map(({ view, family }) => {
      const code = evaluator.filterCell(view, family);
      if (code !== ReturnCode.SeekNextUsingHint) return CODES[code] as string;
      const hint = evaluator.nextCellHint(view, family)?.cell;
      if (hint === undefined) return 'hint';
      const [name, qualifier] = [hint.copyRow(), hint.copyQualifier()].map(toStringBinary);
      return qualifier === '' ? `hint ${name}` : `hint ${name} ${qualifier}`;
    });
  });
}

/**
 * The cells that a scan with the filter returns, with the values that it returns. Follows steps and, by default, hints.
 */
export function survivors(
  filter: Filter | FilterEvaluator,
  cells: readonly string[],
  { reversed = false, hints = true }: Direction & { readonly hints?: boolean } = {},
): string[] {
  const evaluator = start(filter, reversed);
  const left: string[] = [];
  let goOn: Hint | null = null;
  for (const row of rowsOf(cells, reversed)) {
    const [first] = row as [FilteredCell];
    if (evaluator.filterAllRemaining()) break;
    // The filter is not called for rows before a hint.
    if (goOn !== null && compareRows(first.view, goOn.at) !== 0 && comparePlaces(first.view, goOn.at, reversed) < 0)
      continue;
    evaluator.reset();
    if (evaluator.filterRowKey(first.view, first.family)) continue;
    let included: { readonly cell: FilteredCell; readonly transform: ValueTransform }[] = [];
    let done: { readonly step: number; readonly cell: FilteredCell } | null = null;
    for (const cell of row) {
      const { view, family } = cell;
      if (goOn !== null && goOn.family === family && comparePlaces(view, goOn.at, reversed) < 0) continue;
      if (done !== null && done.cell.family === family && (done.step > 1 || sameColumn(done.cell, cell))) continue;
      goOn = null;
      const code = evaluator.filterCell(view, family);
      if (isIncluded(code)) included.push({ cell, transform: evaluator.transformCell(view, VALUE_KEPT) });
      done = stepOf(code) > 0 ? { step: stepOf(code), cell } : null;
      if (code !== ReturnCode.SeekNextUsingHint || !hints) continue;
      const hint = evaluator.nextCellHint(view, family);
      if (hint !== null) goOn = { at: hint.cell, family };
    }
    const retain = (keep: (cell: CellView, family: Uint8Array) => boolean): void => {
      included = included.filter(({ cell }) => keep(cell.view, cell.family));
    };
    if (evaluator.hasFilterRow) evaluator.filterRowCells({ retain });
    if (included.length === 0 || evaluator.filterRow()) continue;
    left.push(...included.map(({ cell, transform }) => transformed(cell.text, transform)));
  }
  return left;
}

function comparePlaces(a: CellView, b: CellView, reversed: boolean): number {
  const rows = compareRows(a, b);
  if (rows === 0) return compareWithoutRow(a, b);
  return reversed ? -rows : rows;
}

function sameColumn(a: FilteredCell, b: FilteredCell): boolean {
  return compareBytes(a.view.copyQualifier(), b.view.copyQualifier()) === 0;
}

function transformed(text: string, transform: ValueTransform): string {
  if (transform === VALUE_KEPT) return text;
  return `${text.split('=')[0]}${transform === VALUE_EMPTIED ? '' : `=#${transform}`}`;
}

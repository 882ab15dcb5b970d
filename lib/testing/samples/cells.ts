/* Cells as literals, for all tests that read cells. */
import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText, toStringBinary } from '../../bytes/text.js';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import { type CellBuffer, cellLength, encodedCellLength, readCell, writeCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';

/** One cell with its own bytes. */
export interface TestCell {
  readonly row: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly timestamp: number;
  readonly type: number;
  readonly sequenceId: number;
  readonly value: Uint8Array;
  readonly tags: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** A put. Texts become UTF-8. */
export function put(
  row: string,
  qualifier: string,
  timestamp: number,
  sequenceId: number,
  value: string | Uint8Array = '',
): TestCell {
  const bytes = typeof value === 'string' ? encodeText(value) : value;
  return { ...marker(CellType.Put, row, qualifier, timestamp, sequenceId), value: bytes };
}

/** A cell without a value, of any type. */
export function marker(type: number, row: string, qualifier: string, timestamp: number, sequenceId: number): TestCell {
  return {
    row: encodeText(row),
    qualifier: encodeText(qualifier),
    timestamp,
    type,
    sequenceId,
    value: NOTHING,
    tags: NOTHING,
  };
}

/** A view of the cell, with bytes that nothing else uses. */
export function viewOf(cell: TestCell): CellView {
  const view = new CellView();
  view.key = new Uint8Array([...cell.row, ...cell.qualifier]);
  view.rowLength = cell.row.length;
  view.qualifierOffset = cell.row.length;
  view.qualifierLength = cell.qualifier.length;
  view.timestamp = cell.timestamp;
  view.type = cell.type;
  view.sequenceId = cell.sequenceId;
  view.value = cell.value;
  view.valueLength = cell.value.length;
  view.tags = cell.tags;
  view.tagsLength = cell.tags.length;
  return view;
}

/** A copy of the cell that a view shows. Loads the value. */
export function cellOf(view: CellView): TestCell {
  return {
    row: view.copyRow(),
    qualifier: view.copyQualifier(),
    timestamp: view.timestamp,
    type: view.type,
    sequenceId: view.sequenceId,
    value: view.copyValue(),
    tags: view.tags.slice(view.tagsOffset, view.tagsOffset + view.tagsLength),
  };
}

/** Appends the flat encoding of the cell, and returns its offset. */
export function appendCell(writer: ByteWriter, cell: TestCell): number {
  const view = viewOf(cell);
  const at = writer.reserve(cellLength(view));
  writeCell(view, writer, at);
  return at;
}

/** A cell block with these cells, and the offset of each. */
export function encodeCells(cells: readonly TestCell[]): { readonly block: ByteWriter; readonly offsets: number[] } {
  const block = new ByteWriter();
  const offsets = cells.map((cell) => appendCell(block, cell));
  return { block, offsets };
}

/** In cell order (O-2). */
export function sortCells(cells: readonly TestCell[]): TestCell[] {
  return [...cells].sort((a, b) => compareCells(viewOf(a), viewOf(b)));
}

/** `row/qualifier/timestamp/type/#sequence id=value`. A long value is shown by its length and first byte. */
export function printCell(cell: TestCell): string {
  const { value } = cell;
  const shown = value.length > 40 ? `${value.length} bytes of ${value[0]}` : toStringBinary(value);
  const tags = cell.tags.length === 0 ? '' : ` tags ${toStringBinary(cell.tags)}`;
  const [row, qualifier] = [toStringBinary(cell.row), toStringBinary(cell.qualifier)];
  return `${row}/${qualifier}/${cell.timestamp}/${typeName(cell.type)}/#${cell.sequenceId}=${shown}${tags}`;
}

function typeName(type: number): string {
  return Object.entries(CellType).find(([, code]) => code === type)?.[0] ?? String(type);
}

/** The flat cells from `offset` up to `end`. Each is valid until the next one. */
export function* cellsIn(from: CellBuffer, offset: number, end: number): Generator<CellView> {
  const cell = new CellView();
  for (let at = offset; at < end; at += encodedCellLength(from.view, at)) {
    readCell(cell, from, at);
    yield cell;
  }
}

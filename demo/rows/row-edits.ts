import { type BytesLike, Delete, Put, type Table } from 'bigtab';
import { fromReadable } from './cell-text.js';
import type { ShownCell, ShownRow } from './row-page.js';

/** A cell to be written. */
export interface NewCell {
  readonly row: BytesLike;
  readonly family: string;
  readonly qualifier: BytesLike;
  readonly value: BytesLike;
}

export function putCell(table: Table, { row, family, qualifier, value }: NewCell): Promise<void> {
  return table.put(new Put(row).addColumn(family, qualifier, value));
}

/** Writes what was typed over a cell, in the form in which it was shown. */
export function changeCell(table: Table, { cell, value }: ShownCell, typed: string): Promise<void> {
  const bytes = fromReadable({ text: typed, form: value.form });
  return table.put(new Put(cell.row).addColumn(cell.family, cell.qualifier, bytes));
}

export function deleteCell(table: Table, { cell }: ShownCell): Promise<void> {
  return table.delete(new Delete(cell.row).addColumns(cell.family, cell.qualifier));
}

export function deleteRow(table: Table, row: ShownRow): Promise<void> {
  return table.delete(new Delete(row.key));
}

/** Writes cells again that were deleted: as new ones, for what a delete has hidden stays hidden. */
export function restoreCells(table: Table, cells: readonly ShownCell[]): Promise<void> {
  const [first] = cells;
  if (first === undefined) return Promise.resolve();
  const put = new Put(first.cell.row);
  for (const { cell } of cells) put.addColumn(cell.family, cell.qualifier, cell.value);
  return table.put(put);
}

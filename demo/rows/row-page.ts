import { Bytes, type Cell, type Result, Scan, type Table } from 'bigtab';
import { type ReadableBytes, toReadable } from './cell-text.js';

/** A cell as it is shown. */
export interface ShownCell {
  readonly cell: Cell;
  readonly family: string;
  readonly qualifier: string;
  /** `family:qualifier`. */
  readonly column: string;
  readonly value: ReadableBytes;
}

/** A row as it is shown. */
export interface ShownRow {
  readonly key: Uint8Array;
  readonly name: string;
  /** Tells rows apart, whatever their bytes. */
  readonly id: string;
  readonly cells: readonly ShownCell[];
}

export interface RowPage {
  readonly rows: readonly ShownRow[];
  /** Whether rows follow. */
  readonly more: boolean;
}

export interface PageRequest {
  /** Only rows whose key begins with it. */
  readonly prefix: string;
  /** The last row of the page before; null for the first page. */
  readonly after: Uint8Array | null;
  readonly size: number;
  readonly signal: AbortSignal;
}

/** Reads one page of a table's rows, in the order of their keys. */
export async function readRowPage(table: Table, { prefix, after, size, signal }: PageRequest): Promise<RowPage> {
  // One row too many tells whether there is a next page.
  const scan = new Scan({ limit: size + 1 });
  if (prefix !== '') scan.setStartStopRowForPrefixScan(prefix);
  if (after !== null) scan.withStartRow(after, false);
  const results = await table.getScanner(scan, { signal }).toArray();
  return { rows: results.slice(0, size).map(toShownRow), more: results.length > size };
}

function toShownRow(result: Result): ShownRow {
  const key = result.row ?? new Uint8Array(0);
  return { key, name: toReadable(key).text, id: Bytes.toStringBinary(key), cells: result.cells.map(toShownCell) };
}

function toShownCell(cell: Cell): ShownCell {
  const family = toReadable(cell.family).text;
  const qualifier = toReadable(cell.qualifier).text;
  return { cell, family, qualifier, column: `${family}:${qualifier}`, value: toReadable(cell.value) };
}

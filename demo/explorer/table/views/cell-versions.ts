import { Bytes, type Cell, type Table } from 'bigtab';
import { toReadable } from '../../ui/cell-text.js';
import type { CellAddress } from '../cells/cell-address.js';
import { type ShownCell, toShownCell } from '../cells/shown-cell.js';

export interface CellVersions {
  /** The versions, newest first. */
  readonly versions: readonly ShownCell[];
  /** Whether there are more versions than were read. */
  readonly more: boolean;
  /** The versions as numbers, oldest first, or null unless all are numbers. */
  readonly line: VersionLine | null;
}

/** Points over time. */
export interface VersionLine {
  readonly timestamps: readonly number[];
  readonly values: readonly number[];
}

/** The largest number of versions that are listed and drawn. */
export const MOST_VERSIONS = 10_000;

/** Reads the versions of one cell. */
export async function readCellVersions(
  table: Table,
  { row, family, qualifier }: CellAddress,
  most: number = MOST_VERSIONS,
): Promise<CellVersions> {
  const { cells } = await table.get({ row, columns: [[family, qualifier]], versions: most + 1 });
  const versions = cells.slice(0, most);
  return { versions: versions.map(toShownCell), more: cells.length > most, line: lineOf(versions) };
}

function lineOf(newestFirst: readonly Cell[]): VersionLine | null {
  const values: number[] = [];
  for (const { value } of newestFirst) {
    const number = numberOf(value);
    if (number === null) return null;
    values.push(number);
  }
  if (values.length === 0) return null;
  return { timestamps: newestFirst.map(({ timestamp }) => timestamp).reverse(), values: values.reverse() };
}

/** The length of the longest value that is read as a number. */
const MOST_DIGITS = 64;

/** A value as a number: decimal text, or the 8 bytes of a counter. Null for anything else. */
export function numberOf(value: Uint8Array): number | null {
  if (value.length > MOST_DIGITS) return null;
  const { text, form } = toReadable(value);
  // Eight bytes that are text are treated as text.
  if (form === 'binary') return value.length === 8 ? Number(Bytes.toLong(value)) : null;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : null;
}

import { Bytes, Scan, type Table } from 'bigtab';
import { familyName, type ReadableBytes, toReadable } from '../../ui/cell-text.js';

/** A column that at least one row has. A table's descriptor lists only its families. */
export interface FoundColumn {
  readonly family: string;
  readonly qualifier: ReadableBytes;
  /** The number of rows that have the column. */
  readonly rows: number;
}

export interface FoundColumns {
  /** The columns in byte order. */
  readonly columns: readonly FoundColumn[];
  /** The number of rows that were read. */
  readonly rows: number;
  /** Whether all rows of the table were read. */
  readonly complete: boolean;
}

export interface ColumnSearch {
  /** The largest number of rows to read. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Called with the number of rows read so far. */
  readonly onProgress?: (rows: number) => void;
}

interface Counted {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  rows: number;
}

/** Finds the columns of a table by scanning its rows, because a table has no list of its columns. */
export async function findColumns(table: Table, { limit, signal, onProgress }: ColumnSearch): Promise<FoundColumns> {
  const found = new Map<string, Counted>();
  let rows = 0;
  // One more row shows whether the table has others.
  for await (const results of table.getScanner(new Scan({ limit: limit + 1 }), { signal }).batches()) {
    for (const { cells } of results) {
      if (rows === limit) return { columns: sorted(found), rows, complete: false };
      rows++;
      for (const { family, qualifier } of cells) {
        const key = `${Bytes.toStringBinary(family)}:${Bytes.toStringBinary(qualifier)}`;
        const column = found.get(key);
        if (column === undefined) found.set(key, { family, qualifier, rows: 1 });
        else column.rows++;
      }
    }
    onProgress?.(rows);
  }
  return { columns: sorted(found), rows, complete: true };
}

function sorted(found: ReadonlyMap<string, Counted>): readonly FoundColumn[] {
  return [...found.values()]
    .sort((a, b) => Bytes.compare(a.family, b.family) || Bytes.compare(a.qualifier, b.qualifier))
    .map(({ family, qualifier, rows }) => ({
      family: familyName(family),
      qualifier: toReadable(qualifier),
      rows,
    }));
}

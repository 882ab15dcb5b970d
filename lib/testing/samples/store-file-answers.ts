import { SeekKey } from '../../keyvalue/seek-key.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import { cellOf, printCell, type TestCell, viewOf } from './cells.js';

const FIRST = new SeekKey().firstOnRow(new Uint8Array(0));

/** All cells of the file, in its order. Throws if there are more than `most`. */
export function cellsOf(file: StoreFile, most: number): TestCell[] {
  const cells: TestCell[] = [];
  const scanner = file.scanner(0);
  try {
    for (scanner.seek(FIRST); scanner.current !== null; scanner.next()) {
      cells.push(cellOf(scanner.current));
      if (cells.length > most) throw new Error('the walk does not end');
    }
  } finally {
    scanner.close();
  }
  return cells;
}

/** The first cell of each row, from the last row to the first. Throws if there are more than `most`. */
export function rowsBackward(file: StoreFile, most: number): string[] {
  const rows: string[] = [];
  const scanner = file.scanner(0);
  try {
    for (scanner.seekToLastRow(); scanner.current !== null; scanner.seekToPreviousRow(scanner.current)) {
      rows.push(printCell(cellOf(scanner.current)));
      if (rows.length > most) throw new Error('the walk backward does not end');
    }
  } finally {
    scanner.close();
  }
  return rows;
}

/** The first cell at or after `cell`; null if there is none. */
export function cellAt(file: StoreFile, cell: TestCell): string | null {
  const scanner = file.scanner(0);
  try {
    scanner.seek(viewOf(cell));
    return scanner.current === null ? null : printCell(cellOf(scanner.current));
  } finally {
    scanner.close();
  }
}

/** Whether the file's key range and filter say that it may have the cell. */
export function mayHave(file: StoreFile, { row, qualifier }: TestCell): boolean {
  return file.mayContainColumn(row, 0, row.length, qualifier, 0, qualifier.length);
}

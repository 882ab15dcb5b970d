/*
 * What commands print, as HBase's shell does: cells with column, timestamp and value, bytes in printable form.
 */
import { toStringBinary } from '../../bytes/bytes.js';
import { BigtabError, type Cell, type Result, type TableDescriptor } from '../../index.js';
import { ALL_VERSIONS } from '../../model/query-options.js';
import { FOREVER } from '../../model/schema/time-to-live.js';

const NOTHING = '0 row(s)';

/** The cells of one row. */
export function rowLines(result: Result): readonly string[] {
  return result.isEmpty ? [NOTHING] : cellLines(result.cells);
}

/** The same; nothing for no cells, which is what most changes answer. */
export function answerLines(result: Result | null): readonly string[] {
  return result === null ? [] : cellLines(result.cells);
}

/** The rows of a scan. A row that was cut says that it goes on. */
export function scanLines(results: readonly Result[]): readonly string[] {
  if (results.length === 0) return [NOTHING];
  return results.flatMap((result) => {
    const row = toStringBinary(result.row as Uint8Array);
    const cells = result.cells.map((cell) => `${row} column=${columnText(cell)}, ${contentText(cell)}`);
    return result.mayHaveMoreCellsInRow() ? [...cells, `${row} goes on`] : cells;
  });
}

/**
 * The name of HBase's class for an error, or the code where HBase has none. Throws any error that is not the
 * database's.
 */
export function errorLine(error: unknown): string {
  if (!BigtabError.is(error)) throw error;
  return `error ${error.hbaseName ?? error.code}`;
}

/** The families of a table with what decides which versions are read. */
export function descriptorLines(descriptor: TableDescriptor): readonly string[] {
  return descriptor.families.map(({ name, maxVersions, minVersions, timeToLive, keepDeletedCells }) =>
    [
      name,
      `VERSIONS=>${maxVersions === ALL_VERSIONS ? 'all' : maxVersions}`,
      `MIN_VERSIONS=>${minVersions}`,
      `TTL=>${timeToLive === FOREVER ? 'FOREVER' : timeToLive}`,
      `KEEP_DELETED_CELLS=>${keepDeletedCells}`,
    ].join(' '),
  );
}

function cellLines(cells: readonly Cell[]): readonly string[] {
  return cells.map((cell) => `${columnText(cell)} ${contentText(cell)}`);
}

function columnText({ family, qualifier }: Cell): string {
  return `${toStringBinary(family)}:${toStringBinary(qualifier)}`;
}

function contentText({ timestamp, type, value }: Cell): string {
  return `timestamp=${timestamp}, ${type === 'Put' ? `value=${toStringBinary(value)}` : `type=${type}`}`;
}

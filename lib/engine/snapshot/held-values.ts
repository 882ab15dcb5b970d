import type { EraseReport } from '../../model/erase-report.js';
import type { CatalogImage, TableRecord } from '../../storage/catalog/catalog.js';
import { filesByPath } from '../region/named-files.js';

/**
 * The snapshots and other tables that may contain values that were erased from `table`: they name a file that it does not
 * name, but that it made, or named `before`. Snapshots of a table of that name count too: it may have been restored since.
 */
export function holdersOf(
  { tables, snapshots = [] }: CatalogImage,
  table: TableRecord,
  before: ReadonlySet<string>,
): EraseReport {
  const current = filesByPath([table]);
  const holds = (record: TableRecord): boolean =>
    [...filesByPath([record])].some(([path, { tableId, folder }]) => {
      if (current.has(path)) return false;
      return before.has(path) || (tableId ?? folder ?? record.id) === table.id;
    });
  const isOlder = (record: TableRecord): boolean =>
    record.name === table.name && [...filesByPath([record]).keys()].some((path) => !current.has(path));
  return {
    snapshots: snapshots.filter((one) => holds(one.table) || isOlder(one.table)).map(({ name }) => name),
    tables: tables.filter((one) => one.id !== table.id && holds(one)).map(({ name }) => name),
  };
}

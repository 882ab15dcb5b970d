/*
 * Whether an increment can tell everything that was written since an earlier export, so that both together read as the
 * database does:
 *
 *   since the export                                 an increment
 *   the log has lost writes that the export has      is refused: the catalog has another name for the database
 *   a table was truncated or dropped, a family       is refused
 *     dropped or given other rules
 *   a marker was removed                             is refused: what it hid is in the export, and the marker is not
 *   a put was removed that a later one with its      is refused: when that one has expired, the export has the earlier
 *     own time to live hid                             one again
 *   other puts were removed                          is refused if it has a marker of a single version, which may bring
 *                                                      back an older version that only the export has
 *   a table or family was added                      has it completely
 */
import { BigtabError } from '../../errors.js';
import type { DatabaseRecord, FamilyRecord } from '../../storage/catalog/catalog.js';
import type { Region } from '../region/region.js';
import type { ExportToken, TokenTable } from './export-token.js';

/**
 * Throws SNAPSHOT_EXPIRED if the token is of another database, or if a table that it has is not among `all`; null = the
 * user has chosen the tables.
 */
export function checkDatabase(token: ExportToken, { exports }: DatabaseRecord, all: readonly Region[] | null): void {
  if (exports === undefined || exports.database !== token.database)
    throw noIncrement('the earlier export is not of this database, or the database has lost writes since then');
  if (all === null) return;
  const dropped = token.tables.find(({ name }) => !all.some((region) => region.name === name));
  if (dropped !== undefined) throw noIncrement(`table '${dropped.name}' was dropped`);
}

/** Throws SNAPSHOT_EXPIRED if something was removed from the table that an increment cannot tell. */
export function checkTable(
  known: TokenTable,
  { id: tableId, name }: Region,
  families: readonly FamilyRecord[],
  { generation }: ExportToken,
): void {
  if (known.id !== tableId) throw noIncrement(`table '${name}' was truncated, or dropped and created again`);
  for (const id of known.families) {
    const family = families.find((one) => one.id === id);
    if (family === undefined) throw noIncrement(`a family of table '${name}' was dropped`);
    if ((family.purged?.all ?? 0) > generation)
      throw noIncrement(`deletes were removed from family '${family.name}' of table '${name}', or its rules changed`);
  }
}

/** The error of a marker of a single version in this family; null if an increment may have one. */
export function refusalOf(
  families: readonly FamilyRecord[],
  familyId: number,
  { name }: Region,
  { generation }: ExportToken,
): BigtabError | null {
  const family = families.find(({ id }) => id === familyId);
  if ((family?.purged?.puts ?? 0) <= generation) return null;
  return noIncrement(
    `old versions were removed from family '${family?.name}' of table '${name}', in which single versions were deleted`,
  );
}

function noIncrement(reason: string): BigtabError {
  return new BigtabError(
    'SNAPSHOT_EXPIRED',
    `An increment cannot continue the earlier export, because ${reason}. Export the tables completely.`,
    { details: { reason } },
  );
}

import { ALL_VERSIONS, type Connection, KEEP_HISTORY, type Table, type TableDescriptor } from 'bigtab';

/*
 * The table that a file goes into.
 */

/** The table to import into; made, or given the family, if it lacks. A family that is made keeps every version. */
export async function openTarget(connection: Connection, name: string, family: string): Promise<Table> {
  const admin = connection.getAdmin();
  const descriptor = (await admin.tableExists(name)) ? await admin.getDescriptor(name) : null;
  if (descriptor?.families.some((there) => there.name === family)) return connection.getTable(name);
  return connection.ensureTable({ name, families: [{ name: family, ...KEEP_HISTORY }] });
}

/** What will become of the table, in a sentence. */
export function targetSentence(tables: readonly TableDescriptor[], name: string, family: string): string {
  const table = tables.find((there) => there.name === name);
  if (table === undefined) return `The table ${name} is new. Its family ${family} will keep every version of a cell.`;
  const found = table.families.find((there) => there.name === family);
  if (found === undefined)
    return `The family ${family} will be added to ${name} and will keep every version of a cell.`;
  if (found.maxVersions === ALL_VERSIONS)
    return `The rows will be added to ${name}. ${family} keeps every version of a cell.`;
  const versions = found.maxVersions === 1 ? 'newest version' : `${found.maxVersions} newest versions`;
  return `The rows will be added to ${name}. ${family} keeps only the ${versions} of a cell.`;
}

/** A table's name for a file: what may not stand in one becomes `_`. */
export function tableNameOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_.-]/g, '_');
  return stem.replace(/^[^A-Za-z0-9_]+/, '') || 'imported';
}

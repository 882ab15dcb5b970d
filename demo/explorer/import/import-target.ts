import { ALL_VERSIONS, type Connection, KEEP_HISTORY, type Table, type TableDescriptor } from 'bigtab';

/*
 * The table that a file is imported into.
 */

/** Opens the table. Creates the table or family if it is missing; a new family keeps every version. */
export async function openTarget(connection: Connection, name: string, family: string): Promise<Table> {
  const admin = connection.getAdmin();
  const descriptor = (await admin.tableExists(name)) ? await admin.getDescriptor(name) : null;
  if (descriptor?.families.some((there) => there.name === family)) return connection.getTable(name);
  return connection.ensureTable({ name, families: [{ name: family, ...KEEP_HISTORY }] });
}

/** A sentence that describes how the import will change the table. */
export function targetSentence(tables: readonly TableDescriptor[], name: string, family: string): string {
  const table = tables.find((there) => there.name === name);
  if (table === undefined)
    return `The table ${name} is new. Its family ${family} will keep every version in each column.`;
  const found = table.families.find((there) => there.name === family);
  if (found === undefined)
    return `The family ${family} will be added to ${name} and will keep every version in each column.`;
  if (found.maxVersions === ALL_VERSIONS)
    return `The rows will be added to ${name}. Its family ${family} keeps every version in each column.`;
  const versions = found.maxVersions === 1 ? 'newest version' : `${found.maxVersions} newest versions`;
  return `The rows will be added to ${name}. Its family ${family} keeps only the ${versions} in each column.`;
}

/** A table name for a file. Characters that are not allowed become `_`. */
export function tableNameOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replace(/[^A-Za-z0-9_.-]/g, '_');
  return stem.replace(/^[^A-Za-z0-9_]+/, '') || 'imported';
}

import { BigtabError } from '../errors.js';
import type { ImportedSchema } from '../service/control-methods.js';
import type { BackupHeader, BackupTable } from './backup-format.js';
import { type BackupPort, RENEW_MS } from './backup-port.js';
import { badLine } from './bad-line.js';

/** Where the cells of a backup are written. */
export interface ImportTarget {
  /** The names by which the tables of the header are written. */
  readonly names: readonly string[];
  /** Describes, for the message of an error, the cells that were written before it. */
  readonly left: string;
  /** The backup is complete and sound. */
  finish(): Promise<void>;
  /** The import has failed. Never rejects. */
  cancel(): Promise<void>;
}

/**
 * Tables that must not exist. They are filled under other names, and become visible together at the end. Rejects with
 * TABLE_EXISTS.
 */
export async function createTables(port: BackupPort, { namespaces, tables }: BackupHeader): Promise<ImportTarget> {
  const increment = tables.find((table) => table.increment);
  if (increment !== undefined)
    throw badLine(1, `has an increment of table '${increment.descriptor.name}', which needs mode 'merge'`);
  const schema: ImportedSchema = {
    namespaces,
    tables: tables.map(({ descriptor, disabled = false, indexes = {} }) => ({ descriptor, disabled, indexes })),
  };
  const name = port.token();
  const names = tables.length === 0 ? [] : await port.change('beginImport', name, schema);
  let stop = (): void => {};
  const renewLater = (): void => {
    stop = port.after(RENEW_MS, () => {
      port.ask('renewImport', name).catch(() => {});
      renewLater();
    });
  };
  renewLater();
  return {
    names,
    left: 'Nothing was imported.',
    async finish() {
      if (tables.length === 0) await createNamespaces(port, namespaces);
      else await port.change('finishImport', name, schema);
      stop();
    },
    async cancel() {
      stop();
      await port.change('cancelImport', name).catch(() => {});
    },
  };
}

/**
 * Tables that may exist. Those that do must have the attributes and indexes of the header, and may have more families and
 * indexes. New tables get their indexes when they have all cells. Rejects with SCHEMA_MISMATCH, and TABLE_NOT_FOUND for an increment of a table that does not exist.
 */
export async function mergeTables(port: BackupPort, { namespaces, tables }: BackupHeader): Promise<ImportTarget> {
  await createNamespaces(port, namespaces);
  const made: BackupTable[] = [];
  const names: string[] = [];
  for (const table of tables) {
    const { descriptor, increment, indexes = {} } = table;
    const exists = await port.ask('tableExists', descriptor.name);
    if (!exists && increment) throw noTable(descriptor.name);
    if (!exists) made.push(table);
    // A table that is to be read-only is filled first.
    const like = exists ? descriptor : { ...descriptor, readOnly: false };
    names.push(await port.change('ensureTable', like, {}, exists ? indexes : {}));
  }
  return {
    names,
    left: 'The cells of the lines before were imported. Import the backup again to complete them.',
    async finish() {
      for (const { descriptor, disabled, indexes } of made) {
        const like = { ...descriptor, readOnly: false };
        if (indexes !== undefined) await port.change('ensureTable', like, {}, indexes);
        if (descriptor.readOnly) await port.change('modifyTable', descriptor, true);
        if (disabled) await port.change('disableTable', descriptor.name);
      }
    },
    async cancel() {},
  };
}

async function createNamespaces(port: BackupPort, namespaces: BackupHeader['namespaces']): Promise<void> {
  if (namespaces.length === 0) return;
  const exist = new Set((await port.ask('listNamespaceDescriptors')).map(({ name }) => name));
  for (const namespace of namespaces) if (!exist.has(namespace.name)) await port.change('createNamespace', namespace);
}

function noTable(name: string): BigtabError {
  const message = `Table '${name}' does not exist, but the backup is an increment of it. Import the complete backup first.`;
  return new BigtabError('TABLE_NOT_FOUND', message, { details: { table: name, line: 1 } });
}

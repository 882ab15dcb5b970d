import { BigtabError } from '../errors.js';
import type { ImportedSchema, MergedTable } from '../service/control-methods.js';
import type { BackupHeader } from './backup-format.js';
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
 * Tables that must not exist. They are filled under other names, and become visible together at the end. `check` throws
 * if the import was ended. Rejects with TABLE_EXISTS.
 */
export async function createTables(port: BackupPort, header: BackupHeader, check: () => void): Promise<ImportTarget> {
  const increment = header.tables.find((table) => table.increment);
  if (increment !== undefined)
    throw badLine(1, `has an increment of table '${increment.descriptor.name}', which needs mode 'merge'`);
  const schema = schemaOf(header);
  const isEmpty = header.tables.length === 0;
  const name = port.token();
  const names = isEmpty ? [] : await port.change('beginImport', name, schema);
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
      if (isEmpty) await beginMerge(port, header, check);
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
 * indexes. New tables get their indexes when they have all cells. Everything that is missing is created at once. Rejects
 * with SCHEMA_MISMATCH, and TABLE_NOT_FOUND for an increment of a table that does not exist.
 */
export async function mergeTables(port: BackupPort, header: BackupHeader, check: () => void): Promise<ImportTarget> {
  const increments = header.tables.filter(({ increment }) => increment).map(({ descriptor }) => descriptor.name);
  if (increments.length > 0) {
    const exist = new Set(await port.ask('listTableNames', null, true));
    for (const name of increments) if (!exist.has(name)) throw noTable(name);
  }
  const { merged, complete } = await beginMerge(port, header, check);
  const tables = header.tables.filter(
    ({ descriptor: { readOnly }, disabled, indexes }, at) => merged[at]?.isNew && (readOnly || disabled || indexes),
  );
  return {
    names: merged.map(({ name }) => name),
    left: 'The cells of the lines before were imported. Import the backup again to complete them.',
    async finish() {
      // Also without tables: an upgrade may have given the database another version meanwhile.
      await complete({ ...header, namespaces: [], tables });
    },
    async cancel() {},
  };
}

interface Merge {
  /** In the order of the header. */
  readonly merged: readonly MergedTable[];
  /** Gives new tables their indexes, and makes them read-only or disables them. */
  readonly complete: (header: BackupHeader) => Promise<unknown>;
}

/** Creates what is missing. */
async function beginMerge(port: BackupPort, header: BackupHeader, check: () => void): Promise<Merge> {
  try {
    const merged = await port.change('mergeImport', schemaOf(header), false);
    return { merged, complete: (last) => port.change('mergeImport', schemaOf(last), true) };
  } catch (error) {
    if (!BigtabError.is(error) || error.code !== 'UNSUPPORTED_OPERATION') throw error;
    // A cluster creates namespaces and tables one by one. If the import is ended meanwhile, the others are not created.
    const merged = await ensureTables(port, header, check);
    return { merged, complete: (last) => completeTables(port, last) };
  }
}

async function ensureTables(
  port: BackupPort,
  { namespaces, tables }: BackupHeader,
  check: () => void,
): Promise<readonly MergedTable[]> {
  const exist = namespaces.length === 0 ? [] : await port.ask('listNamespaceDescriptors');
  const names = new Set(exist.map(({ name }) => name));
  for (const namespace of namespaces.filter(({ name }) => !names.has(name))) {
    check();
    await port.change('createNamespace', namespace);
  }
  const merged: MergedTable[] = [];
  for (const { descriptor, indexes = {} } of tables) {
    check();
    const exists = await port.ask('tableExists', descriptor.name);
    // A table that is to be read-only is filled first.
    const like = exists ? descriptor : { ...descriptor, readOnly: false };
    const name = await port.change('ensureTable', like, {}, exists ? indexes : {});
    merged.push({ name, isNew: !exists });
  }
  return merged;
}

async function completeTables(port: BackupPort, { tables }: BackupHeader): Promise<void> {
  for (const { descriptor, disabled, indexes } of tables) {
    const like = { ...descriptor, readOnly: false };
    if (indexes !== undefined) await port.change('ensureTable', like, {}, indexes);
    if (descriptor.readOnly) await port.change('modifyTable', descriptor, true);
    if (disabled) await port.change('disableTable', descriptor.name);
  }
}

function schemaOf({ appVersion, namespaces, tables }: BackupHeader): ImportedSchema {
  return {
    ...(appVersion !== undefined && { appVersion }),
    namespaces,
    tables: tables.map(({ descriptor, disabled = false, indexes = {} }) => ({ descriptor, disabled, indexes })),
  };
}

function noTable(name: string): BigtabError {
  const message = `Table '${name}' does not exist, but the backup is an increment of it. Import the complete backup first.`;
  return new BigtabError('TABLE_NOT_FOUND', message, { details: { table: name, line: 1 } });
}

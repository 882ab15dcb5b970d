import { BigtabError } from '../../errors.js';
import { type Configuration, setting } from '../../model/schema/settings.js';

/**
 * HBase's own tables, which exist and are enabled, but have no rows. Their contents are the engine's catalog, which
 * Admin shows and changes (N-11).
 */
export function catalogTables(site: Configuration): readonly string[] {
  const quota = setting('hbase.quota.enabled', [site]) ? ['hbase:quota'] : [];
  return ['hbase:meta', 'hbase:namespace', ...quota];
}

export function isCatalogTable(name: string, site: Configuration): boolean {
  return catalogTables(site).includes(name);
}

/** IO: such a table cannot be altered or deleted (S-33). */
export function catalogTableRefused(table: string): BigtabError {
  return new BigtabError('IO', "Can't modify catalog tables", { details: { table } });
}

/** INVALID_OPERATION: such a table has nothing to read or write. */
export function catalogTableUnreadable(table: string): BigtabError {
  const message = `${table} cannot be read or written: Bigtab keeps that data in its own catalog. Use the shell commands list, describe and status, or listTableNames, getDescriptor and status of the connection and its Admin.`;
  return new BigtabError('INVALID_OPERATION', message, { details: { table } });
}

import { BigtabError } from '../errors.js';
import { type Configuration, setting } from '../model/settings.js';

/**
 * HBase's own tables, which are there and enabled, but have no rows: what they hold is the engine's catalog, which Admin shows and changes
 * (N-11).
 */
export function catalogTables(site: Configuration): readonly string[] {
  const quota = setting('hbase.quota.enabled', [site]) ? ['hbase:quota'] : [];
  return ['hbase:meta', 'hbase:namespace', ...quota];
}

export function isCatalogTable(name: string, site: Configuration): boolean {
  return catalogTables(site).includes(name);
}

/** IO: whatever is to be done with such a table (S-33). */
export function catalogTableRefused(table: string): BigtabError {
  return new BigtabError('IO', "Can't modify catalog tables", { details: { table } });
}

import type { TableRecord } from '../../storage/catalog/catalog.js';
import { unreadTable } from '../recovery/open-table.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { isCatalogTable } from './catalog-tables.js';
import { noRegion, tableNotFound } from './requests.js';

/* Finding, opening and closing a table for a control method. REQUIRES checked names in their printed form. */

/** Throws TABLE_NOT_FOUND, and INVALID_OPERATION for one of HBase's own tables. */
export function findTable(engine: Engine, name: string): Region {
  const region = engine.regions.get(name);
  if (region) return region;
  throw noRegion(engine, name);
}

/** Undefined if there is no such table. */
export function tableState(engine: Engine, name: string): TableRecord['state'] | undefined {
  if (isCatalogTable(name, engine.site)) return 'ENABLED';
  return engine.regions.get(name)?.state;
}

/** The table as the catalog stores it now. Throws TABLE_NOT_FOUND if it was dropped meanwhile. */
export function tableRecord(engine: Engine, region: Region): TableRecord {
  const record = engine.commit.table(region.id);
  if (record === undefined) throw tableNotFound(region.name);
  return record;
}

/** Opens a table that was just committed. Its files, if it has any, are opened when they are first needed. */
export function openRegion(engine: Engine, name: string): void {
  const record = engine.commit.tableNamed(name) as TableRecord;
  engine.regions.set(name, unreadTable(record, engine).region);
}

export function closeRegion(engine: Engine, region: Region): void {
  engine.regions.delete(region.name);
  region.close();
}

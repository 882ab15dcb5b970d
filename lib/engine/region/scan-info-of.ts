import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import { type Configuration, setting } from '../../model/schema/settings.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import { FOREVER } from '../../model/schema/time-to-live.js';
import type { ScanInfo } from '../scan/scan-info.js';

/** Where the settings of a family are looked up: in the family, in its table, in the database (S-8). */
export function settingLevels(
  family: Pick<FamilyDescriptor, 'metadata' | 'configuration'>,
  table: Pick<TableDescriptor, 'metadata' | 'configuration'>,
  site: Configuration,
): readonly Configuration[] {
  return [family.metadata, family.configuration, table.metadata, table.configuration, site];
}

/** The attributes of a family that its readers need. REQUIRES a descriptor that passed `sanityCheck`. */
export function scanInfoOf(family: FamilyDescriptor, levels: readonly Configuration[]): ScanInfo {
  const { maxVersions, minVersions, timeToLive, keepDeletedCells, newVersionBehavior } = family;
  return {
    maxVersions,
    minVersions,
    ttlMs: timeToLive === FOREVER ? Number.POSITIVE_INFINITY : timeToLive * 1000,
    keepDeletedCells,
    newVersionBehavior,
    maxRowSize: setting('hbase.table.max.rowsize', levels),
    timeToPurgeDeletesMs: setting('hbase.hstore.time.to.purge.deletes', levels),
  };
}

import { type FamilyDescriptor, FOREVER } from '../model/family-descriptor.js';
import type { ScanInfo } from '../scan/scan-info.js';

const PURGE_DELAY = 'hbase.hstore.time.to.purge.deletes';

/** What the readers of a family need of its descriptor. REQUIRES a descriptor that passed `sanityCheck`. */
export function scanInfoOf(family: FamilyDescriptor): ScanInfo {
  const { maxVersions, minVersions, timeToLive, keepDeletedCells, configuration } = family;
  return {
    maxVersions,
    minVersions,
    ttlMs: timeToLive === FOREVER ? Number.POSITIVE_INFINITY : timeToLive * 1000,
    keepDeletedCells,
    timeToPurgeDeletesMs: Number(configuration[PURGE_DELAY] ?? 0),
  };
}

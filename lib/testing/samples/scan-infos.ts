/* What a family says of its cells, for tests and benchmarks of reads. */
import type { ScanInfo } from '../../engine/scan/scan-info.js';

/** The attributes of a family as HBase's defaults have them. */
export function scanInfo(some: Partial<ScanInfo> = {}): ScanInfo {
  return {
    maxVersions: 1,
    minVersions: 0,
    ttlMs: Number.POSITIVE_INFINITY,
    keepDeletedCells: 'FALSE',
    newVersionBehavior: false,
    maxRowSize: 2 ** 30,
    timeToPurgeDeletesMs: 0,
    ...some,
  };
}

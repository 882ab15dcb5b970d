/* The attributes that a family defines for its cells, for tests and benchmarks of reads. */
import type { ScanInfo } from '../../engine/scan/scan-info.js';

/** The attributes of a family with HBase's defaults. */
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

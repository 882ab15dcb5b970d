import type { KeepDeletedCells } from '../../model/schema/family-descriptor.js';

/**
 * The attributes of a family that decide what reads, flushes and compactions see. HBase: `ScanInfo`.
 */
export interface ScanInfo {
  /** VERSIONS, at least 1. */
  readonly maxVersions: number;
  /** MIN_VERSIONS: the number of newest versions that never expire. */
  readonly minVersions: number;
  /** TTL in ms; Infinity = nothing expires. */
  readonly ttlMs: number;
  readonly keepDeletedCells: KeepDeletedCells;
  /** Whether markers and versions take effect in the order in which they were written (R-60…R-65, C-50, C-51). */
  readonly newVersionBehavior: boolean;
  /** hbase.table.max.rowsize: the maximum size in bytes of a row's cells in one Result (N-36). */
  readonly maxRowSize: number;
  /** hbase.hstore.time.to.purge.deletes: a major compaction keeps markers that are not older than this (C-40). */
  readonly timeToPurgeDeletesMs: number;
}

/** Cells with a smaller timestamp are expired; 0 if nothing expires. */
export function oldestUnexpired({ ttlMs }: ScanInfo, now: number): number {
  return ttlMs === Number.POSITIVE_INFINITY ? 0 : now - ttlMs;
}

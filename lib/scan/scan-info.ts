import type { KeepDeletedCells } from '../model/family-descriptor.js';

/**
 * The attributes of a family that decide what reads, flushes and compactions see. HBase: `ScanInfo`. (NEW_VERSION_BEHAVIOR will stand
 * here too: it takes another delete tracker and column tracker, and nothing else.)
 */
export interface ScanInfo {
  /** VERSIONS, at least 1. */
  readonly maxVersions: number;
  /** MIN_VERSIONS: so many newest versions survive expiry. */
  readonly minVersions: number;
  /** TTL in ms; Infinity = nothing expires. */
  readonly ttlMs: number;
  readonly keepDeletedCells: KeepDeletedCells;
  /** hbase.hstore.time.to.purge.deletes: a major compaction keeps markers that are not older (C-40). */
  readonly timeToPurgeDeletesMs: number;
}

/** Cells with a smaller timestamp are expired; 0 when nothing expires. */
export function oldestUnexpired({ ttlMs }: ScanInfo, now: number): number {
  return ttlMs === Number.POSITIVE_INFINITY ? 0 : now - ttlMs;
}

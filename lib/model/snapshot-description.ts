export const SNAPSHOT_TYPES = ['DISABLED', 'FLUSH', 'SKIPFLUSH'] as const;

/** What a snapshot contains: FLUSH: everything; SKIPFLUSH: only what was in store files; DISABLED: a disabled table. */
export type SnapshotType = (typeof SNAPSHOT_TYPES)[number];

/** A snapshot of a table. HBase: `SnapshotDescription`. @see S-60 */
export interface SnapshotDescription {
  readonly name: string;
  /** The table's name in its printed form; the table may no longer exist. */
  readonly table: string;
  readonly type: SnapshotType;
  /** In milliseconds since 1970. */
  readonly creationTime: number;
  /** Its time to live in seconds; 0 means forever. */
  readonly ttl: number;
  /** Whether its time to live is over: then it can be neither cloned nor restored. @see S-65 */
  readonly expired: boolean;
}

/** Properties of a new snapshot. @see S-60 */
export interface SnapshotProperties {
  /** Its time to live in seconds; 0 means forever. Default: the setting `hbase.master.snapshot.ttl`, 0. */
  readonly TTL?: number;
  /** The MAX_FILESIZE of tables that are made of it, in bytes. Default: that of the table. */
  readonly MAX_FILESIZE?: number;
}

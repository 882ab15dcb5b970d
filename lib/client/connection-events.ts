import type { BigtabError } from '../errors.js';
import type { StatusReport } from '../model/status-report.js';
import type { SchemaChange } from '../service/engine-event.js';

/** The events that a connection dispatches. */
export interface ConnectionEvents {
  /** The state of the database has changed. */
  readonly status: { readonly type: 'status'; readonly status: StatusReport };
  /** The engine is gone and this connection closed; `connect` again starts a new one. At most once. */
  readonly lost: { readonly type: 'lost'; readonly error: BigtabError };
  /** Background work failed: a flush, say. */
  readonly error: { readonly type: 'error'; readonly error: BigtabError };
  /** Rows of a table were changed, by any connection; at most one event per table and turn of the engine. */
  readonly commit: {
    readonly type: 'commit';
    readonly table: string;
    readonly firstRow: Uint8Array;
    readonly lastRow: Uint8Array;
  };
  /**
   * A table was created, altered, truncated, enabled, disabled or deleted, by any connection. Comes after the change
   * and before its call resolves.
   */
  readonly schema: { readonly type: 'schema'; readonly table: string; readonly change: SchemaChange };
  /**
   * A table was created, altered or ensured, by any connection, and has attributes that are kept but have no effect
   * here. `attributes`: HBase's keys, each once, in alphabetical order: `DFS_REPLICATION`, `IN_MEMORY_COMPACTION`,
   * `IS_MOB`, `REGION_REPLICATION`, `REPLICATION_SCOPE`,
   * `SPLITS`, `STORAGE_POLICY`; and of tables made before they were refused, `ENCRYPTION`, `ENCRYPTION_KEY`, `ENCRYPTION_KEY_NAMESPACE`.
   */
  readonly warning: { readonly type: 'warning'; readonly table: string; readonly attributes: readonly string[] };
}

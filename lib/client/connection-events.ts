import type { BigtabError } from '../errors.js';
import type { StatusReport } from '../model/status-report.js';
import type { SchemaChange } from '../service/engine-event.js';

/** The events that a connection dispatches. */
export interface ConnectionEvents {
  /** The state of the database has changed. */
  readonly status: { readonly type: 'status'; readonly status: StatusReport };
  /**
   * The engine is lost and this connection is closed; call `connect` again to start a new engine. At most once. A worker
   * that dies is replaced without this event, unless the one before died less than a minute earlier, or no other starts.
   */
  readonly lost: { readonly type: 'lost'; readonly error: BigtabError };
  /**
   * The way to the engine has changed: this page leads or follows, or (`seeking`) the tab that led has ended and the
   * calls wait for the next one. Calls and live reads (`Table.watch`) are not affected, but other events may have been
   * missed, so read again what you show with `get` or a scanner when the role is no longer `seeking`. `epoch`: the number of the leader, or of the last one.
   */
  readonly role: { readonly type: 'role'; readonly role: 'leader' | 'follower' | 'seeking'; readonly epoch: number };
  /**
   * Another tab needs this connection to close. `delete`: it deletes the database. `build`: it was loaded from a newer
   * version of the site, with another protocol of Bigtab. Save what the user has entered and call `close`; a connection
   * that is still open after 5 s, or that has no listener, is closed with `lost`: STORAGE_CLEARED or VERSION_CONFLICT.
   * `options`: it connects with other options, and is refused if the others are still open after 5 s. `upgrade`: it
   * upgrades the tables to a newer version of the site; the connection's calls wait until that has ended, and then
   * reject with DATABASE_NEWER if the connection requested a lower `version`. The connection stays open after these two.
   * After `build` and `upgrade`, ask the user to reload the page.
   */
  readonly versionchange: {
    readonly type: 'versionchange';
    readonly reason: 'build' | 'upgrade' | 'delete' | 'options';
  };
  /** Background work failed, such as a flush. */
  readonly error: { readonly type: 'error'; readonly error: BigtabError };
  /** Rows of a table were changed, by any connection; at most one event per table and turn of the engine. */
  readonly commit: {
    readonly type: 'commit';
    readonly table: string;
    readonly firstRow: Uint8Array;
    readonly lastRow: Uint8Array;
  };
  /**
   * A table was created, altered, truncated, enabled, disabled or deleted, by any connection. Dispatched after the
   * change and before its call resolves.
   */
  readonly schema: { readonly type: 'schema'; readonly table: string; readonly change: SchemaChange };
  /**
   * A table was created, altered or ensured, by any connection, and has attributes that are stored but have no effect
   * in Bigtab. `attributes`: HBase's keys, each once, in alphabetical order: `DFS_REPLICATION`, `IN_MEMORY_COMPACTION`,
   * `IS_MOB`, `REGION_REPLICATION`, `REPLICATION_SCOPE`, `SPLITS`, `STORAGE_POLICY`; for tables created before they
   * were refused, also `ENCRYPTION`, `ENCRYPTION_KEY`, `ENCRYPTION_KEY_NAMESPACE`.
   *
   * Also dispatched when a unique index was not created because two rows have the same values, and when one that an
   * earlier version of Bigtab has written has rows with 0 and with -0, which are equal now: it stays in use. `attributes`
   * is empty then, and `message` names the index and the rows.
   */
  readonly warning: {
    readonly type: 'warning';
    readonly table: string;
    readonly attributes: readonly string[];
    readonly message?: string;
  };
}

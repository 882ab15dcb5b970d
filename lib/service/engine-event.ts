import type { ErrorData } from '../errors.js';
import type { StatusReport } from '../model/status-report.js';

/** What happened to a table; any change to its families is `alter`, whichever call made it. */
export type SchemaChange = 'create' | 'alter' | 'truncate' | 'restore' | 'enable' | 'disable' | 'delete';

/** Which events a listener wants: all, or only those of type `watch`, which cost the engine nothing while there are none. */
export type EventKind = 'all' | 'wakes';

/** What the engine reports without a request. Plain data. */
export type EngineEvent =
  | { readonly type: 'commit'; readonly table: string; readonly firstRow: Uint8Array; readonly lastRow: Uint8Array }
  | { readonly type: 'schema'; readonly table: string; readonly change: SchemaChange }
  | {
      readonly type: 'warning';
      readonly table: string;
      readonly attributes: readonly string[];
      readonly message?: string;
    }
  /** Watches of this connection have differences that it has not received. */
  | { readonly type: 'watch'; readonly connection: string }
  | { readonly type: 'status'; readonly status: StatusReport }
  | { readonly type: 'error'; readonly error: ErrorData };

import type { ErrorData } from '../errors.js';
import type { StatusReport } from './status-report.js';

/** What the engine tells without being asked. Plain data. */
export type EngineEvent =
  | { readonly type: 'commit'; readonly table: string; readonly firstRow: Uint8Array; readonly lastRow: Uint8Array }
  | { readonly type: 'status'; readonly status: StatusReport }
  | { readonly type: 'error'; readonly error: ErrorData };

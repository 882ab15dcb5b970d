import { Operation } from '../../service/client-service.js';
import type { EngineMethods } from '../../service/control-methods.js';

/** A connection can always keep or release its scanners and watches. */
const RELEASES: readonly Operation[] = [Operation.CloseScanner, Operation.RenewLease, Operation.CloseWatch];

/** Control methods that neither read nor change tables. `connect` needs some of them while it waits for its turn. */
const FREE_METHODS: ReadonlySet<string> = new Set<keyof EngineMethods>([
  'beginUpgrade',
  'continueUpgrade',
  'endUpgrade',
  'upgraderAway',
  'originInDoubt',
  'settleOrigin',
  'status',
  'flushLog',
  'progressOf',
  'endCall',
  'renewExport',
  'endExport',
  'renewImport',
]);

/**
 * Whether a call waits while another connection's upgrade runs, and is refused if that has made the tables too new.
 * `method`: that of a control call.
 */
export function dependsOnVersion(operation: Operation, method?: string): boolean {
  if (method !== undefined) return !FREE_METHODS.has(method);
  return !RELEASES.includes(operation);
}

import { encodeOpenScanner, type ScanParts } from '../../service/scan-codec.js';
import { type CallOptions, checkOptions } from './call-options.js';
import { runLongCall } from './run-long-call.js';
import type { Session } from './session.js';

/** See `Table.count`. */
export function countRows(session: Session, table: string, scan: ScanParts, options: CallOptions): Promise<number> {
  checkOptions(options);
  const request = encodeOpenScanner(table, { ...scan, needCursorResult: false, allowPartialResults: false });
  const count = async (token: string) => {
    const { rows, cells } = await session.control('alone', 'count', request, token);
    return { result: rows, total: cells, unit: 'cells' as const };
  };
  return runLongCall(session, count, options);
}

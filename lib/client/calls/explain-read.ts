import { toGet } from '../../model/get.js';
import { isRecord } from '../../model/literal.js';
import { Scan } from '../../model/scan.js';
import type { ExplainOptions, Explanation } from '../../service/explanation.js';
import { beginGets, writeGet } from '../../service/get-codec.js';
import { encodeOpenScanner } from '../../service/scan-codec.js';
import type { RequestFormat } from './request-format.js';
import { afterPosition } from './scan-position.js';
import type { Session } from './session.js';

/** An object with a row is a get; any other object is a scan. */
export function explainRead(
  session: Session,
  table: string,
  read: unknown,
  options: ExplainOptions,
  format: RequestFormat,
): Promise<Explanation> {
  if (isRecord(read) && !('row' in read)) {
    const scan = new Scan(format.request(read, 'Scan'));
    const parts = afterPosition(table, scan);
    return session.control('alone', 'explain', 'scan', encodeOpenScanner(table, parts), options);
  }
  const request = beginGets(table, false);
  writeGet(request, toGet(format.request(read, 'Get') as Parameters<typeof toGet>[0]));
  return session.control('alone', 'explain', 'get', request.finish(), options);
}

import { encodeText } from '../bytes/text.js';

/** The name of a table as data calls send it: `t`, or `ns:t`. */
export function sentTableName(table: string): Uint8Array {
  return encodeText(table);
}

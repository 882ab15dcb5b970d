import { encodeText } from '../bytes/text.js';
import { parseTableName } from '../model/schema/table-name.js';
import type { TTableName } from './thrift/structs.js';

/** The name of a table as data calls send it: `t`, or `ns:t`. Throws INVALID_ARGUMENT for a name that no table can have. */
export function sentTableName(table: string): Uint8Array {
  parseTableName(table);
  return encodeText(table);
}

/** The name of a table as calls about tables send it. */
export function tableNameOf(table: string): TTableName {
  const colon = table.indexOf(':');
  const qualifier = encodeText(table.slice(colon + 1));
  return colon < 0 ? { qualifier } : { ns: encodeText(table.slice(0, colon)), qualifier };
}

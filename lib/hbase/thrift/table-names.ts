import { decodeText, encodeText } from '../../bytes/text.js';
import { DEFAULT_NAMESPACE, normalizeTableName, parseTableName } from '../../model/schema/table-name.js';
import type { TTableName } from './structs.js';

/** The name of a table as calls about its rows send it: `t`, or `ns:t`. Throws INVALID_ARGUMENT for an illegal name. */
export function sentTableName(table: string): Uint8Array {
  return encodeText(normalizeTableName(table));
}

/** The name of a table as calls about tables send it. Throws INVALID_ARGUMENT as `parseTableName` does. */
export function toThriftName(name: unknown): TTableName {
  const { namespace, qualifier } = parseTableName(name);
  return { ns: encodeText(namespace), qualifier: encodeText(qualifier) };
}

/** The printed name. */
export function fromThriftName({ ns, qualifier }: TTableName): string {
  const namespace = ns === undefined ? DEFAULT_NAMESPACE : decodeText(ns);
  return namespace === DEFAULT_NAMESPACE ? decodeText(qualifier) : `${namespace}:${decodeText(qualifier)}`;
}

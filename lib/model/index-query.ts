import { toBytes, toReadable } from './bytes-like.js';
import type { Unread } from './literal.js';

/** Which entries of an index a scan reads. */
export interface IndexQuery {
  /** The name of the index. */
  readonly index: string;
  /** The values of its first columns. */
  readonly equals: readonly Uint8Array[];
  /** The smallest value of the column after those, or null. */
  readonly from: Uint8Array | null;
  /** The first value of that column that is no longer read, or null. */
  readonly to: Uint8Array | null;
  /** How the value of that column begins, or null. */
  readonly prefix: Uint8Array | null;
}

/**
 * The index that a literal names, with its values, or null. Whether the name is text, and the values belong together, is
 * checked when the scan is used.
 */
export function readIndexQuery({ index, equals, from, to, prefix }: Unread<IndexQuery>): IndexQuery | null {
  if (index === undefined && equals === undefined && from == null && to == null) return null;
  const list = equals === undefined ? [] : Array.isArray(equals) ? (equals as readonly unknown[]) : [equals];
  return {
    index: index as string,
    equals: list.map((value) => toBytes(value, 'equals')),
    from: from == null ? null : toBytes(from, 'from'),
    to: to == null ? null : toBytes(to, 'to'),
    prefix: prefix === undefined ? null : toBytes(prefix, 'prefix'),
  };
}

/** The properties from which `readIndexQuery` reads an equal query. */
export function indexLiteral({ index, equals, ...bounds }: IndexQuery): object {
  const given = Object.entries(bounds).flatMap(([name, value]) => (value === null ? [] : [[name, toReadable(value)]]));
  return { index, ...(equals.length > 0 && { equals: equals.map(toReadable) }), ...Object.fromEntries(given) };
}

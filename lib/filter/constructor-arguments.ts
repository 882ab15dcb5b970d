import type { ByteWriter } from '../bytes/byte-writer.js';
import { notAllowed } from '../bytes/kind.js';
import type { BytesLike } from '../model/bytes-like.js';
import { COMPARE_OPERATORS, type CompareOperator } from '../model/compare-operator.js';
import { Comparator, Filter } from '../model/filter.js';
import { oneOf } from '../model/literal.js';
import { BinaryComparator } from './comparators/binary-comparator.js';

/*
 * Checks the arguments that several constructors of filters and comparators accept, and writes them. A wrong argument
 * is INVALID_ARGUMENT.
 */

export function toOperator(op: unknown): CompareOperator {
  return oneOf(op, COMPARE_OPERATORS, 'op');
}

export function toComparator(comparator: unknown): Comparator {
  if (comparator instanceof Comparator) return comparator;
  throw notAllowed('a comparator', 'a Comparator such as new BinaryComparator(value)', comparator);
}

/** The comparator for a column's value: a Comparator, or bytes for a BinaryComparator. */
export function toColumnTest(value: unknown): Comparator {
  return value instanceof Comparator ? value : new BinaryComparator(value as BytesLike);
}

export function toFilter(filter: unknown): Filter {
  if (filter instanceof Filter) return filter;
  throw notAllowed('a filter', 'a Filter such as new PrefixFilter(prefix)', filter);
}

export function toList(list: unknown, what: string): readonly unknown[] {
  if (Array.isArray(list)) return list;
  throw notAllowed(what, 'a list', list);
}

/** Writes the index of `op` in the list of operators. */
export function writeOperator(writer: ByteWriter, op: CompareOperator): void {
  writer.u8(COMPARE_OPERATORS.indexOf(op));
}

/** Writes 0 for null; otherwise 1 and the sized bytes. */
export function writeNullable(writer: ByteWriter, bytes: Uint8Array | null): void {
  writer.u8(bytes === null ? 0 : 1);
  if (bytes !== null) writer.sized(bytes);
}

/** Writes the count, then each entry as sized bytes. */
export function writeList(writer: ByteWriter, list: readonly Uint8Array[]): void {
  writer.u32(list.length);
  for (const bytes of list) writer.sized(bytes);
}

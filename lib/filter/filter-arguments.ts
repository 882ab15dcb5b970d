import type { ByteWriter } from '../bytes/byte-writer.js';
import { notAllowed } from '../bytes/kind.js';
import type { BytesLike } from '../model/bytes-like.js';
import { COMPARE_OPERATORS, type CompareOperator } from '../model/compare-operator.js';
import { Comparator, Filter } from '../model/filter.js';
import { oneOf } from '../model/literal.js';
import { BinaryComparator } from './comparators/binary-comparator.js';

/*
 * Reads what users pass to the constructors of filters and comparators, each INVALID_ARGUMENT where it is something else, and writes
 * what several of them have.
 */

export function toOperator(op: unknown): CompareOperator {
  return oneOf(op, COMPARE_OPERATORS, 'op');
}

export function toComparator(comparator: unknown): Comparator {
  if (comparator instanceof Comparator) return comparator;
  throw notAllowed('a comparator', 'a Comparator such as new BinaryComparator(value)', comparator);
}

/** What a column's value is compared with: a comparator, or bytes for a BinaryComparator of them. */
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

/** The position of `op` among the operators. */
export function writeOperator(writer: ByteWriter, op: CompareOperator): void {
  writer.u8(COMPARE_OPERATORS.indexOf(op));
}

/** A byte that says whether there are any, then the bytes. */
export function writeNullable(writer: ByteWriter, bytes: Uint8Array | null): void {
  writer.u8(bytes === null ? 0 : 1);
  if (bytes !== null) writer.sized(bytes);
}

/** A count, then each, sized. */
export function writeList(writer: ByteWriter, list: readonly Uint8Array[]): void {
  writer.u32(list.length);
  for (const bytes of list) writer.sized(bytes);
}

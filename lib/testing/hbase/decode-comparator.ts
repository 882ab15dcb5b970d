import { decodeInt64 } from '../../bytes/numbers.js';
import {
  BigDecimalComparator,
  BinaryComparator,
  BinaryComponentComparator,
  BinaryPrefixComparator,
  BitComparator,
  Bytes,
  type Comparator,
  LongComparator,
  NullComparator,
  type RegexEngine,
  RegexStringComparator,
  SubstringComparator,
} from '../../index.js';
import { plainError } from './gateway-failure.js';
import type { ProtobufMessage } from './protobuf-message.js';

const PACKAGE = 'org.apache.hadoop.hbase.filter.';
const UNREADABLE = 'org.apache.hadoop.hbase.exceptions.DeserializationException: ';
const EMPTY = new Uint8Array();
const BITWISE = ['AND', 'OR', 'XOR'] as const;

/** Each class of comparators: reads its own message. */
const READERS: Readonly<Record<string, (message: ProtobufMessage) => Comparator>> = {
  BinaryComparator: (message) => new BinaryComparator(comparedWith(message)),
  BinaryPrefixComparator: (message) => new BinaryPrefixComparator(comparedWith(message)),
  BinaryComponentComparator: (message) =>
    new BinaryComponentComparator(message.bytes(1) ?? EMPTY, message.integer(2) ?? 0),
  BitComparator: (message) =>
    new BitComparator(comparedWith(message), BITWISE[(message.integer(2) ?? 1) - 1] as (typeof BITWISE)[number]),
  LongComparator: (message) => new LongComparator(decodeInt64(comparedWith(message), 0)),
  BigDecimalComparator: (message) => new BigDecimalComparator(Bytes.toBigDecimal(comparedWith(message)) ?? ''),
  NullComparator: () => new NullComparator(),
  SubstringComparator: (message) => new SubstringComparator(message.text(1)),
  RegexStringComparator: (message) =>
    new RegexStringComparator(message.text(1), message.integer(2) ?? 0, (message.text(4) || 'JAVA') as RegexEngine),
};

/** The comparator that a message `Comparator` names. Throws the gateway's error for an unknown class. */
export function decodeComparator(message: ProtobufMessage): Comparator {
  const name = message.text(1);
  const simple = name.startsWith(PACKAGE) ? name.slice(PACKAGE.length) : '';
  const read = Object.hasOwn(READERS, simple) ? READERS[simple] : undefined;
  if (read === undefined)
    throw plainError(`${UNREADABLE}java.io.IOException: java.lang.ClassNotFoundException: ${name}`);
  return read(message.message(2));
}

/** The value inside a `ByteArrayComparable`, which most comparators have. */
function comparedWith(message: ProtobufMessage): Uint8Array {
  return message.message(1).bytes(1) ?? EMPTY;
}

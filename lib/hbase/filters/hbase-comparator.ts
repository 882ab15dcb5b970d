import { ComparatorKind } from '../../filter/comparators/comparator-kind.js';
import type { FilterReader } from '../../filter/filter-reader.js';
import { MessageWriter } from './message-writer.js';
import { namedMessage } from './named-message.js';

type Reader = FilterReader<MessageWriter>;

const LONG_BYTES = 8;
const BITWISE_OPS = 3;
/** Java's name of UTF-8, which Bigtab's comparators use. */
const CHARSET = 'UTF-8';
const ENGINES = ['JAVA', 'JONI'];

/** Reads the arguments of each kind of comparator, at its number in ComparatorKind, and writes HBase's message. */
const MESSAGES: readonly ((reader: Reader) => MessageWriter)[] = [
  comparable,
  comparable,
  (reader) => new MessageWriter().bytes(1, reader.sized()).number(2, reader.count()),
  (reader) =>
    new MessageWriter().bytes(1, reader.sized()).number(2, reader.u8()).text(3, CHARSET).text(4, reader.oneOf(ENGINES)),
  (reader) => new MessageWriter().bytes(1, reader.sized()),
  (reader) => comparableOf(reader.raw(LONG_BYTES)),
  comparable,
  (reader) => {
    const op = reader.below(BITWISE_OPS);
    return comparable(reader).number(2, op + 1);
  },
  () => new MessageWriter(),
];

const NAMES: readonly string[] = Object.keys(ComparatorKind);

/** Reads a comparator, and writes it as HBase's `Comparator`. */
export function hbaseComparator(reader: Reader): MessageWriter {
  const kind = reader.below(MESSAGES.length);
  return namedMessage(NAMES[kind] as string, (MESSAGES[kind] as (reader: Reader) => MessageWriter)(reader));
}

function comparable(reader: Reader): MessageWriter {
  return comparableOf(reader.sized());
}

/** A message whose first field is a `ByteArrayComparable`. */
function comparableOf(value: Uint8Array): MessageWriter {
  return new MessageWriter().message(1, new MessageWriter().bytes(1, value));
}

import { FilterKind } from '../../filter/filter-kind.js';
import type { FilterReader } from '../../filter/filter-reader.js';
import { readFilter } from '../../filter/read-filter.js';
import { COMPARE_OPERATORS } from '../../model/compare-operator.js';
import { hbaseComparator } from './hbase-comparator.js';
import { MessageWriter } from './message-writer.js';
import { namedMessage } from './named-message.js';

/** A filter inside another one becomes a `Filter`. */
type Reader = FilterReader<MessageWriter>;

/** The byte of a processed mask where the row must have the key's byte, and where any byte matches. */
const FIXED = 0xff;
const ANY = 2;

/** Reads the arguments of each kind of filter, at its number in FilterKind, and writes HBase's message. */
const MESSAGES: readonly ((reader: Reader) => MessageWriter)[] = [
  (reader) => eachFilter(new MessageWriter().number(1, Number(reader.flag()) + 1), reader),
  wrapper,
  wrapper,
  compareFilter,
  compareFilter,
  compareFilter,
  compareFilter,
  singleColumnValue,
  (reader) => new MessageWriter().message(1, singleColumnValue(reader)),
  columnTest,
  dependentColumn,
  nullableBytes,
  (reader) => new MessageWriter().bytes(1, reader.sized()),
  rowRanges,
  fuzzyRows,
  count,
  (reader) => new MessageWriter().float(1, reader.f64()),
  () => new MessageWriter(),
  listOfBytes,
  (reader) => new MessageWriter().number(1, reader.flag()),
  // HBase cannot send a missing prefix. Every column begins with an empty one too.
  (reader) => new MessageWriter().bytes(1, reader.nullable() ?? new Uint8Array()),
  listOfBytes,
  (reader) => nullableBytes(reader).number(2, reader.flag()).bytes(3, reader.nullable()).number(4, reader.flag()),
  count,
  columnPagination,
  (reader) =>
    new MessageWriter()
      .packed(
        1,
        reader.list(() => reader.count()),
      )
      .number(2, reader.flag()),
];

const NAMES: readonly string[] = Object.keys(FilterKind);

/**
 * The `Filter` message of HBase for the bytes that `Filter.toByteArray` returned. Throws INVALID_ARGUMENT for other
 * bytes. `visit` is called with the kind of the filter and of each one inside it.
 */
export function hbaseFilter(bytes: Uint8Array, visit: (kind: FilterKind) => void = () => {}): Uint8Array {
  const kinds = MESSAGES.map((message, kind) => (reader: Reader) => {
    visit(kind as FilterKind);
    return namedMessage(NAMES[kind] as string, message(reader));
  });
  return readFilter(bytes, kinds).finish();
}

function eachFilter(out: MessageWriter, reader: Reader): MessageWriter {
  for (const filter of reader.list(() => reader.filter())) out.message(2, filter);
  return out;
}

function wrapper(reader: Reader): MessageWriter {
  return new MessageWriter().message(1, reader.filter());
}

function compareFilter(reader: Reader): MessageWriter {
  return new MessageWriter().message(1, test(new MessageWriter(), 1, reader));
}

/** An operator and a comparator, in two fields. */
function test(out: MessageWriter, field: number, reader: Reader): MessageWriter {
  return out.number(field, reader.below(COMPARE_OPERATORS.length)).message(field + 1, hbaseComparator(reader));
}

function columnTest(reader: Reader): MessageWriter {
  return test(new MessageWriter().bytes(1, reader.sized()).bytes(2, reader.sized()), 3, reader);
}

function singleColumnValue(reader: Reader): MessageWriter {
  return columnTest(reader).number(5, reader.flag()).number(6, reader.flag());
}

function dependentColumn(reader: Reader): MessageWriter {
  const family = reader.sized();
  const qualifier = reader.sized();
  const isDropped = reader.flag();
  const compared = new MessageWriter();
  if (reader.flag()) test(compared, 1, reader);
  else compared.number(1, COMPARE_OPERATORS.indexOf('NO_OP'));
  return new MessageWriter().message(1, compared).bytes(2, family).bytes(3, qualifier).number(4, isDropped);
}

/** HBase's class sorts and joins the ranges when it reads them. */
function rowRanges(reader: Reader): MessageWriter {
  const range = () =>
    new MessageWriter()
      .bytes(1, reader.sized())
      .number(2, reader.flag())
      .bytes(3, reader.sized())
      .number(4, reader.flag());
  return messages(reader.list(range));
}

/**
 * Masks are sent as HBase's class prepares them. A server would take a mask of zeros only, as a user writes it, for a
 * prepared one that lets any byte match, unless the flag after the pairs said otherwise.
 */
function fuzzyRows(reader: Reader): MessageWriter {
  const pair = () => {
    const key = reader.sized();
    const mask = reader.raw(key.length);
    return new MessageWriter()
      .bytes(
        1,
        key.map((byte, index) => (mask[index] === 0 ? byte : 0)),
      )
      .bytes(
        2,
        mask.map((bit) => (bit === 0 ? FIXED : ANY)),
      );
  };
  return messages(reader.list(pair)).number(2, true);
}

function columnPagination(reader: Reader): MessageWriter {
  const out = count(reader);
  return reader.flag() ? out.bytes(3, reader.sized()) : out.number(2, reader.count());
}

function count(reader: Reader): MessageWriter {
  return new MessageWriter().number(1, reader.count());
}

function nullableBytes(reader: Reader): MessageWriter {
  return new MessageWriter().bytes(1, reader.nullable());
}

function listOfBytes(reader: Reader): MessageWriter {
  const out = new MessageWriter();
  for (const bytes of reader.list(() => reader.sized())) out.bytes(1, bytes);
  return out;
}

/** A message with these messages in its first field. */
function messages(list: readonly MessageWriter[]): MessageWriter {
  const out = new MessageWriter();
  for (const message of list) out.message(1, message);
  return out;
}

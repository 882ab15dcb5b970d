import { ByteReader } from '../../bytes/byte-reader.js';
import { encodeText } from '../../bytes/text.js';
import { corruption } from '../../errors.js';
import { COMPARE_OPERATORS } from '../../model/compare-operator.js';
import { MessageWriter } from './message-writer.js';

/** Writes the message of one kind of filter or comparator. */
export type WriteMessage = (translation: Translation) => void;

const JAVA_PACKAGE = 'org.apache.hadoop.hbase.filter.';
const INT_LIMIT = 2 ** 31;

/**
 * Reads the arguments of filters in Bigtab's form, and writes them into the fields of HBase's messages. Each method reads
 * one argument, and writes it as the field with the given number. Throws CORRUPTION for bytes that no filter encodes.
 */
export class Translation {
  readonly from: ByteReader;
  readonly to: MessageWriter = new MessageWriter();
  /** The kinds of filters that were read (FilterKind). */
  readonly kinds: Set<number> = new Set();
  /** How many filters are being read, each in the one before it. */
  depth = 0;

  constructor(bytes: Uint8Array) {
    this.from = new ByteReader(bytes, 0, bytes.length, 'a filter');
  }

  /** The next byte or number, which must be an integer below `limit`. */
  below(limit: number, value: number = this.from.u8()): number {
    if (Number.isInteger(value) && value >= 0 && value < limit) return value;
    throw corruption(this.from.where, this.from.offset, `the number ${value} must be from 0 to ${limit - 1}`);
  }

  sized(field: number): void {
    this.to.binary(field, this.from.sized());
  }

  flag(field: number): void {
    this.to.integer(field, this.below(2));
  }

  operator(field: number): void {
    this.to.integer(field, this.below(COMPARE_OPERATORS.length));
  }

  count(field: number, limit: number = INT_LIMIT): void {
    this.to.integer(field, this.below(limit, this.from.f64()));
  }

  /** Null is written as no field. */
  nullable(field: number): void {
    if (this.below(2) > 0) this.sized(field);
  }

  /** Items that are written by `write`. */
  list(write: () => void): void {
    for (let left = this.from.u32(); left > 0; left--) write();
  }

  nested(field: number, write: WriteMessage): void {
    this.to.nested(field, () => write(this));
  }

  /** An object: the name of its Java class, and its message. The next byte is its kind: an index of both lists. Returns the kind. */
  object(names: readonly string[], messages: readonly WriteMessage[]): number {
    const kind = this.below(messages.length);
    this.to.binary(1, encodeText(JAVA_PACKAGE + names[kind]));
    this.nested(2, messages[kind] as WriteMessage);
    return kind;
  }
}

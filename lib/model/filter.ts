import { ByteWriter } from '../bytes/byte-writer.js';
import { invalidArgument } from '../errors.js';
import { toBoolean } from './literal.js';

/** How deep filters may be nested. */
export const MAX_FILTER_DEPTH = 100;

/** Maximum size of a filter on the wire, in bytes, including its members. */
export const MAX_FILTER_BYTES: number = 2 ** 24;

/**
 * A condition on what a read returns, evaluated in the engine. Only the classes of this package are supported:
 * PrefixFilter, ValueFilter, FilterList and others, and the filters that `parseFilter` returns. HBase: `Filter`.
 */
export abstract class Filter {
  /** Whether `setReversed` marked it for a reversed scan. */
  readonly reversed: boolean = false;

  /** Writes one byte for the kind (FilterKind), then the arguments. */
  abstract encode(writer: ByteWriter): void;
  /** HBase's text form of the filter, for logs and messages. */
  abstract toString(): string;

  /** Whether it judges whole rows, which excludes `setBatch`. @see R-72 */
  hasFilterRow(): boolean {
    return false;
  }

  /**
   * A scan reports its direction to its filter, so you need this only to give all members of a FilterList the same
   * direction.
   *
   * @see R-47, F-10
   */
  setReversed(reversed: boolean): this {
    return Object.assign(this, { reversed: toBoolean(reversed, 'reversed') });
  }

  isReversed(): boolean {
    return this.reversed;
  }

  /** The direct members of this filter. */
  members(): readonly Filter[] {
    return [];
  }

  /**
   * The bytes of the filter on the wire. Throws INVALID_ARGUMENT if it is nested too deep, contains itself or is too
   * large.
   */
  toByteArray(): Uint8Array {
    // A filter has at least one byte, so counting filters ends before a tree with shared branches grows too large.
    let left = MAX_FILTER_BYTES;
    const visit = (filter: Filter, depth: number): void => {
      if (depth === 0) {
        throw invalidArgument(
          `filters can be nested at most ${MAX_FILTER_DEPTH} deep, and a filter cannot contain itself`,
        );
      }
      if (--left < 0) throw tooLarge();
      for (const member of filter.members()) visit(member, depth - 1);
    };
    visit(this, MAX_FILTER_DEPTH);
    const writer = new ByteWriter();
    this.encode(writer);
    if (writer.length > MAX_FILTER_BYTES) throw tooLarge();
    return writer.finish();
  }
}

/**
 * The value with which a filter compares stored bytes: BinaryComparator, SubstringComparator and others. HBase:
 * `ByteArrayComparable`.
 */
export abstract class Comparator {
  /** Writes one byte for the kind (ComparatorKind), then the arguments. */
  abstract encode(writer: ByteWriter): void;
  /** The text in the filter language, without the quotes: `binary:abc`. */
  abstract toString(): string;
}

function tooLarge(): Error {
  return invalidArgument(`a filter can have at most ${MAX_FILTER_BYTES} bytes`);
}

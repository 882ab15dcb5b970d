import { ByteWriter } from '../bytes/byte-writer.js';
import { invalidArgument } from '../errors.js';
import { toBoolean } from './literal.js';

/** How deep filters may stand in one another. */
export const MAX_FILTER_DEPTH = 100;

/** Bytes that a filter may have on the wire, with all that it holds. */
export const MAX_FILTER_BYTES: number = 2 ** 24;

/**
 * A condition on what a read gives back, judged in the engine. The classes of this package are its only kinds:
 * PrefixFilter, ValueFilter, FilterList and their like, and what `parseFilter` makes. HBase: `Filter`.
 */
export abstract class Filter {
  /** Whether it was told that it will judge a reversed scan. */
  readonly reversed: boolean = false;

  /** Writes one byte of kind (FilterKind), then the arguments. */
  abstract encode(writer: ByteWriter): void;
  /** HBase's text of it, for logs and messages. */
  abstract toString(): string;

  /** Whether it decides about rows as a whole: that forbids `setBatch`. @see R-72 */
  hasFilterRow(): boolean {
    return false;
  }

  /**
   * A scan tells its filter by itself which way it goes; so this only has to be the same for all members of a
   * FilterList.
   *
   * @see R-47, F-10
   */
  setReversed(reversed: boolean): this {
    return Object.assign(this, { reversed: toBoolean(reversed, 'reversed') });
  }

  isReversed(): boolean {
    return this.reversed;
  }

  /** The filters that stand directly in this one. */
  members(): readonly Filter[] {
    return [];
  }

  /** As it travels. Throws INVALID_ARGUMENT when it is nested too deep, or in itself, or is too large. */
  toByteArray(): Uint8Array {
    // A filter has at least one byte, so counting filters ends before a tree that shares its branches grows out of
    // hand.
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
 * What a filter compares stored bytes with: BinaryComparator, SubstringComparator and their like. HBase:
 * `ByteArrayComparable`.
 */
export abstract class Comparator {
  /** Writes one byte of kind (ComparatorKind), then the arguments. */
  abstract encode(writer: ByteWriter): void;
  /** As the filter language writes it, without the quotes: `binary:abc`. */
  abstract toString(): string;
}

function tooLarge(): Error {
  return invalidArgument(`a filter can have at most ${MAX_FILTER_BYTES} bytes`);
}

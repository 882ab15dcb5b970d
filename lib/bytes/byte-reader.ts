import { corruption } from '../errors.js';
import { decodeText } from './text.js';

/**
 * Reads what a ByteWriter wrote, from `offset` to `end`. Numbers are little-endian.
 *
 * This is the one place that turns short input into CORRUPTION: if fewer bytes are left than a method needs, it throws
 * an error that names `where` and the offset, and does not move.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  readonly where: string;
  offset: number;

  /** `view`: an existing view of the same bytes. */
  constructor(
    bytes: Uint8Array,
    offset: number,
    end: number,
    where: string,
    view: DataView = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ) {
    if (offset < 0 || end > bytes.length || offset > end) {
      throw corruption(where, offset, `expected bytes up to ${end}, found ${bytes.length} bytes`);
    }
    this.bytes = bytes;
    this.view = view;
    this.offset = offset;
    this.end = end;
    this.where = where;
  }

  /** Whether no bytes are left. */
  get atEnd(): boolean {
    return this.offset >= this.end;
  }

  u8(): number {
    return this.view.getUint8(this.#take(1));
  }

  u16(): number {
    return this.view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.#take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.#take(8), true);
  }

  i64(): bigint {
    return this.view.getBigInt64(this.#take(8), true);
  }

  /** The next `count` bytes, not copied. */
  raw(count: number, start?: number): Uint8Array {
    const at = this.#take(count, start);
    return this.bytes.subarray(at, at + count);
  }

  /** The bytes that `ByteWriter.sized` wrote, not copied. */
  sized(): Uint8Array {
    const start = this.offset;
    return this.raw(this.u32(), start);
  }

  /** A separate reader of the bytes that `ByteWriter.sized` wrote, over the same memory. */
  part(where: string): ByteReader {
    const start = this.offset;
    const at = this.#take(this.u32(), start);
    return new ByteReader(this.bytes, at, this.offset, where, this.view);
  }

  /** The text that `ByteWriter.text` wrote; bytes that are not UTF-8 become U+FFFD. */
  text(): string {
    return decodeText(this.sized());
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** Moves over `count` bytes; if there are fewer, goes back to `start` and throws. */
  #take(count: number, start: number = this.offset): number {
    const at = this.offset;
    const left = this.end - at;
    // Not "count > left": NaN and negative counts must fail too.
    if (!(count >= 0 && count <= left)) {
      this.offset = start;
      throw corruption(this.where, start, `expected ${count} more bytes, found ${left}`);
    }
    this.offset += count;
    return at;
  }
}

import { corruption } from '../errors.js';
import { decodeText } from './text.js';

/**
 * Reads what a ByteWriter wrote, from `offset` up to `end`. Numbers are little-endian.
 *
 * The one place that turns short input into CORRUPTION: every method throws it, naming `where` and the offset, when
 * fewer bytes are left than it needs, and then has moved nothing.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  readonly where: string;
  offset: number;

  /** `view`: of the same bytes, where there is one already. */
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

  /** Whether nothing is left. */
  get atEnd(): boolean {
    return this.offset >= this.end;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  i64(): bigint {
    return this.view.getBigInt64(this.take(8), true);
  }

  /** The next `count` bytes, not copied. */
  raw(count: number, start?: number): Uint8Array {
    const at = this.take(count, start);
    return this.bytes.subarray(at, at + count);
  }

  /** What `ByteWriter.sized` wrote, not copied. */
  sized(): Uint8Array {
    const start = this.offset;
    return this.raw(this.u32(), start);
  }

  /** What `ByteWriter.sized` wrote, as a reader of its own over the same memory. */
  part(where: string): ByteReader {
    const start = this.offset;
    const at = this.take(this.u32(), start);
    return new ByteReader(this.bytes, at, this.offset, where, this.view);
  }

  /** What `ByteWriter.text` wrote; bytes that are not UTF-8 become U+FFFD. */
  text(): string {
    return decodeText(this.sized());
  }

  skip(count: number): void {
    this.take(count);
  }

  /** Steps over `count` bytes; where they are missing it goes back to `start`. */
  private take(count: number, start: number = this.offset): number {
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

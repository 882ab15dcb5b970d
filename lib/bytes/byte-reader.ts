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

  constructor(bytes: Uint8Array, offset: number, end: number, where: string) {
    if (offset < 0 || end > bytes.length || offset > end) {
      throw corruption(where, offset, `expected bytes up to ${end}, found ${bytes.length} bytes`);
    }
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
  raw(count: number): Uint8Array {
    const at = this.take(count);
    return this.bytes.subarray(at, at + count);
  }

  /** What `ByteWriter.sized` wrote, not copied. */
  sized(): Uint8Array {
    const at = this.takeSized();
    return this.bytes.subarray(at, this.offset);
  }

  /** What `ByteWriter.text` wrote; bytes that are not UTF-8 become U+FFFD. */
  text(): string {
    const at = this.takeSized();
    return decodeText(this.bytes.subarray(at, this.offset));
  }

  skip(count: number): void {
    this.take(count);
  }

  private take(count: number): number {
    const at = this.offset;
    // Not "at + count > end": NaN and negative counts must fail too.
    if (!(count >= 0 && count <= this.end - at)) {
      throw corruption(this.where, at, `expected ${count} more bytes, found ${this.end - at}`);
    }
    this.offset = at + count;
    return at;
  }

  private takeSized(): number {
    const start = this.offset;
    const length = this.u32();
    if (length > this.end - this.offset) {
      const found = this.end - this.offset;
      this.offset = start;
      throw corruption(this.where, start, `expected ${length} more bytes, found ${found}`);
    }
    return this.take(length);
  }
}

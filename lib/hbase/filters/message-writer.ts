import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';

/** How a field is written: the last three bits of its tag. */
const VARINT = 0;
const SIZED = 2;
const FOUR_BYTES = 5;

/** Writes a message of Protocol Buffers, field by field. */
export class MessageWriter {
  readonly #out = new ByteWriter();

  /** A field of a type with whole numbers, such as an enum. REQUIRES an integer from 0 to 2^53-1, or a flag. */
  number(field: number, value: number | boolean): this {
    this.#varint(field * 8 + VARINT);
    this.#varint(Number(value));
    return this;
  }

  float(field: number, value: number): this {
    this.#varint(field * 8 + FOUR_BYTES);
    const at = this.#out.reserve(4);
    this.#out.view.setFloat32(at, value, true);
    return this;
  }

  /** Writes nothing for null. */
  bytes(field: number, value: Uint8Array | null): this {
    if (value === null) return this;
    this.#varint(field * 8 + SIZED);
    this.#varint(value.length);
    this.#out.raw(value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, encodeText(value));
  }

  message(field: number, value: MessageWriter): this {
    return this.bytes(field, value.finish());
  }

  /** All numbers in one field; without numbers, there is none. */
  packed(field: number, values: readonly number[]): this {
    if (values.length === 0) return this;
    const numbers = new MessageWriter();
    for (const value of values) numbers.#varint(value);
    return this.message(field, numbers);
  }

  finish(): Uint8Array {
    return this.#out.finish();
  }

  /** Seven bits in each byte, the lowest first. Bits beyond 32 need a division. */
  #varint(value: number): void {
    let left = value;
    for (; left > 0x7f; left = Math.floor(left / 0x80)) this.#out.u8((left % 0x80) | 0x80);
    this.#out.u8(left);
  }
}

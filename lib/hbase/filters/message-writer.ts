import { ByteWriter } from '../../bytes/byte-writer.js';

/** How a field is encoded; the low bits of its tag. */
const VARINT = 0;
const LENGTH_FIRST = 2;
const FOUR_BYTES = 5;

/** Writes the fields of a protobuf message. Field numbers are below 16, so each tag is one byte. */
export class MessageWriter extends ByteWriter {
  /** A boolean, an enum, or an integer from 0 to 2^53-1. */
  integer(field: number, value: number): void {
    this.#tag(field, VARINT);
    this.varint(value);
  }

  float(field: number, value: number): void {
    this.#tag(field, FOUR_BYTES);
    const at = this.reserve(4);
    this.view.setFloat32(at, value, true);
  }

  binary(field: number, bytes: Uint8Array): void {
    this.#tag(field, LENGTH_FIRST);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /**
   * Everything that `write` writes, as one field. Its length comes first and is known last: the content is moved to make
   * room for it.
   */
  nested(field: number, write: () => void): void {
    this.#tag(field, LENGTH_FIRST);
    const start = this.length;
    write();
    const end = this.length;
    this.varint(end - start);
    const prefix = this.bytes.slice(end, this.length);
    this.bytes.copyWithin(start + prefix.length, start, end);
    this.bytes.set(prefix, start);
  }

  /** An integer from 0 to 2^53-1, without a tag. */
  varint(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.u8((rest % 0x80) | 0x80);
    this.u8(rest);
  }

  #tag(field: number, encoding: number): void {
    this.u8(field * 8 + encoding);
  }
}

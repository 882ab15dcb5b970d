import { ByteReader } from '../../bytes/byte-reader.js';
import { decodeText } from '../../bytes/text.js';
import { isCorruption } from '../../errors.js';
import { plainError } from './gateway-failure.js';

const [VARINT, FIXED_64, BYTES, FIXED_32] = [0, 1, 2, 5];

type Value = bigint | Uint8Array | number;

/**
 * The fields of a message of protobuf by their numbers. The form of each is in the bytes; what a field means is known
 * by the reader alone.
 */
export class ProtobufMessage {
  private readonly fields: Map<number, Value[]> = new Map();

  /** Throws the gateway's error for bytes that are no message. */
  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes, 0, bytes.length, 'a message of protobuf');
    try {
      while (!reader.atEnd) this.readField(reader);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw plainError(
        'While parsing a protocol message, the input ended unexpectedly in the middle of a field.  This could mean either that the input has been truncated or that an embedded message misreported its own length.',
      );
    }
  }

  has(field: number): boolean {
    return this.fields.has(field);
  }

  /** The bytes of a field, or null if it is missing. */
  bytes(field: number): Uint8Array | null {
    return (this.last(field) as Uint8Array | undefined) ?? null;
  }

  /** All values of a repeated field of bytes. */
  list(field: number): readonly Uint8Array[] {
    return (this.fields.get(field) ?? []) as readonly Uint8Array[];
  }

  text(field: number): string {
    return decodeText(this.bytes(field) ?? new Uint8Array());
  }

  message(field: number): ProtobufMessage {
    return new ProtobufMessage(this.bytes(field) ?? new Uint8Array());
  }

  messages(field: number): readonly ProtobufMessage[] {
    return this.list(field).map((bytes) => new ProtobufMessage(bytes));
  }

  /** An integer or an enum, or null if it is missing. */
  integer(field: number): number | null {
    const value = this.last(field) as bigint | undefined;
    return value === undefined ? null : Number(BigInt.asIntN(64, value));
  }

  /** All values of a repeated integer, packed or not. */
  integers(field: number): readonly bigint[] {
    return (this.fields.get(field) ?? []).flatMap((value) => {
      if (typeof value === 'bigint') return [BigInt.asIntN(64, value)];
      const bytes = value as Uint8Array;
      const reader = new ByteReader(bytes, 0, bytes.length, 'packed integers');
      const values: bigint[] = [];
      while (!reader.atEnd) values.push(BigInt.asIntN(64, readVarint(reader)));
      return values;
    });
  }

  flag(field: number, otherwise = false): boolean {
    const value = this.last(field) as bigint | undefined;
    return value === undefined ? otherwise : value !== 0n;
  }

  float(field: number): number {
    return (this.last(field) as number | undefined) ?? 0;
  }

  /** Of a field that is not repeated, the last value counts. */
  private last(field: number): Value | undefined {
    return this.fields.get(field)?.at(-1);
  }

  private readField(reader: ByteReader): void {
    const tag = Number(readVarint(reader));
    if (tag === 0) throw plainError('Protocol message contained an invalid tag (zero).');
    const [field, form] = [tag >>> 3, tag & 7];
    const values = this.fields.get(field) ?? [];
    this.fields.set(field, values);
    if (form === VARINT) values.push(readVarint(reader));
    else if (form === BYTES) values.push(reader.raw(Number(readVarint(reader))));
    else if (form === FIXED_64) values.push(reader.f64());
    else if (form === FIXED_32) values.push(readFloat(reader));
    else throw plainError('Protocol message tag had invalid wire type.');
  }
}

function readVarint(reader: ByteReader): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = reader.u8();
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, value);
    if (shift > 63n) throw plainError('CodedInputStream encountered a malformed varint.');
  }
}

function readFloat(reader: ByteReader): number {
  const at = reader.offset;
  reader.skip(4);
  return reader.view.getFloat32(at, true);
}

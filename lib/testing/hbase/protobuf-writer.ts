import { ByteWriter } from '../../bytes/byte-writer.js';
import { encodeText } from '../../bytes/text.js';

/** The value of a field: bytes or a message, text, an integer, or a truth value. */
export type FieldValue = Uint8Array | string | number | bigint | boolean;

/** A message of protobuf. A field that is null is left out; a list is a repeated field. */
export function protobuf(
  fields: readonly (readonly [field: number, value: FieldValue | null | readonly FieldValue[]])[],
): Uint8Array {
  const out = new ByteWriter();
  for (const [field, given] of fields) {
    const values = Array.isArray(given) ? (given as readonly FieldValue[]) : [given as FieldValue | null];
    for (const value of values) if (value !== null) writeField(out, field, value);
  }
  return out.finish();
}

function writeField(out: ByteWriter, field: number, value: FieldValue): void {
  if (typeof value === 'string') {
    writeField(out, field, encodeText(value));
  } else if (value instanceof Uint8Array) {
    writeVarint(out, BigInt(field * 8 + 2));
    writeVarint(out, BigInt(value.length));
    out.raw(value);
  } else {
    writeVarint(out, BigInt(field * 8));
    writeVarint(out, BigInt.asUintN(64, BigInt(value)));
  }
}

function writeVarint(out: ByteWriter, value: bigint): void {
  let left = value;
  for (; left >= 0x80n; left >>= 7n) out.u8(Number(left & 0x7fn) | 0x80);
  out.u8(Number(left));
}

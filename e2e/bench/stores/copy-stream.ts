import type { PackedRows } from './packed-rows.js';

const SIGNATURE = Uint8Array.of(0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0x00);
/** No flags and no extension. */
const HEADER_REST = 8;
const END = -1;
const BIGINT_BYTES = 8;

/**
 * Rows in the binary form of PostgreSQL's COPY. Each row is a count of fields, followed by the length and bytes of each
 * field. The fields are the key, the timestamp if there is one, and the value.
 */
export function copyStream({ keys, values }: PackedRows, timestamps?: Float64Array): Blob {
  const count = keys.ends.length;
  const timestampBytes = timestamps === undefined ? 0 : 4 + BIGINT_BYTES;
  const size = SIGNATURE.length + HEADER_REST + 2 + keys.bytes.length + values.bytes.length;
  const bytes = new Uint8Array(size + count * (2 + 4 + 4 + timestampBytes));
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length + HEADER_REST;
  const addField = (source: Uint8Array, start: number, end: number) => {
    view.setInt32(at, end - start);
    bytes.set(source.subarray(start, end), at + 4);
    at += 4 + end - start;
  };
  for (let index = 0, keyStart = 0, valueStart = 0; index < count; index++) {
    const keyEnd = keys.ends[index] as number;
    const valueEnd = values.ends[index] as number;
    view.setInt16(at, timestamps === undefined ? 2 : 3);
    at += 2;
    addField(keys.bytes, keyStart, keyEnd);
    if (timestamps !== undefined) {
      view.setInt32(at, BIGINT_BYTES);
      view.setBigInt64(at + 4, BigInt(timestamps[index] as number));
      at += timestampBytes;
    }
    addField(values.bytes, valueStart, valueEnd);
    keyStart = keyEnd;
    valueStart = valueEnd;
  }
  view.setInt16(at, END);
  return new Blob([bytes]);
}

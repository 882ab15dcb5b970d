type Field = string | bigint | Uint8Array;

const SIGNATURE = Uint8Array.of(0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0x00);
/** No flags and no extension. */
const HEADER_REST = 8;
const END = -1;
const BIGINT_BYTES = 8;

/** Rows in the binary form of PostgreSQL's COPY: each a count of fields, each field its length and bytes. */
export function copyStream(rows: readonly (readonly Field[])[]): Blob {
  const encoder = new TextEncoder();
  let size = SIGNATURE.length + HEADER_REST + 2;
  for (const row of rows) {
    size += 2;
    for (const field of row) size += 4 + (typeof field === 'bigint' ? BIGINT_BYTES : 3 * field.length);
  }
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length + HEADER_REST;
  for (const row of rows) {
    view.setInt16(at, row.length);
    at += 2;
    for (const field of row) {
      let length = BIGINT_BYTES;
      if (typeof field === 'bigint') view.setBigInt64(at + 4, field);
      else if (typeof field === 'string') length = encoder.encodeInto(field, bytes.subarray(at + 4)).written;
      else {
        length = field.length;
        bytes.set(field, at + 4);
      }
      view.setInt32(at, length);
      at += 4 + length;
    }
  }
  view.setInt16(at, END);
  return new Blob([bytes.subarray(0, at + 2)]);
}

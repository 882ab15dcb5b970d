import type { ByteReader } from '../bytes/byte-reader.js';
import type { ByteWriter } from '../bytes/byte-writer.js';

/** Names of families: a u16 count, then each name with a u32 length. Cells refer to them by their index. */
export function writeNames(out: ByteWriter, names: readonly Uint8Array[]): void {
  out.u16(names.length);
  for (const name of names) out.sized(name);
}

export function readNames(reader: ByteReader): Uint8Array[] {
  const names: Uint8Array[] = [];
  for (let left = reader.u16(); left > 0; left--) names.push(reader.sized());
  return names;
}

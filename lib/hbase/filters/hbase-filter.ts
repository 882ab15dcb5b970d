/** Placeholder until the filters are merged. */
export function hbaseFilter(bytes: Uint8Array): Uint8Array {
  return bytes;
}

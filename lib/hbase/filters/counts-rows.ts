/** Placeholder until the filters are merged. */
export function countsRows(_bytes: Uint8Array): boolean {
  return false;
}

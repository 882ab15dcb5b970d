import { translated } from './translated.js';

/**
 * The bytes that `Filter.toByteArray` returned, as HBase's `Filter` message, which the gateway takes as `filterBytes`.
 * Throws INVALID_ARGUMENT for other bytes, and if the filter is too large or nested too deep.
 */
export function hbaseFilter(bytes: Uint8Array): Uint8Array {
  return translated(bytes).message;
}

import { decodeDecimal, encodeBigInt, parseDecimal, printDecimal } from './decimal.js';
import { requireBytes } from './kind.js';
import { fromInt } from './short-numbers.js';

const SCALE_BYTES = 4;

/**
 * Encodes decimal text such as `'-12.50'` or `'1E+3'`: its scale in 4 bytes, then its digits in two's complement
 * (Appendix C). Throws INVALID_ARGUMENT for other text. HBase: `Bytes.toBytes(BigDecimal)`.
 */
export function fromBigDecimal(value: string): Uint8Array {
  const { unscaled, scale } = parseDecimal(value);
  const digits = encodeBigInt(unscaled);
  const bytes = new Uint8Array(SCALE_BYTES + digits.length);
  bytes.set(fromInt(scale));
  bytes.set(digits, SCALE_BYTES);
  return bytes;
}

/**
 * The number of `fromBigDecimal` as text; null for fewer than 5 bytes, as in HBase. Throws INVALID_ARGUMENT for more
 * than 41,529 bytes, which contain more than the 100,000 digits that `fromBigDecimal` accepts.
 */
export function toBigDecimal(bytes: Uint8Array | null): string | null {
  if (bytes === null || requireBytes(bytes).length <= SCALE_BYTES) return null;
  return printDecimal(decodeDecimal(bytes));
}

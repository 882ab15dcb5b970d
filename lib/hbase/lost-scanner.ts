import { BigtabError } from '../errors.js';

/** Errors after which the scanner cannot be used. */
const LOST = /UnknownScanner|Lease|ScannerReset|OutOfOrderScanner/;

/** The error of a scan whose scanner at the gateway failed: SNAPSHOT_EXPIRED if the scanner cannot be used any more. */
export function lostScanner(error: unknown): unknown {
  if (!BigtabError.is(error)) return error;
  const { code, message, details } = error;
  const isLost =
    code === 'OUTCOME_UNKNOWN' ||
    code === 'SCANNER_CLOSED' ||
    code === 'INVALID_ARGUMENT' ||
    LOST.test(String(details.hbaseClass));
  if (!isLost) return error;
  return new BigtabError(
    'SNAPSHOT_EXPIRED',
    `The gateway lost the scanner, and its filter counts rows, so another one cannot continue (${message}). Scan again.`,
    { cause: error },
  );
}

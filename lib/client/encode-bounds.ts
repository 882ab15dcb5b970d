import { compareBytes, equalBytes } from '../bytes/compare.js';
import { isBytes } from '../bytes/kind.js';
import { prefixStop } from '../bytes/successor.js';
import type { KeyCodec, KeyParts, KeyPrefix } from '../model/key-codec.js';
import { MAX_ROW_LENGTH } from '../model/limits.js';
import { toBoolean } from '../model/literal.js';

/*
 * The bounds of a scan of composite row keys. A bound that is a complete key is one row. A bound with the first parts
 * is a block: all rows that begin with them. Then
 *
 *                        the scan includes the block   the scan excludes it
 *   lower bound          from its first row            from the row after the block
 *   upper bound          up to the row after it        up to its first row
 */

/** The literal of a scan, of which this module reads the bounds. */
interface Bounds {
  readonly start?: unknown;
  readonly startInclusive?: unknown;
  readonly stop?: unknown;
  readonly stopInclusive?: unknown;
  readonly prefix?: unknown;
  readonly reversed?: unknown;
}

type Key = KeyCodec<KeyParts>;
interface Bound {
  /** The bytes with which the rows of the bound begin. */
  readonly block: Uint8Array;
  /** The row of the scan; null if there is no bound. */
  readonly row: Uint8Array | null;
  readonly inclusive: boolean;
}

/** The literal with its bounds as bytes. Throws INVALID_ARGUMENT for bounds that are not lists of parts. */
export function encodeBounds<T extends Bounds>(key: Key, scan: T): T {
  const { start = null, startInclusive = true, stop = null, stopInclusive = false, prefix, reversed } = scan;
  const isReversed = reversed === true;
  const first = start === null ? null : boundOf(key, start, toBoolean(startInclusive, 'startInclusive'), isReversed);
  const last = stop === null ? null : boundOf(key, stop, toBoolean(stopInclusive, 'stopInclusive'), !isReversed);
  // If one block contains the other, excluding both may exchange the bounds, and no row is left. A reversed scan would
  // be refused, as if its caller had exchanged them.
  const isNothing =
    isReversed && first?.row && last?.row && compareBytes(first.row, last.row) < 0 && nested(first, last);
  return {
    ...scan,
    ...(prefix !== undefined && { prefix: bytesOf(key, prefix) }),
    ...(first && { start: first.row ?? null, startInclusive: first.inclusive && !isNothing }),
    ...(last && { stop: (isNothing ? first : last).row ?? null, stopInclusive: last.inclusive && !isNothing }),
  };
}

function boundOf(key: Key, given: unknown, inclusive: boolean, isUpper: boolean): Bound {
  const block = bytesOf(key, given);
  if (isBytes(given) || (given as readonly unknown[]).length === key.parts.length)
    return { block, row: block, inclusive };
  if (inclusive !== isUpper) return { block, row: block, inclusive: !isUpper };
  // No row follows a block of 0xFF bytes.
  const after = prefixStop(block) ?? (isUpper ? null : new Uint8Array(MAX_ROW_LENGTH).fill(0xff));
  return { block, row: after, inclusive: !isUpper };
}

function bytesOf(key: Key, given: unknown): Uint8Array {
  return isBytes(given) ? given : key.encodePrefix(given as KeyPrefix<KeyParts>);
}

function nested({ block: a }: Bound, { block: b }: Bound): boolean {
  const length = Math.min(a.length, b.length);
  return equalBytes(a.subarray(0, length), b.subarray(0, length));
}

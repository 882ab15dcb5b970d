import { isBytes } from '../bytes/kind.js';
import { prefixStop } from '../bytes/successor.js';
import type { KeyCodec, KeyParts, KeyPrefix } from '../model/key-codec.js';
import { MAX_ROW_LENGTH } from '../model/limits.js';

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
  readonly row: Uint8Array | undefined;
  readonly inclusive: unknown;
}

/** The literal with its bounds as bytes. Throws INVALID_ARGUMENT for bounds that are not lists of parts. */
export function encodeBounds<T extends Bounds>(key: Key, scan: T): T {
  const { start, startInclusive = true, stop, stopInclusive = false, prefix, reversed, ...rest } = scan;
  const isReversed = reversed === true;
  return {
    ...rest,
    ...(reversed !== undefined && { reversed }),
    ...(prefix !== undefined && { prefix: isBytes(prefix) ? prefix : key.encodePrefix(prefix as KeyPrefix<KeyParts>) }),
    ...named('start', start, boundOf(key, start, startInclusive, isReversed)),
    ...named('stop', stop, boundOf(key, stop, stopInclusive, !isReversed)),
  } as unknown as T;
}

function named(name: 'start' | 'stop', given: unknown, { row, inclusive }: Bound): object {
  if (given === undefined) return {};
  return row === undefined ? {} : { [name]: row, [`${name}Inclusive`]: inclusive };
}

function boundOf(key: Key, given: unknown, inclusive: unknown, isUpper: boolean): Bound {
  if (given === undefined) return { row: undefined, inclusive };
  if (isBytes(given)) return { row: given, inclusive };
  const bytes = key.encodePrefix(given as KeyPrefix<KeyParts>);
  if ((given as readonly unknown[]).length === key.parts.length) return { row: bytes, inclusive };
  const includesBlock = inclusive === true;
  if (includesBlock !== isUpper) return { row: bytes, inclusive: !isUpper };
  // No row follows a block of 0xFF bytes.
  const after = prefixStop(bytes) ?? (isUpper ? undefined : new Uint8Array(MAX_ROW_LENGTH).fill(0xff));
  return { row: after, inclusive: !isUpper };
}

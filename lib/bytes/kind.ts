import { type BigtabError, invalidArgument } from '../errors.js';

/**
 * Whether `value` is a Uint8Array, of this or another window or frame, or a subclass such as Node's Buffer. False if
 * its buffer was transferred, or made shorter than the array.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    ArrayBuffer.isView(value) &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Uint8Array' &&
    (value.byteLength > 0 || hasBuffer(value as Uint8Array))
  );
}

/**
 * Whether the array can be read. One that lost its buffer has the length 0, like an empty one, but throws when read.
 */
function hasBuffer(array: Uint8Array): boolean {
  try {
    array.values();
    return true;
  } catch {
    return false;
  }
}

/** A few words about `value` for a message, without its content unless it is a number. */
export function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    return kind === 'Uint8Array' && !isBytes(value) ? `${kind} without its buffer` : kind;
  }
  if (typeof value === 'string') return 'text';
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : String(value);
}

/** Returns `value` if it is bytes. Throws INVALID_ARGUMENT otherwise. */
export function requireBytes(value: unknown): Uint8Array {
  if (!isBytes(value)) throw invalidArgument(`bytes must be a Uint8Array; got ${kindOf(value)}`);
  return value;
}

/** The INVALID_ARGUMENT error for a `value` that is not what `allowed` says. */
export function notAllowed(what: string, allowed: string, value: unknown): BigtabError {
  return invalidArgument(`${what} must be ${allowed}; got ${kindOf(value)}`);
}

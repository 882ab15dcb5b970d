import { type BigtabError, invalidArgument } from '../errors.js';

/**
 * Whether `value` is a Uint8Array, also one of another window or frame, and any subclass such as Node's Buffer. One
 * whose buffer was transferred, or made shorter than the array, has no bytes.
 */
export function isBytes(value: unknown): value is Uint8Array {
  return (
    ArrayBuffer.isView(value) &&
    (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Uint8Array' &&
    (value.byteLength > 0 || hasBuffer(value as Uint8Array))
  );
}

/** Whether it can be read: an array that lost its buffer has the length 0, as an empty one, and throws when it is. */
function hasBuffer(array: Uint8Array): boolean {
  try {
    array.values();
    return true;
  } catch {
    return false;
  }
}

/** What `value` is, for a message: never more than a few words, never its content beyond a number. */
export function kindOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    return kind === 'Uint8Array' && !isBytes(value) ? `${kind} without its buffer` : kind;
  }
  if (typeof value === 'string') return 'text';
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : String(value);
}

/** `value` itself when it is bytes. Throws INVALID_ARGUMENT. */
export function requireBytes(value: unknown): Uint8Array {
  if (!isBytes(value)) throw invalidArgument(`bytes are a Uint8Array; got ${kindOf(value)}`);
  return value;
}

/** INVALID_ARGUMENT: `what` must be `allowed`, and `value` is not. */
export function notAllowed(what: string, allowed: string, value: unknown): BigtabError {
  return invalidArgument(`${what} must be ${allowed}; got ${kindOf(value)}`);
}

/*
 * Control calls: the request is JSON { method, args }, the reply is the method's result as JSON, or null if it returned
 * nothing. A method that returns bytes is answered with these.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { isBytes, kindOf } from '../bytes/kind.js';
import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';
import { BigtabError, corruption } from '../errors.js';
import type { ControlMethod, ControlRequest } from './control-methods.js';

/**
 * Throws INVALID_ARGUMENT for arguments that JSON cannot write: an argument contains itself, is nested too deep for the
 * stack, or throws when it is read.
 */
export function encodeControl(method: ControlMethod, args: readonly unknown[]): Uint8Array {
  try {
    return encodeText(JSON.stringify({ method, args }, toJson));
  } catch (cause) {
    const message = `${method} was given an object that contains itself, is nested too deeply or cannot be read`;
    throw new BigtabError('INVALID_ARGUMENT', message, { cause });
  }
}

/** Bytes are sent in printable form. A value that JSON cannot write becomes null, which the engine refuses. */
function toJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const given = this[key];
  if (isBytes(given)) return toStringBinary(given);
  // JSON would silently drop the elements of a Map or a Set.
  const wordless = ['bigint', 'function', 'symbol'].includes(typeof given) || ['Map', 'Set'].includes(kindOf(given));
  return wordless ? null : value;
}

/** Throws CORRUPTION. */
export function readControl(reader: ByteReader): ControlRequest {
  const at = reader.offset;
  try {
    const request = readJson(reader) as ControlRequest;
    if (typeof request.method === 'string' && Array.isArray(request.args)) return request;
  } catch {
    // It is refused below.
  }
  throw corruption(reader.where, at, 'expected a method with arguments');
}

export function encodeControlReply(value: unknown): Uint8Array {
  if (isBytes(value)) return value;
  return encodeText(JSON.stringify(value ?? null));
}

/** Parses the rest of `reader`. */
export function readJson(reader: ByteReader): unknown {
  return JSON.parse(decodeText(reader.raw(reader.end - reader.offset)));
}

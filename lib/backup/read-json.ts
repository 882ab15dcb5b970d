import { decodeTextStrict } from '../bytes/text.js';
import { badLine } from './bad-line.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** How large the value of a line may be, so that parsing it needs little memory. */
export interface JsonLimits {
  readonly depth: number;
  /** Objects, lists and commas. */
  readonly parts: number;
}

/** An object with any properties. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a line that must be an object. Throws INVALID_ARGUMENT. */
export function readJsonLine(bytes: Uint8Array, line: number, limits: JsonLimits): JsonObject {
  checkSize(bytes, line, limits);
  const text = decodeTextStrict(bytes);
  if (text === null) throw badLine(line, 'is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badLine(line, 'is not JSON');
  }
  if (!isObject(value)) throw badLine(line, 'is not an object');
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts what a parser would have to create. */
function checkSize(bytes: Uint8Array, line: number, limits: JsonLimits): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      parts++;
      if (depth > limits.depth) throw badLine(line, 'is nested too deeply');
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    else if (byte === COMMA) parts++;
    if (parts > limits.parts) throw badLine(line, 'has too many parts');
  }
}

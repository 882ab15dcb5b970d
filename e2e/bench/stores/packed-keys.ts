import { type PackedValues, packValues } from './packed-values.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The keys in UTF-8, packed like values. */
export function packKeys(keys: readonly string[]): PackedValues {
  const text = keys.join('');
  const bytes = encoder.encode(text);
  // Only ASCII text has as many bytes as characters; in that case, the ends of the keys in the text are also their ends
  // in the bytes.
  if (bytes.length !== text.length) return packValues(keys.map((key) => encoder.encode(key)));
  const ends = new Int32Array(keys.length);
  let at = 0;
  for (let index = 0; index < keys.length; index++) {
    at += (keys[index] as string).length;
    ends[index] = at;
  }
  return { bytes, ends };
}

/** Appends the keys to `keys`. */
export function unpackKeys({ bytes, ends }: PackedValues, keys: string[]): void {
  const text = decoder.decode(bytes);
  const isAscii = text.length === bytes.length;
  let at = 0;
  for (const end of ends) {
    keys.push(isAscii ? text.slice(at, end) : decoder.decode(bytes.subarray(at, end)));
    at = end;
  }
}

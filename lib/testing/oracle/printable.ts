/*
 * The oracle stores bytes as texts with one character per byte, so `<` compares in byte order (O-1). Histories contain
 * them in HBase's printable form.
 */

/**
 * `value` with every text in it, at any depth, converted from printable form. The names of fields and operations are
 * not changed.
 */
export function fromPrintable<T>(value: T): T {
  return mapTexts(value, (text) =>
    text.replace(/\\x([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  ) as T;
}

/** `value` with every text in it converted to printable form. */
export function toPrintable<T>(value: T): T {
  return mapTexts(value, (text) =>
    text.replace(
      /[^ -[\]-~]/g,
      (character) => `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    ),
  ) as T;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map)]));
}

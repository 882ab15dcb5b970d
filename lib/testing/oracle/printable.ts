/*
 * The oracle holds bytes as texts of one character a byte, so that `<` is the byte order (O-1). Histories write them in
 * HBase's printable form.
 */

/**
 * `value` with every text in it read from the printable form, at any depth; names of fields and of operations are
 * printable as they are.
 */
export function fromPrintable<T>(value: T): T {
  return mapTexts(value, (text) =>
    text.replace(/\\x([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  ) as T;
}

/** `value` with every text in it written in the printable form. */
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

import { compareBytes } from '../bytes/compare.js';
import { encodeText } from '../bytes/text.js';

/** `KEY => 'value'`; a quote in the value is not escaped, as in HBase. */
export function attributeText(key: string, value: string): string {
  return `${key} => '${value}'`;
}

/** `KEY => {'k' => 'v', …}`, or nothing if there are no pairs. */
export function quotedPairs(key: string, pairs: readonly (readonly [string, string])[]): readonly string[] {
  if (pairs.length === 0) return [];
  return [`${key} => {${pairs.map(([name, value]) => attributeText(`'${name}'`, value)).join(', ')}}`];
}

/** Sorted by the UTF-8 bytes of the keys. */
export function inByteOrder(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return [...pairs].sort(([a], [b]) => compareBytes(encodeText(a), encodeText(b)));
}

/** Whether HBase treats `value` as the default of `key`, ignoring case. */
export function isDefault(defaults: ReadonlyMap<string, string>, key: string, value: string): boolean {
  return defaults.get(key)?.toUpperCase() === value.toUpperCase();
}

import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';

/** A string of Ruby: bytes, usually UTF-8 (H-2). */
export class ShellText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  static of(text: string): ShellText {
    return new ShellText(encodeText(text));
  }

  /** The text of the bytes, read as UTF-8. */
  get text(): string {
    return decodeText(this.bytes);
  }
}

/** A table in a variable: the result of `get_table` and `create` (H-6). */
export class TableReference {
  /** The printed name: `t` or `ns:t`. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A hash of Ruby; a key that is not a string is stored as its printed text. */
export type ShellHash = ReadonlyMap<string, ShellValue>;

/** The possible values of a command's argument: a `bigint` is an integer, a `number` a float, null is nil. */
export type ShellValue =
  | ShellText
  | bigint
  | number
  | boolean
  | null
  | readonly ShellValue[]
  | ShellHash
  | TableReference;

export function isHash(value: ShellValue | undefined): value is ShellHash {
  return value instanceof Map;
}

export function isList(value: ShellValue | undefined): value is readonly ShellValue[] {
  return Array.isArray(value);
}

/** Ruby's `to_s`, as bytes: the value or row key that a value other than a string means (H-9). */
export function bytesOf(value: ShellValue): Uint8Array {
  return value instanceof ShellText ? value.bytes : encodeText(textOf(value));
}

/** Ruby's `to_s`, as text. */
export function textOf(value: ShellValue): string {
  if (value instanceof ShellText) return value.text;
  if (value instanceof TableReference) return value.name;
  return value === null ? '' : inspect(value);
}

/** Ruby's `inspect`: how the prompt echoes a value (H-21). */
export function inspect(value: ShellValue): string {
  if (value === null) return 'nil';
  if (value instanceof ShellText) return `"${toStringBinary(value.bytes).replaceAll('"', '\\"')}"`;
  if (value instanceof TableReference) return `Hbase::Table - ${value.name}`;
  if (isList(value)) return `[${value.map(inspect).join(', ')}]`;
  if (isHash(value)) return `{${[...value].map(([key, of]) => `"${key}"=>${inspect(of)}`).join(', ')}}`;
  return typeof value === 'number' ? floatText(value) : String(value);
}

/** A float as Ruby prints it: with a point, and from 10^16 on with an exponent. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits, exponent] = value.toExponential().split('e') as [string, string];
    const sign = exponent.startsWith('-') ? '-' : '+';
    return `${withPoint(digits)}e${sign}${exponent.replace(/^[+-]/, '').padStart(2, '0')}`;
  }
  return Object.is(value, -0) ? '-0.0' : withPoint(String(value));
}

function withPoint(digits: string): string {
  return digits.includes('.') ? digits : `${digits}.0`;
}

import * as Bytes from '../bytes/bytes.js';
import { argumentError } from './ruby-error.js';
import { floatText } from './shell-value.js';

/** Makes the bytes of a cell readable. Throws INVALID_ARGUMENT for bytes that are not of its kind. */
export type Converter = (bytes: Uint8Array) => string;

/** The only class whose methods convert (H-51, H-52). */
const BYTES_CLASS = 'org.apache.hadoop.hbase.util.Bytes';

/** HBase's `Bytes` methods that convert bytes to printable values. */
const CONVERTERS: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['toStringBinary', Bytes.toStringBinary],
  ['toString', Bytes.toText],
  ['toInt', (bytes) => String(Bytes.toInt(bytes))],
  ['toLong', (bytes) => String(Bytes.toLong(bytes))],
  ['toShort', (bytes) => String(Bytes.toShort(bytes))],
  ['toFloat', (bytes) => floatText(Bytes.toFloat(bytes))],
  ['toDouble', (bytes) => floatText(Bytes.toDouble(bytes))],
  ['toBoolean', (bytes) => String(Bytes.toBoolean(bytes))],
  ['toBigDecimal', (bytes) => Bytes.toBigDecimal(bytes) ?? ''],
  ['toHex', Bytes.toHex],
]);

/**
 * The converter of this name, such as `toLong` or `c(org.apache.hadoop.hbase.util.Bytes).toLong`, or null if there is
 * none (H-51).
 */
export function converterOf(spec: string): Converter | null {
  const [, className, method = ''] = /^(?:c\((.*)\)\.)?(\w+)$/.exec(spec) ?? [];
  if (className !== undefined) return formatterOf(method, className);
  return CONVERTERS.get(method) ?? null;
}

/**
 * The converter of an option FORMATTER, with the class of FORMATTER_CLASS (H-52). Throws INVALID_ARGUMENT for an
 * unknown one.
 */
export function formatterOf(method: string, className: string = BYTES_CLASS): Converter {
  if (className !== BYTES_CLASS) {
    throw argumentError(`Class ${className} does not exist; converters are methods of ${BYTES_CLASS}`);
  }
  const converter = CONVERTERS.get(method);
  if (converter !== undefined) return converter;
  throw argumentError(`Bytes has no method ${method} here; use one of ${[...CONVERTERS.keys()].join(', ')}`);
}

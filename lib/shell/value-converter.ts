import {
  toBigDecimal,
  toBoolean,
  toDouble,
  toFloat,
  toHex,
  toInt,
  toLong,
  toShort,
  toStringBinary,
  toText,
} from '../bytes/bytes.js';
import { argumentError } from './ruby-error.js';
import { floatText } from './shell-value.js';

/** Makes the bytes of a cell readable. Throws INVALID_ARGUMENT for bytes that are not of its kind. */
export type Converter = (bytes: Uint8Array) => string;

/** The only class whose methods convert (H-51, H-52). */
const BYTES_CLASS = 'org.apache.hadoop.hbase.util.Bytes';

/** HBase's `Bytes` methods that convert bytes to printable values. */
const CONVERTERS: Readonly<Record<string, Converter>> = {
  toStringBinary,
  toString: toText,
  toInt: (bytes) => String(toInt(bytes)),
  toLong: (bytes) => String(toLong(bytes)),
  toShort: (bytes) => String(toShort(bytes)),
  toFloat: (bytes) => floatText(toFloat(bytes)),
  toDouble: (bytes) => floatText(toDouble(bytes)),
  toBoolean: (bytes) => String(toBoolean(bytes)),
  toBigDecimal: (bytes) => toBigDecimal(bytes) ?? '',
  toHex,
};

/**
 * The converter of this name, such as `toLong` or `c(org.apache.hadoop.hbase.util.Bytes).toLong`, or null if there is
 * none (H-51).
 */
export function converterOf(spec: string): Converter | null {
  const [, className, method = ''] = /^(?:c\((.*)\)\.)?(\w+)$/.exec(spec) ?? [];
  if (className !== undefined) return formatterOf(method, className);
  return Object.hasOwn(CONVERTERS, method) ? (CONVERTERS[method] as Converter) : null;
}

/**
 * The converter of an option FORMATTER, with the class of FORMATTER_CLASS (H-52). Throws INVALID_ARGUMENT for an
 * unknown one.
 */
export function formatterOf(method: string, className: string = BYTES_CLASS): Converter {
  if (className !== BYTES_CLASS) {
    throw argumentError(`Class ${className} does not exist; converters are methods of ${BYTES_CLASS}`);
  }
  if (!Object.hasOwn(CONVERTERS, method)) {
    throw argumentError(`Bytes has no method ${method} here; use one of ${Object.keys(CONVERTERS).join(', ')}`);
  }
  return CONVERTERS[method] as Converter;
}

import { parseJsonBytes } from '../../bytes/json.js';
import { toDouble, toLong, toNumber } from '../../bytes/long-numbers.js';
import { invalidArgument } from '../../errors.js';

/*
 * Reads single values of a Result. Each function throws INVALID_ARGUMENT for bytes of another form.
 */

const NUMBER_BYTES = 8;

/** The integer of a counter. */
export function longOf(value: Uint8Array): bigint {
  return toLong(eightBytes(value));
}

/** The integer of a counter, as a number. */
export function numberOf(value: Uint8Array): number {
  return toNumber(eightBytes(value));
}

/** The number in IEEE 754. */
export function doubleOf(value: Uint8Array): number {
  return toDouble(eightBytes(value));
}

/** What the JSON describes. */
export function jsonOf(value: Uint8Array): unknown {
  return parseJsonBytes(value);
}

function eightBytes(value: Uint8Array): Uint8Array {
  if (value.length !== NUMBER_BYTES) throw invalidArgument(`expected 8 bytes, found ${value.length}`);
  return value;
}

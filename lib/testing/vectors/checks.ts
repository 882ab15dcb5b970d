import { isPrintable } from './printable-bytes.js';

/*
 * Small checks of JSON values, which are combined to check a history. A check throws `Malformed`, so an unknown field
 * is always noticed.
 */

/** A history, or a line of a file, with the wrong format. The message names the place and the mistake. */
export class Malformed extends Error {
  override readonly name: string = 'Malformed';
}

/** Throws `Malformed` unless `value` has the right form. `where` names it. */
export type Check = (value: unknown, where: string) => void;

function must(holds: boolean, where: string, shape: string, value: unknown): void {
  if (!holds) throw new Malformed(`${where} must be ${shape}; it is ${JSON.stringify(value)}`);
}

export const anything: Check = () => undefined;
export const text: Check = (value, where) => must(typeof value === 'string', where, 'a text', value);
export const truth: Check = (value, where) => must(typeof value === 'boolean', where, 'true or false', value);
export const integer: Check = (value, where) => must(Number.isSafeInteger(value), where, 'a safe integer', value);

export const bytes: Check = (value, where) =>
  must(typeof value === 'string' && isPrintable(value), where, 'bytes in printable form', value);

export const decimal: Check = (value, where) =>
  must(typeof value === 'string' && /^-?\d+$/.test(value), where, 'a decimal number as text', value);

/** A timestamp: a number, `LATEST`, or decimal text. */
export const time: Check = (value, where) => {
  if (typeof value === 'string' && value !== 'LATEST') decimal(value, where);
  else if (value !== 'LATEST') integer(value, where);
};

export function word(...words: readonly unknown[]): Check {
  return (value, where) => must(words.includes(value), where, `one of ${words.join(', ')}`, value);
}

export function list(element: Check): Check {
  return (value, where) => {
    must(Array.isArray(value), where, 'a list', value);
    for (const [index, one] of (value as readonly unknown[]).entries()) element(one, `${where}[${index}]`);
  };
}

/** A list whose elements have a check each; the last `optional` of them may be missing. */
export function tuple(elements: readonly Check[], optional: number = 0): Check {
  return (value, where) => {
    const length = Array.isArray(value) ? value.length : -1;
    const least = elements.length - optional;
    const shape = optional === 0 ? `a list of ${least}` : `a list of ${least} to ${elements.length}`;
    must(length >= least && length <= elements.length, where, shape, value);
    for (const [index, one] of (value as readonly unknown[]).entries()) elements[index]?.(one, `${where}[${index}]`);
  };
}

/** An object whose keys and values have one check each. */
export function record(key: Check, each: Check): Check {
  return (value, where) => {
    for (const [name, one] of entries(value, where)) {
      key(name, `a key of ${where}`);
      each(one, `${where}.${name}`);
    }
  };
}

/** An object with these fields and no others. */
export function fields(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  return (value, where) => {
    const given = entries(value, where);
    for (const [name, one] of given) {
      const check = Object.hasOwn(required, name)
        ? required[name]
        : Object.hasOwn(optional, name)
          ? optional[name]
          : null;
      if (!check) throw new Malformed(`${where} has a field '${name}', which nobody knows`);
      check(one, `${where}.${name}`);
    }
    const names = given.map(([name]) => name);
    const missing = Object.keys(required).find((name) => !names.includes(name));
    if (missing !== undefined) throw new Malformed(`${where} lacks '${missing}'`);
  };
}

/** Passes if one of the checks passes; otherwise the last one throws. */
export function either(...checks: readonly Check[]): Check {
  return (value, where) => {
    for (const [index, check] of checks.entries()) {
      try {
        check(value, where);
        return;
      } catch (error) {
        if (index === checks.length - 1) throw error;
      }
    }
  };
}

/** An object or a list whose field `tag` determines the check that it must pass. */
export function tagged(tag: string | number, checks: Readonly<Record<string, Check>>): Check {
  return (value, where) => {
    must(typeof value === 'object' && value !== null, where, 'an object or a list', value);
    const name = (value as Readonly<Record<string | number, unknown>>)[tag];
    word(...Object.keys(checks))(name, `${tag} of ${where}`);
    checks[name as string]?.(value, where);
  };
}

function entries(value: unknown, where: string): [string, unknown][] {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), where, 'an object', value);
  return Object.entries(value as object);
}

/*
 * The shapes of plain data that was read: which properties it must have, and of which kinds. Properties that are not
 * named are allowed.
 */
import { LARGEST_COUNT } from '../../model/limits.js';

/** Says why `value`, which is at `at`, has another shape; null if it has this one. */
export type Check = (value: unknown, at: string) => string | null;

export const count: Check = (value, at) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LARGEST_COUNT
    ? null
    : expected(at, 'a whole number', value);
export const time: Check = (value, at) =>
  Math.abs(value as number) <= Number.MAX_SAFE_INTEGER && typeof value === 'number'
    ? null
    : expected(at, 'a time', value);
export const flag: Check = (value, at) => (typeof value === 'boolean' ? null : expected(at, 'true or false', value));
export const text: Check = (value, at) => (typeof value === 'string' ? null : expected(at, 'text', value));
export const something: Check = (value, at) =>
  typeof value === 'object' && value !== null ? null : expected(at, 'an object', value);

/** One of these values. */
export function oneOf(values: readonly unknown[]): Check {
  return (value, at) => (values.includes(value) ? null : expected(at, values.map(String).join(' or '), value));
}

export function record(shape: Readonly<Record<string, Check>>): Check {
  return (value, at) => {
    if (typeof value !== 'object' || value === null) return expected(at, 'an object', value);
    for (const [name, check] of Object.entries(shape)) {
      const wrong = check((value as Record<string, unknown>)[name], `${at}.${name}`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

export function optional(check: Check): Check {
  return (value, at) => (value === undefined ? null : check(value, at));
}

export function nullable(check: Check): Check {
  return (value, at) => (value === null ? null : check(value, at));
}

export function list(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return expected(at, 'a list', value);
    for (const [index, item] of value.entries()) {
      const wrong = check(item, `${at}[${index}]`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

export function expected(at: string, what: string, value: unknown): string {
  const found = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `expected ${what} as ${at}, found ${found.length > 60 ? `${found.slice(0, 60)}…` : found}`;
}

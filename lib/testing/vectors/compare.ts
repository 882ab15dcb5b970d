import type { Step } from './history.js';

/**
 * The outcome of a call: a value in the format of a history, or the class of an error. The message is for the reader.
 */
export type Got = { readonly value: unknown } | { readonly error: string; readonly message?: string };

/** The required answer of a step. Null means anything but an error. */
export type Expected = { readonly value: unknown } | { readonly error: string } | null;

/** Bigtab's own answer if the step has one; otherwise HBase's. */
export function expectedOf(step: Step): Expected {
  if ('bigtab' in step) return isError(step.bigtab) ? { error: step.bigtab.error } : toValue(step.bigtab);
  if (step.error !== undefined) return { error: step.error };
  return 'expect' in step ? toValue(step.expect) : null;
}

/** Whether an answer is the expected one: equal in every cell and in their order, or an error of the same class. */
export function agrees(expected: Expected, got: Got): boolean {
  if (expected === null) return 'value' in got;
  if ('error' in expected) return 'error' in got && got.error === expected.error;
  return 'value' in got && equal(expected.value, got.value);
}

/** `null` means success. Only the class of a batch's error counts. */
function toValue(value: unknown): Expected {
  if (value === null) return null;
  const isBatch = Array.isArray(value) && value.some(isError);
  return { value: isBatch ? value.map((entry) => (isError(entry) ? { error: entry.error } : entry)) : value };
}

function isError(value: unknown): value is { readonly error: string } {
  return typeof value === 'object' && value !== null && 'error' in value;
}

/** Whether two JSON values are equal; the order of an object's fields does not count. */
function equal(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && equal(a[name as keyof typeof a], (b as Record<string, unknown>)[name]),
  );
}

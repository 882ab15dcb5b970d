import { hasBeyondTime } from './call-arguments.js';
import type { AnsweredCall } from './call-case.js';

/* Whether an answer equals the recorded one as exactly as CALLS.md requires. */

/** The outcome of a call. */
export type Got = { readonly value: unknown } | { readonly error: string; readonly causes?: unknown };

const JAVAS_ACCIDENT = /^(?:NullPointerException|NumberFormatException|\w*IndexOutOfBoundsException)$/;
const OF_ARGUMENTS = ['IllegalArgumentException', 'TypeError'];

/** Whether `got` is one of the correct answers. For a comparison, only the sign counts. */
export function agreesWithCall(recorded: AnsweredCall, got: Got): boolean {
  if ('error' in got && got.error === 'IllegalArgumentException' && hasBeyondTime(recorded.call)) return true;
  const name = recorded.call.flat(1).find((part) => typeof part === 'string' && /compare(?:To)?\b/.test(part));
  const compares = name !== undefined && 'value' in got && typeof got.value === 'number';
  return answersOf(recorded).some((answer) => agrees(compares ? Math.sign(Number(answer)) : answer, got));
}

/** Bigtab's answer if the call has one; otherwise HBase's, and the alternative that is also correct. */
export function answersOf(recorded: AnsweredCall): readonly unknown[] {
  if ('bigtab' in recorded) return [recorded.bigtab];
  const { error, causes, expect, or } = recorded;
  const first = error === undefined ? expect : { error, ...(causes !== undefined && { causes }) };
  return or === undefined ? [first] : [first, or];
}

function agrees(answer: unknown, got: Got): boolean {
  if (!isError(answer)) return 'value' in got && same(answer, withoutCursors(answer, got.value));
  return 'error' in got && sameError(answer, got);
}

function isError(value: unknown): value is { readonly error: string; readonly causes?: unknown } {
  return typeof value === 'object' && value !== null && 'error' in value;
}

/** No rule defines when a scan reports its progress, so an answer without such reports is also correct. */
function withoutCursors(answer: unknown, value: unknown): unknown {
  const isCursor = (one: unknown) => typeof one === 'object' && one !== null && 'cursor' in one;
  if (!Array.isArray(answer) || !Array.isArray(value) || answer.some(isCursor)) return value;
  return value.filter((one) => !isCursor(one));
}

/** The class, and for the failures of a list also the rows that have them. */
function sameError(
  answer: { readonly error: string; readonly causes?: unknown },
  got: { readonly error: string; readonly causes?: unknown },
): boolean {
  if (JAVAS_ACCIDENT.test(answer.error)) return OF_ARGUMENTS.includes(got.error);
  if (answer.error !== got.error) return false;
  return answer.causes === undefined || same(answer.causes, got.causes);
}

function same(a: unknown, b: unknown): boolean {
  if (a === 'NOW') return typeof b === 'number';
  if (typeof a === 'string' && typeof b === 'string') return a === b || inByteOrder(a) === inByteOrder(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (isError(a) || isError(b)) return isError(a) && isError(b) && sameError(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  // HBase does not look ahead, so its last piece of a row may report that more follows.
  if ('cells' in a && !('more' in b)) names.delete('more');
  return [...names].every((name) => name in a === name in b && sameField(name, a[name as never], b[name as never]));
}

/** Where HBase has null, Bigtab has empty bytes, which mean the same (N-31, N-32). */
function sameField(name: string, a: unknown, b: unknown): boolean {
  return same(a, b) || (a === null && b === '' && NULL_IS_EMPTY.includes(name));
}

const NULL_IS_EMPTY = ['start', 'stop', 'qualifier'];

/**
 * The keys of a family's METADATA and CONFIGURATION are in the order of a hash table, so any order is correct. In an
 * interval, HBase chooses the plural of seconds by the number of minutes.
 */
function inByteOrder(text: string): string {
  const plural = text.replace(/(?<=\(.* [2-9]|\d\d) SECOND(?=\))/g, ' SECONDS');
  return plural.replace(/(METADATA|CONFIGURATION) => \{([^}]*)\}/g, (_, key: string, pairs: string) => {
    return `${key} => {${pairs.split(', ').sort().join(', ')}}`;
  });
}

import { kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { nameText } from './value-place.js';

/*
 * JSON can represent null, booleans, finite numbers, text, arrays without gaps, and objects without a class. It
 * silently changes or drops anything else.
 */

/** A value that is nested deeper is refused, because a reader with a small stack could not parse it. */
const MAX_DEPTH = 1000;

/** Paths in messages are cut after this many characters. */
const SHOWN_PATH = 200;

/** What to pass instead of a value of this kind, as `kindOf` calls it. */
const INSTEAD: { readonly [kind: string]: string } = {
  Date: 'use toISOString()',
  Map: 'use Object.fromEntries, or an array of pairs',
  Set: 'use an array',
  Uint8Array: 'use a column of bytes',
  undefined: 'use null, or leave it out',
};

/** A value on the path to the one that is checked. */
interface Parent {
  readonly value: object;
  /** Its key in `up`. */
  readonly key: string | number;
  readonly up: Parent | null;
  readonly depth: number;
}

/**
 * Throws INVALID_ARGUMENT unless JSON returns `value` unchanged. The message and `details.path` contain the place
 * within it: `$.a[3].b`.
 */
export function requireHeldByJson(value: unknown): void {
  check(value, '', null);
}

function check(value: unknown, key: string | number, up: Parent | null): void {
  const reason = typeof value === 'object' && value !== null ? objectProblem(value, up) : valueProblem(value);
  if (reason !== null) {
    const path = pathOf(key, up);
    throw invalidArgument(`JSON cannot hold ${nameText(path, SHOWN_PATH)}: ${reason}`, { path });
  }
  if (typeof value !== 'object' || value === null) return;
  const here = { value, key, up, depth: (up?.depth ?? 0) + 1 };
  if (Array.isArray(value)) for (let index = 0; index < value.length; index++) check(value[index], index, here);
  else for (const [name, item] of Object.entries(value)) check(item, name, here);
}

/** Why JSON cannot represent a value that is not an object; null if it can. */
function valueProblem(value: unknown): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (Object.is(value, -0)) return 'it is -0, which becomes 0';
  if (typeof value === 'number' && Number.isFinite(value)) return null;
  return typeof value === 'bigint' ? 'it is a bigint: use String(n)' : wrongKind(kindOf(value));
}

/** The same for an object or array, without its contents. */
function objectProblem(value: object, up: Parent | null): string | null {
  for (let parent = up; parent !== null; parent = parent.up) if (parent.value === value) return 'it contains itself';
  if (up !== null && up.depth >= MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} deep`;
  if (!isPlain(value)) return wrongKind(className(value));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return 'it has a method toJSON';
  if (Object.getOwnPropertySymbols(value).some((symbol) => Object.prototype.propertyIsEnumerable.call(value, symbol)))
    return 'it has a property whose name is a symbol';
  // A gap reads as undefined, which is refused separately.
  return Array.isArray(value) && Object.keys(value).length > value.length
    ? 'it is an array with named properties'
    : null;
}

/** Whether it is an array or an object without a class; objects of another window or frame are included. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return Array.isArray(prototype);
  // Excludes Math and the `arguments` of a function.
  if (kindOf(value) !== 'Object') return false;
  return (
    prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty'))
  );
}

function className(value: object): string {
  const kind = kindOf(value);
  const name = (value as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return (kind === 'Object' || kind === 'Array') && typeof name === 'string' && name !== '' ? name : kind;
}

function wrongKind(kind: string): string {
  const instead = INSTEAD[kind] ?? '';
  return `it is ${kind}${instead && `: ${instead}`}`;
}

/** `$` means the complete value. */
function pathOf(key: string | number, up: Parent | null): string {
  const keys: (string | number)[] = [];
  for (let [last, parent] = [key, up]; parent !== null; [last, parent] = [parent.key, parent.up]) keys.unshift(last);
  return `$${keys.map(stepText).join('')}`;
}

function stepText(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

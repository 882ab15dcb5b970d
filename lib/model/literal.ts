import { isBytes, kindOf } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/*
 * Literals: plain objects that stand for a request, a part of one, or a descriptor. A property that is not known is
 * refused, because a slip must never widen a request: `{ row, marker: […] }` would delete the whole row.
 */

/** A request object, of this or of another copy of the package. */
interface Request {
  readonly kind: unknown;
  toLiteral(): unknown;
}

/** `T` with its properties unread: only the names were looked at. */
export type Unread<T> = { readonly [K in keyof T]?: unknown };

/**
 * The literal behind the first argument of a request's constructor, or null when that is a row.
 * Throws INVALID_ARGUMENT for a request of another kind and for an unknown property.
 */
export function readRequest<T extends { readonly kind?: unknown }>(
  argument: unknown,
  kind: string,
  names: readonly (keyof T & string)[],
): Unread<T> | null {
  if (typeof argument !== 'object' || argument === null || isBytes(argument)) return null;
  const given = argument as Partial<Request>;
  // Asked before the names: the literal of a Get is one of a Delete too, of the whole row.
  if (given.kind !== undefined && given.kind !== kind) {
    throw invalidArgument(`expected ${withArticle(kind)} or its literal; got ${withArticle(String(given.kind))}`);
  }
  const literal = typeof given.toLiteral === 'function' ? given.toLiteral() : given;
  return readLiteral<T>(literal, `${kind} literal`, names);
}

/** Checks the names of a literal's properties. Throws INVALID_ARGUMENT naming the unknown one and the nearest known. */
export function readLiteral<T>(literal: unknown, what: string, names: readonly (keyof T & string)[]): Unread<T> {
  if (!isRecord(literal)) {
    throw invalidArgument(`${withArticle(what)} must be an object with ${list(names)}; got ${kindOf(literal)}`);
  }
  for (const name of Object.keys(literal)) {
    if (!(names as readonly string[]).includes(name)) {
      throw invalidArgument(
        `unknown property '${name}' of ${withArticle(what)}; did you mean '${nearest(name, names)}'? It may have ${list(names)}`,
        { property: name, nearest: nearest(name, names) },
      );
    }
  }
  return literal as Unread<T>;
}

/** Whether `value` is an object with named properties: no list, no bytes, no Map or Promise, whose content has no names. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === 'Object';
}

/** A true or false of a literal or a setter. Throws INVALID_ARGUMENT. */
export function toBoolean(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw invalidArgument(`${what} must be true or false; got ${kindOf(value)}`);
  return value;
}

/** The one of `names` that takes the fewest changes to write. REQUIRES at least one. */
export function nearest(name: string, names: readonly string[]): string {
  let best = names[0] as string;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters to insert, remove or replace to make `a` into `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

import { kindOf, notAllowed } from '../bytes/kind.js';
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

/** A cell of a Put, an amount of an Increment or a value of an Append, as a literal has it. */
interface Part {
  readonly family: unknown;
  readonly qualifier: unknown;
  readonly timestamp: unknown;
  readonly value: unknown;
  readonly amount: unknown;
}

/** `T` with its properties unread: only the names were looked at. */
export type Unread<T> = { readonly [K in keyof T]?: unknown };

/**
 * The literal behind the first argument of a request's constructor, or null when that is a row. `timestamp`: the second
 * one. Throws INVALID_ARGUMENT for a request of another kind, an unknown property and a timestamp beside a literal.
 */
export function readRequest<T extends { readonly kind?: unknown }>(
  argument: unknown,
  kind: string,
  names: readonly (keyof T & string)[],
  timestamp?: unknown,
): Unread<T> | null {
  if (!isRecord(argument)) return null;
  const given = argument as Partial<Request>;
  // Asked before the names: the literal of a Get is one of a Delete too, of the whole row.
  if (given.kind !== undefined && given.kind !== kind) {
    throw invalidArgument(`expected ${withArticle(kind)} or its literal; got ${withArticle(String(given.kind))}`);
  }
  if (timestamp !== undefined)
    throw invalidArgument('a timestamp was passed in addition to a literal; put it in the literal');
  const literal = typeof given.toLiteral === 'function' ? given.toLiteral() : given;
  return readLiteral<T>(literal, `${kind} literal`, names);
}

/** Checks the names of a literal's properties. Throws INVALID_ARGUMENT naming the unknown one and the nearest known. */
export function readLiteral<T>(literal: unknown, what: string, names: readonly (keyof T & string)[]): Unread<T> {
  const known = names.join(', ');
  if (!isRecord(literal)) throw notAllowed(withArticle(what), `an object with ${known}`, literal);
  for (const property of Object.keys(literal)) {
    if ((names as readonly string[]).includes(property)) continue;
    const near = nearest(property, names);
    throw invalidArgument(
      `unknown property '${property}' of ${withArticle(what)}; did you mean '${near}'? It may have ${known}`,
      { property, nearest: near },
    );
  }
  return literal as Unread<T>;
}

/**
 * Reads the cells of a Put literal, or the amounts or values of an Increment or Append literal: `{ family: { qualifier:
 * value } }`, or a list of parts with these `names`, of which the value's is the last. Gives each part to `add`. Throws
 * INVALID_ARGUMENT.
 */
export function readParts(
  given: unknown,
  parts: 'cells' | 'amounts' | 'values',
  literal: string,
  names: readonly string[],
  add: (part: Unread<Part>) => void,
): void {
  const value = names.at(-1) as string;
  if (Array.isArray(given)) {
    for (const part of given) add(readLiteral(part, `${parts.slice(0, -1)} of ${literal}`, names as readonly never[]));
    return;
  }
  const shape = `{ family: { qualifier: ${value} } } or a list of ${parts}`;
  for (const [family, columns] of entriesOf(given, `the ${parts} of ${literal}`, shape)) {
    const of = entriesOf(columns, `family '${family}' of ${literal}`, `{ qualifier: ${value} }`);
    for (const [qualifier, last] of of) add({ family, qualifier, [value]: last });
  }
}

/** The properties in which `object` differs from `defaults`. */
export function unlessDefault<T extends object>(object: T, defaults: { readonly [K in keyof T]?: T[K] }): Partial<T> {
  const entries = Object.entries(defaults).map(([name]) => [name, object[name as keyof T]] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== defaults[name as keyof T])) as Partial<T>;
}

/**
 * Whether `value` is an object with named properties: no list, no bytes, no Map or Promise, whose content has no names.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === 'Object';
}

/** A true or false of a literal or a setter. Throws INVALID_ARGUMENT. */
export function toBoolean(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw notAllowed(what, 'true or false', value);
  return value;
}

/** How many: an integer from 0 up to `limit`, the largest int of HBase unless another is given. */
export function toCount(value: unknown, what: string, limit: number = 2 ** 31 - 1): number {
  if (!Number.isSafeInteger(value)) throw notAllowed(what, 'an integer', value);
  if ((value as number) < 0) throw invalidArgument(`${what} must be >= 0; got ${value}`);
  if ((value as number) > limit) throw invalidArgument(`${what} must be <= ${limit}; got ${value}`);
  return value as number;
}

/** One of `words`. Throws INVALID_ARGUMENT. */
export function oneOf<T extends string>(value: unknown, words: readonly T[], what: string): T {
  if (words.includes(value as T)) return value as T;
  const given = typeof value === 'string' ? `'${value}'` : kindOf(value);
  throw invalidArgument(`${what} must be one of ${words.join(', ')}; got ${given}`);
}

/**
 * The one of `names` that looks most like `name`: shares most of its letters, and is about as long or a part of it.
 * REQUIRES at least one.
 */
export function nearest(name: string, names: readonly string[]): string {
  const given = name.toLowerCase();
  const likeness = names.map((other) => {
    const known = other.toLowerCase();
    const shared = [...given].filter((letter) => known.includes(letter));
    const part = known.includes(given) || given.includes(known);
    return shared.length - Math.abs(known.length - given.length) + (part ? 9 : 0);
  });
  return names[likeness.indexOf(Math.max(...likeness))] as string;
}

function entriesOf(value: unknown, what: string, shape: string): [string, unknown][] {
  if (!isRecord(value)) throw notAllowed(what, shape, value);
  return Object.entries(value);
}

function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}

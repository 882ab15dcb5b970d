import { kindOf, notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/*
 * Literals: plain objects that describe a request, a part of one, or a descriptor. An unknown property is refused,
 * because a typing mistake must never widen a request: `{ row, marker: […] }` would delete the whole row.
 */

/** A request object, of this or of another copy of the package. */
interface Request {
  readonly kind: unknown;
  toLiteral(): unknown;
}

/** A cell of a Put, an amount of an Increment or a value of an Append, in a literal. */
interface Part {
  readonly family: unknown;
  readonly qualifier: unknown;
  readonly timestamp: unknown;
  readonly value: unknown;
  readonly amount: unknown;
}

/** `T` whose property values are not checked yet, only their names. */
export type Unread<T> = { readonly [K in keyof T]?: unknown };

/**
 * The literal in the first argument of a request's constructor, or null if that argument is a row. `timestamp` is the
 * second argument. Throws INVALID_ARGUMENT for a request of another kind, an unknown property, or a timestamp together
 * with a literal.
 */
export function readRequest<T extends { readonly kind?: unknown }>(
  argument: unknown,
  kind: string,
  names: readonly (keyof T & string)[],
  timestamp?: unknown,
): Unread<T> | null {
  if (!isRecord(argument)) return null;
  const given = argument as Partial<Request>;
  // Checked before the names: the literal of a Get is also a literal of a Delete of the whole row.
  if (given.kind !== undefined && given.kind !== kind) {
    throw invalidArgument(`expected ${withArticle(kind)} or its literal; got ${withArticle(String(given.kind))}`);
  }
  if (timestamp !== undefined)
    throw invalidArgument('a timestamp was passed in addition to a literal; put it in the literal');
  const literal = typeof given.toLiteral === 'function' ? given.toLiteral() : given;
  return readLiteral<T>(literal, `${kind} literal`, names);
}

/** Checks the property names of a literal. Throws INVALID_ARGUMENT with the unknown name and the nearest known one. */
export function readLiteral<T>(literal: unknown, what: string, names: readonly (keyof T & string)[]): Unread<T> {
  const known = names.join(', ');
  if (!isRecord(literal)) throw notAllowed(withArticle(what), `an object with ${known}`, literal);
  for (const property of Object.keys(literal)) {
    if ((names as readonly string[]).includes(property)) continue;
    const near = nearest(property, names);
    throw invalidArgument(
      `unknown property '${property}' of ${withArticle(what)}; did you mean '${near}'? The known properties are ${known}`,
      { property, nearest: near },
    );
  }
  return literal as Unread<T>;
}

/**
 * Reads the cells of a Put literal, or the amounts or values of an Increment or Append literal: `{ family: { qualifier:
 * value } }`, or a list of parts with these `names`, of which the last is the value. Passes each part to `add`. Throws
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
 * Whether `value` is an object with named properties: not a list, bytes, Map or Promise, whose content has no names.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === 'Object';
}

/** Reads a boolean of a literal or a setter. Throws INVALID_ARGUMENT. */
export function toBoolean(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw notAllowed(what, 'true or false', value);
  return value;
}

/** Reads a count: an integer from 0 up to `limit` (default: the largest int of HBase). */
export function toCount(value: unknown, what: string, limit: number = 2 ** 31 - 1): number {
  if (!Number.isSafeInteger(value)) throw notAllowed(what, 'an integer', value);
  if ((value as number) < 0) throw invalidArgument(`${what} must be >= 0; got ${value}`);
  if ((value as number) > limit) throw invalidArgument(`${what} must be <= ${limit}; got ${value}`);
  return value as number;
}

/** Reads one of `words`. Throws INVALID_ARGUMENT. */
export function oneOf<T extends string>(value: unknown, words: readonly T[], what: string): T {
  if (words.includes(value as T)) return value as T;
  const given = typeof value === 'string' ? `'${value}'` : kindOf(value);
  throw invalidArgument(`${what} must be one of ${words.join(', ')}; got ${given}`);
}

/**
 * The one of `names` most similar to `name`: it shares most of its letters, and has about the same length or is part of
 * it. REQUIRES at least one name.
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

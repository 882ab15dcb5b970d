import { parseJsonBytes } from '../bytes/json.js';
import { BigtabError, invalidArgument } from '../errors.js';
import { toBytes } from './bytes-like.js';
import type { Codec } from './codec.js';
import { requireHeldByJson } from './held-by-json.js';

/**
 * The part of a schema of the Standard Schema convention (version 1) that is used. Validators from many libraries have
 * it.
 */
export interface StandardSchemaLike<In = unknown, Out = In> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Out> | Promise<Validated<Out>>;
    readonly types?: { readonly input: In; readonly output: Out } | undefined;
  };
}

type Validated<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

/** The type that a schema accepts. */
export type SchemaInput<S extends StandardSchemaLike> = NonNullable<S['~standard']['types']>['input'];
/** The type that a schema returns. */
export type SchemaOutput<S extends StandardSchemaLike> = NonNullable<S['~standard']['types']>['output'];

/**
 * JSON as UTF-8. With a schema, each value is validated before it is written and again when it is read. The value is
 * stored as you pass it; a read returns the schema's output.
 *
 * Throws INVALID_ARGUMENT for every value that JSON would not return unchanged, and names the place within the value:
 * undefined, NaN, Infinity, -0, a bigint, a function, a Date, Map, Uint8Array or other instance of a class, an object
 * that contains itself, or nesting of more than 1000 levels. Also throws it for stored bytes that are not JSON, for
 * values that the schema refuses, and for a schema that validates asynchronously.
 *
 * @example
 * const articles = defineTable({ name: 'articles', families: { f: { columns: { tags: json<string[]>() } } } });
 */
export function json<T = unknown>(): Codec<T>;
export function json<S extends StandardSchemaLike>(schema: S): Codec<SchemaOutput<S>, SchemaInput<S>>;
export function json(schema?: StandardSchemaLike): Codec<unknown> {
  return {
    name: 'json',
    encode(value) {
      validated(schema, value);
      return toBytes(toJson(value), 'JSON');
    },
    decode(stored) {
      return validated(schema, parseJsonBytes(stored));
    },
  };
}

function toJson(value: unknown): string {
  try {
    requireHeldByJson(value);
    return JSON.stringify(value);
  } catch (cause) {
    if (BigtabError.is(cause)) throw cause;
    throw new BigtabError('INVALID_ARGUMENT', 'JSON cannot hold this value, because reading it failed', { cause });
  }
}

function validated(schema: StandardSchemaLike | undefined, value: unknown): unknown {
  if (schema === undefined) return value;
  const result = schema['~standard'].validate(value);
  if ('then' in result) {
    // Nothing awaits it, and a rejection that is not handled ends a Node process.
    result.then(undefined, () => {});
    throw invalidArgument('the schema of a column must validate synchronously');
  }
  if (result.issues === undefined) return result.value;
  throw invalidArgument(`the schema rejects this value: ${result.issues.map(({ message }) => message).join('; ')}`);
}

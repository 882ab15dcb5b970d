/*
 * Assertions for the conformance suites, which run under vitest in Node and inside a browser's page, where there is no
 * test framework. Values are compared by content: numbers, texts, byte arrays, lists, maps and plain objects.
 */

/** Fails unless `condition` is true. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Fails unless both have the same content. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  if (!sameContent(actual, expected)) {
    throw new Error(`${what}: expected ${print(expected)}, found ${print(actual)}`);
  }
}

/** The expected `code` of an error, or its `name` if it has no code. */
export type ErrorId = string;

/** An error that was caught; a BigtabError has the fields of one. */
export interface CaughtError extends Error {
  readonly code?: string;
  readonly hbaseName?: string | null;
}

/**
 * Fails unless `work` rejects, and returns the error. With `id`, the error's code must be `id`, or its name if it has
 * no code.
 */
export async function assertRejects(work: Promise<unknown>, what: string, id?: ErrorId): Promise<CaughtError> {
  let value: unknown;
  try {
    value = await work;
  } catch (error) {
    return checkError(error, what, id);
  }
  throw new Error(`${what}: expected a rejection, found ${print(value)}`);
}

/**
 * Fails unless `work` throws, and returns the error. With `id`, the error's code must be `id`, or its name if it has no
 * code.
 */
export function assertThrows(work: () => unknown, what: string, id?: ErrorId): CaughtError {
  let value: unknown;
  try {
    value = work();
  } catch (error) {
    return checkError(error, what, id);
  }
  throw new Error(`${what}: expected an error, found ${print(value)}`);
}

/** Whether both have the same content. */
function sameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    if (!(a instanceof Uint8Array && b instanceof Uint8Array) || a.length !== b.length) return false;
    return a.every((byte, index) => byte === b[index]);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!(Array.isArray(a) && Array.isArray(b)) || a.length !== b.length) return false;
    return a.every((item, index) => sameContent(item, b[index]));
  }
  if (a instanceof Map || b instanceof Map) {
    return a instanceof Map && b instanceof Map && sameContent([...a], [...b]);
  }
  const left = definedEntries(a);
  const right = new Map(definedEntries(b));
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && sameContent(value, right.get(key)))
  );
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

function checkError(error: unknown, what: string, id: ErrorId | undefined): CaughtError {
  if (!(error instanceof Error)) throw new Error(`${what}: expected an Error, found ${print(error)}`);
  const caught: CaughtError = error;
  const found = caught.code ?? caught.name;
  if (id !== undefined && found !== id) {
    throw new Error(`${what}: expected ${id}, found ${found}: ${error.message}`, { cause: error });
  }
  return caught;
}

const PRINT_LIMIT = 400;

function print(value: unknown): string {
  const text =
    JSON.stringify(value, (_, item: unknown) => {
      if (item instanceof Uint8Array)
        return `bytes ${Array.from(item.subarray(0, 64)).join(' ')}, length ${item.length}`;
      if (item instanceof Map) return [...item];
      return typeof item === 'bigint' ? `${item}n` : item;
    }) ?? String(value);
  return text.length > PRINT_LIMIT ? `${text.slice(0, PRINT_LIMIT)}…` : text;
}

import { Malformed } from '../checks.js';
import { readNew } from '../filters/read-filter.js';
import { toBytes } from './call-arguments.js';
import { type Call, splitName } from './call-case.js';
import { toCell } from './objects/cells.js';
import { CHECK_MAKERS } from './objects/checks.js';
import { DESCRIPTOR_MAKERS } from './objects/descriptors.js';
import type { Makers } from './objects/kind.js';
import { hasMethods, methodOf } from './objects/methods.js';
import { MUTATION_MAKERS } from './objects/mutations.js';
import { QUERY_MAKERS } from './objects/queries.js';
import { RESULT_MAKERS } from './objects/results.js';
import { TABLE_NAME_MAKERS } from './objects/table-names.js';
import { TIME_RANGE_MAKERS } from './objects/time-ranges.js';

/* Creates the objects of calls, and calls their methods. */

const MAKERS: Makers = {
  ...MUTATION_MAKERS,
  ...QUERY_MAKERS,
  ...CHECK_MAKERS,
  ...RESULT_MAKERS,
  ...TIME_RANGE_MAKERS,
  ...TABLE_NAME_MAKERS,
  ...DESCRIPTOR_MAKERS,
  cell: (args) => toCell(args),
  repeat: (_, whole) => toBytes(whole),
  RowRange: (args) => args,
};

/**
 * Creates an object from a description in JSON: `{"Put": [arguments], "do": [calls]}`, or one of the short forms. Does
 * this for every element of a list, and returns all other values unchanged.
 */
export function makeObject(given: unknown): unknown {
  if (Array.isArray(given)) return given.map((one) => makeObject(one));
  if (typeof given !== 'object' || given === null) return given;
  const { do: calls = [], ...rest } = given as { readonly do?: readonly Call[] };
  const [[name, value]] = Object.entries(rest) as [[string, unknown]];
  const made = makeNew(name, value, rest as Readonly<Record<string, unknown>>);
  return calls.reduce((object: unknown, call) => continued(object, invoke(object, call)), made);
}

/** The receiver of the next method: the last result if it is an object; otherwise the same receiver. */
export function continued(object: unknown, returned: unknown): unknown {
  return hasMethods(returned) ? returned : object;
}

/** Calls a method. */
export function invoke(object: unknown, [name, ...args]: Call): unknown {
  const { plain, types } = splitName(name);
  return methodOf(object, plain)(object as never, makeObject(args) as readonly unknown[], types);
}

function makeNew(name: string, value: unknown, whole: Readonly<Record<string, unknown>>): unknown {
  const args = makeObject(Array.isArray(value) ? value : [value]) as readonly unknown[];
  const { plain } = splitName(name);
  const make = Object.hasOwn(MAKERS, plain) ? MAKERS[plain] : undefined;
  // In a description, only the families are objects; other records in it are attributes.
  const parts = 'families' in whole ? { ...whole, families: makeObject(whole.families) } : whole;
  if (make !== undefined) return make(args, parts);
  const made = readNew(plain, args);
  if (made === null) throw new Malformed(`there is no class or function ${name}`);
  return made;
}

import * as bigtab from '../../../index.js';
import { CASE_INSENSITIVE, DOTALL } from '../../../regex/parse-regex.js';
import { toBytes, toLong } from '../calls/call-arguments.js';
import { argumentsOf, COMPARATOR_FIELDS, type FieldKind, fieldsOf } from './filter-fields.js';
import type { ComparatorObject, FilterObject } from './filter-object.js';

/*
 * Reads filters that are written as JSON: those of histories, with named fields, and those of calls, as the arguments
 * of a constructor. Each is built as a user would build it. Nothing is checked here, because the class must refuse
 * wrong values.
 */

/** The filter that a history describes. */
export function readFilter(json: FilterObject | string): bigtab.Filter {
  if (typeof json === 'string') return bigtab.parseFilter(json);
  const given = new Map<string, unknown>(Object.entries(json));
  const args = fieldsOf(json.type)
    .filter(([name]) => given.has(name))
    .map(([name, kind]) => readArgument(kind, given.get(name)));
  const filter = construct(json.type, args) as bigtab.Filter;
  if (filter instanceof bigtab.SingleColumnValueFilter) {
    filter
      .setFilterIfMissing(given.get('filterIfMissing') as boolean)
      .setLatestVersionOnly(given.get('latestVersionOnly') as boolean);
  }
  return filter;
}

/**
 * The filter or comparator that the constructor of `className` creates from `args`, in JSON. Filters and comparators in
 * `args` are objects already. Returns null if there is no such class.
 */
export function readNew(className: string, args: readonly unknown[]): unknown {
  const kinds = argumentsOf(className);
  return kinds === null
    ? null
    : construct(
        className,
        args.map((arg, at) => readArgument(kinds[at], arg)),
      );
}

/** A filter in JSON or in the filter language. Returns anything else unchanged: a filter, or null. */
export function toFilter(given: unknown): bigtab.Filter {
  const isObject = typeof given === 'object' && given !== null && !(given instanceof bigtab.Filter);
  return typeof given === 'string' || isObject ? readFilter(given as FilterObject) : (given as never);
}

type Constructor = new (...args: readonly unknown[]) => unknown;

function construct(className: string, args: readonly unknown[]): unknown {
  const classes = bigtab as unknown as Readonly<Record<string, Constructor>>;
  return new (classes[className] as Constructor)(...args);
}

function readArgument(kind: FieldKind | undefined, json: unknown): unknown {
  switch (kind) {
    case 'bytes':
    case 'bytes or null':
    case 'offset':
      return toBytes(json);
    case 'comparator':
      // Bytes are short for a BinaryComparator.
      return Array.isArray(json) ? readComparator(json as unknown as ComparatorObject) : toBytes(json);
    case 'decimal':
      return toLong(json);
    case 'filter':
      return toFilter(json);
    case 'filters':
    // The operator may be left out, so that the filters come first.
    case 'list operator':
      return each(json, toFilter);
    case 'fuzzy keys':
      return each(json, (pair) => each(pair, toBytes));
    case 'list of bytes':
      return each(json, toBytes);
    case 'row ranges':
      return each(json, readRange);
    default:
      return json;
  }
}

function each(json: unknown, read: (one: unknown) => unknown): unknown {
  return Array.isArray(json) ? json.map((one) => read(one)) : json;
}

function readComparator(json: ComparatorObject): unknown {
  const [name, ...kinds] = COMPARATOR_FIELDS[json[0]];
  const args = (json as readonly unknown[]).slice(1).map((arg, at) => readArgument(kinds[at], arg));
  return construct(name, json[0] === 'regexstringnocase' ? [...args, CASE_INSENSITIVE | DOTALL] : args);
}

function readRange(json: unknown): unknown {
  const [start, startRowInclusive, stop, stopRowInclusive] = json as readonly unknown[];
  return { startRow: toBytes(start), startRowInclusive, stopRow: toBytes(stop), stopRowInclusive };
}

import {
  bytes,
  type Check,
  decimal,
  either,
  fields,
  integer,
  list,
  tagged,
  text,
  truth,
  tuple,
  word,
} from '../checks.js';
import { COMPARATOR_FIELDS, FILTER_FIELDS, type FieldKind, fieldsOf, OPTIONAL_FIELDS } from './filter-fields.js';
import type { FilterObject } from './filter-object.js';

/*
 * The format of a filter in a history. Values that HBase refuses, such as a negative limit, pass this check, because
 * the recorded answer contains HBase's refusal.
 */

/**
 * A filter object, or a text of the filter language. Throws `Malformed` for anything that the format does not define.
 */
export const checkFilter: Check = (value, where) => {
  if (typeof value !== 'string') filterObject(value, where);
};

const CHECKS: Readonly<Record<FieldKind, Check>> = {
  'bitwise operator': word('AND', 'OR', 'XOR'),
  bytes,
  'bytes or null': either(word(null), bytes),
  chance: word(0, 1),
  comparator: (value, where) => comparator(value, where),
  comparison: word('LESS', 'LESS_OR_EQUAL', 'EQUAL', 'NOT_EQUAL', 'GREATER_OR_EQUAL', 'GREATER', 'NO_OP'),
  decimal,
  filter: checkFilter,
  filters: list(checkFilter),
  'fuzzy keys': list(tuple([bytes, bytes])),
  integer,
  'list of bytes': list(bytes),
  'list operator': word('MUST_PASS_ALL', 'MUST_PASS_ONE'),
  offset: integer,
  'row ranges': list(tuple([bytes, truth, bytes, truth])),
  text,
  timestamps: list(integer),
  truth,
};

const comparator = tagged(
  0,
  Object.fromEntries(
    Object.entries(COMPARATOR_FIELDS).map(([name, [, ...kinds]]) => {
      return [name, tuple([text, ...kinds.map((kind) => CHECKS[kind])])];
    }),
  ),
);

const filterObject = tagged(
  'type',
  Object.fromEntries((Object.keys(FILTER_FIELDS) as FilterObject['type'][]).map((type) => [type, checkOf(type)])),
);

function checkOf(type: FilterObject['type']): Check {
  const optional = OPTIONAL_FIELDS[type] ?? [];
  const checks = (isOptional: boolean) =>
    Object.fromEntries(
      fieldsOf(type)
        .filter(([name]) => optional.includes(name) === isOptional)
        .map(([name, kind]) => [name, CHECKS[kind]]),
    );
  return fields({ type: text, ...checks(false) }, checks(true));
}

import * as bigtab from '../../../index.js';
import { CASE_INSENSITIVE } from '../../../regex/parse-regex.js';
import { toPrintable } from '../printable-bytes.js';
import { FILTER_FIELDS, type FieldKind, fieldsOf } from './filter-fields.js';
import type { FilterObject } from './filter-object.js';

/** Properties whose names differ from those of the fields. */
const PROPERTIES: Readonly<Record<string, string>> = {
  size: 'pageSize',
  lenAsValue: 'lenAsVal',
  row: 'stopRow',
  min: 'minColumn',
  minInclusive: 'minColumnInclusive',
  max: 'maxColumn',
  maxInclusive: 'maxColumnInclusive',
};

/** A filter of the filter language as the object that FORMAT.md describes. */
export function writeFilter(filter: bigtab.Filter): unknown {
  const classes = bigtab as unknown as Readonly<Record<string, unknown>>;
  const type = Object.keys(FILTER_FIELDS).find((name) => filter.constructor === classes[name]);
  if (type === undefined) throw new Error('no text means such a filter');
  const properties = filter as unknown as Readonly<Record<string, unknown>>;
  const fields = fieldsOf(type as FilterObject['type'])
    .map(([name, kind]) => [name, kind, properties[PROPERTIES[name] ?? name]] as const)
    .filter(([name, , value]) => value !== undefined && !(COMPARED.includes(name) && properties.comparator === null));
  return { type, ...Object.fromEntries(fields.map(([name, kind, value]) => [name, writeField(kind, value)])) };
}

/** A DependentColumnFilter may have neither. */
const COMPARED = ['op', 'comparator'];

function writeField(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'bytes':
    case 'bytes or null':
      return value === null ? null : toPrintable(value as Uint8Array);
    // Sets are recorded in their order.
    case 'list of bytes':
      return (value as readonly Uint8Array[]).map(toPrintable).sort();
    case 'timestamps':
      return [...(value as readonly number[])]
        .sort((a, b) => a - b)
        .map((at) => (at === bigtab.LATEST_TIMESTAMP ? 'LATEST' : at));
    case 'filter':
      return writeFilter(value as bigtab.Filter);
    case 'filters':
      return (value as readonly bigtab.Filter[]).map(writeFilter);
    case 'comparator':
      return writeComparator(value);
    default:
      return value;
  }
}

function writeComparator(comparator: unknown): unknown {
  if (comparator instanceof bigtab.BinaryComparator) return ['binary', toPrintable(comparator.value)];
  if (comparator instanceof bigtab.BinaryPrefixComparator) return ['binaryprefix', toPrintable(comparator.value)];
  if (comparator instanceof bigtab.SubstringComparator) return ['substring', comparator.text];
  const { expr, flags } = comparator as bigtab.RegexStringComparator;
  return [(flags & CASE_INSENSITIVE) === 0 ? 'regexstring' : 'regexstringnocase', expr];
}

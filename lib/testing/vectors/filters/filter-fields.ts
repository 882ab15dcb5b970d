import type { ComparatorObject, FilterObject } from './filter-object.js';

/*
 * The only table of filters in JSON: the fields of each, in the order of the constructor's arguments, and the content
 * of each field. Reading, checking and writing follow it.
 */

/** The content of a field. */
export type FieldKind =
  | 'bitwise operator'
  | 'bytes'
  | 'bytes or null'
  | 'chance'
  | 'comparator'
  | 'comparison'
  | 'decimal'
  | 'filter'
  | 'filters'
  | 'fuzzy keys'
  | 'integer'
  | 'list of bytes'
  | 'list operator'
  | 'offset'
  | 'row ranges'
  | 'text'
  | 'timestamps'
  | 'truth';

type FieldsOf<Type, Each = FilterObject> = Each extends { readonly type: infer Types }
  ? Type extends Types
    ? Exclude<keyof Each, 'type'>
    : never
  : never;

const COMPARED = { op: 'comparison', comparator: 'comparator' } as const;
const COLUMN = { family: 'bytes', qualifier: 'bytes' } as const;
/** HBase sets the last two with methods. */
const SINGLE_COLUMN = { ...COLUMN, ...COMPARED, filterIfMissing: 'truth', latestVersionOnly: 'truth' } as const;

export const FILTER_FIELDS: {
  readonly [Type in FilterObject['type']]: Readonly<Record<FieldsOf<Type>, FieldKind>>;
} = {
  FilterList: { operator: 'list operator', filters: 'filters' },
  SkipFilter: { filter: 'filter' },
  WhileMatchFilter: { filter: 'filter' },
  RowFilter: COMPARED,
  FamilyFilter: COMPARED,
  QualifierFilter: COMPARED,
  ValueFilter: COMPARED,
  SingleColumnValueFilter: SINGLE_COLUMN,
  SingleColumnValueExcludeFilter: SINGLE_COLUMN,
  ColumnValueFilter: { ...COLUMN, ...COMPARED },
  DependentColumnFilter: { ...COLUMN, dropDependentColumn: 'truth', ...COMPARED },
  PrefixFilter: { prefix: 'bytes or null' },
  ColumnPrefixFilter: { prefix: 'bytes or null' },
  MultipleColumnPrefixFilter: { prefixes: 'list of bytes' },
  InclusiveStopFilter: { row: 'bytes' },
  MultiRowRangeFilter: { ranges: 'row ranges' },
  FuzzyRowFilter: { fuzzy: 'fuzzy keys' },
  PageFilter: { size: 'integer' },
  RandomRowFilter: { chance: 'chance' },
  FirstKeyOnlyFilter: {},
  FirstKeyValueMatchingQualifiersFilter: { qualifiers: 'list of bytes' },
  KeyOnlyFilter: { lenAsValue: 'truth' },
  ColumnRangeFilter: { min: 'bytes or null', minInclusive: 'truth', max: 'bytes or null', maxInclusive: 'truth' },
  ColumnCountGetFilter: { limit: 'integer' },
  // The second argument has one name for each of its types.
  ColumnPaginationFilter: { limit: 'integer', offset: 'offset', columnOffset: 'bytes' },
  TimestampsFilter: { timestamps: 'timestamps', canHint: 'truth' },
};

/** Fields that may be missing. */
export const OPTIONAL_FIELDS: Readonly<Partial<Record<FilterObject['type'], readonly string[]>>> = {
  DependentColumnFilter: ['op', 'comparator'],
  ColumnPaginationFilter: ['offset', 'columnOffset'],
};

/** By the first element of a comparator: its class, and the kinds of the other elements. */
export const COMPARATOR_FIELDS: Readonly<
  Record<ComparatorObject[0], readonly [className: string, ...kinds: FieldKind[]]>
> = {
  binary: ['BinaryComparator', 'bytes'],
  binaryprefix: ['BinaryPrefixComparator', 'bytes'],
  binarycomponent: ['BinaryComponentComparator', 'bytes', 'integer'],
  bit: ['BitComparator', 'bytes', 'bitwise operator'],
  null: ['NullComparator'],
  substring: ['SubstringComparator', 'text'],
  regexstring: ['RegexStringComparator', 'text'],
  regexstringnocase: ['RegexStringComparator', 'text'],
  long: ['LongComparator', 'decimal'],
  bigdecimal: ['BigDecimalComparator', 'text'],
};

/** The fields of one filter, in the order of the constructor's arguments. */
export function fieldsOf(type: FilterObject['type']): readonly (readonly [name: string, kind: FieldKind])[] {
  return Object.entries(FILTER_FIELDS[type] as Readonly<Record<string, FieldKind>>);
}

/** The kinds of the arguments of a filter's or a comparator's constructor; null if `className` is neither. */
export function argumentsOf(className: string): readonly FieldKind[] | null {
  if (Object.hasOwn(FILTER_FIELDS, className)) {
    return fieldsOf(className as FilterObject['type']).map(([, kind]) => kind);
  }
  const comparator = Object.values(COMPARATOR_FIELDS).find(([name]) => name === className);
  return (comparator?.slice(1) as FieldKind[] | undefined) ?? null;
}

import type { Printable } from '../printable-bytes.js';

/*
 * A filter as FORMAT.md describes it. `checkFilter` has checked the bytes.
 */

export type Comparison = 'LESS' | 'LESS_OR_EQUAL' | 'EQUAL' | 'NOT_EQUAL' | 'GREATER_OR_EQUAL' | 'GREATER' | 'NO_OP';

/** The comparison value for stored bytes. Texts of `substring` and of regular expressions are plain. */
export type ComparatorObject =
  | readonly [kind: 'binary' | 'binaryprefix', value: Printable]
  | readonly [kind: 'binarycomponent', value: Printable, offset: number]
  | readonly [kind: 'bit', value: Printable, op: 'AND' | 'OR' | 'XOR']
  | readonly [kind: 'null']
  | readonly [kind: 'substring' | 'regexstring' | 'regexstringnocase' | 'long' | 'bigdecimal', text: string];

/** A comparison with stored bytes. */
export interface Compared {
  readonly op: Comparison;
  readonly comparator: ComparatorObject;
}

/** The column that a filter reads. */
export interface OfColumn {
  readonly family: Printable;
  readonly qualifier: Printable;
}

/** A filter. A text instead of an object is in the filter language. */
export type FilterObject =
  | {
      readonly type: 'FilterList';
      readonly operator: 'MUST_PASS_ALL' | 'MUST_PASS_ONE';
      readonly filters: readonly (FilterObject | string)[];
    }
  | { readonly type: 'SkipFilter' | 'WhileMatchFilter'; readonly filter: FilterObject | string }
  | ({ readonly type: 'RowFilter' | 'FamilyFilter' | 'QualifierFilter' | 'ValueFilter' } & Compared)
  | ({
      readonly type: 'SingleColumnValueFilter' | 'SingleColumnValueExcludeFilter';
      readonly filterIfMissing: boolean;
      readonly latestVersionOnly: boolean;
    } & OfColumn &
      Compared)
  | ({ readonly type: 'ColumnValueFilter' } & OfColumn & Compared)
  | ({ readonly type: 'DependentColumnFilter'; readonly dropDependentColumn: boolean } & OfColumn & Partial<Compared>)
  | { readonly type: 'PrefixFilter' | 'ColumnPrefixFilter'; readonly prefix: Printable | null }
  | { readonly type: 'InclusiveStopFilter'; readonly row: Printable }
  | {
      readonly type: 'MultiRowRangeFilter';
      readonly ranges: readonly (readonly [
        start: Printable,
        startInclusive: boolean,
        stop: Printable,
        stopInclusive: boolean,
      ])[];
    }
  | { readonly type: 'FuzzyRowFilter'; readonly fuzzy: readonly (readonly [key: Printable, mask: Printable])[] }
  | { readonly type: 'PageFilter'; readonly size: number }
  | { readonly type: 'RandomRowFilter'; readonly chance: number }
  | { readonly type: 'FirstKeyOnlyFilter' }
  | { readonly type: 'FirstKeyValueMatchingQualifiersFilter'; readonly qualifiers: readonly Printable[] }
  | { readonly type: 'KeyOnlyFilter'; readonly lenAsValue: boolean }
  | { readonly type: 'MultipleColumnPrefixFilter'; readonly prefixes: readonly Printable[] }
  | {
      readonly type: 'ColumnRangeFilter';
      readonly min: Printable | null;
      readonly minInclusive: boolean;
      readonly max: Printable | null;
      readonly maxInclusive: boolean;
    }
  | { readonly type: 'ColumnCountGetFilter'; readonly limit: number }
  | {
      readonly type: 'ColumnPaginationFilter';
      readonly limit: number;
      readonly offset?: number;
      readonly columnOffset?: Printable;
    }
  | { readonly type: 'TimestampsFilter'; readonly timestamps: readonly number[]; readonly canHint: boolean };

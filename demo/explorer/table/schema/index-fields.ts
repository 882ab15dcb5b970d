import type { IndexesLike, IndexOrder } from 'bigtab';
import { familyBytes, typedColumn } from '../../fields/typed-bytes.js';

/** The most columns that an index can have. */
export const MOST_COLUMNS = 4;

/** A new index, as fields of a form. */
export interface IndexFields {
  readonly name: string;
  readonly kind: 'columns' | 'qualifiers';
  /** Each as `family:qualifier`. Empty ones are left out. */
  readonly columns: readonly string[];
  /** One for each column. */
  readonly orders: readonly IndexOrder[];
  /** The family whose qualifiers are indexed. */
  readonly family: string;
  readonly unique: boolean;
}

export const NEW_INDEX: IndexFields = {
  name: '',
  kind: 'columns',
  columns: Array.from({ length: MOST_COLUMNS }, () => ''),
  orders: Array.from({ length: MOST_COLUMNS }, () => 'bytes' as const),
  family: '',
  unique: false,
};

/** The typed index, by its name. Throws a RangeError for a column without a qualifier, and if there are no columns. */
export function toIndexes({ name, kind, columns, orders, family, unique }: IndexFields): IndexesLike {
  const key = name.trim();
  if (kind === 'qualifiers') return { [key]: { qualifiersOf: familyBytes(family), unique } };
  const typed = columns.map((column, at) => ({ column: column.trim(), order: orders[at] ?? 'bytes' }));
  const used = typed.filter(({ column }) => column !== '');
  if (used.length === 0) throw new RangeError('enter a column, such as family:qualifier');
  const wrong = used.find(({ column }) => !column.includes(':'));
  if (wrong !== undefined) throw new RangeError(`“${wrong.column}” is not a column. Write it as family:qualifier`);
  return {
    [key]: {
      on: used.map(({ column }) => typedColumn(column, 'binary')),
      order: used.map(({ order }) => order),
      unique,
    },
  };
}

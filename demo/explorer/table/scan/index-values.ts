import { Bytes, type BytesLike, type IndexOrder, type ScanLike } from 'bigtab';
import { type TypedForm, typedBytes } from '../../fields/typed-bytes.js';
import type { ShownIndex } from '../indexes/shown-index.js';

/** The values of a scan by an index, as fields of a form. */
export interface IndexValues {
  /** The name of the index. Empty: the first one. */
  readonly index: string;
  /** The values of its first columns, up to the first empty one. */
  readonly equals: readonly string[];
  /** The bounds of the column after those. Empty: no bound. */
  readonly least: string;
  readonly before: string;
  /** How the value of that column begins. Empty: any. */
  readonly begins: string;
}

export const NO_VALUES: IndexValues = { index: '', equals: ['', '', '', ''], least: '', before: '', begins: '' };

/** The index of that name, or the first one; null if there are none. */
export function chosenIndex(name: string, indexes: readonly ShownIndex[]): ShownIndex | null {
  return indexes.find((index) => index.name === name) ?? indexes[0] ?? null;
}

/** The number of columns whose values are typed, without one after an empty one. */
export function equalCount({ equals }: IndexValues, { order }: Pick<ShownIndex, 'order'>): number {
  const empty = equals.slice(0, order.length).indexOf('');
  return empty < 0 ? order.length : empty;
}

/** The part of a scan that names the index and its values. Throws a RangeError for a malformed number. */
export function toIndexScan(values: IndexValues, index: ShownIndex, form: TypedForm): ScanLike {
  const { name, order } = index;
  const count = equalCount(values, index);
  const [first, ...others] = values.equals
    .slice(0, count)
    .map((typed, at) => typedValue(typed, order[at] ?? 'bytes', form));
  const next = order[count];
  return {
    index: name,
    ...(first !== undefined && { equals: others.length === 0 ? first : [first, ...others] }),
    ...(next !== undefined && toRange(values, next, form)),
  };
}

function toRange({ least, before, begins }: IndexValues, order: IndexOrder, form: TypedForm): ScanLike {
  if (begins !== '' && order === 'bytes') return { prefix: typedBytes(begins, form) };
  return {
    ...(least !== '' && { from: typedValue(least, order, form) }),
    ...(before !== '' && { to: typedValue(before, order, form) }),
  };
}

function typedValue(typed: string, order: IndexOrder, form: TypedForm): BytesLike {
  if (order === 'bytes') return typedBytes(typed, form);
  const text = typed.trim();
  if (order === 'int64') {
    if (/^[+-]?\d+$/.test(text)) return Bytes.fromLong(BigInt(text));
    throw new RangeError(`“${text}” is not a whole number, which this column of the index needs`);
  }
  const number = Number(text);
  if (text !== '' && !Number.isNaN(number)) return Bytes.fromDouble(number);
  throw new RangeError(`“${text}” is not a number, which this column of the index needs`);
}

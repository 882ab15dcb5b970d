import { invalidArgument } from '../errors.js';
import { SingleColumnValueFilter } from '../filter/single-column-value-filter.js';
import { parseColumn } from '../model/bytes-like.js';
import { inTable } from './calls/in-table.js';
import { codecOf, inColumn } from './column-codec.js';
import type { TableDefinition } from './define-table.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyKey } from './typed-key.js';
import type { ColumnInput } from './typed-request.js';
import { isZero, ZeroFilter } from './zero-filter.js';

/** The type of the values that `columnEquals` compares a column with. */
export type ColumnValue<F, C> = C extends `${infer Family}:${infer Q}` ? ColumnInput<F, Family, Q> : never;

/**
 * A filter that includes the rows whose column has this value: a SingleColumnValueFilter whose value is encoded by the
 * column's codec. Rows without the column are left out (`filterIfMissing`); only the newest version counts. If the read
 * selects columns, it must select this one too, because a column that is not part of the read counts as missing.
 *
 * The bytes are compared, so for `json` the order of an object's properties matters; in columns of `float64`, 0 also
 * finds -0. Throws INVALID_ARGUMENT for a family that the definition does not have, and for a value that the codec does
 * not accept.
 *
 * @example
 * const notes = defineTable({ name: 'notes', families: { e: { columns: { type: text } } } });
 * const table = await connection.ensureTable(notes);
 * const open = await table.getScanner({ filter: columnEquals(notes, 'e:type', 'todo') }).toArray();
 */
export function columnEquals<F extends FamilyDefinitions, const C extends `${keyof F & string}:${string}`>(
  definition: Pick<TableDefinition<F, AnyKey, unknown>, 'descriptor' | 'families'>,
  column: C,
  value: ColumnValue<F, C>,
): SingleColumnValueFilter {
  const { descriptor, families } = definition;
  const { family, qualifier } = parseColumn(column);
  const [name = ''] = column.split(':', 1);
  if (qualifier === null || !Object.hasOwn(families, name))
    throw invalidArgument(
      `columnEquals needs a column of the table '${descriptor.name}', such as 'family:qualifier'; got '${column}'`,
    );
  const codec = codecOf(families, family, qualifier);
  const bytes =
    codec === null ? value : inTable(descriptor.name, () => inColumn('', family, qualifier, () => codec.encode(value)));
  const filter = isZero(codec, bytes)
    ? new ZeroFilter(family, qualifier, 'EQUAL')
    : new SingleColumnValueFilter(family, qualifier, 'EQUAL', bytes as Uint8Array);
  return filter.setFilterIfMissing(true);
}

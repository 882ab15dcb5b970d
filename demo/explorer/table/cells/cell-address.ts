import { Bytes, type BytesLike } from 'bigtab';
import { familyBytes, type TypedForm, typedBytes } from '../../fields/typed-bytes.js';
import type { ShownCell } from './shown-cell.js';

export interface CellAddress {
  readonly row: BytesLike;
  readonly family: BytesLike;
  readonly qualifier: BytesLike;
}

/** The address and time of a cell, as fields of a form. */
export interface CellFields {
  readonly form: TypedForm;
  readonly row: string;
  readonly family: string;
  readonly qualifier: string;
  /** The timestamp. Empty: the time of the write. */
  readonly time: string;
}

/** The part of an address that an operation needs: the row, or also the family, or also the column. */
export type AddressPart = 'row' | 'family' | 'column';

/** The fields for the address of a cell, as a user would type them. */
export function fieldsOf({ cell, row, family, qualifier }: ShownCell): CellFields {
  const isText = row.form === 'text' && qualifier.form === 'text';
  return {
    form: isText ? 'text' : 'binary',
    row: isText ? row.text : Bytes.toStringBinary(cell.row),
    family,
    qualifier: isText ? qualifier.text : Bytes.toStringBinary(cell.qualifier),
    time: '',
  };
}

/** The typed address of a cell, or null if there is no row key yet or a `\xNN` is incomplete. */
export function toAddress({ row, family, qualifier, form }: CellFields): CellAddress | null {
  if (row === '') return null;
  try {
    return { row: typedBytes(row, form), family: familyBytes(family), qualifier: typedBytes(qualifier, form) };
  } catch {
    return null;
  }
}

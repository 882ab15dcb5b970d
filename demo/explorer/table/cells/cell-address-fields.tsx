import { bindFields } from '../../fields/bind-fields.js';
import { Choice } from '../../fields/choice.js';
import { TextField } from '../../fields/text-field.js';
import type { AddressPart, CellFields } from './cell-address.js';

interface Properties {
  readonly address: CellFields;
  readonly families: readonly string[];
  /** The part of the address that is needed. Other fields are disabled. */
  readonly asks: AddressPart;
  readonly onChange: (change: Partial<CellFields>) => void;
}

/** The row, family and column of a cell. */
export function CellAddressFields({ address, families, asks, onChange }: Properties) {
  const bind = bindFields(address, onChange);
  return (
    <>
      <TextField label="Row key" {...bind('row')} required />
      <Choice label="Family" {...bind('family')} options={families} disabled={asks === 'row'} />
      <TextField label="Column" {...bind('qualifier')} placeholder="any name" disabled={asks !== 'column'} />
    </>
  );
}

import { bindFields } from '../../fields/bind-fields.js';
import { Choice } from '../../fields/choice.js';
import { TextField } from '../../fields/text-field.js';
import type { CellFields, DeleteKindInWords } from '../write/write-fields.js';

interface Properties {
  readonly address: CellFields;
  readonly families: readonly string[];
  /** The part of the address that is needed. Other fields are disabled. */
  readonly asks: DeleteKindInWords['asks'];
  readonly onChange: (change: Partial<CellFields>) => void;
}

/** The row, family and column of a cell. */
export function CellAddressFields({ address, families, asks, onChange }: Properties) {
  const bind = bindFields(address, onChange);
  const options = families.map((family) => [family, family] as const);
  return (
    <>
      <TextField label="Row key" {...bind('row')} required />
      <Choice label="Family" {...bind('family')} options={options} disabled={asks === 'row'} />
      <TextField label="Column" {...bind('qualifier')} placeholder="any name" disabled={asks !== 'column'} />
    </>
  );
}

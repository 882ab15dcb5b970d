import { Choice, TextField } from './fields.js';
import type { CellFields, DeleteKindInWords } from './write-fields.js';

interface Properties {
  readonly address: CellFields;
  readonly families: readonly string[];
  /** What the address is of; fields beyond it are off. */
  readonly asks: DeleteKindInWords['asks'];
  readonly onChange: (change: Partial<CellFields>) => void;
}

/** The row, family and column of a cell. */
export function CellAddressFields({ address, families, asks, onChange }: Properties) {
  return (
    <>
      <TextField label="Row key" value={address.row} required onInput={(row) => onChange({ row })} />
      <Choice
        label="Family"
        value={address.family}
        disabled={asks === 'row'}
        options={families.map((family) => [family, family] as const)}
        onChange={(family) => onChange({ family })}
      />
      <TextField
        label="Column"
        value={address.qualifier}
        disabled={asks !== 'column'}
        placeholder="any name"
        onInput={(qualifier) => onChange({ qualifier })}
      />
    </>
  );
}

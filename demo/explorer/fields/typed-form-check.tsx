import type { Bound } from './bind-fields.js';
import { Check } from './check.js';
import type { TypedForm } from './typed-bytes.js';

/** Whether `\xNN` in the fields of a form is read as bytes. */
export function TypedFormCheck({ value, onChange }: Bound<TypedForm>) {
  return (
    <Check value={value === 'binary'} onChange={(isBinary) => onChange(isBinary ? 'binary' : 'text')}>
      Read <code>\xNN</code> as bytes
    </Check>
  );
}

import { withoutDirections } from '../ui/cell-text.js';
import type { Bound } from './bind-fields.js';
import './fields.css';

interface Properties<T extends string> extends Bound<T> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly disabled?: boolean;
}

/** A choice between a few options. */
export function Choice<T extends string>({ label, value, options, onChange, disabled }: Properties<T>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {withoutDirections(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

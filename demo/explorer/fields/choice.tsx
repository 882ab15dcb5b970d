import { withoutDirections } from '../ui/cell-text.js';
import type { Bound } from './bind-fields.js';
import './fields.css';

interface Properties<T extends string> extends Bound<T> {
  readonly label: string;
  /** The values. One that is shown under another name is listed with that name. */
  readonly options: readonly (T | readonly [value: T, name: string])[];
  readonly disabled?: boolean;
}

/** A choice between a few options. */
export function Choice<T extends string>({ label, value, options, onChange, disabled }: Properties<T>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => {
          const [key, name] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={key} value={key}>
              {withoutDirections(name)}
            </option>
          );
        })}
      </select>
    </label>
  );
}

import { useId } from 'preact/hooks';
import type { Bound } from './bind-fields.js';
import './fields.css';

interface Properties extends Bound<string> {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** What may be meant; anything else can be typed too. */
  readonly suggestions?: readonly string[];
}

/** A line of text, written in the letters of code. */
export function TextField({ label, value, onChange, placeholder, required, disabled, suggestions }: Properties) {
  const list = useId();
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        required={required}
        disabled={disabled}
        list={suggestions && list}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </label>
  );
}

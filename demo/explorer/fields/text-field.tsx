import { useId } from 'preact/hooks';
import type { Bound } from './bind-fields.js';
import './fields.css';

interface Properties extends Bound<string> {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Suggestions. The user can also type something else. */
  readonly suggestions?: readonly string[];
  /** The reason why the typed text cannot be used, as a sentence; null if it can be used. */
  readonly problem?: string | null;
}

/** A line of text in a monospaced font. */
export function TextField({
  label,
  value,
  onChange,
  placeholder,
  required,
  disabled,
  suggestions,
  problem = null,
}: Properties) {
  const id = useId();
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        <input
          value={value}
          placeholder={placeholder}
          required={required}
          disabled={disabled}
          list={suggestions && `${id}-list`}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {problem !== null && (
        <p class="field-problem" id={`${id}-problem`} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}

import type { Bound } from './bind-fields.js';
import './fields.css';

interface Properties extends Bound<string> {
  readonly label: string;
  readonly placeholder: string;
}

/** A few lines of text, as wide as the form. */
export function LinesField({ label, value, onChange, placeholder }: Properties) {
  return (
    <label class="field wide">
      <span>{label}</span>
      <textarea
        rows={2}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

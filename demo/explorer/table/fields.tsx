import type { ComponentChildren } from 'preact';
import type { TypedForm } from './typed-bytes.js';

interface TextProperties {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** A line of text, written in the letters of code. */
export function TextField({ label, value, onInput, placeholder, required, disabled }: TextProperties) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        required={required}
        disabled={disabled}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

interface ChoiceProperties<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

/** One of a few. */
export function Choice<T extends string>({ label, value, options, onChange, disabled }: ChoiceProperties<T>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProperties {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

export function Check({ checked, onChange, disabled, children }: CheckProperties) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** Whether `\xNN` in the fields of a form is a byte. */
export function FormCheck({
  form,
  onChange,
}: {
  readonly form: TypedForm;
  readonly onChange: (form: TypedForm) => void;
}) {
  return (
    <Check checked={form === 'binary'} onChange={(checked) => onChange(checked ? 'binary' : 'text')}>
      <code>\xNN</code> is a byte
    </Check>
  );
}

import type { ComponentChildren } from 'preact';
import type { Bound } from './bind-fields.js';
import './fields.css';

interface Properties extends Bound<boolean> {
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

export function Check({ value, onChange, disabled, children }: Properties) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

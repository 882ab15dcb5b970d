import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NewCell } from '../rows/row-edits.js';

interface Properties {
  readonly title: string;
  /** The row that gets the cell; without it the form asks for one. */
  readonly row?: Uint8Array;
  readonly families: readonly string[];
  /** Whether it went well. */
  readonly onSave: (cell: NewCell) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for a cell in any column of the table's families; a row begins with one. */
export function CellForm({ title, row, families, onSave, onClose }: Properties) {
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // The keyboard goes back to where it was.
    const before = document.activeElement as HTMLElement | null;
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
    return () => before?.focus();
  }, []);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(given.get(name) ?? '');
    setBusy(true);
    const cell = {
      row: row ?? text('row'),
      family: text('family'),
      qualifier: text('qualifier'),
      value: text('value'),
    };
    if (await onSave(cell)) onClose();
    else setBusy(false);
  };
  return (
    <form
      ref={form}
      class="cell-form"
      aria-label={title}
      onSubmit={save}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {row === undefined && (
        <label>
          Row key
          <input name="row" required placeholder="org.example.www" spellcheck={false} autocomplete="off" />
        </label>
      )}
      <label>
        Family
        <select name="family">
          {families.map((family) => (
            <option key={family}>{family}</option>
          ))}
        </select>
      </label>
      <label>
        Column
        <input name="qualifier" placeholder="any name" spellcheck={false} autocomplete="off" autocapitalize="off" />
      </label>
      <label class="wide">
        Value
        <input name="value" spellcheck={false} autocomplete="off" />
      </label>
      <div class="buttons">
        <button type="submit" class="main" disabled={busy}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ShownCell } from '../rows/row-page.js';
import type { TableEditing } from '../rows/table-editing.js';

interface Properties {
  readonly cell: ShownCell;
  /** The cell in words. */
  readonly where: string;
  /** Null while the worker is away: what was typed waits. */
  readonly editing: TableEditing | null;
  readonly onClose: () => void;
}

/** Edits one value: Enter saves, Shift+Enter is a new line, Escape leaves it as it was. */
export function CellEditor({ cell, where, editing, onClose }: Properties) {
  const [typed, setTyped] = useState(cell.value.text);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.select(), []);

  const finish = async (change: () => Promise<boolean>) => {
    setBusy(true);
    if (await change()) onClose();
    else setBusy(false);
  };
  const save = () => editing !== null && finish(() => editing.change(cell, typed));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void save();
  };
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        aria-label={`Value of ${where}`}
        value={typed}
        readOnly={busy}
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        <button type="submit" class="main" disabled={busy || editing === null}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="quiet danger"
          disabled={busy || editing === null}
          onClick={() => editing !== null && finish(() => editing.deleteCell(cell))}
        >
          Delete cell
        </button>
      </div>
    </form>
  );
}

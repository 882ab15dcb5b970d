import type { ShownRow } from '../rows/row-page.js';
import type { TableEditing } from '../rows/table-editing.js';

interface Properties {
  readonly row: ShownRow;
  readonly text: string;
  readonly editing: TableEditing | null;
}

/** Deletes a row at a click; the message that says so offers to undo it. */
export function DeleteRowButton({ row, text, editing }: Properties) {
  const remove = async (button: HTMLElement) => {
    // The button goes with its row, and the keyboard must stay somewhere.
    const rows = button.closest<HTMLElement>('.rows');
    if (await editing?.deleteRow(row)) rows?.focus();
  };
  return (
    <button
      type="button"
      class="quiet danger"
      aria-label={`${text} ${row.name}`}
      disabled={editing === null}
      // The second click of a double click meets the row that has moved up.
      onClick={(event) => event.detail < 2 && remove(event.currentTarget)}
    >
      {text}
    </button>
  );
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ShownCell } from '../rows/row-page.js';
import type { TableEditing } from '../rows/table-editing.js';
import { CellEditor } from './cell-editor.js';

/** More of a value is shown only when it is edited. */
const SHOWN_LENGTH = 400;

interface Properties {
  readonly cell: ShownCell;
  readonly rowName: string;
  readonly editing: TableEditing | null;
}

/** A value, which turns into its editor at a click. */
export function CellValue({ cell, rowName, editing }: Properties) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // The keyboard goes on where it was.
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const where = `${cell.column} of ${rowName}`;
  if (open) return <CellEditor cell={cell} where={where} editing={editing} onClose={() => setOpen(false)} />;
  const { text, form } = cell.value;
  return (
    <button ref={button} type="button" class={`value ${form}`} title={`Edit ${where}`} onClick={() => setOpen(true)}>
      {text === '' ? <em>empty</em> : <span>{text.slice(0, SHOWN_LENGTH)}</span>}
      {text.length > SHOWN_LENGTH && <em> … {cell.cell.value.length} bytes</em>}
    </button>
  );
}

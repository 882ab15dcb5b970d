import type { Cell } from 'bigtab';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { beginningOf, fromReadable, toReadable } from '../ui/cell-text.js';
import { WholeValueStore } from '../ui/whole-value.js';

interface Properties {
  readonly cell: Cell | undefined;
  /** The cell in words. */
  readonly where: string;
  /** Whether the cell can be changed. An old version cannot. */
  readonly isOpen: boolean;
  /** Resolves to whether the value was saved. */
  readonly onSave: (value: Uint8Array) => Promise<boolean>;
}

/** A value or an empty cell. A click replaces it with an input field. */
export function ValueCell({ cell, where, isOpen, onSave }: Properties) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isEditing && takesFocus.current) button.current?.focus();
    takesFocus.current = false;
  }, [isEditing]);
  const store = useContext(WholeValueStore);
  // A dialog shows a long value. A form can change it.
  if (cell !== undefined && cell.value.length > LONGEST) {
    const { text } = beginningOf(cell.value, LONGEST);
    return (
      <button type="button" class="value" onClick={() => store.set({ of: where, bytes: cell.value })}>
        {text}
        <span class="unseen">, show all of {where}</span>
      </button>
    );
  }
  const { text, form } = cell === undefined ? NOTHING : toReadable(cell.value);
  // Typed text is kept while there is no worker.
  if (isEditing) {
    return (
      <ValueEditor
        text={text}
        where={where}
        onSave={(typed) => onSave(fromReadable({ text: typed, form }))}
        onClose={(byKeyboard) => {
          takesFocus.current = byKeyboard;
          setEditing(false);
        }}
      />
    );
  }
  if (!isOpen)
    return (
      <span class="value" title={text}>
        {text}
      </span>
    );
  return (
    <button ref={button} type="button" class="value" onClick={() => setEditing(true)}>
      {text === '' ? <span class="nothing" aria-hidden="true" /> : text}
      <span class="unseen">
        {text === '' ? 'empty, ' : ', '}change {where}
      </span>
    </button>
  );
}

/** Values with more bytes cannot be edited in the cell. */
const LONGEST = 512;
const NOTHING = { text: '', form: 'text' } as const;

interface EditorProperties {
  readonly text: string;
  readonly where: string;
  readonly onSave: (typed: string) => Promise<boolean>;
  /** If `byKeyboard` is true, the focus returns to the cell. */
  readonly onClose: (byKeyboard: boolean) => void;
}

/** Enter or moving the focus away saves the value. Escape discards the change. */
function ValueEditor({ text, where, onSave, onClose }: EditorProperties) {
  const [isBusy, setBusy] = useState(false);
  // Removing the field also dispatches `blur`.
  const isClosed = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const close = (byKeyboard: boolean) => {
    isClosed.current = true;
    onClose(byKeyboard);
  };
  const save = async (byKeyboard: boolean) => {
    const typed = field.current?.value ?? text;
    if (isBusy || isClosed.current) return;
    if (typed === text) return close(byKeyboard);
    setBusy(true);
    if (await onSave(typed)) close(byKeyboard);
    else setBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close(true);
    if (event.key !== 'Enter' || event.isComposing) return;
    // Otherwise the same key press would click the button that replaces the field.
    event.preventDefault();
    void save(true);
  };
  return (
    <input
      ref={field}
      class="value-editor"
      aria-label={`New value of ${where}`}
      defaultValue={text}
      readOnly={isBusy}
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      enterkeyhint="done"
      onKeyDown={onKeyDown}
      // If the window loses the focus, the user is still typing.
      onBlur={() => document.hasFocus() && void save(false)}
    />
  );
}

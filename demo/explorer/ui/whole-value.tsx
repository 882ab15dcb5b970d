import { Bytes } from 'bigtab';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { countOf, inCount } from './amounts.js';
import { characterStart, plainText, toReadable } from './cell-text.js';
import { noticeOf } from './notices.js';
import { Store, useStore } from './store.js';
import './whole-value.css';

/** A value that the user wants to see completely. */
export interface WholeValue {
  /** The name of the cell that has these bytes as its value. */
  readonly of: string;
  readonly bytes: Uint8Array;
}

/** The value in the dialog, or null. All views share one dialog, because the content of a view may disappear. */
export const WholeValueStore = createContext(new Store<WholeValue | null>(null));

/** The number of bytes shown at a time. */
const PIECE = 8192;

/** A button next to a value that is only partly shown. It opens the dialog with the complete value. */
export function ShowAll({ of, bytes }: WholeValue) {
  const store = useContext(WholeValueStore);
  return (
    <button
      type="button"
      class="quiet show-all"
      aria-label={`Show all of ${of}`}
      onClick={() => store.set({ of, bytes })}
    >
      Show all {countOf(bytes.length, 'byte')}
    </button>
  );
}

/** The dialog that shows a complete value. */
export function WholeValueDialog() {
  const store = useContext(WholeValueStore);
  const shown = useStore(store);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown !== null) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} class="whole-value" aria-labelledby="whole-value" onClose={() => store.set(null)}>
      {shown !== null && <Value key={shown.of} value={shown} onClose={() => store.set(null)} />}
    </dialog>
  );
}

interface ValueProperties {
  readonly value: WholeValue;
  readonly onClose: () => void;
}

function Value({ value: { of, bytes }, onClose }: ValueProperties) {
  const [page, setPage] = useState(0);
  const [said, setSaid] = useState('');
  const isText = useMemo(() => plainText(bytes) !== null, [bytes]);
  const startOf = (at: number) => (isText ? characterStart(bytes, at * PIECE) : Math.min(at * PIECE, bytes.length));
  const [start, end] = [startOf(page), startOf(page + 1)];
  const piece = bytes.subarray(start, end);
  const isLast = end === bytes.length;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toReadable(bytes).text);
      setSaid('Copied.');
    } catch (error) {
      setSaid(noticeOf(error).text);
    }
  };
  return (
    <>
      <header>
        <h2 id="whole-value">{of}</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <p class="soft">
        {countOf(bytes.length, 'byte')}
        {!isText && (
          <>
            , not plain text: <code>\xNN</code> stands for the byte with that hexadecimal value
          </>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
      <section tabIndex={0} aria-label="The value">
        <pre>{isText ? plainText(piece) : Bytes.toStringBinary(piece)}</pre>
      </section>
      <footer>
        {bytes.length > PIECE && (
          <nav aria-label="Pieces of the value">
            <button type="button" aria-disabled={page === 0} onClick={() => page > 0 && setPage(page - 1)}>
              Previous
            </button>
            <span>
              Bytes {inCount(start + 1)}–{inCount(end)}
            </span>
            <button type="button" aria-disabled={isLast} onClick={() => !isLast && setPage(page + 1)}>
              Next
            </button>
          </nav>
        )}
        <span role="status">{said}</span>
        <button type="button" class="main" onClick={() => void copy()}>
          Copy all
        </button>
      </footer>
    </>
  );
}

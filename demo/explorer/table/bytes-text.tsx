import type { ReadableBytes } from '../ui/cell-text.js';

/** More of a value is not shown. */
const SHOWN_LENGTH = 160;

/** Bytes as text, or in the form `\xNN`; the beginning of them where they are long. */
export function BytesText({ bytes: { text, form } }: { readonly bytes: ReadableBytes }) {
  if (text === '') return <em class="soft">empty</em>;
  const rest = text.length - SHOWN_LENGTH;
  return (
    <span class={form}>
      {text.slice(0, SHOWN_LENGTH)}
      {rest > 0 && <em class="soft"> … {rest.toLocaleString('en')} more</em>}
    </span>
  );
}

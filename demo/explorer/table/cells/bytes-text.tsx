import type { ReadableBytes } from '../../ui/cell-text.js';
import { ShowAll, type WholeValue } from '../../ui/whole-value.js';

/** The longest part of a name or value that is shown in a line. */
export const SHOWN_LENGTH = 160;

interface Properties {
  readonly bytes: ReadableBytes & { readonly rest?: number };
  /** The whole value, which can be opened if only the beginning is shown. */
  readonly whole?: WholeValue;
}

/** Bytes as text, or in the form `\xNN`. Shows only the beginning of long ones. */
export function BytesText({ bytes, whole }: Properties) {
  const { text, form } = bytes;
  if (text === '') return <em class="soft">empty</em>;
  const isCut = isLong(bytes);
  return (
    <>
      <bdi class={form}>
        {text.slice(0, SHOWN_LENGTH)}
        {isCut && <span class="soft"> …</span>}
      </bdi>
      {isCut && whole !== undefined && <ShowAll {...whole} />}
    </>
  );
}

/** Whether only a part is shown. */
export function isLong({ text, rest = 0 }: Properties['bytes']): boolean {
  return rest > 0 || text.length > SHOWN_LENGTH;
}

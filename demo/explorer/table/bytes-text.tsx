import type { ReadableBytes } from '../ui/cell-text.js';
import { ShowAll, type WholeValue } from '../ui/whole-value.js';

/** More of a name or a value is not shown in a line. */
export const SHOWN_LENGTH = 160;

interface Properties {
  readonly bytes: ReadableBytes & { readonly rest?: number };
  /** Where all of it can be read, when only the beginning is shown. */
  readonly whole?: WholeValue;
}

/** Bytes as text, or in the form `\xNN`; the beginning of them where they are long. */
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

/** Whether only a part of it is shown. */
export function isLong({ text, rest = 0 }: Properties['bytes']): boolean {
  return rest > 0 || text.length > SHOWN_LENGTH;
}

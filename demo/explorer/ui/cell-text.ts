import { Bytes } from 'bigtab';

/*
 * Bytes as a person reads and types them: text where they are UTF-8, else HBase's printable form with `\xNN`.
 */

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export interface ReadableBytes {
  readonly text: string;
  /** In which form the text is; the same form is read back from what was typed. */
  readonly form: 'text' | 'binary';
}

export function toReadable(bytes: Uint8Array): ReadableBytes {
  try {
    const text = STRICT.decode(bytes);
    if (!hasControlCharacter(text)) return { text, form: 'text' };
  } catch {
    // Not UTF-8.
  }
  return { text: Bytes.toStringBinary(bytes), form: 'binary' };
}

export function fromReadable({ text, form }: ReadableBytes): Uint8Array {
  return form === 'text' ? Bytes.toBytes(text) : Bytes.toBytesBinary(text);
}

/** Line ends and tabs are text. */
function hasControlCharacter(text: string): boolean {
  return /[^\P{Cc}\t\n\r]/u.test(text);
}

import { Bytes, type BytesLike } from 'bigtab';

/** Whether what is typed stands for itself, or is read as HBase's printable form with `\xNN`. */
export type TypedForm = 'text' | 'binary';

/** What was typed; text where it is text, so that code can show it. Throws INVALID_ARGUMENT for a broken `\xNN`. */
export function typedBytes(typed: string, form: TypedForm): BytesLike {
  if (form === 'text' || !typed.includes('\\x')) return typed;
  // The printable form knows bytes only; what else was typed is text.
  return Bytes.toBytesBinary(typed.replace(/[^ -~]+/g, (text) => Bytes.toStringBinary(Bytes.toBytes(text))));
}

/** A family's name as requests take it: descriptors write one that is no text in its printable form. */
export function familyBytes(name: string): BytesLike {
  return name.includes('\\') ? Bytes.toBytesBinary(name) : name;
}

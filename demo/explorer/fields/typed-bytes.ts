import { Bytes, type BytesLike, type ColumnLike } from 'bigtab';

/** Whether typed text is used unchanged, or read as HBase's printable form with `\xNN`. */
export type TypedForm = 'text' | 'binary';

/** The typed value, as text if possible, so that code can show it. Throws INVALID_ARGUMENT for a malformed `\xNN`. */
export function typedBytes(typed: string, form: TypedForm): BytesLike {
  if (form === 'text' || !typed.includes('\\x')) return typed;
  // The printable form contains only ASCII. Other characters are written as the bytes of their text.
  return Bytes.toBytesBinary(typed.replace(/[^ -~]+/g, (text) => Bytes.toStringBinary(Bytes.toBytes(text))));
}

/** A family's name for a request. Descriptors write a name that is not text in its printable form. */
export function familyBytes(name: string): BytesLike {
  return name.includes('\\') ? Bytes.toBytesBinary(name) : name;
}

/** A typed `family` or `family:qualifier`, as text if possible. Throws INVALID_ARGUMENT for a malformed `\xNN`. */
export function typedColumn(typed: string, form: TypedForm): ColumnLike {
  const [name = '', rest] = typed.split(/:(.*)/s, 2);
  const family = familyBytes(name);
  const qualifier = rest === undefined ? undefined : typedBytes(rest, form);
  if (typeof family === 'string' && typeof qualifier !== 'object') return typed;
  return qualifier === undefined ? [family] : [family, qualifier];
}

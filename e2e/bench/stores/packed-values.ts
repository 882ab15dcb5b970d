/** Values one behind the other in one buffer, so that a message carries two objects for however many values. */
export interface PackedValues {
  readonly bytes: Uint8Array;
  /** Where each value ends; -1: there is none. */
  readonly ends: Int32Array;
}

export function packValues(values: readonly (Uint8Array | null)[]): PackedValues {
  const ends = new Int32Array(values.length);
  let size = 0;
  for (const value of values) size += value?.length ?? 0;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      bytes.set(value, at);
      at += value.length;
    }
    ends[index] = value === null ? -1 : at;
  }
  return { bytes, ends };
}

/**
 * The values, each in a buffer of its own, as IndexedDB and Bigtab give them: whoever keeps one of them does not keep all that came
 * with it.
 */
export function unpackValues({ bytes, ends }: PackedValues): (Uint8Array | null)[] {
  const values: (Uint8Array | null)[] = [];
  let at = 0;
  for (const end of ends) {
    values.push(end < 0 ? null : bytes.slice(at, end));
    if (end >= 0) at = end;
  }
  return values;
}

/** The same where none is missing. */
export function unpackAll(packed: PackedValues): Uint8Array[] {
  return unpackValues(packed).map((value) => {
    if (value === null) throw new Error('a value is missing');
    return value;
  });
}

/** What a message hands over instead of copying. */
export function buffersOf(packed: PackedValues): Transferable[] {
  return [packed.bytes.buffer, packed.ends.buffer];
}

/** Values, one after the other in one buffer, so a message contains two objects for any number of values. */
export interface PackedValues {
  readonly bytes: Uint8Array;
  /** Where each value ends; -1 if the value is missing. */
  readonly ends: Int32Array;
}

export function packValues(values: readonly (Uint8Array | null)[]): PackedValues {
  const ends = new Int32Array(values.length);
  let size = 0;
  for (const value of values) size += value?.length ?? 0;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as Uint8Array | null;
    if (value !== null) {
      bytes.set(value, at);
      at += value.length;
    }
    ends[index] = value === null ? -1 : at;
  }
  return { bytes, ends };
}

/** Appends the values to `values`, as views of the packed buffer, and returns it. */
export function unpackValues({ bytes, ends }: PackedValues, values: (Uint8Array | null)[] = []): (Uint8Array | null)[] {
  let at = 0;
  for (const end of ends) {
    values.push(end < 0 ? null : bytes.subarray(at, end));
    if (end >= 0) at = end;
  }
  return values;
}

/** The same if no value is missing. */
export function unpackAll(packed: PackedValues): Uint8Array[] {
  return unpackValues(packed).map((value) => {
    if (value === null) throw new Error('a value is missing');
    return value;
  });
}

/** The buffers that a message transfers instead of copying. */
export function buffersOf(packed: PackedValues): Transferable[] {
  return [packed.bytes.buffer, packed.ends.buffer];
}

/** The largest number of columns in a file, because the lists of choices have one entry for each. */
export const MAX_COLUMNS = 2000;

/** The column names in the first line of a file, made non-empty and unique. */
export function columnNames(values: readonly string[]): readonly string[] {
  if (values.length > MAX_COLUMNS) {
    throw new Error(
      `The first line names ${values.length.toLocaleString('en')} columns; ` +
        `a file can have up to ${MAX_COLUMNS.toLocaleString('en')}`,
    );
  }
  const names = new Set<string>();
  // The next number to try for a name, so that a line of equal names does not need a new search for each of them.
  const next = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const name = value.trim() || `column ${index + 1}`;
    let unique = name;
    let count = next.get(name) ?? 2;
    for (; names.has(unique); count++) unique = `${name} ${count}`;
    next.set(name, count);
    names.add(unique);
  }
  return [...names];
}

import { inCount } from '../ui/amounts.js';

/** The largest number of columns in a file. It is limited because each one is an entry in the lists of choices. */
export const MAX_COLUMNS = 2000;

/** The column names in the first line of a file, made non-empty and unique. */
export function columnNames(values: readonly string[]): readonly string[] {
  if (values.length > MAX_COLUMNS) {
    const [found, most] = [inCount(values.length), inCount(MAX_COLUMNS)];
    throw new Error(`The first line names ${found} columns; a file can have up to ${most}`);
  }
  const names = new Set<string>();
  // The next number to try for each name. Without it, a line of equal names would search from 2 for each of them.
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

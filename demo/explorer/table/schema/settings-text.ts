import type { Configuration } from 'bigtab';

/*
 * HBase settings as typed: one `name = value` per line.
 */

export function settingsText(settings: Configuration): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}

/** Throws a RangeError for a malformed line. */
export function readSettings(typed: string): Configuration {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value] = line.split(/=(.*)/s, 2).map((part) => part.trim());
      if (value === undefined)
        throw new RangeError(`“${line.trim()}” is not a setting. Write a setting as name = value`);
      return [name, value];
    }),
  );
}

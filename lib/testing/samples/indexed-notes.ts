import { expect } from 'vitest';
import type { Connection } from '../../client/connection.js';

/** Fails unless reads by the indexes `byType` (of `e:type`) and `byTag` (of `tag`) return what a scan of all rows does. */
export async function expectIndexed(connection: Connection, name: string, values: readonly string[]): Promise<void> {
  const table = connection.getTable(name);
  const all = await table.getScanner().toArray();
  for (const value of values) {
    const found = await table.getScanner({ index: 'byType', equals: [value] }).toArray();
    const due = all.filter((row) => row.getText('e', 'type') === value);
    expect(found.map(({ key }) => key)).toEqual(due.map(({ key }) => key));
    const tagged = await table.getScanner({ index: 'byTag', equals: value }).toArray();
    const dueTagged = all.filter((row) => row.getText('tag', value) !== null);
    expect(tagged.map(({ key }) => key)).toEqual(dueTagged.map(({ key }) => key));
  }
  expect((await connection.verify()).files.flatMap(({ problems }) => problems)).toEqual([]);
}

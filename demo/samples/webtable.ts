import type { Connection, PutLike, Table } from 'bigtab';

/** The example of the HBase guide: web pages by their reversed address, and who links to them. */
export const WEBTABLE = { name: 'webtable', families: ['contents', 'anchor', 'people'] } as const;

const ROWS: readonly PutLike[] = [
  {
    row: 'com.cnn.www',
    cells: { contents: { html: '<html>...' }, anchor: { 'cnnsi.com': 'CNN', 'my.look.ca': 'CNN.com' } },
  },
  { row: 'com.example.www', cells: { people: { author: 'John Doe' } } },
];

/** Makes the table with its rows. One that is there stays as it is, whatever was done to it. */
export async function openWebtable(connection: Connection): Promise<void> {
  if (await connection.getAdmin().tableExists(WEBTABLE.name)) return;
  await fillWebtable(await connection.ensureTable(WEBTABLE));
}

/** Writes the example's rows, over those that are there. */
export function fillWebtable(table: Table): Promise<void> {
  return table.put(ROWS);
}

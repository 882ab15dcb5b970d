import { type Connection, Delete, KEEP_HISTORY, Put, type RowMutation, type Table } from 'bigtab';

/** The example of the HBase guide: web pages by reversed address, their contents, and the pages that link to them. */
export const WEBTABLE = {
  name: 'webtable',
  families: [
    { name: 'contents', ...KEEP_HISTORY },
    { name: 'anchor', ...KEEP_HISTORY },
    { name: 'people', ...KEEP_HISTORY },
  ],
} as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Creates the table if it is missing, and writes the visits of a crawler if nothing was ever written to it. */
export async function openWebtable(connection: Connection, now: number): Promise<Table> {
  const isThere = await connection.getAdmin().tableExists(WEBTABLE.name);
  // An existing table is not changed.
  const table = isThere ? connection.getTable(WEBTABLE.name) : ((await connection.ensureTable(WEBTABLE)) as Table);
  const [anything] = await table.getScanner({ raw: true, limit: 1 }).toArray();
  if (anything === undefined) await table.batch(visitsUntil(now));
  return table;
}

/** The pages that the crawler visited in the last days, each with the time of the visit. */
function visitsUntil(now: number): RowMutation[] {
  const write = (agoMs: number, row: string, cells: Readonly<Record<string, string>>): Put => {
    const put = new Put(row, now - agoMs);
    for (const [column, value] of Object.entries(cells)) {
      const [family = '', qualifier = ''] = column.split(/:(.*)/s);
      put.addColumn(family, qualifier, value);
    }
    return put;
  };
  const visit = (days: number, hours: number): number => days * DAY_MS + hours * HOUR_MS + 7 * MINUTE_MS;
  return [
    write(visit(6, 2), 'com.cnn.www', { 'contents:html': '<html>Sports', 'anchor:cnnsi.com': 'CNN' }),
    write(visit(6, 2), 'net.oldnews.www', { 'contents:html': '<html>Hello', 'anchor:my.look.ca': 'Old news' }),
    write(visit(5, 5), 'com.example.www', { 'contents:html': '<html>Draft', 'people:author': 'John Doe' }),
    write(visit(4, 1), 'com.cnn.www', { 'contents:html': '<html>Elections', 'anchor:my.look.ca': 'CNN.com' }),
    write(visit(3, 4), 'org.zoo.www', { 'contents:html': '<html>Tigers', 'anchor:cnnsi.com': 'The zoo' }),
    new Delete('net.oldnews.www', now - visit(2, 3)),
    write(visit(1, 6), 'com.example.www', { 'contents:html': '<html>Final', 'anchor:my.look.ca': 'Example' }),
    write(visit(1, 6), 'org.zoo.www', { 'contents:html': '<html>Lions' }),
    write(visit(0, 2), 'com.cnn.www', { 'contents:html': '<html>Weather' }),
  ];
}

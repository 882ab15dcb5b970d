import type { Connection, Table } from '../../index.js';

/**
 * The table of the guide's chapter: web pages by their reversed host names, with their contents at three times and the
 * other sites that link to them. The guide's timestamps t3 … t9 are the numbers 3 … 9.
 */
export async function fillWebtable(connection: Connection): Promise<Table> {
  const webtable = await connection.ensureTable({
    name: 'webtable',
    families: [{ name: 'contents', maxVersions: 3 }, 'anchor', 'people'],
  });
  await webtable.put([
    { row: 'com.cnn.www', timestamp: 9, cells: { anchor: { 'cnnsi.com': 'CNN' } } },
    { row: 'com.cnn.www', timestamp: 8, cells: { anchor: { 'my.look.ca': 'CNN.com' } } },
    { row: 'com.cnn.www', timestamp: 6, cells: { contents: { html: '<html>6' } } },
    { row: 'com.cnn.www', timestamp: 5, cells: { contents: { html: '<html>5' } } },
    { row: 'com.cnn.www', timestamp: 3, cells: { contents: { html: '<html>3' } } },
    {
      row: 'com.example.www',
      timestamp: 5,
      cells: { contents: { html: '<html>example' }, people: { author: 'John Doe' } },
    },
  ]);
  return webtable;
}

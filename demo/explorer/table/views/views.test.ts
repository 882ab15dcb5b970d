import { Bytes, Delete, KEEP_HISTORY, Put, type Table } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { openTallTable, readAllPages } from '../live/tall-table.js';
import { numberOf, readCellVersions } from './cell-versions.js';
import { type ConceptualRow, readConceptualPage } from './conceptual-rows.js';
import { findColumns } from './found-columns.js';
import { readStoredPage } from './stored-cells.js';

const { signal } = new AbortController();

/** The example of the HBase guide, with its timestamps. */
async function openGuide(): Promise<Table> {
  const connection = await openMemory({ name: 'guide' });
  const families = ['anchor', 'contents', 'people'].map((name) => ({ name, ...KEEP_HISTORY }));
  const table = await connection.ensureTable({ name: 'webtable', families });
  await table.put([
    new Put('com.cnn.www')
      .addColumn('anchor', 'cnnsi.com', 9, 'CNN')
      .addColumn('anchor', 'my.look.ca', 8, 'CNN.com')
      .addColumn('contents', 'html', 6, '<html>6')
      .addColumn('contents', 'html', 5, '<html>5')
      .addColumn('contents', 'html', 3, '<html>3'),
    new Put('com.example.www').addColumn('contents', 'html', 5, '<html>').addColumn('people', 'author', 5, 'John Doe'),
  ]);
  return table;
}

/** The lines of a row, and `…` if it has older ones. */
function inWords({ row, lines, more }: ConceptualRow): readonly string[] {
  const written = lines.map(({ time, cells }) => {
    const families = [...cells].map(([, list]) =>
      list.map(({ family, qualifier, value }) => `${family}:${qualifier.text}=${value.text}`).join(','),
    );
    return [row.text, time, ...families].join(' ');
  });
  return more ? [...written, `${row.text} …`] : written;
}

describe('the conceptual view', () => {
  const NONE: ReadonlyMap<string, number> = new Map();

  it('has a line for each row and timestamp, the newest of a row first', async () => {
    const request = { from: null, size: 20, signal, linesShown: NONE };
    const { items, next } = await readConceptualPage(await openGuide(), request);
    expect(items.flatMap(inWords)).toEqual([
      'com.cnn.www 9 anchor:cnnsi.com=CNN',
      'com.cnn.www 8 anchor:my.look.ca=CNN.com',
      'com.cnn.www 6 contents:html=<html>6',
      'com.cnn.www 5 contents:html=<html>5',
      'com.cnn.www 3 contents:html=<html>3',
      'com.example.www 5 contents:html=<html> people:author=John Doe',
    ]);
    expect(next).toBeNull();
  });

  it('shows the newest five lines of each row, and more lines of a row on request', async () => {
    const table = await openTallTable(3, 9);
    const read = async (linesShown: ReadonlyMap<string, number>) => {
      const { items } = await readConceptualPage(table, { from: null, size: 20, signal, linesShown });
      return items.map((row) => inWords(row).map((line) => line.split(' ')[1]));
    };
    const first = ['9', '8', '7', '6', '5', '…'];
    expect(await read(NONE)).toEqual([first, first, first]);
    expect(await read(new Map([['r1', 7]]))).toEqual([first, ['9', '8', '7', '6', '5', '4', '3', '…'], first]);
    expect(await read(new Map([['r1', 9]]))).toEqual([first, ['9', '8', '7', '6', '5', '4', '3', '2', '1'], first]);
  });

  it('has pages of rows', async () => {
    const table = await openTallTable(5, 9);
    const pages = await readAllPages((from) => readConceptualPage(table, { from, size: 2, signal, linesShown: NONE }));
    expect(pages.map((page) => page.map(({ row }) => row.text))).toEqual([['r0', 'r1'], ['r2', 'r3'], ['r4']]);
  });
});

describe('the physical view', () => {
  it('has the cells of one family, newest first in each column', async () => {
    const { items } = await readStoredPage(await openGuide(), 'contents', { from: null, size: 20, raw: false, signal });
    expect(items.map(({ row, time, value }) => [row.text, time, value.text])).toEqual([
      ['com.cnn.www', '6', '<html>6'],
      ['com.cnn.www', '5', '<html>5'],
      ['com.cnn.www', '3', '<html>3'],
      ['com.example.www', '5', '<html>'],
    ]);
  });

  it('shows markers, and the cells they hide, only in a raw read', async () => {
    const table = await openGuide();
    await table.delete(new Delete('com.cnn.www').addColumns('contents', 'html', 5));
    const read = async (raw: boolean) => {
      const { items } = await readStoredPage(table, 'contents', { from: null, size: 20, raw, signal });
      return items.map(({ time, marker, hidden }) => `${time} ${marker ?? (hidden ? 'hidden' : 'shown')}`);
    };
    expect(await read(false)).toEqual(['6 shown', '5 shown']);
    expect(await read(true)).toEqual(['6 shown', '5 deletes the column up to 5', '5 hidden', '3 hidden', '5 shown']);
  });

  it('is empty for a family without cells, even in a raw read', async () => {
    const connection = await openMemory({ name: 'empty' });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    for (const raw of [false, true]) {
      expect(await readStoredPage(table, 'f', { from: null, size: 5, raw, signal })).toEqual({ items: [], next: null });
    }
  });
});

describe('the versions of a cell', () => {
  const address = { row: 'com.cnn.www', family: 'contents', qualifier: 'html' };

  it('are listed newest first, up to the requested number', async () => {
    const table = await openGuide();
    const all = await readCellVersions(table, address);
    expect(all.versions.map(({ time }) => time)).toEqual(['6', '5', '3']);
    expect([all.more, all.line]).toEqual([false, null]);
    expect((await readCellVersions(table, address, 2)).more).toBe(true);
  });

  it('are a line if all of them are numbers', async () => {
    const table = await openGuide();
    const put = (value: Uint8Array | string, timestamp: number) =>
      table.put({ row: 'r', cells: [{ family: 'people', qualifier: 'n', value }], timestamp });
    const read = async () => (await readCellVersions(table, { row: 'r', family: 'people', qualifier: 'n' })).line;
    expect(await read()).toBeNull();
    await put('-1.5', 1);
    await put(Bytes.fromLong(7), 4);
    expect(await read()).toEqual({ timestamps: [1, 4], values: [-1.5, 7] });
    await put('none', 2);
    expect(await read()).toBeNull();
  });

  it('are numbers if they are decimal text or a counter', () => {
    const numbers = ['0', '-12', '3.25', '.5', '1e3', Bytes.fromLong(-3), Bytes.fromLong(2 ** 40)];
    expect(numbers.map((value) => numberOf(Bytes.toBytes(value)))).toEqual([0, -12, 3.25, 0.5, 1000, -3, 2 ** 40]);
    for (const value of ['', ' ', '0x10', 'abcdefgh', '1,5', new Uint8Array([255])]) {
      expect(numberOf(Bytes.toBytes(value))).toBeNull();
    }
    expect(numberOf(Bytes.toBytes('12345678'))).toBe(12345678);
  });
});

describe('the search for columns', () => {
  it('finds every column of the rows it reads, in byte order, with the number of rows that contain it', async () => {
    const table = await openGuide();
    const { columns, rows, complete } = await findColumns(table, { limit: 10, signal });
    expect([rows, complete]).toEqual([2, true]);
    expect(columns.map((column) => `${column.family}:${column.qualifier.text} ${column.rows}`)).toEqual([
      'anchor:cnnsi.com 1',
      'anchor:my.look.ca 1',
      'contents:html 2',
      'people:author 1',
    ]);
  });

  it('reports that there are more rows than it may read', async () => {
    const table = await openGuide();
    expect(await findColumns(table, { limit: 1, signal })).toMatchObject({ rows: 1, complete: false });
    expect(await findColumns(table, { limit: 2, signal })).toMatchObject({ rows: 2, complete: true });
  });
});

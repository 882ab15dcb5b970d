import { BigtabError } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { previewFile } from './file-preview.js';
import { suggestPlan } from './import-plan.js';
import { importSentence } from './import-report.js';
import { openTarget } from './import-target.js';
import { Importer } from './importer.js';
import { isRecord } from './records.js';

const DAYS = 'station,date,temp\nSeattle,2012-01-01,12.8\nSeattle,2012-01-02,10.6\nOslo,2012-01-02,-3\n';
const CSV = { encoding: 'utf-8', format: { kind: 'csv', delimiter: ',' } } as const;
const NDJSON = { encoding: 'utf-8', format: { kind: 'ndjson' } } as const;
const JSON_ARRAY = { encoding: 'utf-8', format: { kind: 'json' } } as const;
const BY_ID = { key: 'id', timestamp: null, family: 'd' } as const;
const BY_STATION = { key: 'station', timestamp: 'date', family: 'd' } as const;

async function open() {
  const connection = await openMemory({ name: 'import' });
  const table = connection.getTable('t');
  const openTable = () => openTarget(connection, 't', 'd');
  const count = async () => (await table.getScanner().toArray()).length;
  return { connection, table, openTable, importer: new Importer(), count };
}

describe('an import', () => {
  it('writes a version per line, with the timestamp in the line', async () => {
    const { table, openTable, importer } = await open();
    await importer.run(new Blob([DAYS]), CSV, BY_STATION, openTable);
    expect(importer.progress.value).toMatchObject({ phase: 'idle', rows: 3, badLines: 0, ended: 'finished' });
    const seattle = await table.get({ row: 'Seattle', versions: 'all' });
    expect(seattle.toJSON().cells).toEqual([
      { family: 'd', qualifier: 'temp', timestamp: Date.UTC(2012, 0, 2), value: '10.6' },
      { family: 'd', qualifier: 'temp', timestamp: Date.UTC(2012, 0, 1), value: '12.8' },
    ]);
    const then = await table.get({ row: 'Seattle', asOf: Date.UTC(2012, 0, 1) });
    expect(then.getText('d', 'temp')).toBe('12.8');
  });

  it('reports bad lines by number and continues', async () => {
    const { openTable, importer, count } = await open();
    const lines = ['station,date,temp', 'A,2012-01-01,1', ',2012-01-01,1', 'B,soon,1', 'C,2012-01-01,', 'D', 'E,9,5'];
    const long = 'x'.repeat(40_000);
    await importer.run(new Blob([`${lines.join('\n')}\n${long},1,1`]), CSV, BY_STATION, openTable);
    expect(importer.progress.value.listed).toEqual([
      { line: 3, reason: 'The row key, station, is empty.' },
      { line: 4, reason: '“soon” is neither a date nor a number of milliseconds since 1970.' },
      { line: 5, reason: 'The record has no values apart from its row key.' },
      { line: 6, reason: 'The record has 1 field, but the first line names 3.' },
      { line: 8, reason: expect.stringContaining('32767') },
    ]);
    expect(importer.progress.value).toMatchObject({ rows: 2, badLines: 5 });
    expect(await count()).toBe(2);
  });

  it('only checks if it has no table', async () => {
    const { connection, importer } = await open();
    await importer.run(new Blob([DAYS, 'x\n']), CSV, BY_STATION, null);
    expect(importer.progress.value).toMatchObject({ isCheck: true, rows: 3, badLines: 1, ended: 'finished' });
    expect(await connection.getAdmin().tableExists('t')).toBe(false);
  });

  it('keeps the written rows if it is cancelled', async () => {
    const { openTable, importer, count } = await open();
    const lines = Array.from({ length: 5000 }, (_, index) => `{"id":${index},"v":1}\n`);
    importer.progress.subscribe(({ rows }) => rows >= 1000 && importer.cancel());
    await importer.run(new Blob([lines.join('')]), NDJSON, BY_ID, openTable);
    const { ended, rows } = importer.progress.value;
    expect(ended).toBe('cancelled');
    expect(rows).toBe(1000);
    expect(await count()).toBe(1000);
  });

  it.each([
    ['NDJSON', NDJSON, '\n'],
    ['an array in one line', JSON_ARRAY, ','],
  ] as const)('of %s reports the bytes written after each batch of rows', async (_name, form, separator) => {
    const { openTable, importer } = await open();
    const objects = Array.from({ length: 5000 }, (_, index) => `{"id":${1000 + index},"v":1}`).join(separator);
    const file = new Blob([form === NDJSON ? objects : `[${objects}]`]);
    const seen: [number, number][] = [];
    importer.progress.subscribe(({ rows, bytesDone }) => {
      if (bytesDone !== seen.at(-1)?.[1]) seen.push([rows, bytesDone]);
    });
    await importer.run(file, form, BY_ID, openTable);
    expect(seen.length).toBeGreaterThan(10);
    for (const [rows, bytes] of seen) expect(Math.abs(bytes / file.size - rows / 5000)).toBeLessThan(0.01);
  });

  it('of a file without rows creates no table', async () => {
    const { connection, openTable, importer } = await open();
    await importer.run(new Blob(['station,date,temp\nx\n,2012-01-01,3\n']), CSV, BY_STATION, openTable);
    expect(importer.progress.value).toMatchObject({ rows: 0, badLines: 2, ended: 'finished' });
    expect(await connection.getAdmin().listTableNames()).toEqual([]);
    expect(importSentence(importer.progress.value, 't')).toBe(
      'The file has no rows to import and 2 bad lines. Nothing was written.',
    );
  });

  it('reports that the worker ended, and rejects only for other reasons', async () => {
    const { connection, openTable, importer } = await open();
    const lines = Array.from({ length: 5000 }, (_, index) => `{"id":${index},"v":1}\n`);
    const unsubscribe = importer.progress.subscribe(({ rows }) => rows >= 1000 && void connection.close());
    await importer.run(new Blob([lines.join('')]), NDJSON, BY_ID, openTable);
    unsubscribe();
    expect(importer.progress.value).toMatchObject({ phase: 'idle', ended: 'lost' });
    expect(importSentence(importer.progress.value, 't')).toMatch(
      /^The worker ended during the import\. [\d,]+ rows are saved in t\. Import the file again to write the rest\.$/,
    );
    const full = () => Promise.reject(new BigtabError('QUOTA_EXCEEDED', 'the device is full'));
    await expect(importer.run(new Blob([lines.join('')]), NDJSON, BY_ID, full)).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
    });
    expect(importer.progress.value).toMatchObject({ phase: 'idle', ended: 'failed', rows: 0 });
  });

  it('reads a JSON array, and text in other encodings', async () => {
    const { table, openTable, importer } = await open();
    const array = { encoding: 'windows-1252', format: { kind: 'json' } } as const;
    const bytes = [...'[{"id":"a","city":"Zürich"}]'].map((character) => character.charCodeAt(0));
    await importer.run(new Blob([new Uint8Array(bytes)]), array, BY_ID, openTable);
    expect((await table.get('a')).getText('d', 'city')).toBe('Zürich');
  });
});

describe('the preview of a file', () => {
  it('shows five records and the bad lines between them, and suggests a row key', async () => {
    const days = Array.from({ length: 9 }, (_, day) => `Oslo,2012-01-0${day + 1},${day}`);
    const file = new File([['station,date,temp', 'broken', ...days].join('\n')], 'days.csv');
    const { columns, records } = await previewFile(file);
    expect(records.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(records[0]).toHaveProperty('reason');
    expect(suggestPlan(columns, records.filter(isRecord), 'd')).toEqual({ key: 'date', timestamp: null, family: 'd' });
  });

  it('shows the only record of a file, even if no line end follows it', async () => {
    const { records } = await previewFile(new File(['id,name\n1,"a\nb"'], 'one.csv'));
    expect(records).toEqual([
      {
        line: 2,
        fields: new Map([
          ['id', '1'],
          ['name', 'a\nb'],
        ]),
      },
    ]);
  });

  it('refuses a file without records', async () => {
    await expect(previewFile(new File([''], 'empty.csv'))).rejects.toThrow('has no records');
    await expect(previewFile(new File(['hello\nworld'], 'notes.txt'))).rejects.toThrow('has no records');
  });

  it('stops at the first bad lines of a file that has two million of them', async () => {
    const bad = previewFile(new File(['x\n'.repeat(2_000_000)], 'bad.ndjson'));
    await expect(bad).rejects.toThrow('has no records');
    const { records } = await previewFile(new File(['a,b\n', 'x\n'.repeat(2_000_000)], 'bad.csv'));
    expect(records).toHaveLength(20);
  });

  it('reads UTF-16 and Windows-1252, as saved by spreadsheets, and the chosen encoding', async () => {
    const utf16 = new Uint16Array([...'\uFEFFid,name\n1,A\n'].map((character) => character.charCodeAt(0)));
    expect(await previewFile(new File([utf16], 'wide.csv'))).toMatchObject({
      form: { encoding: 'utf-16le' },
      columns: ['id', 'name'],
    });
    const latin = new File([new Uint8Array([0xfc, 44, 97, 10, 49, 44, 50])], 'latin.csv');
    expect(await previewFile(latin)).toMatchObject({ form: { encoding: 'windows-1252' }, columns: ['ü', 'a'] });
    expect((await previewFile(latin, 'utf-8')).columns).toEqual(['\uFFFD', 'a']);
  });

  it('refuses a file that is not text', async () => {
    const image = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 44, 0, 10])], 'image.png');
    await expect(previewFile(image)).rejects.toThrow('is not text');
  });
});

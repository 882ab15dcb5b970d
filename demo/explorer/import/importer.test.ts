import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { previewFile } from './file-preview.js';
import { suggestPlan } from './import-plan.js';
import { openTarget } from './import-target.js';
import { Importer } from './importer.js';
import { isRecord } from './records.js';

const DAYS = 'station,date,temp\nSeattle,2012-01-01,12.8\nSeattle,2012-01-02,10.6\nOslo,2012-01-02,-3\n';
const CSV = { kind: 'csv', delimiter: ',' } as const;
const BY_STATION = { key: 'station', timestamp: 'date', family: 'd' } as const;

async function open() {
  const connection = await openMemory({ name: 'import' });
  const table = await openTarget(connection, 't', 'd');
  const count = async () => (await table.getScanner().toArray()).length;
  return { connection, table, importer: new Importer(), count };
}

describe('an import', () => {
  it('writes a version per line, at the time that the line says', async () => {
    const { table, importer } = await open();
    await importer.run(new Blob([DAYS]), CSV, BY_STATION, table);
    expect(importer.progress.value).toMatchObject({ phase: 'idle', rows: 3, badLines: 0, ended: 'finished' });
    const seattle = await table.get({ row: 'Seattle', versions: 'all' });
    expect(seattle.toJSON().cells).toEqual([
      { family: 'd', qualifier: 'temp', timestamp: Date.UTC(2012, 0, 2), value: '10.6' },
      { family: 'd', qualifier: 'temp', timestamp: Date.UTC(2012, 0, 1), value: '12.8' },
    ]);
    const then = await table.get({ row: 'Seattle', asOf: Date.UTC(2012, 0, 1) });
    expect(then.getText('d', 'temp')).toBe('12.8');
  });

  it('reports bad lines by number and goes on', async () => {
    const { table, importer, count } = await open();
    const lines = ['station,date,temp', 'A,2012-01-01,1', ',2012-01-01,1', 'B,soon,1', 'C,2012-01-01,', 'D', 'E,9,5'];
    const long = 'x'.repeat(40_000);
    await importer.run(new Blob([`${lines.join('\n')}\n${long},1,1`]), CSV, BY_STATION, table);
    expect(importer.progress.value.listed).toEqual([
      { line: 3, reason: 'The row key, station, is empty.' },
      { line: 4, reason: '“soon” is neither a date nor milliseconds since 1970.' },
      { line: 5, reason: 'It has no value besides its row key.' },
      { line: 6, reason: 'It has 1 field where the first line names 3.' },
      { line: 8, reason: expect.stringContaining('32767') },
    ]);
    expect(importer.progress.value).toMatchObject({ rows: 2, badLines: 5 });
    expect(await count()).toBe(2);
  });

  it('only checks when it is given no table', async () => {
    const { importer, count } = await open();
    await importer.run(new Blob([DAYS, 'x\n']), CSV, BY_STATION, null);
    expect(importer.progress.value).toMatchObject({ isCheck: true, rows: 3, badLines: 1, ended: 'finished' });
    expect(await count()).toBe(0);
  });

  it('keeps what was written when it is cancelled', async () => {
    const { table, importer, count } = await open();
    const lines = Array.from({ length: 5000 }, (_, index) => `{"id":${index},"v":1}\n`);
    importer.progress.subscribe(({ rows }) => rows >= 1000 && importer.cancel());
    await importer.run(
      new Blob([lines.join('')]),
      { kind: 'ndjson' },
      { key: 'id', timestamp: null, family: 'd' },
      table,
    );
    const { ended, rows } = importer.progress.value;
    expect(ended).toBe('cancelled');
    expect(rows).toBe(1000);
    expect(await count()).toBe(1000);
  });

  it('says that it failed when the database is gone', async () => {
    const { connection, table, importer } = await open();
    await connection.close();
    await expect(importer.run(new Blob([DAYS]), CSV, BY_STATION, table)).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    });
    expect(importer.progress.value).toMatchObject({ phase: 'idle', ended: 'failed', rows: 0 });
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

  it('shows the only record of a file, also when no line end follows it', async () => {
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

  it('refuses a file that is written in something else than UTF-8', async () => {
    // As spreadsheets save it: a byte order mark, and two bytes a character.
    const utf16 = new Uint16Array([...'\uFEFFid,name\n1,A\n'].map((character) => character.charCodeAt(0)));
    await expect(previewFile(new File([utf16], 'wide.csv'))).rejects.toThrow('not UTF-8');
    await expect(previewFile(new File([new Uint8Array([0xfc, 44, 97, 10, 49, 44, 50])], 'latin.csv'))).rejects.toThrow(
      'not UTF-8',
    );
  });
});

import { Bytes, Delete, KEEP_HISTORY, Put, type PutLike, Scan, type ScanLike } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { toAddress } from '../views/cell-versions.js';
import { deleteCode, printLiteral, putCode, scanCode } from '../code/code.js';
import { deleteCounted, outcomeSentence } from './counted-delete.js';
import { maintain } from '../maintenance/maintenance.js';
import { EMPTY_SCAN, type ScanFields, toScanLike } from '../scan/scan-fields.js';
import { toShownCell } from '../cells/shown-cell.js';
import { typedBytes } from '../../fields/typed-bytes.js';
import {
  DELETE_KINDS,
  type DeleteFields,
  fieldsOf as fieldsOfCell,
  type PutFields,
  toDeleteLike,
  toPutLike,
} from './write-fields.js';

const PLACE = { database: 'demo', table: 'webtable' };
const CELL: DeleteFields & PutFields = {
  form: 'text',
  row: 'r',
  family: 'f',
  qualifier: 'q',
  time: '7',
  value: 'v',
  timeToLive: '',
  kind: 'row',
};

/** The value of a printed literal. */
function evaluate(literal: string): unknown {
  return new Function('Bytes', `return (${literal});`)(Bytes);
}

describe('text typed for bytes', () => {
  it('is used as it is, including backslashes, unless it is read as the printable form', () => {
    expect(typedBytes('a\\xFF', 'text')).toBe('a\\xFF');
    expect(typedBytes('a\\xFF', 'binary')).toEqual(new Uint8Array([0x61, 0xff]));
    expect(typedBytes('plain', 'binary')).toBe('plain');
  });

  it('keeps characters beyond ASCII next to bytes', () => {
    expect(typedBytes('ü\\x00', 'binary')).toEqual(new Uint8Array([0xc3, 0xbc, 0]));
    expect(() => typedBytes('\\xZZ', 'binary')).toThrow(/two hex digits/);
  });
});

describe('the scan form', () => {
  const scanOf = (fields: Partial<ScanFields>) => toScanLike({ ...EMPTY_SCAN, limit: '', ...fields });

  it('sets only the limit before anything is typed', () => {
    expect(toScanLike(EMPTY_SCAN)).toEqual({ limit: 100 });
    expect(scanOf({})).toEqual({});
  });

  it('has a range of rows or a prefix', () => {
    expect(scanOf({ rows: 'range', start: 'a', stop: 'b' })).toEqual({ start: 'a', stop: 'b' });
    expect(scanOf({ rows: 'range', start: 'a', startInclusive: false, stop: 'b', stopInclusive: true })).toEqual({
      start: 'a',
      startInclusive: false,
      stop: 'b',
      stopInclusive: true,
    });
    expect(scanOf({ rows: 'range', startInclusive: false })).toEqual({});
    expect(scanOf({ rows: 'prefix', prefix: 'com.', start: 'x' })).toEqual({ prefix: 'com.' });
    expect(scanOf({ rows: 'prefix', prefix: '\\x00', form: 'binary' })).toEqual({ prefix: new Uint8Array(1) });
  });

  it('has columns, one per line', () => {
    expect(scanOf({ columns: 'f\ng:q:r\n' })).toEqual({ columns: ['f', 'g:q:r'] });
    expect(scanOf({ columns: 'g:\\xFF', form: 'binary' })).toEqual({ columns: [['g', new Uint8Array([255])]] });
    expect(scanOf({ columns: 'g\\xFF' })).toEqual({ columns: [[new Uint8Array([0x67, 255])]] });
  });

  it('has versions, times, direction and markers', () => {
    expect(scanOf({ versions: '' })).toEqual({ versions: 'all' });
    expect(scanOf({ versions: '3', reversed: true, raw: true })).toEqual({ versions: 3, reversed: true, raw: true });
    expect(scanOf({ time: 'asOf', from: '7' })).toEqual({ asOf: 7 });
    expect(scanOf({ time: 'at', from: '7' })).toEqual({ timestamp: 7 });
    expect(scanOf({ time: 'range', from: '3', to: '8' })).toEqual({ timeRange: [3, 8] });
    expect(scanOf({ time: 'range', from: '3' })).toEqual({ timeRange: [3, Number.MAX_SAFE_INTEGER] });
  });

  it('offers no raw scan of one column, which the database refuses', async () => {
    for (const columns of ['f:q', 'f\ng:', 'g:\\xFF']) {
      expect(() => scanOf({ raw: true, columns, form: 'binary' })).toThrow('a raw scan reads whole families');
    }
    expect(scanOf({ raw: true, columns: 'f\ng' })).toEqual({ raw: true, columns: ['f', 'g'] });
    const connection = await openMemory({ name: 'raw' });
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await expect(table.getScanner({ raw: true, columns: ['f:q'] }).toArray()).rejects.toThrow(/raw/);
    expect(await table.getScanner({ raw: true, columns: ['f'] }).toArray()).toEqual([]);
  });

  it('reports a malformed number', () => {
    for (const versions of ['0', '-1', 'many', '1.5']) expect(() => scanOf({ versions })).toThrow(/whole number/);
    expect(() => scanOf({ time: 'asOf' })).toThrow(/enter a time/);
  });

  it('shows code that runs the same scan', () => {
    const scans: readonly ScanLike[] = [
      {},
      { prefix: 'it\'s \\ "quoted"\n', limit: 5 },
      { start: 'zürich', stop: new Uint8Array([0, 0x5c, 0xff]), stopInclusive: true, reversed: true },
      { columns: ['f:q', ['g', new Uint8Array([1])]], versions: 'all', timeRange: [3, Number.MAX_SAFE_INTEGER] },
    ];
    for (const scan of scans) {
      const literal = /new Scan\((.*)\);\nfor/s.exec(scanCode(PLACE, scan))?.[1] ?? '';
      expect(new Scan((literal === '' ? {} : evaluate(literal)) as ScanLike)).toEqual(new Scan(scan));
    }
    expect(scanCode(PLACE, { prefix: 'com.', versions: 3 })).toBe(`import { connect, Scan } from 'bigtab';

const connection = await connect('demo');
const table = connection.getTable('webtable');
const scan = new Scan({ prefix: 'com.', versions: 3 });
for await (const row of table.getScanner(scan)) {
  console.log(JSON.stringify(row));
}
`);
    expect(scanCode(PLACE, { prefix: new Uint8Array(1) })).toContain("import { Bytes, connect, Scan } from 'bigtab';");
  });
});

describe('printed literals', () => {
  it('break lines that would be too long', () => {
    const long = { row: 'r'.repeat(30), cells: { family: { 'a-b': 'v'.repeat(10) } } };
    expect(evaluate(printLiteral(long))).toEqual(long);
    expect(printLiteral(long).split('\n')).toEqual([
      '{',
      `  row: '${'r'.repeat(30)}',`,
      `  cells: { family: { 'a-b': '${'v'.repeat(10)}' } },`,
      '}',
    ]);
  });
});

describe('generated code', () => {
  it('contains no character that is invisible or that changes the direction of the code', () => {
    const hidden = '\u202e\u2066\u200f\u061c\u200b\ufeff\u2028\u2029\u0085';
    const put = toPutLike({ ...CELL, qualifier: `q${hidden}`, value: `v${hidden}👩‍🚀` });
    const code = putCode(PLACE, put);
    expect(code).toMatch(/^[\n\x20-\x7e👩🚀]*$/u);
    expect(evaluate(printLiteral(put))).toEqual(put);
    expect(evaluate(printLiteral({ [`a${hidden}`]: 1 }))).toEqual({ [`a${hidden}`]: 1 });
  });
});

describe('the put form', () => {
  it('shows code with every name unchanged', () => {
    for (const qualifier of ['', '1', "it's", 'a-b', '__proto__']) {
      const put = toPutLike({ ...CELL, qualifier });
      expect(new Put(evaluate(printLiteral(put)) as PutLike)).toEqual(new Put('r', 7).addColumn('f', qualifier, 'v'));
    }
  });

  it('makes the typed put, and the code for it', () => {
    const put = toPutLike({ ...CELL, timeToLive: '1.5' });
    expect(put).toEqual({ row: 'r', cells: { f: { q: 'v' } }, timestamp: 7, ttlMs: 1500 });
    expect(putCode(PLACE, put)).toContain(`await table.put(${printLiteral(put)});`);
    expect(toPutLike({ ...CELL, time: '' })).toEqual({ row: 'r', cells: { f: { q: 'v' } } });
    expect(() => toPutLike({ ...CELL, timeToLive: '0' })).toThrow(/time to live/);
  });

  it('accepts bytes in every field', () => {
    const put = toPutLike({ ...CELL, form: 'binary', row: '\\x00', qualifier: '\\x01', value: '\\x02', time: '' });
    const typed = new Put(new Uint8Array([0])).addColumn('f', new Uint8Array([1]), new Uint8Array([2]));
    expect(new Put(put)).toEqual(typed);
  });
});

describe('the delete form', () => {
  it('makes every kind of delete', () => {
    const expected: Readonly<Record<string, Delete>> = {
      row: new Delete('r', 7),
      family: new Delete('r').addFamily('f', 7),
      familyVersion: new Delete('r').addFamilyVersion('f', 7),
      columns: new Delete('r').addColumns('f', 'q', 7),
      column: new Delete('r').addColumn('f', 'q', 7),
      latest: new Delete('r').addColumn('f', 'q'),
    };
    expect(DELETE_KINDS.map(({ kind }) => kind)).toEqual(Object.keys(expected));
    for (const { kind } of DELETE_KINDS) {
      const like = toDeleteLike({ ...CELL, kind });
      expect(new Delete(like), kind).toEqual(expected[kind]);
      expect(deleteCode(PLACE, like)).toContain(`await table.delete(${printLiteral(like)});`);
    }
  });

  it('deletes up to now without a time, and requires a time where one version is meant', () => {
    expect(toDeleteLike({ ...CELL, kind: 'row', time: '' })).toEqual({ row: 'r' });
    for (const kind of ['column', 'familyVersion'] as const) {
      expect(() => toDeleteLike({ ...CELL, kind, time: '' })).toThrow(/timestamp of the version/);
    }
  });
});

describe('the outcome of a delete', () => {
  const { signal } = new AbortController();

  async function openVersions() {
    const connection = await openMemory({ name: 'deletes' });
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', ...KEEP_HISTORY }, 'g'] });
    for (const time of [3, 5, 4_000_000_000_000]) {
      await table.put({ row: 'r', cells: { f: { q: String(time) } }, timestamp: time });
    }
    const told = async (fields: Partial<DeleteFields>) =>
      outcomeSentence(await deleteCounted(table, toDeleteLike({ ...CELL, time: '', ...fields }), signal));
    return { table, told };
  }

  it('is reported if the marker is older than the shown version', async () => {
    const { table, told } = await openVersions();
    expect(await told({ kind: 'columns' })).toBe(
      'The marker hides 2 versions. Later versions are still visible; the newest is from 2096-10-02 07:06:40 UTC.',
    );
    expect(await told({ kind: 'columns' })).toBe(
      'The marker hides nothing: the newest version has the timestamp 2096-10-02 07:06:40 UTC, which is later. ' +
        'Delete with that timestamp to hide it.',
    );
    expect((await table.get('r')).size).toBe(1);
    expect(await told({ kind: 'columns', time: '2096-10-02 07:06:40 UTC' })).toBe('The marker hides 1 version.');
    expect(await told({ kind: 'row' })).toBe('There was nothing to hide.');
  });

  it('is reported for one timestamp, a family, and a row', async () => {
    const { told } = await openVersions();
    expect(await told({ kind: 'column', time: '4' })).toBe(
      'The marker hides nothing: there is no version with this timestamp.',
    );
    expect(await told({ kind: 'familyVersion', time: '3' })).toBe('The marker hides 1 version.');
    expect(await told({ kind: 'family', family: 'g' })).toBe('There was nothing to hide.');
    expect(await told({ kind: 'row', time: '4100000000000' })).toBe('The marker hides 2 versions.');
  });
});

describe('the forms for writes', () => {
  it('have no code without a row key', () => {
    expect(() => toPutLike({ ...CELL, row: '' })).toThrow(/row key/);
    for (const { kind } of DELETE_KINDS) expect(() => toDeleteLike({ ...CELL, kind, row: '' })).toThrow(/row key/);
  });
});

describe('a chosen cell', () => {
  const chosen = (row: string | Uint8Array, qualifier: string | Uint8Array) =>
    fieldsOfCell(
      toShownCell({
        row: Bytes.toBytes(row),
        family: Bytes.toBytes('f'),
        qualifier: Bytes.toBytes(qualifier),
        timestamp: 1,
        type: 'Put',
        value: new Uint8Array(),
      }),
    );

  it('fills the fields so that they name the same cell, whatever its bytes', () => {
    expect(chosen('r\\x41', 'q')).toMatchObject({ form: 'text', row: 'r\\x41', qualifier: 'q' });
    expect(chosen('r\\x41', new Uint8Array([255]))).toMatchObject({
      form: 'binary',
      row: 'r\\x5Cx41',
      qualifier: '\\xFF',
    });
    for (const [row, qualifier] of [
      ['r\\x41', new Uint8Array([255])],
      [new Uint8Array([0]), 'ü'],
      ['plain', ''],
    ] as const) {
      const address = toAddress(chosen(row, qualifier));
      expect(Bytes.toBytes(address?.row ?? 'none')).toEqual(Bytes.toBytes(row));
      expect(Bytes.toBytes(address?.qualifier ?? 'none')).toEqual(Bytes.toBytes(qualifier));
    }
  });

  it('is null without a row key, and while a byte is incomplete', () => {
    const fields = chosen('r', 'q');
    expect(toAddress({ ...fields, row: '' })).toBeNull();
    expect(toAddress({ ...fields, form: 'binary', row: 'r\\x4' })).toBeNull();
  });
});

describe('maintenance', () => {
  it('reports which files became which, and when there was nothing to do', async () => {
    const connection = await openMemory({ name: 'files' });
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await connection.ensureTable({ name: 'other', families: ['f'] });
    const { signal } = new AbortController();
    const run = (kind: 'flush' | 'compact' | 'majorCompact', family: string | null = null) =>
      maintain(connection, kind, { table: 't', family, signal });
    expect(await run('flush')).toBe('Nothing needed flushing. There are no store files.');
    await table.put({ row: 'r', cells: { f: { q: '1' } } });
    expect(await run('flush')).toMatch(/^Flushed into 1 new store file in [\d.]+ m?s\.$/);
    await table.put({ row: 'r', cells: { f: { q: '2' } } });
    expect(await run('flush', 'f')).toMatch(/^Flushed into 1 new store file in /);
    expect(await run('compact')).toBe('Nothing needed compacting. There are still 2 store files.');
    expect(await run('majorCompact')).toMatch(/^Merged 2 files into 1 in [\d.]+ m?s\.$/);
    expect(await run('compact')).toBe('Nothing needed compacting. There is still 1 store file.');
  });
});

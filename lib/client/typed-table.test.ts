import { describe, expect, it } from 'vitest';
import { int64, text } from '../model/codec.js';
import { json } from '../model/json-codec.js';
import { KEEP_HISTORY } from '../model/keep-history.js';
import { Put } from '../model/put.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { defineTable } from './define-table.js';

const webtable = defineTable({
  name: 'webtable',
  families: {
    contents: { maxVersions: 3, columns: { html: text, tags: json<string[]>() } },
    stats: { columns: { hits: int64 } },
  },
});

async function open() {
  const { connection } = await openEngine(memoryMedium());
  return { connection, web: await connection.ensureTable(webtable) };
}

describe('A typed table', () => {
  it('writes and reads values with the codecs of their columns', async () => {
    const { web } = await open();
    await web.put([
      {
        row: 'a',
        cells: { contents: { html: '<html>', tags: ['x'], other: Uint8Array.of(1, 2) }, stats: { hits: 5 } },
      },
      { row: 'b', cells: { stats: { hits: 1n } } },
    ]);
    const { result, ...families } = await web.get('a');
    expect(families).toEqual({
      contents: { html: '<html>', tags: ['x'], other: Uint8Array.of(1, 2) },
      stats: { hits: 5n },
    });
    expect(result.getText('contents', 'html')).toBe('<html>');
    expect((await web.get(['b', 'missing'])).map(({ contents, stats }) => [contents.html, stats.hits])).toEqual([
      [null, 1n],
      [null, null],
    ]);
    expect((await web.increment({ row: 'b', amounts: { stats: { hits: 2 } } })).stats.hits).toBe(3n);
    expect(await web.exists('b')).toBe(true);
    await web.delete({ row: 'b' });
    expect(await web.exists('b')).toBe(false);
  });

  it('returns rows from a scan', async () => {
    const { web } = await open();
    await web.put(['a', 'b', 'c'].map((row) => ({ row, cells: { contents: { html: row } } })));
    const scanner = web.getScanner({ columns: ['contents:html'] });
    expect((await scanner.next())?.contents.html).toBe('a');
    expect((await scanner.next(1)).map(({ contents }) => contents.html)).toEqual(['b']);
    expect((await scanner.toArray()).map(({ contents }) => contents.html)).toEqual(['c']);
    expect(await scanner.next().catch(({ code }) => code)).toBe('SCANNER_CLOSED');
    const seen: (string | null)[] = [];
    for await (const { contents } of web.getScanner({ limit: 2 })) seen.push(contents.html);
    expect(seen).toEqual(['a', 'b']);
  });

  it('has null in a raw scan for a declared column whose newest cell is a delete', async () => {
    const { connection } = await openEngine(memoryMedium());
    const families = { f: { ...KEEP_HISTORY, columns: { n: int64, t: text } } };
    const table = await connection.ensureTable(defineTable({ name: 't', families }));
    await table.put({ row: 'a', cells: { f: { n: 1, t: '' } } });
    await table.put({ row: 'b', cells: { f: { n: 2, t: 'text' } } });
    await table.delete({ row: 'a', markers: [{ kind: 'columns', family: 'f', qualifier: 'n' }] });
    await table.delete({ row: 'b', markers: [{ kind: 'column', family: 'f', qualifier: 't' }] });
    const rows = await table.getScanner({ raw: true }).toArray();
    expect(rows.map(({ key, f }) => [key, f.n, f.t])).toEqual([
      ['a', null, ''],
      ['b', 2n, null],
    ]);
  });

  it('is created with the attributes of its definition, and opened by it', async () => {
    const { connection, web } = await open();
    const { families } = await web.table.getDescriptor();
    expect(families.map(({ name, maxVersions }) => [name, maxVersions])).toEqual([
      ['contents', 3],
      ['stats', 1],
    ]);
    await web.put({ row: 'a', cells: { contents: { html: 'v' } } });
    const again = connection.getTable(webtable);
    expect(again.getName()).toBe('webtable');
    expect((await again.get('a')).contents.html).toBe('v');
  });

  it('names the column whose value does not fit, and writes nothing', async () => {
    const { web } = await open();
    const bad = [
      { row: 'a', cells: { contents: { html: 'v' } } },
      { row: 'b', cells: { stats: { hits: 1.5 } } },
    ];
    await expect(web.put(bad)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { family: 'stats', qualifier: 'hits' },
      message: expect.stringContaining("column 'stats:hits' of row 'b'"),
    });
    await expect(web.put({ row: 'b', cells: { stats: { other: 5n } } } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(web.put({ row: 'b', cells: { stats: 5 } } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(web.put('b' as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(web.put({ row: 'b' } as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await web.exists('a')).toBe(false);
    await web.table.put(new Put('a').addColumn('stats', 'hits', 'no number'));
    await expect(web.get('a')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining("column 'stats:hits' of row 'a': expected 8 bytes, found 9"),
    });
  });

  it('closes the scanner when a loop over it is left early, and when one of its values cannot be read', async () => {
    const { web } = await open();
    for (const row of ['a', 'b', 'c']) await web.put({ row, cells: { contents: { html: row } } });
    const left = web.getScanner();
    for await (const row of left) {
      expect(row.contents.html).toBe('a');
      break;
    }
    await expect(left.next()).rejects.toMatchObject({ code: 'SCANNER_CLOSED' });
    await web.table.put(new Put('b').addColumn('stats', 'hits', 'no number'));
    const failing = web.getScanner();
    const seen: unknown[] = [];
    const loop = async () => {
      for await (const row of failing) seen.push(row.contents.html);
    };
    await expect(loop()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(seen).toEqual(['a']);
    await expect(failing.next()).rejects.toMatchObject({ code: 'SCANNER_CLOSED' });
  });

  it('reads rows and families that inherit nothing, so that only stored and declared columns are there', async () => {
    const { web } = await open();
    await web.put({ row: 'a', cells: { contents: { html: 'v' } } });
    const row = await web.get('a');
    for (const inherited of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      expect(row.contents[inherited]).toBe(undefined);
      expect((row as Record<string, unknown>)[inherited]).toBe(undefined);
    }
    expect('toString' in row.stats).toBe(false);
    expect(row.contents).toEqual({ html: 'v', tags: null });
    expect({ ...row.contents }).toStrictEqual({ html: 'v', tags: null });
  });

  it('reads families and columns named like properties of objects', async () => {
    const { connection } = await openEngine(memoryMedium());
    const columns = { ['__proto__']: json<string[]>(), valueOf: text };
    const odd = defineTable({ name: 't', families: { ['__proto__']: { columns }, constructor: { columns } } });
    const table = await connection.ensureTable(odd);
    await table.put({ row: 'r', cells: { ['__proto__']: { ['__proto__']: ['v'], valueOf: 'w' } } } as never);
    const row = await table.get('r');
    expect(Object.keys(row).sort()).toEqual(['__proto__', 'constructor', 'result']);
    const named = Reflect.get(row, '__proto__');
    expect(Object.entries(named)).toEqual([
      ['__proto__', ['v']],
      ['valueOf', 'w'],
    ]);
    expect(Object.entries(row.constructor as object)).toEqual([
      ['__proto__', null],
      ['valueOf', null],
    ]);
    expect(Object.getPrototypeOf(named)).toBe(null);
  });

  it('writes a row as JSON: counters as decimal text, bytes as a Result does', async () => {
    const { web } = await open();
    const other = Uint8Array.of(0xff, 0x61);
    await web.put({
      row: 'a',
      cells: { contents: { html: '<html>', tags: ['x'], other }, stats: { hits: 2n ** 60n } },
      timestamp: 5,
    });
    await web.table.increment({ row: 'a', amounts: { stats: { raw: 7 } } });
    const row = await web.get('a');
    const { result, ...families } = JSON.parse(JSON.stringify(row));
    expect(families).toEqual({
      contents: { html: '<html>', tags: ['x'], other: '\\xFFa' },
      stats: { hits: String(2n ** 60n), raw: '7' },
    });
    expect(result).toEqual(JSON.parse(JSON.stringify(row.result)));
    expect(Object.keys(row)).toEqual(['result', 'contents', 'stats']);
    const missing = await web.get('b');
    expect(JSON.parse(JSON.stringify([missing]))).toEqual([
      { result: { row: null, cells: [] }, contents: { html: null, tags: null }, stats: { hits: null } },
    ]);
  });

  it('is refused if its definition is invalid', () => {
    const define = defineTable as (definition: unknown) => unknown;
    for (const wrong of [
      undefined,
      'webtable',
      { name: 't' },
      { name: 't', families: { f: 5 } },
      { name: 't', families: { f: { columns: { q: 'text' } } } },
      { name: 't', families: { result: {} } },
      { name: 't', families: { toJSON: {} } },
    ]) {
      expect(() => define(wrong)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });

  it('works through proxies, and through columns named like properties of objects', async () => {
    const { connection } = await openEngine(memoryMedium());
    const odd = defineTable({ name: 't', families: { f: { columns: { constructor: text } } } });
    const table = new Proxy(await connection.ensureTable(new Proxy(odd, {})), {});
    expect((await table.get('r')).f.constructor).toBe(null);
    await table.put({ row: 'r', cells: { f: { constructor: 'v', toString: Uint8Array.of(1) } } });
    const { f } = await table.get('r');
    expect(f.constructor).toBe('v');
    expect(Object.keys(f).sort()).toEqual(['constructor', 'toString']);
  });
});

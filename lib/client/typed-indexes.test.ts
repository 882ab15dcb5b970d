import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { bytes, type Codec, float64, int64, text } from '../model/codec.js';
import { json } from '../model/json-codec.js';
import { keyOf } from '../model/key-codec.js';
import { Scan } from '../model/scan.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { defineTable } from './define-table.js';

const families = {
  e: { columns: { type: text, day: text, score: int64, weight: float64, labels: json<string[]>() } },
  tag: {},
};
const indexes = {
  byType: { on: 'e:type' },
  byDay: { on: ['e:day', 'e:type'] },
  byScore: { on: 'e:score' },
  byWeight: { on: ['e:type', 'e:weight'] },
  byLabels: { on: 'e:labels', order: 'bytes' },
  byTag: { qualifiersOf: 'tag' },
} as const;
const notes = defineTable({ name: 'notes', families, indexes });

async function open() {
  const { connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable(notes);
  await table.put([
    {
      row: '1',
      cells: { e: { type: 'todo', day: '11-02', score: 5, weight: -1.5, labels: ['a'] }, tag: { home: '' } },
    },
    { row: '2', cells: { e: { type: 'done', day: '11-01', score: -5n, weight: 2 }, tag: { home: '', work: '' } } },
    { row: '3', cells: { e: { type: 'todo', day: '11-01', score: 0, weight: -0.5 } } },
  ]);
  return { connection, table };
}

const INVALID = 'INVALID_ARGUMENT';
const refused = (message: string) =>
  expect.objectContaining({ code: INVALID, message: expect.stringContaining(message) });

describe('The indexes of a typed table', () => {
  it('are created by ensureTable, in the orders of their codecs', async () => {
    const { connection } = await open();
    const created = await connection.getAdmin().listIndexes('notes');
    expect(created.map(({ name, order, complete }) => [name, order.join(), complete])).toEqual([
      ['byDay', 'bytes,bytes', true],
      ['byLabels', 'bytes', true],
      ['byScore', 'int64', true],
      ['byTag', 'bytes', true],
      ['byType', 'bytes', true],
      ['byWeight', 'bytes,float64', true],
    ]);
    await connection.ensureTable(notes);
    await connection.close();
  });

  it('read by decoded values', async () => {
    const { connection, table } = await open();
    const keys = async (scan: Parameters<typeof table.getScanner>[0]) =>
      (await table.getScanner(scan).toArray()).map(({ key }) => key).join();
    expect(await keys({ index: 'byType', equals: 'todo' })).toBe('1,3');
    expect(await keys({ index: 'byType', prefix: 'd' })).toBe('2');
    expect(await keys({ index: 'byDay', from: '11-01', to: '11-02' })).toBe('2,3');
    expect(await keys({ index: 'byDay', equals: ['11-01'], from: 'e' })).toBe('3');
    expect(await keys({ index: 'byDay', equals: ['11-01', 'done'] })).toBe('2');
    expect(await keys({ index: 'byScore' })).toBe('2,3,1');
    expect(await keys({ index: 'byScore', from: -1, to: 6n })).toBe('3,1');
    expect(await keys({ index: 'byWeight', equals: 'todo', to: -0.5 })).toBe('1');
    expect(await keys({ index: 'byLabels', equals: [['a']] })).toBe('1');
    expect(await keys({ index: 'byTag', equals: 'home', reversed: true })).toBe('2,1');
    expect(await keys(new Scan({ index: 'byType', equals: 'done' }))).toBe('2');
    expect(await table.count({ index: 'byScore', from: 0 })).toBe(2);
    expect(await table.count()).toBe(3);
    expect((await table.explain({ index: 'byScore', equals: 5 })).index).toEqual({ name: 'byScore', entries: 1 });
    await connection.close();
  });

  it('have positions, and rows with keys of several parts', async () => {
    const { connection } = await openEngine(memoryMedium());
    const visits = await connection.ensureTable(
      defineTable({
        name: 'visits',
        key: keyOf(text, int64),
        families: { v: { columns: { pages: int64 } } },
        indexes: { byPages: { on: 'v:pages' } },
      }),
    );
    const visit = (who: string, at: number, pages: number) => ({ row: [who, at], cells: { v: { pages } } }) as const;
    await visits.put([visit('ann', 1, 7), visit('bob', 2, -7), visit('ann', 3, 0)]);
    const first = visits.getScanner({ index: 'byPages', limit: 2 });
    expect((await first.toArray()).map(({ key }) => key)).toEqual([
      ['bob', 2n],
      ['ann', 3n],
    ]);
    const after = first.position as string;
    expect((await visits.getScanner({ index: 'byPages', after }).next())?.key).toEqual(['ann', 1n]);
    await connection.close();
  });

  it('refuse values that the codecs do not accept', async () => {
    const { connection, table } = await open();
    for (const [scan, message] of [
      [{ index: 'byType', equals: 5 }, "equals of a scan by index 'byType': expected text"],
      [{ index: 'byScore', from: 'x' }, "from of a scan by index 'byScore':"],
      [{ index: 'byDay', equals: ['11-01', 5] }, "equals of a scan by index 'byDay': expected text"],
      [{ index: 'byDay', equals: '11-01', to: 5 }, "to of a scan by index 'byDay': expected text"],
      [{ index: 'byScore', prefix: 5 }, "prefix of a scan by index 'byScore': the codec int64 has no prefixes"],
      [{ index: 'byTag', equals: 5 }, 'equals'],
    ] as const)
      expect(() => table.getScanner(scan as never), JSON.stringify(scan)).toThrow(refused(message));
    await expect(table.count({ index: 'byScore', equals: 'x' } as never)).rejects.toEqual(refused('equals of a scan'));
    await expect(table.getScanner({ index: 'unknown' } as never).next()).rejects.toEqual(refused('unknown'));
    const tooMany = { index: 'byType', equals: ['todo', 'x'] };
    await expect(table.getScanner(tooMany as never).next()).rejects.toEqual(refused('more'));
    for (const more of [{ equals: ['todo', 3] }, { equals: 'todo', from: 3 }])
      await expect(
        table.getScanner({ index: 'byType', ...more } as never).next(),
        JSON.stringify(more),
      ).rejects.toEqual(refused("the scan names values of more columns than index 'byType' has: 1"));
    expect(() => table.watch({ index: 'byType' } as never)).toThrow(refused('a read with index cannot be watched'));
    await connection.close();
  });

  it('that the definition does not list are read by bytes', async () => {
    const { connection } = await open();
    const table = connection.getTable(defineTable({ name: 'notes', families }));
    expect(await table.count({ index: 'byScore', equals: int64.encode(5) })).toBe(1);
    expect(await table.count({ index: 'byType', equals: encodeText('todo'), limit: 1 })).toBe(1);
    await connection.close();
  });
});

describe('defineTable', () => {
  const define = (index: object) => () => defineTable({ name: 't', families, indexes: { i: index } });

  it('refuses indexes that it cannot order, and invalid ones', () => {
    expect(define({ on: 'e:labels' })).toThrow(
      refused("index 'i', column 1: the codec json does not determine an order"),
    );
    expect(define({ on: ['e:type', 'e:day'], order: ['bytes'] })).toThrow(refused('order has 1 entries'));
    expect(define({ on: 'e:type', order: 'int64' })).toThrow(refused('cannot have the order int64; use bytes'));
    expect(define({ on: 'e:score', order: 'float64' })).toThrow(refused('cannot have the order float64; use int64'));
    expect(define({ on: 'e' })).toThrow(refused('needs columns'));
    expect(define({})).toThrow(refused('needs either on or qualifiersOf'));
    expect(define({ on: 'e:type', uniq: true })).toThrow(refused('uniq'));
    expect(() => defineTable({ name: 't', families, indexes: { i: 5 } } as never)).toThrow(refused("index 'i'"));
    expect(() => defineTable({ name: 't', families, indexes: 5 } as never)).toThrow(refused('indexes'));
  });

  it('keeps an order that is given', () => {
    const upper: Codec<string> = { name: 'upper', encode: text.encode, decode: text.decode };
    const { descriptor } = defineTable({
      name: 't',
      families: { f: { columns: { raw: bytes, upper, count: int64 } }, g: {} },
      indexes: {
        byRaw: { on: 'f:raw', order: 'int64' },
        byUpper: { on: ['f:upper', 'g:any'], order: 'bytes', unique: true },
        byCount: { on: 'f:count', order: ['bytes'] },
      },
    });
    expect(descriptor.indexes).toEqual({
      byRaw: { on: 'f:raw', order: ['int64'] },
      byUpper: { on: ['f:upper', 'g:any'], order: ['bytes', 'bytes'], unique: true },
      byCount: { on: 'f:count', order: ['bytes'] },
    });
  });
});

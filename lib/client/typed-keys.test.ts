import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../bytes/compare.js';
import { encodeText } from '../bytes/text.js';
import { float64, int64, text } from '../model/codec.js';
import { Delete } from '../model/delete.js';
import { Get } from '../model/get.js';
import { keyOf } from '../model/key-codec.js';
import { int64Descending, textDescending } from '../model/key-part.js';
import { Put } from '../model/put.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { testRuns, testSeed } from '../testing/seed.js';
import { defineTable } from './define-table.js';

const key = keyOf(text, int64Descending);
const visits = defineTable({ name: 'visits', key, families: { v: { columns: { page: text, count: int64 } } } });

async function open() {
  const { connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable(visits);
  const put = (who: string, when: number) => ({ row: [who, when], cells: { v: { page: `${who}${when}` } } }) as const;
  await table.put([put('alice', 5), put('alice', 9), put('alice2', 1), put('al', 7), put('al\0', 8), put('bob', 3)]);
  return { connection, table };
}

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('A table with row keys of several parts', () => {
  it('reads by an index, whose prefix is one of values', async () => {
    const { connection, table } = await open();
    await connection.ensureTable({ name: 'visits', families: ['v'], indexes: { byPage: { on: 'v:page' } } });
    const scanner = table.getScanner({ index: 'byPage', prefix: 'alice' } as never);
    expect((await scanner.toArray()).map((row) => row.key)).toEqual([
      ['alice2', 1n],
      ['alice', 5n],
      ['alice', 9n],
    ]);
    expect(scanner.position).toMatch(/^[\w-]+$/);
    await connection.close();
  });

  it('reads, writes and deletes by the parts', async () => {
    const { connection, table } = await open();
    const row = await table.get(['alice', 5n]);
    expect([row.key, row.v.page, row.isEmpty]).toEqual([['alice', 5n], 'alice5', false]);
    expect(Array.isArray((await table.get(['alice', 6])).key)).toBe(false);
    const rows = await table.get([['bob', 3], { row: ['al', 7], columns: ['v:page'] }, new Get(key.encode(['al', 6]))]);
    expect(rows.map((one) => one.key)).toEqual([['bob', 3n], ['al', 7n], null]);
    expect(await table.get([])).toEqual([]);
    expect(await table.exists(['bob', 3])).toBe(true);
    expect(
      await table.exists([
        ['bob', 3],
        ['bob', 4],
      ]),
    ).toEqual([true, false]);
    await table.delete({ row: ['bob', 3] });
    await table.delete([{ row: ['al', 7] }, new Delete(key.encode(['alice2', 1]))]);
    expect((await table.getScanner().toArray()).map((one) => one.key[0])).toEqual(['al\0', 'alice', 'alice']);
    expect((await table.increment({ row: ['bob', 3], amounts: { v: { count: 2 } } })).key).toEqual(['bob', 3n]);
    expect((await table.append({ row: ['bob', 3], values: { v: { page: 'x' } } })).v.page).toBe('x');
    const put = { row: ['bob', 4], cells: { v: { page: 'y' } } } as const;
    await table.mutateRow({ row: ['bob', 4], mutations: [put] });
    const check = {
      row: ['bob', 4],
      family: 'v',
      qualifier: 'page',
      value: 'y',
      action: { ...put, timestamp: 5 },
    } as const;
    expect((await table.checkAndMutate(check)).success).toBe(true);
    expect(
      await table
        .checkAndMutate(['bob', 4], 'v')
        .qualifier('page')
        .ifEquals('y')
        .thenDelete({ row: ['bob', 4] }),
    ).toBe(true);
    await table.batch([put, { kind: 'Delete', row: ['bob', 3] }]);
    await connection.atomicBatch([{ table, mutation: { row: ['carol', 1], cells: { v: { page: 'z' } } } }]);
    const mutator = table.getBufferedMutator();
    await mutator.mutate({ row: ['dave', 1], cells: { v: { page: 'z' } } });
    await mutator.close();
    const last = await table.getScanner({ start: ['bob'] }).toArray();
    expect(last.map((one) => one.key)).toEqual([
      ['bob', 4n],
      ['carol', 1n],
      ['dave', 1n],
    ]);
    expect((await table.explain(['bob', 4])).families).toHaveLength(1);
  });

  it('scans the rows with the same first parts, in the order of the parts', async () => {
    const { table } = await open();
    const keys = async (scan: Parameters<typeof table.getScanner>[0]) =>
      (await table.getScanner(scan).toArray()).map((row) => row.key.join(' '));
    expect(await keys({})).toEqual(['al 7', 'al\0 8', 'alice 9', 'alice 5', 'alice2 1', 'bob 3']);
    expect(await keys({ prefix: ['al'] })).toEqual(['al 7']);
    expect(await keys({ prefix: ['alice'] })).toEqual(['alice 9', 'alice 5']);
    expect(await keys({ prefix: ['alice'], reversed: true })).toEqual(['alice 5', 'alice 9']);
    expect(await keys({ prefix: ['alice', 5] })).toEqual(['alice 5']);
    expect(await keys({ prefix: ['ali'] })).toEqual([]);
    expect(await keys({ start: ['alice', 6n], stop: ['bob'] })).toEqual(['alice 5', 'alice2 1']);
    expect(await keys({ start: ['alice'], startInclusive: false, stop: ['bob'], stopInclusive: true })).toEqual([
      'alice2 1',
      'bob 3',
    ]);
    expect(await keys({ start: ['alice2'], stop: ['alice'], reversed: true })).toEqual(['alice2 1']);
    expect(await keys({ start: ['alice'], stop: ['al'], stopInclusive: true, reversed: true, limit: 3 })).toEqual([
      'alice 5',
      'alice 9',
      'al\0 8',
    ]);
    expect(await keys({ start: key.encode(['alice2', 1]) })).toEqual(['alice2 1', 'bob 3']);
  });

  it('returns the rows between any bounds, in both directions', async () => {
    const { connection } = await openEngine(memoryMedium());
    const three = keyOf(textDescending, float64, text);
    const table = await connection.ensureTable(defineTable({ name: 't', key: three, families: { f: {} } }));
    const words = ['', 'a', 'b'];
    const all = words.flatMap((a) => [-1, 2].flatMap((b) => words.map((c) => [a, b, c] as [string, number, string])));
    await table.put(all.map((row) => ({ row, cells: { f: { q: 'v' } } })));
    const order = (x: readonly unknown[], y: readonly unknown[]) => {
      const length = Math.min(x.length, y.length);
      const [a, b] = [x, y].map((one) => three.encodePrefix(one.slice(0, length) as never));
      return compareBytes(a as Uint8Array, b as Uint8Array);
    };
    const sorted = all.toSorted(order);
    const bound = fc
      .tuple(fc.constantFrom(...sorted), fc.integer({ min: 1, max: 3 }))
      .map(([one, parts]) => one.slice(0, parts));
    await fc.assert(
      fc.asyncProperty(bound, bound, fc.boolean(), fc.boolean(), fc.boolean(), async (a, b, first, last, reversed) => {
        const [low, high] = order(a, b) <= 0 ? [a, b] : [b, a];
        const [start, stop] = reversed ? [high, low] : [low, high];
        const [atLow, atHigh] = reversed ? [last, first] : [first, last];
        const scan = { start, startInclusive: first, stop, stopInclusive: last, reversed };
        const expected = sorted.filter(
          (row) =>
            (atLow ? order(row, low) >= 0 : order(row, low) > 0) &&
            (atHigh ? order(row, high) <= 0 : order(row, high) < 0),
        );
        const found = await table.getScanner(scan as never).toArray();
        expect(found.map((row) => row.key)).toEqual(reversed ? expected.toReversed() : expected);
      }),
      { seed: testSeed(4), numRuns: testRuns(300) },
    );
  });

  it('refuses keys of another form, and requests whose row is not a key', async () => {
    const { table } = await open();
    const loose = table as never as { [call: string]: (...given: unknown[]) => Promise<unknown> };
    const cells = { v: { page: 'x' } };
    const refused: { [what: string]: () => unknown } = {
      text: () => loose.get?.('alice'),
      'fewer parts': () => loose.get?.(['alice']),
      'more parts': () => loose.get?.(['alice', 5, 6]),
      'a part of another type': () => loose.put?.({ row: ['alice', 'x'], cells }),
      'no row': () => loose.put?.({ cells }),
      'a text in a put': () => loose.put?.({ row: 'alice', cells }),
      'a Put': () => table.put(new Put('alice').addColumn('v', 'page', 'x')),
      'a Get': () => table.get(new Get('alice')),
      'other bytes': () => table.get(encodeText('alice')),
      'a Delete': () => table.delete(new Delete('alice')),
      'a prefix of text': async () => loose.getScanner?.({ prefix: 'al' }),
      'a start of text': async () => loose.getScanner?.({ start: 'al' }),
      'bounds that are exchanged': async () => loose.getScanner?.({ start: ['a'], stop: ['b'], reversed: true }),
      'a prefix beside a bound': async () => loose.getScanner?.({ prefix: ['a'], startInclusive: true }),
      'a word as startInclusive': async () => loose.getScanner?.({ start: ['a'], startInclusive: 'yes' }),
      'too many parts in a stop': async () => loose.getScanner?.({ stop: ['a', 1, 2] }),
    };
    for (const [what, call] of Object.entries(refused)) await expect(call(), what).rejects.toEqual(INVALID);
    await expect(loose.get?.('alice')).rejects.toThrow(
      'a row key must be a list with the parts (text, int64Descending)',
    );
  });

  it('is refused if its key is not the result of keyOf', () => {
    for (const wrong of [text, ['a'], 5])
      expect(() => defineTable({ name: 't', key: wrong as never, families: { f: {} } })).toThrow(
        'key must be what keyOf returns',
      );
  });

  it('reports a stored row whose key is not one', async () => {
    const { table } = await open();
    await table.table.put(new Put('bad').addColumn('v', 'page', 'x'));
    const keys: string[] = [];
    for await (const row of table.getScanner({}, { onDecodeError: 'skip' })) keys.push(row.key[0]);
    expect(keys).toEqual(['al', 'al\0', 'alice', 'alice', 'alice2', 'bob']);
    await expect(table.getScanner().toArray()).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(
        "table 'visits', row 'bad': these bytes are not a row key with the parts (text, int64Descending)",
      ),
      details: { table: 'visits', row: 'bad' },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { type Codec, int64, text } from '../model/codec.js';
import { json } from '../model/json-codec.js';
import { keyOf } from '../model/key-codec.js';
import { memoryMedium, openEngine } from '../testing/samples/engine.js';
import { defineTable } from './define-table.js';

/** A codec that accepts anything: only the check of the bounds can refuse undefined. */
const anything: Codec<unknown> = { name: 'any', encode: (value) => text.encode(String(value)), decode: text.decode };
const columns = { type: text, labels: json<string[] | null>(), any: anything };
const notes = defineTable({
  name: 'notes',
  key: keyOf(text, int64),
  families: { e: { columns } },
  indexes: {
    byType: { on: 'e:type' },
    byLabels: { on: 'e:labels', order: 'bytes' },
    byAny: { on: ['e:any', 'e:type'], order: 'bytes' },
  },
});

async function open() {
  const { connection } = await openEngine(memoryMedium());
  const typed = await connection.ensureTable(notes);
  await typed.put([
    { row: ['ann', 1], cells: { e: { type: 'todo', any: 'x', labels: null } } },
    { row: ['bob', 2], cells: { e: { type: 'done', any: 'x', labels: ['a'] } } },
  ]);
  return { connection, typed, plain: connection.getTable('notes') };
}

const refused = (name: string) =>
  expect.objectContaining({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining(`...(value !== undefined && { ${name}: value })`),
  });

describe('A bound that is present but undefined', () => {
  const scans: readonly (readonly [name: string, scan: object])[] = [
    ...['start', 'stop', 'prefix'].flatMap((name): [string, object][] => [
      [name, { [name]: undefined }],
      [name, { [name]: [undefined] }],
      [name, { [name]: ['ann', undefined] }],
    ]),
    ...['equals', 'from', 'to', 'prefix'].flatMap((name): [string, object][] => [
      [name, { index: 'byType', [name]: undefined }],
      [name, { index: 'byAny', [name]: undefined }],
      [name, { index: 'byAny', equals: 'x', [name]: undefined }],
    ]),
    ['equals', { index: 'byAny', equals: [undefined] }],
    ['equals', { index: 'byAny', equals: ['x', undefined] }],
  ];

  it.each(scans)('is refused by every read, plain and typed: %s of %o', async (name, scan) => {
    const { connection, plain, typed } = await open();
    for (const table of [plain, typed as unknown as typeof plain]) {
      const given = scan as never;
      expect(() => table.getScanner(given)).toThrow(refused(name));
      expect(() => table.watch(given)).toThrow(refused(name));
      await expect(table.count(given)).rejects.toEqual(refused(name));
      await expect(table.explain(given)).rejects.toEqual(refused(name));
      const read = connection.transact((transaction) => transaction.table(table).scan(given));
      await expect(read).rejects.toEqual(refused(name));
    }
    await connection.close();
  });

  it.each([{ equals: null }, { equals: [undefined] }, { prefix: null }])(
    'is refused where a codec accepts it, and so is null: %o',
    async (values) => {
      const { connection, plain, typed } = await open();
      for (const table of [plain, typed as unknown as typeof plain])
        for (const index of ['byAny', 'byLabels', 'byType', undefined])
          expect(() => table.getScanner({ index, ...values } as never), `${index}`).toThrow(
            expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
          );
      await connection.close();
    },
  );

  it('is no bound if it is null: start, stop, from and to', async () => {
    const { connection, plain, typed } = await open();
    expect(await typed.count({ start: null, stop: null })).toBe(2);
    expect(await typed.count({ start: null, stop: ['b'], from: null })).toBe(1);
    expect(await typed.count({ start: ['b'], stop: null, reversed: true })).toBe(1);
    expect(await typed.count({ prefix: ['ann'], start: null, stop: null })).toBe(1);
    expect(await typed.count({ index: 'byType', from: null, to: 'e', start: null })).toBe(1);
    expect(await typed.count({ index: 'byLabels', from: null, to: null })).toBe(2);
    expect(await typed.count({ index: 'byLabels', equals: [null] })).toBe(1);
    expect(await plain.count({ start: 'b', stop: null })).toBe(1);
    expect(await plain.count({ index: 'byType', from: 'e', to: null })).toBe(1);
    const live = typed.watch({ start: null, stop: ['b'] });
    expect((await live.ready()).map((row) => row.key[0])).toEqual(['ann']);
    live.close();
    await connection.close();
  });
});

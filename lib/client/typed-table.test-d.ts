import { describe, expectTypeOf, it } from 'vitest';
import { bytes, type Codec, float64, int64, text } from '../model/codec.js';
import { json, type StandardSchemaLike } from '../model/json-codec.js';
import { keyOf } from '../model/key-codec.js';
import { int64Descending } from '../model/key-part.js';
import { Put } from '../model/put.js';
import type { CheckAndMutateResult } from './answers/check-and-mutate-result.js';
import type { Result } from './answers/result.js';
import type { Connection } from './connection.js';
import { defineTable } from './define-table.js';
import type { FoundRow, TypedRow } from './typed-row.js';
import type { TypedTable } from './typed-table.js';

declare const connection: Connection;
declare const schema: StandardSchemaLike<{ at: string }, { at: Date }>;

const webtable = defineTable({
  name: 'webtable',
  families: {
    contents: { maxVersions: 3, columns: { html: text, tags: json<string[]>(), meta: json(schema) } },
    stats: { columns: { hits: int64, rank: float64, raw: bytes } },
    anchor: {},
  },
});

async function open() {
  return connection.ensureTable(webtable);
}
declare const web: Awaited<ReturnType<typeof open>>;

describe('defineTable', () => {
  it('makes ensureTable and getTable return a typed table', () => {
    type Families = (typeof webtable)['families'];
    expectTypeOf(web).toEqualTypeOf<TypedTable<Families>>();
    expectTypeOf(connection.getTable(webtable)).toEqualTypeOf<TypedTable<Families>>();
    expectTypeOf(connection.ensureTable(webtable, { alter: true })).toEqualTypeOf<Promise<TypedTable<Families>>>();
  });

  it('checks attributes and codecs', () => {
    // @ts-expect-error no such attribute
    defineTable({ name: 't', families: { f: { maxVersion: 3 } } });
    // @ts-expect-error no codec
    defineTable({ name: 't', families: { f: { columns: { q: 'text' } } } });
    // @ts-expect-error families are listed by name
    defineTable({ name: 't', families: ['f'] });
    defineTable({ name: 't', durability: 'ASYNC_WAL', families: { f: { timeToLive: '1 DAY' } } });
    const upper: Codec<string> = { name: 'upper', encode: text.encode, decode: (stored) => text.decode(stored) };
    defineTable({ name: 't', families: { f: { columns: { q: upper } } } });
  });
});

describe('TypedTable', () => {
  it('accepts the values that the codecs accept', () => {
    void web.put({ row: 'r', cells: { contents: { html: 'v', tags: ['a'], meta: { at: 'now' } } } });
    void web.put([{ row: 'r', cells: { stats: { hits: 5n, rank: 0.5, raw: 'text' } } }, new Put('r')]);
    void web.put({ row: 'r', cells: { stats: { hits: 5 }, anchor: { any: 'v', thing: new Uint8Array() } } });
    void web.put({ row: 'r', cells: { contents: { other: new Uint8Array() } }, timestamp: 5, ttlMs: 5 });
    // @ts-expect-error text, not a number
    void web.put({ row: 'r', cells: { contents: { html: 5 } } });
    // @ts-expect-error an integer, not text
    void web.put({ row: 'r', cells: { stats: { hits: 'many' } } });
    // @ts-expect-error a list of text
    void web.put({ row: 'r', cells: { contents: { tags: [5] } } });
    // @ts-expect-error the type that the schema accepts
    void web.put({ row: 'r', cells: { contents: { meta: { at: new Date() } } } });
    // @ts-expect-error no such family
    void web.put({ row: 'r', cells: { people: { q: 'v' } } });
    // @ts-expect-error a misspelled declared column
    void web.put({ row: 'r', cells: { contents: { htlm: 'v' } } });
    // @ts-expect-error a misspelled declared counter
    void web.increment({ row: 'r', amounts: { stats: { hist: 1 } } });
    // @ts-expect-error values are text or bytes if there is no codec
    void web.put({ row: 'r', cells: { anchor: { q: 5 } } });
  });

  it('returns the values that the codecs return', async () => {
    const row = await web.get('r');
    expectTypeOf(row).toEqualTypeOf<TypedRow<(typeof webtable)['families']>>();
    expectTypeOf(row.contents.html).toEqualTypeOf<string | null>();
    expectTypeOf(row.contents.tags).toEqualTypeOf<string[] | null>();
    expectTypeOf(row.contents.meta).toEqualTypeOf<{ at: Date } | null>();
    expectTypeOf(row.stats.hits).toEqualTypeOf<bigint | null>();
    expectTypeOf(row.stats.rank).toEqualTypeOf<number | null>();
    expectTypeOf(row.stats.raw).toEqualTypeOf<Uint8Array | null>();
    expectTypeOf(row.contents.other).toEqualTypeOf<Uint8Array | undefined>();
    expectTypeOf(row.anchor['cnnsi.com']).toEqualTypeOf<Uint8Array | undefined>();
    expectTypeOf(row.result).toEqualTypeOf<Result>();
    // @ts-expect-error no such family
    void row.people;
    expectTypeOf(web.get(['r'])).toEqualTypeOf<Promise<(typeof row)[]>>();
    type Found = FoundRow<(typeof webtable)['families']>;
    expectTypeOf(web.getScanner().next()).toEqualTypeOf<Promise<Found | null>>();
    expectTypeOf(web.getScanner().next(5)).toEqualTypeOf<Promise<Found[]>>();
    for await (const one of web.getScanner({ prefix: 'com.', columns: ['stats:hits'] }))
      expectTypeOf(one).toEqualTypeOf<Found>();
    // @ts-expect-error no such family
    void web.getScanner({ columns: ['people'] });
    // @ts-expect-error no such family
    void web.get({ row: 'r', columns: ['people'] });
  });

  it('types the key and the readers of a row', async () => {
    const row = await web.get('r');
    expectTypeOf(row.key).toEqualTypeOf<string | null>();
    expectTypeOf(row.isEmpty).toEqualTypeOf<boolean>();
    expectTypeOf(row.getLong('stats', 'other')).toEqualTypeOf<bigint | null>();
    expectTypeOf(row.getNumber('stats', 'other')).toEqualTypeOf<number | null>();
    expectTypeOf(row.getJson<string[]>('anchor', 'q')).toEqualTypeOf<string[] | null>();
    expectTypeOf(row.toObject({ text: true })).toEqualTypeOf<{ [family: string]: { [qualifier: string]: string } }>();
    for await (const { key } of web.getScanner()) expectTypeOf(key).toEqualTypeOf<string>();
  });

  it('returns typed rows from every call that returns rows', async () => {
    type Row = TypedRow<(typeof webtable)['families']>;
    const put = { row: 'r', cells: { stats: { hits: 5 } } };
    expectTypeOf(web.append({ row: 'r', values: { contents: { html: 'v' } } })).toEqualTypeOf<Promise<Row>>();
    expectTypeOf(web.increment({ row: 'r', amounts: { stats: { hits: 1 } } })).toEqualTypeOf<Promise<Row>>();
    expectTypeOf(web.mutateRow({ row: 'r', mutations: [put] })).toEqualTypeOf<Promise<Row>>();
    expectTypeOf(web.batch([put])).toEqualTypeOf<Promise<(Row | CheckAndMutateResult<Row>)[]>>();
    const check = { row: 'r', family: 'stats', qualifier: 'hits', value: 5n, action: put } as const;
    expectTypeOf(web.checkAndMutate(check)).toEqualTypeOf<Promise<CheckAndMutateResult<Row>>>();
    expectTypeOf(web.checkAndMutate([check])).toEqualTypeOf<Promise<CheckAndMutateResult<Row>[]>>();
    expectTypeOf(web.checkAndMutate('r', 'stats').ifNotExists().thenPut(put)).toEqualTypeOf<Promise<boolean>>();
    // @ts-expect-error an integer, not text
    void web.checkAndMutate({ row: 'r', family: 'stats', qualifier: 'hits', value: 'many', action: put });
    // @ts-expect-error no such family
    void web.checkAndMutate({ row: 'r', family: 'people', qualifier: 'q', value: 'v', action: put });
    const [first, second] = await connection.atomicBatch([
      { table: web, mutation: put },
      { table: 't', mutation: new Put('r') },
    ]);
    expectTypeOf(first).toEqualTypeOf<Row>();
    expectTypeOf(second).toEqualTypeOf<Result>();
  });

  it('types the conditions of an atomicBatch by the codecs of their tables', async () => {
    const put = { row: 'r', cells: { stats: { hits: 5n } } } as const;
    const [first] = await connection.atomicBatch([{ table: web, mutation: put }], {
      conditions: [
        { table: web, row: 'r', column: 'stats:hits', value: 5n },
        { table: web, row: 'r', family: 'stats', qualifier: 'hits', op: 'GREATER', value: 5n },
        { table: web, row: 'r', column: 'stats:hits' },
        { table: web, row: 'r', exists: true },
        { table: 't', row: 'r', column: ['f', 'q'], value: 'v' },
      ],
    });
    expectTypeOf(first).toEqualTypeOf<TypedRow<(typeof webtable)['families']>>();
    // @ts-expect-error an integer, not text
    void connection.atomicBatch([], { conditions: [{ table: web, row: 'r', column: 'stats:hits', value: 'many' }] });
    // @ts-expect-error no such column
    void connection.atomicBatch([], { conditions: [{ table: web, row: 'r', column: 'stats:hit', value: 5n }] });
    // @ts-expect-error no such family
    void connection.atomicBatch([], { conditions: [{ table: web, row: 'r', family: 'people', value: null }] });
    void web.checkAndMutate({ row: 'r', column: 'stats:hits', value: 5n, action: put });
    // @ts-expect-error an integer, not text
    void web.checkAndMutate({ row: 'r', column: 'stats:hits', value: 'many', action: put });
  });

  it('types the tables of a transaction', async () => {
    type Row = TypedRow<(typeof webtable)['families']>;
    const done = connection.transact(async (transaction) => {
      const own = transaction.table(web);
      expectTypeOf(own.get('r')).toEqualTypeOf<Promise<Row>>();
      expectTypeOf(own.get(['r'])).toEqualTypeOf<Promise<Row[]>>();
      expectTypeOf(own.exists('r')).toEqualTypeOf<Promise<boolean>>();
      const [found] = await own.scan({ prefix: 'r' });
      expectTypeOf(found?.stats.hits).toEqualTypeOf<bigint | null | undefined>();
      own.put({ row: 'r', cells: { stats: { hits: 5n } } });
      own.increment({ row: 'r', amounts: { stats: { hits: 1 } } });
      // @ts-expect-error an integer, not text
      own.put({ row: 'r', cells: { stats: { hits: 'many' } } });
      // @ts-expect-error no such column
      own.put({ row: 'r', cells: { stats: { hit: 5n } } });
      const plain = transaction.table('t');
      expectTypeOf(plain.get('r')).toEqualTypeOf<Promise<Result>>();
      plain.put({ row: 'r', cells: { f: { q: 'v' } } });
      return 5;
    });
    expectTypeOf(done).toEqualTypeOf<Promise<number>>();
  });

  it('adds the rows that replace those that cannot be decoded', async () => {
    type Row = TypedRow<(typeof webtable)['families']>;
    expectTypeOf(web.get('r', { onDecodeError: 'skip' })).toEqualTypeOf<Promise<Row>>();
    expectTypeOf(web.get('r', { onDecodeError: ({ code }) => code.length })).toEqualTypeOf<Promise<Row | number>>();
    const replaced = defineTable({ name: 't', families: { f: {} }, onDecodeError: ({ code }) => code.length });
    const row = await connection.getTable(replaced).get('r');
    expectTypeOf<Extract<typeof row, number>>().toEqualTypeOf<number>();
    // @ts-expect-error no such word
    defineTable({ name: 't', families: { f: {} }, onDecodeError: 'ignore' });
  });

  it('infers the type of row keys of several parts', async () => {
    const definition = defineTable({ name: 't', key: keyOf(text, int64Descending, bytes), families: { f: {} } });
    const table = connection.getTable(definition);
    const data = new Uint8Array();
    const row = await table.get(['a', 5, data]);
    expectTypeOf(row.key).toEqualTypeOf<readonly [string, bigint, Uint8Array] | null>();
    expectTypeOf(table.get([['a', 5n, data]])).toEqualTypeOf<Promise<(typeof row)[]>>();
    for (const prefix of [['a'], ['a', 5], ['a', 5n, data]] as const) void table.getScanner({ prefix });
    void table.put({ row: ['a', 5n, 'text is bytes'], cells: { f: { q: 'v' } } });
    // @ts-expect-error a part is missing
    void table.get(['a', 5]);
    // @ts-expect-error the parts are exchanged
    void table.put({ row: [5, 'a', data], cells: { f: { q: 'v' } } });
    // @ts-expect-error too many parts
    void table.getScanner({ prefix: ['a', 5, data, 'b'] });
    // @ts-expect-error a key is not text
    defineTable({ name: 't', key: text, families: { f: {} } });
  });

  it('has the underlying table for everything else', () => {
    void web.table.append({ row: 'r', values: { contents: { html: 'v' } } });
    expectTypeOf(web.increment({ row: 'r', amounts: { stats: { hits: 1 } } })).resolves.toHaveProperty('stats');
    // @ts-expect-error no such family
    void web.table.append({ row: 'r', values: { people: { q: 'v' } } });
  });
});

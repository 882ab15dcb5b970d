import { describe, expectTypeOf, it } from 'vitest';
import { bytes, type Codec, float64, int64, text } from '../model/codec.js';
import { json, type StandardSchemaLike } from '../model/json-codec.js';
import { Put } from '../model/put.js';
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

  it('has the underlying table for everything else', () => {
    void web.table.append({ row: 'r', values: { contents: { html: 'v' } } });
    expectTypeOf(web.increment({ row: 'r', amounts: { stats: { hits: 1 } } })).resolves.toHaveProperty('stats');
    // @ts-expect-error no such family
    void web.table.append({ row: 'r', values: { people: { q: 'v' } } });
  });
});

import { describe, expectTypeOf, it } from 'vitest';
import { int64, text } from '../model/codec.js';
import type { Result } from './answers/result.js';
import type { Connection } from './connection.js';
import { defineTable } from './define-table.js';
import type { HistoryEntry } from './row-history.js';
import type { TypedRow } from './typed-row.js';

declare const connection: Connection;

async function webtable() {
  return connection.ensureTable({ name: 'webtable', families: ['contents', 'stats'] });
}
declare const table: Awaited<ReturnType<typeof webtable>>;

const definition = defineTable({
  name: 'webtable',
  families: { contents: { columns: { html: text } }, stats: { columns: { hits: int64 } } },
});
const typed = connection.getTable(definition);
type Families = (typeof definition)['families'];

describe('Table.row, history and restore', () => {
  it('accept the families of the table', () => {
    const row = table.row('com.cnn.www');
    expectTypeOf(row.get({ columns: ['contents:html'] })).toEqualTypeOf<Promise<Result>>();
    expectTypeOf(row.put({ contents: { html: '<html>' } })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(row.put({ cells: { contents: { html: '<html>' } }, timestamp: 5 })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(row.increment({ stats: { hits: 1 } })).toEqualTypeOf<Promise<Result>>();
    expectTypeOf(row.delete()).toEqualTypeOf<Promise<void>>();
    expectTypeOf(table.history('r', 'contents:html', { limit: 3 })).toEqualTypeOf<Promise<HistoryEntry[]>>();
    expectTypeOf(table.history('r', ['contents', Uint8Array.of(1)])).toEqualTypeOf<Promise<HistoryEntry[]>>();
    expectTypeOf(table.restore('r', new Date(), { columns: ['contents'] })).toEqualTypeOf<Promise<void>>();
  });

  it('refuse other families and options', () => {
    const row = table.row('com.cnn.www');
    // @ts-expect-error no such family
    void row.put({ content: { html: '<html>' } });
    // @ts-expect-error the row is that of the handle
    void row.get({ row: 'other' });
    // @ts-expect-error no such family
    void row.history('content:html');
    // @ts-expect-error no such family
    void table.history('r', 'content:html');
    // @ts-expect-error no such option
    void table.history('r', 'contents:html', { limits: 3 });
    // @ts-expect-error no such family
    void table.restore('r', 5, { columns: ['content'] });
    // @ts-expect-error a time is needed
    void table.restore('r');
  });
});

describe('TypedTable.row, history and restore', () => {
  it('use the types of the codecs', () => {
    const row = typed.row('com.cnn.www');
    expectTypeOf(row.get()).toEqualTypeOf<Promise<TypedRow<Families>>>();
    expectTypeOf(row.put({ contents: { html: '<html>' }, stats: { hits: 5n } })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(row.increment({ stats: { hits: 1 } })).toEqualTypeOf<Promise<TypedRow<Families>>>();
    expectTypeOf(row.history('stats:hits')).toEqualTypeOf<Promise<HistoryEntry<bigint>[]>>();
    expectTypeOf(typed.history('r', 'contents:html')).toEqualTypeOf<Promise<HistoryEntry<string>[]>>();
    expectTypeOf(typed.history('r', 'contents:other')).toEqualTypeOf<Promise<HistoryEntry<Uint8Array>[]>>();
    expectTypeOf(typed.history('r')).toEqualTypeOf<Promise<HistoryEntry<string | bigint | Uint8Array>[]>>();
    expectTypeOf(typed.restore('r', 5)).toEqualTypeOf<Promise<void>>();
  });

  it('refuse other values and families', () => {
    const row = typed.row('com.cnn.www');
    // @ts-expect-error not a counter
    void row.put({ stats: { hits: 'many' } });
    // @ts-expect-error a misspelled declared column
    void row.put({ contents: { htlm: '<html>' } });
    // @ts-expect-error the same in the literal of a put
    void row.put({ cells: { contents: { htlm: '<html>' } }, timestamp: 5 });
    void row.put({ contents: { htlm: new Uint8Array() } });
    void row.put([{ family: 'contents', qualifier: 'html', value: '<html>' }]);
    // @ts-expect-error no such family
    void row.history('stat:hits');
    // @ts-expect-error no such family
    void typed.restore('r', 5, { columns: ['stat'] });
  });
});

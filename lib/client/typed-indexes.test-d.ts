import { describe, expectTypeOf, it } from 'vitest';
import { float64, int64, text } from '../model/codec.js';
import { json } from '../model/json-codec.js';
import { keyOf } from '../model/key-codec.js';
import type { Connection } from './connection.js';
import { defineTable } from './define-table.js';
import type { FoundRow } from './typed-row.js';

declare const connection: Connection;

const notes = defineTable({
  name: 'notes',
  key: keyOf(text, int64),
  families: {
    e: { columns: { type: text, day: text, score: int64, weight: float64, labels: json<string[]>() } },
    tag: {},
  },
  indexes: {
    byType: { on: 'e:type', unique: true },
    byDay: { on: ['e:day', 'e:score', 'e:weight'] },
    byScore: { on: 'e:score', order: 'int64' },
    byLabels: { on: 'e:labels', order: 'bytes' },
    byAny: { on: 'tag:any' },
    byTag: { qualifiersOf: 'tag' },
  },
});
declare const table: Awaited<ReturnType<typeof open>>;
const open = () => connection.ensureTable(notes, { wait: false });

describe('The indexes of a definition', () => {
  it('have columns of the table', () => {
    const families = { e: { columns: { type: text } }, tag: {} };
    // @ts-expect-error no such family
    defineTable({ name: 't', families, indexes: { i: { on: 'x:type' } } });
    // @ts-expect-error a misspelled declared column
    defineTable({ name: 't', families, indexes: { i: { on: 'e:typ' } } });
    // @ts-expect-error no such family
    defineTable({ name: 't', families, indexes: { i: { qualifiersOf: 'tags' } } });
    // @ts-expect-error no such order
    defineTable({ name: 't', families, indexes: { i: { on: 'e:type', order: 'number' } } });
  });
});

describe('A typed scan by an index', () => {
  it('names an index of the definition, with values of its columns', () => {
    void table.getScanner({ index: 'byType' });
    void table.getScanner({ index: 'byType', equals: 'todo', limit: 5, reversed: true, columns: ['e:day'] });
    void table.getScanner({ index: 'byType', equals: ['todo'], after: 'x' });
    void table.getScanner({ index: 'byType', prefix: 't' });
    void table.getScanner({ index: 'byDay', from: '11-01', to: '11-02' });
    void table.getScanner({ index: 'byDay', equals: '11-01', from: 5 });
    void table.getScanner({ index: 'byDay', equals: ['11-01', 5n], to: 0.5 });
    void table.getScanner({ index: 'byDay', equals: ['11-01', 5n, 0.5] });
    void table.getScanner({ index: 'byLabels', equals: [['a']], from: undefined as never });
    void table.getScanner({ index: 'byAny', equals: new Uint8Array() });
    void table.getScanner({ index: 'byTag', equals: 'home' });
    void table.count({ index: 'byScore', equals: 5 });
    void table.count({ index: 'byScore', from: null, to: 5, start: null, stop: null });
    void table.count({ index: 'byType', prefix: 't', from: null, to: null });
    void table.explain({ index: 'byScore', from: 5 });
    expectTypeOf(table.getScanner({ index: 'byType' }).next()).toEqualTypeOf<
      Promise<FoundRow<(typeof notes)['families'], (typeof notes)['key']> | null>
    >();
    // @ts-expect-error no such index
    void table.getScanner({ index: 'byTipe' });
    // @ts-expect-error text, not a number
    void table.getScanner({ index: 'byType', equals: 5 });
    // @ts-expect-error the index has one column
    void table.getScanner({ index: 'byType', equals: ['todo', 'x'] });
    // @ts-expect-error an index of one column has no range after equals
    void table.getScanner({ index: 'byType', equals: 'todo', from: 'a' });
    // @ts-expect-error the second column is an integer
    void table.getScanner({ index: 'byDay', equals: '11-01', from: 'a' });
    // @ts-expect-error numbers have no prefixes
    void table.getScanner({ index: 'byScore', prefix: 5 });
    // @ts-expect-error a prefix and a range
    void table.getScanner({ index: 'byType', prefix: 't', from: 'a' });
    // @ts-expect-error a value that is a list stands in a list
    void table.getScanner({ index: 'byLabels', equals: ['a'] });
    // @ts-expect-error equals has no null; leave it out
    void table.getScanner({ index: 'byType', equals: null });
    // @ts-expect-error prefix has no null; leave it out
    void table.getScanner({ index: 'byType', prefix: null });
    // @ts-expect-error undefined is not the same as left out
    void table.getScanner({ index: 'byScore', from: undefined });
    // @ts-expect-error row keys and an index
    void table.getScanner({ index: 'byType', start: ['a'] });
    // @ts-expect-error no index
    void table.getScanner({ equals: 'todo' });
    // @ts-expect-error not a value of the index
    void table.count({ index: 'byScore', equals: 'x' });
    // @ts-expect-error not a value of the index
    void table.explain({ index: 'byScore', equals: 'x' });
  });

  it('cannot be watched, and not be part of a transaction', () => {
    // @ts-expect-error by an index
    void table.watch({ index: 'byType' });
    // @ts-expect-error by an index
    void connection.transact((transaction) => transaction.table(table).scan({ index: 'byType' }));
    void connection.transact((transaction) => transaction.table(table).scan({ prefix: ['a'] }));
    void connection.atomicBatch([{ table, mutation: { row: ['a', 1], cells: { e: { type: 'x' } } } }]);
  });

  it('has values as bytes if the definition lists no indexes', () => {
    const plain = connection.getTable(defineTable({ name: 'notes', families: { e: { columns: { type: text } } } }));
    void plain.getScanner({ index: 'any', equals: ['x', new Uint8Array()], prefix: 'p' });
    // @ts-expect-error text or bytes
    void plain.getScanner({ index: 'any', equals: 5 });
  });
});

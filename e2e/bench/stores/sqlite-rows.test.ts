import sqlite3InitModule, { type Database } from '@sqlite.org/sqlite-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Note } from './notes.js';
import { packKeys, unpackKeys } from './packed-keys.js';
import { packNotes } from './packed-notes.js';
import { type PackedBatch, packRows } from './packed-rows.js';
import { unpackValues } from './packed-values.js';
import { RowSink } from './row-sink.js';
import { functionsOf } from './sqlite-exports.js';
import { SqliteNotes } from './sqlite-notes.js';
import { SqliteRows } from './sqlite-rows.js';
import { CREATE_TABLES, STATEMENTS, type Statements } from './sqlite-statements.js';

const ROWS = [
  { key: 'a', value: Uint8Array.of(1, 2, 3) },
  { key: 'b', value: new Uint8Array(0) },
  { key: 'é', value: new Uint8Array(100_000).fill(7) },
];
const VALUES = ROWS.map(({ value }) => value);

describe('SqliteRows', () => {
  let database: Database;
  let rows: SqliteRows;
  let notes: SqliteNotes;

  /** The values that `read` writes into a sink. */
  function readBy(read: (sink: RowSink) => void) {
    const keys: string[] = [];
    const values: (Uint8Array | null)[] = [];
    const unpack = (batch: PackedBatch) => {
      if (batch.keys !== null) unpackKeys(batch.keys, keys);
      unpackValues(batch.values, values);
    };
    const sink = new RowSink(unpack);
    read(sink);
    unpack(sink.take());
    return { keys, values: values.map((value) => value && Buffer.from(value).toString('base64')) };
  }

  /** Values in the form that `readBy` returns: long arrays are slow to compare. */
  const texts = (values: readonly (Uint8Array | null)[]) =>
    values.map((value) => value && Buffer.from(value).toString('base64'));

  beforeEach(async () => {
    const sqlite3 = await sqlite3InitModule();
    database = new sqlite3.oo1.DB();
    database.exec(CREATE_TABLES);
    const statements = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql).pointer]);
    const functions = functionsOf(sqlite3, database);
    rows = new SqliteRows(functions, Object.fromEntries(statements) as Statements);
    notes = new SqliteNotes(functions, database, rows);
  });

  afterEach(() => {
    notes.dispose();
    rows.dispose();
    database.close();
  });

  it('reads the rows that it wrote, including empty and long values', () => {
    rows.transaction('beginWrite', () => rows.putAll(packRows(ROWS)));
    rows.put('', Uint8Array.of(9));
    expect(readBy((sink) => rows.scanAll(sink))).toEqual({
      keys: ['', 'a', 'b', 'é'],
      values: texts([Uint8Array.of(9), ...VALUES]),
    });
    expect(readBy((sink) => rows.scan('b', 1, sink))).toEqual({ keys: ['b'], values: texts([new Uint8Array(0)]) });
    expect(rows.get('a')).toEqual(Uint8Array.of(1, 2, 3));
    expect(rows.get('nope')).toBeNull();
    expect(rows.exchange('a', Uint8Array.of(4))).toEqual(Uint8Array.of(1, 2, 3));
    expect(rows.exchange('a', Uint8Array.of(5))).toEqual(Uint8Array.of(4));
    expect(rows.get('a')).toEqual(Uint8Array.of(5));
  });

  it('answers a list of keys in the order of the list, with missing values', () => {
    rows.putAll(packRows(ROWS));
    const keys = packKeys(['é', 'nope', 'b']);
    const found = readBy((sink) => rows.transaction('beginRead', () => rows.getMany(keys, sink)));
    expect(found).toEqual({ keys: [], values: texts([VALUES[2] as Uint8Array, null, new Uint8Array(0)]) });
  });

  it('deletes a list of keys', () => {
    rows.putAll(packRows(ROWS));
    rows.removeAll(packKeys(['b', 'nope', 'é']));
    expect(readBy((sink) => rows.scanAll(sink)).keys).toEqual(['a']);
  });

  it('reads versions, the newest first', () => {
    const versions = [1_000, 3_000, 2_000].map((timestamp) => ({ key: 'a', value: Uint8Array.of(timestamp / 1_000) }));
    rows.putVersions(
      packRows([...versions, { key: 'b', value: Uint8Array.of(5) }]),
      Float64Array.of(1_000, 3_000, 2_000, 5_000),
    );
    const [one, two, three, five] = texts([1, 2, 3, 5].map((byte) => Uint8Array.of(byte)));
    expect(readBy((sink) => rows.latest(sink))).toEqual({ keys: ['a', 'b'], values: [three, five] });
    expect(readBy((sink) => rows.asOf(2_500, sink))).toEqual({ keys: ['a'], values: [two] });
    expect(readBy((sink) => rows.newest(packKeys(['b', 'a']), 2, sink)).values).toEqual([five, null, three, two]);
    expect(readBy((sink) => rows.newest(packKeys(['a']), 9, sink)).values.slice(0, 4)).toEqual([three, two, one, null]);
    expect(database.selectValue('SELECT typeof(timestamp) FROM versions')).toBe('integer');
  });

  it('rolls back a transaction that fails', () => {
    const fail = () =>
      rows.transaction('beginWrite', () => {
        rows.putAll(packRows(ROWS));
        throw new Error('no');
      });
    expect(fail).toThrow('no');
    expect(readBy((sink) => rows.scanAll(sink)).keys).toEqual([]);
  });

  it('has no table of notes before it is opened', () => {
    expect(database.selectValues("SELECT name FROM sqlite_schema WHERE name LIKE 'notes%'")).toEqual([]);
  });

  it('finds the notes that were there before it got indexes, and later ones', () => {
    const read = (how: (sink: RowSink) => void) => {
      const { keys, values } = readBy(how);
      return values.map((value, at) => [...keys.slice(at * 3, at * 3 + 3), value]);
    };
    const [a, b, c] = [
      { key: 'a', value: Uint8Array.of(1), kind: 'é', day: 'today' },
      { key: 'b', value: new Uint8Array(0), kind: '', day: 'today' },
      { key: 'c', value: Uint8Array.of(3), kind: 'é', day: 'later' },
    ] as const;
    const of = (...some: readonly Note[]) =>
      some.map(({ key, kind, day, value }) => [key, kind, day, ...texts([value])]);
    notes.open(false);
    notes.putAll(packNotes([c, a, b]));
    expect(read((sink) => notes.scan('a', 2, sink))).toEqual(of(a, b));
    notes.open(true);
    expect(read((sink) => notes.find('kind', 'é', sink))).toEqual(of(a, c));
    expect(read((sink) => notes.find('day', 'today', sink))).toEqual(of(a, b));
    const changed = { key: 'b', value: Uint8Array.of(2), kind: 'é', day: 'later' };
    notes.put(changed);
    expect(read((sink) => notes.find('kind', 'é', sink))).toEqual(of(a, changed, c));
    expect(read((sink) => notes.find('day', 'today', sink))).toEqual(of(a));
  });

  it("throws SQLite's error, and works again afterwards", () => {
    database.exec('CREATE TRIGGER refuse BEFORE INSERT ON rows BEGIN SELECT RAISE(ABORT, "refused"); END');
    expect(() => rows.put('a', Uint8Array.of(1))).toThrow('refused');
    database.exec('DROP TRIGGER refuse');
    rows.put('a', Uint8Array.of(1));
    expect(rows.get('a')).toEqual(Uint8Array.of(1));
  });
});

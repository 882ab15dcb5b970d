import { Bytes } from 'bigtab';
import { openMemory } from 'bigtab/memory';
import { describe, expect, it } from 'vitest';
import { partsOf, readIndexes } from '../indexes/shown-index.js';
import { NEW_INDEX, toIndexes } from './index-fields.js';

describe('the form of an index', () => {
  it('creates indexes on columns, and on the names of columns', async () => {
    const connection = await openMemory({ name: 'indexes' });
    const columns = ['e:day', '', ' e:\\xFF ', ''];
    const orders = ['bytes', 'bytes', 'int64', 'bytes'] as const;
    const byDay = toIndexes({ ...NEW_INDEX, name: ' byDay ', columns, orders, unique: true });
    const byTag = toIndexes({ ...NEW_INDEX, name: 'byTag', kind: 'qualifiers', family: 'tag' });
    await connection.ensureTable({ name: 't', families: ['e', 'tag'], indexes: { ...byDay, ...byTag } });
    const indexes = await readIndexes(connection, 't');
    expect(indexes.map(({ name, order, unique, done }) => ({ name, order, unique, done }))).toEqual([
      { name: 'byDay', order: ['bytes', 'int64'], unique: true, done: 1 },
      { name: 'byTag', order: ['bytes'], unique: false, done: 1 },
    ]);
    expect(indexes.map(partsOf)).toEqual([['e:day', 'e:\\xFF'], ['column in tag']]);
    const table = connection.getTable('t');
    await table.put({ row: 'r', cells: [{ family: 'e', qualifier: 'day', value: 'x' }] });
    await table.put({ row: 'r', cells: [{ family: 'e', qualifier: Uint8Array.of(255), value: Bytes.fromLong(5) }] });
    expect(await table.count({ index: 'byDay', equals: 'x' })).toBe(1);
    await connection.close();
  });

  it('reports columns that are missing or malformed', () => {
    expect(() => toIndexes({ ...NEW_INDEX, name: 'i' })).toThrow(/enter a column/);
    expect(() => toIndexes({ ...NEW_INDEX, name: 'i', columns: ['e', '', '', ''] })).toThrow(/“e” is not a column/);
  });
});

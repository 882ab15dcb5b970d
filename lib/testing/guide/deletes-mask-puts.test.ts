import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Delete, Put } from '../../index.js';
import { openMemory } from '../../memory.js';
import { shown } from './shown.js';

let connection: Connection;

beforeEach(async () => {
  connection = await openMemory({ clock: { now: () => 1000 } });
});

afterEach(() => connection.close());

describe('deletes', () => {
  it('mask puts that are written later with an older timestamp, until a major compaction', async () => {
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 3 }] });
    const everything = async () => shown(await table.get({ row: 'r', versions: 'all' }));

    // Everything up to 10 is deleted; then a put at 5 follows. The put succeeds, but a get does not return it.
    await table.delete(new Delete('r').addColumns('f', 'q', 10));
    await table.put(new Put('r').addColumn('f', 'q', 5, 'masked'));
    expect(await everything()).toEqual([]);

    // A put at a time after the deletion is visible.
    await table.put(new Put('r').addColumn('f', 'q', 11, 'seen'));
    expect(await everything()).toEqual([['f:q', 11, 'seen']]);

    // The compaction removes the marker and the put that it masked. After that, a put at 5 is visible.
    await connection.getAdmin().majorCompact('t');
    expect(await everything()).toEqual([['f:q', 11, 'seen']]);
    await table.put(new Put('r').addColumn('f', 'q', 5, 'once more'));
    expect(await everything()).toEqual([
      ['f:q', 11, 'seen'],
      ['f:q', 5, 'once more'],
    ]);
  });

  it('and puts right after one another cause no problem, because a put never gets the timestamp of an earlier delete', async () => {
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put(new Put('r').addColumn('f', 'q', 'old'));
    await table.delete(new Delete('r'));
    await table.put(new Put('r').addColumn('f', 'q', 'new'));
    expect((await table.get('r')).getText('f', 'q')).toBe('new');
  });
});

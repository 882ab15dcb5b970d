import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, Put } from '../../index.js';
import { openMemory } from '../../memory.js';
import { shown } from './shown.js';

let connection: Connection;
/** The engine's clock, in milliseconds. */
let now: number;

beforeEach(async () => {
  now = 1_000_000;
  connection = await openMemory({ clock: { now: () => now } });
});

afterEach(() => connection.close());

describe('a put', () => {
  it('without a version gets the current time', async () => {
    const table = await connection.ensureTable({ name: 't', families: ['cf'] });
    await table.put(new Put('row1').addColumn('cf', 'attr', 'value'));
    expect(shown(await table.get('row1'))).toEqual([['cf:attr', 1_000_000, 'value']]);
  });

  it('accepts an explicit version: 555', async () => {
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'cf', maxVersions: 3 }] });
    await table.put(new Put('row1').addColumn('cf', 'attr', 555, 'value'));
    expect(shown(await table.get('row1'))).toEqual([['cf:attr', 555, 'value']]);

    // The time of the clock is much larger.
    await table.put(new Put('row1').addColumn('cf', 'attr', 'later'));
    expect(shown(await table.get({ row: 'row1', versions: 'all' }))).toEqual([
      ['cf:attr', 1_000_000, 'later'],
      ['cf:attr', 555, 'value'],
    ]);
  });

  it('overwrites an existing version', async () => {
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'cf', maxVersions: 3 }] });
    await table.put(new Put('row1').addColumn('cf', 'attr', 555, 'first'));
    await table.put(new Put('row1').addColumn('cf', 'attr', 556, 'other'));
    await table.put(new Put('row1').addColumn('cf', 'attr', 555, 'second'));
    expect(shown(await table.get({ row: 'row1', versions: 'all' }))).toEqual([
      ['cf:attr', 556, 'other'],
      ['cf:attr', 555, 'second'],
    ]);
  });

  it('may write versions in any order', async () => {
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'cf', maxVersions: 3 }] });
    for (const version of [20, 30, 10])
      await table.put(new Put('row1').addColumn('cf', 'attr', version, `v${version}`));
    expect(shown(await table.get({ row: 'row1', versions: 'all' })).map(([, timestamp]) => timestamp)).toEqual([
      30, 20, 10,
    ]);
  });

  it('expires at once if its version is much older than the time to live allows', async () => {
    const table = await connection.ensureTable({ name: 't', families: [{ name: 'cf', timeToLive: 10 }] });
    await table.put(new Put('row1').addColumn('cf', 'attr', 555, 'value'));
    expect(await table.exists('row1')).toBe(false);
  });
});

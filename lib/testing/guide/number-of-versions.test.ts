import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../index.js';
import { openMemory } from '../../memory.js';
import { shown } from './shown.js';

let connection: Connection;
/** The engine's clock, in milliseconds. */
let now: number;

beforeEach(async () => {
  now = 100_000;
  connection = await openMemory({ clock: { now: () => now } });
});

afterEach(() => connection.close());

/** Writes versions 1 … `count` of one cell. */
async function writeVersions(count: number): Promise<void> {
  const table = connection.getTable('t1');
  for (let version = 1; version <= count; version++)
    await table.put({ row: 'r', timestamp: version, cells: { f1: { q: `v${version}` } } });
}

async function versions(): Promise<readonly number[]> {
  const result = await connection.getTable('t1').get({ row: 'r', versions: 'all' });
  return shown(result).map(([, timestamp]) => timestamp);
}

describe('the number of versions', () => {
  it('is one by default', async () => {
    await connection.ensureTable({ name: 't1', families: ['f1'] });
    await writeVersions(3);
    expect(await versions()).toEqual([3]);
  });

  it('is raised to five: alter t1, NAME => f1, VERSIONS => 5', async () => {
    await connection.ensureTable({ name: 't1', families: ['f1'] });

    await connection.getAdmin().modifyColumnFamily('t1', { name: 'f1', maxVersions: 5 });
    await writeVersions(7);
    expect(await versions()).toEqual([7, 6, 5, 4, 3]);

    // A compaction permanently removes the versions beyond the limit.
    await connection.getAdmin().majorCompact('t1');
    await connection.getAdmin().modifyColumnFamily('t1', { name: 'f1', maxVersions: 10 });
    expect(await versions()).toEqual([7, 6, 5, 4, 3]);
  });

  it('is changed by ensureTable if it may alter the table', async () => {
    await connection.ensureTable({ name: 't1', families: ['f1'] });
    await connection.ensureTable({ name: 't1', families: [{ name: 'f1', maxVersions: 5 }] }, { alter: true });
    await writeVersions(7);
    expect(await versions()).toEqual([7, 6, 5, 4, 3]);
  });
});

describe('the smallest number of versions', () => {
  it('is set to two: alter t1, NAME => f1, MIN_VERSIONS => 2', async () => {
    await connection.ensureTable({ name: 't1', families: [{ name: 'f1', maxVersions: 5 }] });

    // A time to live of ten seconds. Two versions are kept however old they are.
    const family = { name: 'f1', maxVersions: 5, minVersions: 2, timeToLive: 10 };
    await connection.getAdmin().modifyColumnFamily('t1', family);
    await writeVersions(4);
    expect(await versions()).toEqual([4, 3]);

    await connection.getAdmin().majorCompact('t1');
    expect(await versions()).toEqual([4, 3]);
  });

  it('is zero by default, so everything expires', async () => {
    await connection.ensureTable({ name: 't1', families: [{ name: 'f1', maxVersions: 5, timeToLive: 10 }] });
    await connection.getTable('t1').put({ row: 'r', cells: { f1: { q: 'now' } } });
    expect(await versions()).toEqual([100_000]);

    now += 10_001;
    expect(await versions()).toEqual([]);
  });

  it('cannot be larger than the number of versions, so a family with the defaults needs both', async () => {
    await connection.ensureTable({ name: 't1', families: ['f1'] });
    const alter = connection.getAdmin().modifyColumnFamily('t1', { name: 'f1', minVersions: 2 });
    await expect(alter).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
  });
});

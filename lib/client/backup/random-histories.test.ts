import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { Random } from '../../simulation/random.js';
import { exported, streamOf, tokenOf, withoutToken } from '../../testing/samples/backups.js';
import { type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { testSeeds } from '../../testing/seed.js';
import type { Connection } from '../connection.js';

/* Random histories of a database, and copies made from its exports. */

const START = 1_000_000;
const ROWS = ['a', 'b', 'c\\x00'];
const QUALIFIERS = ['', 'p', 'q'];
const FAMILIES = ['one', 'three', 'kept', 'new', 'ttl'];
const TABLE = {
  name: 't',
  families: [
    'one',
    { name: 'three', maxVersions: 3 },
    { name: 'kept', ...KEEP_HISTORY },
    { name: 'new', maxVersions: 2, newVersionBehavior: true },
    { name: 'ttl', maxVersions: 2, minVersions: 1, timeToLive: 1 },
  ],
} as const;

describe('After a random history', () => {
  for (const seed of testSeeds(25)) {
    it(`a copy from an export has the same cells, and its export the same bytes (seed ${seed})`, async () => {
      const random = new Random(seed);
      const source = await open(memoryMedium(), 0.1);
      await source.connection.ensureTable(TABLE);
      for (let step = 0; step < 60; step++) await change(source, random, random.fork());
      const text = await exported(source.connection);
      const copy = await copyOf(source, text, random);
      expect(withoutToken(await exported(copy.connection))).toBe(withoutToken(text));
      expect(await readAll(copy, 'raw')).toEqual(await readAll(source, 'raw'));
      // What is written from now on meets the same cells.
      for (let step = 0; step < 15; step++) {
        const seeds = [random.uint32(), random.uint32()] as const;
        for (const opened of [source, copy]) await write(opened, new Random(seeds[0]), new Random(seeds[1]));
        expect(await readAll(copy, 'plain')).toEqual(await readAll(source, 'plain'));
      }
      await Promise.all([source.connection.close(), copy.connection.close()]);
    });
  }

  let merged = 0;
  let refused = 0;

  for (const seed of testSeeds(60)) {
    it(`an export and its increments read as the database does, or an increment is refused (seed ${seed})`, async () => {
      const random = new Random(seed);
      const source = await open(memoryMedium(), 0.2);
      await source.connection.ensureTable(TABLE);
      let copy: Opened | null = null;
      let token = '';
      for (let round = 0; round < 8; round++) {
        for (let step = 0; step < 8; step++) await change(source, random, random.fork());
        if (random.chance(0.05)) await replace(source, random);
        const text = copy === null ? '' : await exported(source.connection, { since: token }).catch(expired);
        if (text === '') {
          if (copy !== null) refused++;
          await copy?.connection.close();
          const full = await exported(source.connection);
          copy = await copyOf(source, full, random);
          token = tokenOf(full);
        } else {
          merged++;
          const { connection } = copy as Opened;
          await connection.importStream(streamOf(text, 1 + random.below(500)), { mode: 'merge' });
          token = tokenOf(text);
        }
        expect(await readAll(copy as Opened, 'plain')).toEqual(await readAll(source, 'plain'));
      }
      await Promise.all([source.connection.close(), copy?.connection.close()]);
    });
  }

  it('some increments were merged and some refused', () => {
    expect(merged).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(5);
  });
});

interface Opened {
  readonly medium: MemoryMedium;
  readonly connection: Connection;
  /** How likely a step is a flush or a compaction. */
  readonly rewrites: number;
}

async function open(medium: MemoryMedium, rewrites = 0): Promise<Opened> {
  const { connection } = await openEngine(medium);
  return { medium, connection, rewrites };
}

/** Another database with the same clock. */
async function copyOf({ medium: { clock } }: Opened, text: string, random: Random): Promise<Opened> {
  const copy = await open({ ...memoryMedium(), clock });
  await copy.connection.importStream(streamOf(text, 1 + random.below(3000)), { mode: 'create' });
  return copy;
}

async function change(opened: Opened, random: Random, writes: Random): Promise<void> {
  const { connection, medium, rewrites } = opened;
  const admin = connection.getAdmin();
  if (random.chance(0.3)) medium.clock.advance(random.below(120));
  if (!random.chance(rewrites)) return write(opened, random, writes);
  if (random.chance(0.5)) return admin.flush('t');
  return random.chance(0.5) ? admin.compact('t') : admin.majorCompact('t');
}

/** `random` decides what is written where, `values` the value. */
async function write({ connection, medium }: Opened, random: Random, values: Random): Promise<void> {
  const table = connection.getTable('t');
  const row = random.pick(ROWS);
  const family = random.pick(FAMILIES);
  const qualifier = random.pick(QUALIFIERS);
  // Few timestamps, so that many writes meet.
  const time = medium.clock.now() - random.below(5);
  switch (random.below(9)) {
    case 0:
      return table.delete(new Delete(row, time));
    case 1:
      return table.delete(new Delete(row).addFamily(family, time));
    case 2:
      return table.delete(new Delete(row).addColumns(family, qualifier, time));
    case 3:
      return table.delete(new Delete(row).addColumn(family, qualifier, time));
    case 4:
      return table.delete(new Delete(row).addFamilyVersion(family, time));
    default: {
      const put = new Put(row).addColumn(family, qualifier, time, `v${values.below(1000)}`);
      if (random.chance(0.3)) put.addColumn(family, 'z', time + 1, values.bytes(3));
      if (random.chance(0.15)) put.setTTL(random.below(200));
      return table.put(put);
    }
  }
}

/** Truncates the table, drops it, or changes its rules. */
async function replace({ connection }: Opened, random: Random): Promise<void> {
  const admin = connection.getAdmin();
  if (random.chance(0.4)) {
    await admin.modifyColumnFamily('t', { name: 'one', maxVersions: 1 + random.below(3) });
    return;
  }
  await admin.disableTable('t');
  if (random.chance(0.5)) return admin.truncateTable('t');
  await admin.deleteTable('t');
  await connection.ensureTable(TABLE);
}

/** `plain`: all versions. `raw`: also all markers, and every version as of several times. */
async function readAll({ connection, medium }: Opened, how: 'plain' | 'raw'): Promise<unknown[]> {
  const table = connection.getTable('t');
  const now = medium.clock.now();
  const scans =
    how === 'plain'
      ? [{ versions: 'all' as const }, {}]
      : [
          { raw: true, versions: 'all' as const },
          ...[0, 1, 2, 50, 300].map((back) => ({ asOf: Math.max(START, now - back) })),
        ];
  const answers: unknown[] = [];
  for (const scan of scans) {
    const rows = await table.getScanner(scan).toArray();
    answers.push(rows.map((row) => row.toString()));
  }
  return answers;
}

/** '' for an increment that is refused. */
function expired(error: unknown): string {
  expect(error).toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
  return '';
}

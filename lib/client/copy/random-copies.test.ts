import { describe, expect, it } from 'vitest';
import { openMemory } from '../../memory.js';
import { Delete } from '../../model/delete.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import type { ScanLike } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { testSeeds } from '../../testing/seed.js';
import type { Connection } from '../connection.js';
import type { Table } from '../table.js';
import { copyTable } from './copy-table.js';

const FAMILIES = [
  { name: 'few', maxVersions: 2 },
  { name: 'kept', ...KEEP_HISTORY },
  { name: 'order', maxVersions: 3, newVersionBehavior: true },
];
const LARGEST_TIME = 9;
const LONG = 'x'.repeat(120_000);

/** Puts, deletes of all kinds, and flushes, in a few rows that are longer than a page. */
async function write(random: Random, connection: Connection, table: Table): Promise<void> {
  for (let left = 120; left > 0; left--) {
    const row = random.pick(['a', 'b', 'c']);
    const { name } = random.pick(FAMILIES);
    const qualifier = random.pick(['', 'p', 'q', 'r']);
    const time = 1 + random.below(LARGEST_TIME);
    const value = `${left} ${random.chance(0.4) ? LONG : ''}`;
    const remove = new Delete(row);
    await random.pick([
      () => table.put(new Put(row).addColumn(name, qualifier, time, value)),
      () => table.put(new Put(row).addColumn(name, qualifier, time, value)),
      () => table.put(new Put(row).addColumn(name, qualifier, time, value)),
      () => table.delete(remove.addColumn(name, qualifier, time)),
      () => table.delete(remove.addColumns(name, qualifier, time)),
      () => table.delete(remove.addFamily(name, time)),
      () => table.delete(remove.addFamilyVersion(name, time)),
      () => (random.chance(0.2) ? connection.getAdmin().flush('t') : Promise.resolve()),
    ])();
  }
}

async function read(table: Table, scan: ScanLike = {}): Promise<string[]> {
  const rows = await table.getScanner({ versions: 'all', ...scan }).toArray();
  return rows.flatMap((row) => row.toString().split(', '));
}

describe('A copy of a random table', () => {
  for (const seed of testSeeds(12)) {
    it(`returns the same, now and in the past, also if it is repeated (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const random = new Random(seed);
      const clock = new ManualClock(1_000_000);
      const connections = [await openMemory({ clock }), await openMemory({ clock })] as const;
      const open = async (connection: Connection) =>
        (await connection.ensureTable({ name: 't', families: FAMILIES })) as unknown as Table;
      const [from, to] = [await open(connections[0]), await open(connections[1])];
      for (let round = 0; round < 2; round++) {
        await write(random, connections[0], from);
        const { cells } = await copyTable(from, to);
        const expected = await read(from);
        expect(cells).toBe(expected.length);
        expect(await read(to)).toEqual(expected);
        for (let asOf = 0; asOf <= LARGEST_TIME; asOf++) {
          const scan = { columns: ['kept'], asOf };
          expect(await read(to, scan), `as of ${asOf}`).toEqual(await read(from, scan));
        }
        await connections[random.below(2) as 0 | 1].getAdmin().flush('t');
      }
    });
  }
});

import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Delete } from '../../model/delete.js';
import { Increment } from '../../model/increment.js';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { Random } from '../../simulation/random.js';
import { copyOf, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { testSeeds } from '../../testing/seed.js';

const ROWS = ['a', 'b', 'c', 'd'];
const STEPS = 120;
const NOW = 1_600_000_000_000;

/**
 * The rule's model of one row: `f` keeps its history, `g` one version. The oracle cannot be used here, because it has
 * only the clock `wall`.
 */
class RowModel {
  newest = -1;
  deleted = false;
  /** Timestamps in `f`, newest first. */
  readonly puts: number[] = [];
  readonly markers: number[] = [];
  /** The visible timestamps of g:q and g:n. */
  plain = -1;
  counter = -1;

  /** The timestamp of a write that touches `f` or not. */
  write(wall: number, versions: boolean, isDelete: boolean): number {
    const isLater = versions || (!isDelete && this.deleted);
    const time = Math.max(wall, isLater ? this.newest + 1 : this.newest);
    this.deleted = isDelete || (this.deleted && time === this.newest);
    this.newest = time;
    return time;
  }
}

/** Picks a write of `row` at random, runs it, and updates the model. */
async function write(connection: Connection, random: Random, row: string, model: RowModel, wall: number) {
  const table = connection.getTable('t');
  switch (random.below(7)) {
    case 0:
    case 1:
      model.puts.unshift(model.write(wall, true, false));
      return table.put(new Put(row).addColumn('f', 'q', 'v'));
    case 2:
      model.plain = model.write(wall, false, false);
      return table.put(new Put(row).addColumn('g', 'q', 'v'));
    case 3:
      model.plain = model.write(wall, true, false);
      model.puts.unshift(model.plain);
      return table.put(new Put(row).addColumn('g', 'q', 'v').addColumn('f', 'q', 'v'));
    case 4:
      model.write(wall, false, true);
      model.plain = -1;
      model.counter = -1;
      return table.delete(new Delete(row).addFamily('g'));
    case 5:
      model.markers.unshift(model.write(wall, true, true));
      model.plain = -1;
      model.counter = -1;
      return table.delete(new Delete(row));
    default: {
      const base = model.write(wall, false, false);
      model.counter = Math.max(base, model.counter + 1);
      model.newest = model.counter;
      return table.increment(new Increment(row).addColumn('g', 'n', 1));
    }
  }
}

/** The contents of a row in the database, in the shape of the model. */
async function found(connection: Connection, row: string) {
  const scan = new Scan().withStartRow(row).setRowPrefixFilter(row).addFamily('f').setRaw(true).readAllVersions();
  const cells = (await connection.getTable('t').getScanner(scan).toArray()).flatMap((result) => result.rawCells());
  const visible = await connection.getTable('t').get(row);
  const timesOf = (isPut: boolean): number[] =>
    cells.filter(({ type }) => (type === 'Put') === isPut).map(({ timestamp }) => timestamp);
  return {
    puts: timesOf(true),
    markers: timesOf(false),
    plain: visible.getColumnLatestCell('g', 'q')?.timestamp ?? -1,
    counter: visible.getColumnLatestCell('g', 'n')?.timestamp ?? -1,
  };
}

describe('Implicit timestamps under random clocks (A-10)', () => {
  for (const seed of testSeeds(12)) {
    it(`follow the rule, over flushes, reloads and process deaths: seed ${seed}`, async () => {
      const random = new Random(seed);
      let medium = memoryMedium();
      medium.clock.set(NOW);
      const families = [{ name: 'f', ...KEEP_HISTORY }, 'g'];
      const open = async (): Promise<Connection> => {
        const { connection } = await openEngine(medium);
        await connection.ensureTable({ name: 't', families });
        // A major compaction may remove the newest cell of a row, and then nothing remembers its timestamp.
        await connection.getAdmin().compactionSwitch(false);
        return connection;
      };
      let connection = await open();
      const models = new Map(ROWS.map((row) => [row, new RowModel()]));
      for (let step = 0; step < STEPS; step++) {
        const pick = random.below(40);
        const { clock } = medium;
        if (pick < 8) clock.advance(random.below(4));
        else if (pick < 10) clock.set(clock.now() + random.pick([-1, -3, 5, -60_000, 60_000, -4_000_000, 4_000_000]));
        else if (pick < 12) clock.set(NOW + random.below(1000));
        else if (pick < 15) await connection.getAdmin().flush('t');
        else if (pick === 15) {
          await connection.close();
          connection = await open();
        } else if (pick === 16) {
          medium = copyOf(medium);
          connection = await open();
        } else {
          const row = random.pick(ROWS);
          const model = models.get(row) as RowModel;
          await write(connection, random, row, model, medium.clock.now());
          const { puts, markers, plain, counter } = model;
          expect(await found(connection, row), `seed ${seed}, step ${step}`).toEqual({ puts, markers, plain, counter });
        }
      }
      await connection.close();
    });
  }
});

import { describe, expect, it } from 'vitest';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { openEngine } from '../../testing/samples/engine.js';
import { bytesIn, type Content, cellsIn, keysReached, merged, partOf, population } from './content.js';

const SEED = 7;
const ALL = { now: 0, share: 1, dropMarkers: true };

/** A table with a family of one version, whose flushes and compactions are the engine's. */
async function realStore() {
  const machine = new SimMachine({ seed: SEED, clock: new ManualClock(1_000_000) });
  const { connection, database } = await openEngine(machine);
  const admin = connection.getAdmin();
  await admin.createTable({ name: 't', families: ['f'] });
  await admin.compactionSwitch(false);
  const table = connection.getTable('t');
  const flush = async (puts: readonly number[], deletes: readonly number[] = []): Promise<void> => {
    await table.put(puts.map((key) => new Put(`row-${key}`).addColumn('f', 'q', 'value')));
    await table.delete(deletes.map((key) => new Delete(`row-${key}`).addFamily('f')));
    await admin.flush('t');
  };
  const cells = () => database.engine.regions.get('t')?.stores[0]?.files.map(({ file }) => file.info.cellCount) ?? [];
  const compact = (newest: number | null) => compactFiles(connection, 't', newest);
  return { flush, cells, compact };
}

/** `count` random keys of `keys`. */
const drawn = (random: Random, count: number, keys: number): number[] =>
  Array.from({ length: count }, () => random.below(keys));

describe('the content of a file', () => {
  it('is what a real flush and a real merge leave of keys that are overwritten at random', async () => {
    const random = new Random(SEED);
    const store = await realStore();
    const keys = population({ keys: 400, cellBytes: 1, overwritten: true });
    const expected: Content[] = [];
    for (const writes of [150, 300, 600]) {
      await store.flush(drawn(random, writes, 400));
      expected.push(new Map([[keys, keysReached(400, writes)]]));
    }
    for (const [at, cells] of store.cells().entries())
      expect(cells / cellsIn(expected[at] as Content), `file ${at}`).toBeCloseTo(1, 1);
    await store.compact(2);
    const [oldest, newer] = store.cells();
    expect(oldest).toBe(store.cells()[0]);
    expect((newer as number) / cellsIn(merged(expected.slice(1), ALL))).toBeCloseTo(1, 1);
    await store.compact(null);
    expect((store.cells()[0] as number) / cellsIn(merged(expected, ALL))).toBeCloseTo(1, 1);
  });

  it('is what a real merge leaves of keys with markers', async () => {
    const store = await realStore();
    const rows = Array.from({ length: 300 }, (_, row) => row);
    const markers = population({ keys: 300, cellBytes: 1, areMarkers: true });
    const keys = population({ keys: 300, cellBytes: 1, markers });
    await store.flush(rows.slice(0, 100));
    await store.flush(rows.slice(100));
    await store.flush([], rows.slice(0, 150));
    const old: Content = new Map([[keys, 100]]);
    const newer = merged([new Map([[keys, 200]]), new Map([[markers, 150]])], { ...ALL, dropMarkers: false });
    // Markers remain in a minor compaction. Half of the rows are deleted: on average, half of those in the newer file.
    expect([newer.get(keys), newer.get(markers)]).toEqual([100, 150]);
    await store.compact(2);
    expect(store.cells()).toEqual([100, 150 + 150]);
    await store.compact(null);
    expect(store.cells()).toEqual([cellsIn(merged([old, new Map([[keys, 200]]), new Map([[markers, 150]])], ALL))]);
  });

  it('loses the cells that have expired, and adds up keys that are written once', () => {
    const [early, late] = [10, 20].map((expiresAt) => population({ keys: 9, cellBytes: 2, expiresAt }));
    const files = [new Map([[early, 4]]), new Map([[late, 3]]), new Map([[late, 2]])] as Content[];
    expect(bytesIn(merged(files, { ...ALL, now: 9 }))).toBe(18);
    expect(bytesIn(merged(files, { ...ALL, now: 10 }))).toBe(10);
  });

  it('is merged in each part of the range of keys as in all of it', () => {
    const keys = population({ keys: 100, cellBytes: 1, overwritten: true });
    const files = [new Map([[keys, 50]]), new Map([[keys, 20]])] as Content[];
    expect(cellsIn(merged(files, ALL))).toBe(60);
    const parts = files.map((file) => partOf(file, 0.25));
    expect(cellsIn(merged(parts, { ...ALL, share: 0.25 }))).toBeCloseTo(15);
  });
});

import { describe, expect, it } from 'vitest';
import type { Connection } from '../../client/connection.js';
import { Put } from '../../model/put.js';
import { copyOf, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOW = 1_600_000_000_000;

interface Bench {
  readonly medium: MemoryMedium;
  readonly connection: Connection;
  /** Puts a row with this name. */
  write(row: string, timestamp?: number): Promise<void>;
  flush(): Promise<void>;
  compact(): Promise<void>;
  /** The rows that a read finds. */
  rows(): Promise<readonly string[]>;
}

/** A database with a table whose cells live for a week. */
async function bench(medium: MemoryMedium, timestamps: 'ordered' | 'strict' | 'wall' = 'ordered'): Promise<Bench> {
  const { connection } = await openEngine(medium, { timestamps });
  const table = await connection.ensureTable({ name: 't', families: [{ name: 'f', timeToLive: (7 * DAY) / 1000 }] });
  const admin = connection.getAdmin();
  return {
    medium,
    connection,
    write: (row, timestamp) => table.put(new Put(row, timestamp).addColumn('f', 'q', 'v')),
    flush: () => admin.flush('t'),
    compact: () => admin.majorCompact('t'),
    rows: async () =>
      (await table.getScanner({}).toArray()).map((result) => new TextDecoder().decode(result.row as Uint8Array)),
  };
}

function freshMedium(): MemoryMedium {
  const medium = memoryMedium();
  medium.clock.set(NOW);
  return medium;
}

describe('Expiry and a clock that is wrong for a while (A-10, C-50)', () => {
  for (const timestamps of ['ordered', 'strict'] as const) {
    it(`'${timestamps}' does not lose a table to one write under a clock that is a year ahead`, async () => {
      const { medium, write, flush, compact, rows } = await bench(freshMedium(), timestamps);
      await write('a');
      await flush();
      await write('b');
      medium.clock.set(NOW + YEAR);
      await write('c');
      // Reads use the wall clock, flushes and compactions the confirmed time.
      expect(await rows()).toEqual(['c']);
      await flush();
      await compact();
      medium.clock.set(NOW + 1000);
      expect(await rows()).toEqual(['a', 'b', 'c']);
    });
  }

  it('removes expired cells after an ordinary week', async () => {
    const { medium, write, compact, flush, rows } = await bench(freshMedium());
    await write('a');
    for (let day = 0; day <= 7; day++) {
      medium.clock.advance(DAY);
      await write('b');
      await flush();
    }
    await compact();
    medium.clock.set(NOW);
    expect(await rows()).toEqual(['b']);
  });

  it("'wall' uses only the wall clock", async () => {
    const { medium, write, flush, compact, rows } = await bench(freshMedium(), 'wall');
    await write('a');
    medium.clock.set(NOW + YEAR);
    await flush();
    await compact();
    medium.clock.set(NOW);
    expect(await rows()).toEqual([]);
  });

  it('does not count explicit timestamps', async () => {
    const { medium, write, flush, compact, rows } = await bench(freshMedium());
    await write('a');
    await write('b', NOW + YEAR);
    await flush();
    await compact();
    medium.clock.set(NOW + YEAR);
    await write('c', NOW + 2 * YEAR);
    await flush();
    await compact();
    medium.clock.set(NOW);
    expect(await rows()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the confirmed time over reloads and the death of the process', async () => {
    const first = await bench(freshMedium());
    const { clock } = first.medium;
    await first.write('a');
    clock.set(NOW + YEAR);
    await first.connection.close();
    // Three reloads confirm nothing.
    for (let reload = 0; reload < 3; reload++) await (await bench(first.medium)).connection.close();
    const second = await bench(first.medium);
    await second.compact();
    clock.set(NOW);
    expect(await second.rows()).toEqual(['a']);
    clock.set(NOW + YEAR);
    // After 24 hours of running the time is confirmed, and it is stored within the hour.
    clock.advance(DAY + HOUR);
    for (let turn = 0; turn < 100; turn++) await null;
    const third = await bench(copyOf(second.medium));
    await third.compact();
    third.medium.clock.set(NOW);
    expect(await third.rows()).toEqual([]);
  });
});

describe('Replaced files under a clock that is set back', () => {
  it('are removed a minute after the next open, not after years', async () => {
    const medium = freshMedium();
    medium.clock.set(NOW + 4 * YEAR);
    const first = await bench(medium);
    for (const row of ['a', 'b']) {
      await first.write(row);
      await first.flush();
    }
    await first.compact();
    await first.connection.close();
    const storeFiles = (): readonly string[] => medium.files.paths().filter((path) => path.startsWith('data/'));
    expect(storeFiles()).toHaveLength(3);
    medium.clock.set(NOW);
    const second = await bench(medium);
    medium.clock.advance(61_000);
    for (let turn = 0; turn < 200; turn++) await null;
    expect(storeFiles()).toHaveLength(1);
    expect(await second.rows()).toEqual(['a', 'b']);
    await second.connection.close();
  });
});

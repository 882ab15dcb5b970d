import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../bytes/text.js';
import type { Connection } from '../../client/connection.js';
import { BigtabError } from '../../errors.js';
import { Delete } from '../../model/delete.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import type { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';
import { compactFiles } from '../../testing/fakes/compact-files.js';
import { MOMENTS } from '../../testing/operations/alphabet.js';
import { filters } from '../../testing/operations/filters.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { mutate, type PacketCall, PacketClient } from '../../testing/samples/packet-client.js';
import { WatchClient, type WatchedRows } from '../../testing/samples/watch-client.js';
import { testSeeds } from '../../testing/seed.js';
import { readFilter } from '../../testing/vectors/filters/read-filter.js';
import { WATCH_LIMITS } from '../watch/watch-limits.js';

/*
 * Random histories of watches: beside writes, flushes, compactions, schema changes and steps of the clock, every state
 * of every watch is compared with a scan at the same time.
 */

const RUNS = 40;
const STEPS = 80;
const ROWS = ['q', 'r', 'r0', 'ra', 'rb', 'rr', 's', 's1', 'ss', 't', 'u', 'v', 'w'];
const QUALIFIERS = ['a', '', 'b', 'n'];
const START = 1_000_000;

type Family = Record<string, unknown> & { readonly name: string };

/** A table, its watches, and who writes to it. */
class History {
  readonly random: Random;
  readonly clock: ManualClock;
  readonly connection: Connection;
  readonly page: WatchClient;
  readonly other: PacketClient;
  readonly scans = new Map<WatchedRows, Scan>();
  readonly log: string[] = [];
  enabled = true;

  constructor(seed: number, clock: ManualClock, connection: Connection, page: WatchClient, other: PacketClient) {
    this.random = new Random(seed);
    this.clock = clock;
    this.connection = connection;
    this.page = page;
    this.other = other;
  }

  async step(): Promise<void> {
    const { random, page, other, connection } = this;
    const admin = connection.getAdmin();
    const kind = random.below(30);
    this.log.push(`step ${kind}`);
    if (kind < 5 && this.enabled) await this.open();
    else if (kind < 6) await this.closeOne();
    else if (kind < 14) {
      await page.send(...this.writes());
      // No request is needed for the connection's own writes, unless rows are read again.
      if (this.enabled) for (const [watched] of this.scans) if (watched.isState) await this.compare(watched);
    } else if (kind < 20) await other.send(...this.writes());
    else if (kind < 22) {
      this.clock.advance(random.pick([1, 500, 1_000, 1_001, 2_000]));
      // What timers have started, such as a flush, ends before the comparison.
      await settle();
    } else if (kind < 23) this.clock.set(this.clock.now() + random.pick([-2_000, -1_000, 1_000, 3_000, -1]));
    else if (kind < 25 && this.enabled) await admin.flush('t');
    else if (kind < 27 && this.enabled) await this.compact();
    else if (kind < 28) await this.changeState();
    else if (kind < 29 && this.enabled) await this.alter();
    else if (kind < 30) await this.batch();
  }

  /** Every watch has its state, and it is that of a scan. */
  async check(): Promise<void> {
    if (!this.enabled) return;
    await this.page.read();
    for (const [watched] of [...this.scans]) await this.compare(watched);
  }

  private async compare(watched: WatchedRows): Promise<void> {
    const scan = this.scans.get(watched) as Scan;
    const found = await this.scanned(scan);
    if (watched.error !== null || found instanceof BigtabError) {
      // A filter that cannot compare a stored value.
      expect([watched.error?.code, (found as BigtabError).code]).toEqual(['INVALID_ARGUMENT', 'INVALID_ARGUMENT']);
      this.scans.delete(watched);
      return;
    }
    const rows = [...watched.rows].sort(([a], [b]) => (a < b ? -1 : 1) * (scan.reversed ? -1 : 1));
    expect(rows.map(([, cells]) => cells)).toEqual(found);
  }

  private async scanned(scan: Scan): Promise<string[][] | BigtabError> {
    try {
      const results = await this.connection.getTable('t').getScanner(new Scan(scan)).toArray();
      return results.map(({ cells }) =>
        cells.map(({ row, family, qualifier, timestamp, value }) => {
          const column = `${decodeText(family)}:${decodeText(qualifier)}`;
          return `${decodeText(row)}/${column}/${timestamp}=${decodeText(value)}`;
        }),
      );
    } catch (error) {
      if (BigtabError.is(error)) return error;
      throw error;
    }
  }

  private async open(): Promise<void> {
    const scan = this.scan();
    const { families, filter, limit, reversed, start, stop, maxVersions } = scan;
    const shown = { families, filter, limit, reversed, start: decodeText(start), stop: decodeText(stop), maxVersions };
    this.log.push(`open ${this.scans.size} ${JSON.stringify(shown)}`);
    const watched = await this.page.open('t', scan as never);
    this.scans.set(watched, scan);
  }

  private async closeOne(): Promise<void> {
    const numbers = [...this.page.watches.keys()];
    if (numbers.length === 0) return;
    const number = this.random.pick(numbers);
    this.scans.delete(this.page.watches.get(number) as WatchedRows);
    await this.page.close(number);
  }

  private scan(): Scan {
    const { random } = this;
    const scan = new Scan();
    const bounds = [random.pick(ROWS), random.pick(ROWS)].sort();
    const reversed = random.chance(0.3);
    if (reversed) bounds.reverse();
    if (random.chance(0.5)) scan.withStartRow(bounds[0] as string, random.chance(0.7));
    if (random.chance(0.5)) scan.withStopRow(bounds[1] as string, random.chance(0.3));
    scan.setReversed(reversed);
    if (random.chance(0.5)) scan.setLimit(1 + random.below(4));
    if (random.chance(0.3)) scan.addColumn('f', random.pick(QUALIFIERS));
    else if (random.chance(0.2)) scan.addFamily('g');
    if (random.chance(0.4)) scan.readVersions(1 + random.below(3));
    if (random.chance(0.1)) scan.setMaxResultsPerColumnFamily(1 + random.below(2));
    if (random.chance(0.5)) scan.setFilter(this.filter());
    return scan;
  }

  private filter() {
    for (;;) {
      const [object] = fc.sample(filters(MOMENTS[3] as never), { seed: this.random.uint32(), numRuns: 1 });
      try {
        // What it decides at random cannot be compared.
        if (!JSON.stringify(object).includes('RandomRow')) return readFilter(object as never);
      } catch {
        // HBase refuses to build it.
      }
    }
  }

  private writes(): PacketCall[] {
    return Array.from({ length: 1 + this.random.below(3) }, () => {
      const mutations = Array.from({ length: 1 + this.random.below(3) }, () => this.mutation());
      return mutate('t', ...mutations);
    });
  }

  private mutation(): Put | Delete {
    const { random } = this;
    const row = random.pick(ROWS);
    const family = random.pick(['f', 'f', 'g']);
    const qualifier = random.pick(QUALIFIERS);
    const now = this.clock.now();
    const at = random.chance(0.4) ? now + random.pick([-3_000, -2_000, -1_000, -500, -1, 0, 500]) : null;
    if (random.chance(0.3)) {
      const kind = random.below(5);
      if (kind === 0) return at === null ? new Delete(row) : new Delete(row, at);
      const marker = new Delete(row);
      const time = at ?? now;
      if (kind === 1) return marker.addFamily(family, time);
      if (kind === 2) return marker.addColumn(family, qualifier, time);
      if (kind === 3) return marker.addFamilyVersion(family, time);
      return marker.addColumns(family, qualifier, time);
    }
    const put = new Put(row);
    const value = random.chance(0.05) ? 'x'.repeat(300) : String(random.below(6));
    if (at === null) put.addColumn(family, qualifier, value);
    else put.addColumn(family, qualifier, at, encodeText(value));
    if (random.chance(0.2)) put.setTTL(random.pick([1, 500, 1_000, 2_500]));
    return put;
  }

  /** All rows at once. */
  private async batch(): Promise<void> {
    const value = String(this.random.below(9));
    const puts = ROWS.map((row) => new Put(row).addColumn('f', 'a', value));
    await (this.random.chance(0.5) ? this.page : this.other).send(mutate('t', ...puts));
  }

  private async compact(): Promise<void> {
    const { connection, random } = this;
    if (random.chance(0.3)) await connection.getAdmin().majorCompact('t');
    // Without what is in memory, and perhaps without the older files.
    else await compactFiles(connection, 't', random.chance(0.5) ? null : 2);
  }

  private async changeState(): Promise<void> {
    const admin = this.connection.getAdmin();
    if (!this.enabled) await admin.enableTable('t');
    else {
      await admin.disableTable('t');
      if (this.random.chance(0.3)) {
        await admin.truncateTable('t');
        return;
      }
    }
    this.enabled = !this.enabled;
  }

  private async alter(): Promise<void> {
    const family = familyOf(this.random, this.random.pick(['f', 'g']));
    this.log.push(`alter ${JSON.stringify(family)}`);
    await this.connection.getAdmin().modifyColumnFamily('t', family as never);
  }
}

function familyOf(random: Random, name: string): Family {
  const newVersionBehavior = random.chance(0.2);
  return {
    name,
    maxVersions: random.pick([1, 2, 3]),
    timeToLive: random.pick([1, 2, 2_147_483_647, 2_147_483_647]),
    minVersions: random.pick([0, 0, 0, 1]),
    keepDeletedCells: newVersionBehavior ? 'FALSE' : random.pick(['FALSE', 'FALSE', 'TRUE', 'TTL']),
    newVersionBehavior,
  };
}

async function play(seed: number): Promise<void> {
  const random = new Random(seed);
  const medium = memoryMedium();
  medium.clock.set(START);
  const watchLimits = {
    ...WATCH_LIMITS,
    stepBytes: random.pick([1, 100, 1_000, 100_000]),
    remembered: random.pick([3, 50_000]),
  };
  const { database, connection } = await openEngine(medium, {}, { watchLimits });
  await connection.ensureTable({ name: 't', families: ['f', 'g'].map((name) => familyOf(random, name)) } as never);
  const page = new WatchClient(database.service, 'page');
  const history = new History(seed, medium.clock, connection, page, new PacketClient(database.service, 'other'));
  try {
    for (let step = 0; step < STEPS; step++) {
      await history.step();
      if (random.chance(0.7)) await history.check();
    }
    await history.check();
  } catch (error) {
    const steps = history.log.slice(-12).join('\n');
    throw new Error(
      `BIGTAB_SEED=${seed} BIGTAB_RUNS=1 repeats this:\n${steps}\n${error instanceof Error ? error.message : error}`,
      { cause: error },
    );
  }
  await connection.close();
}

describe('Watches of random histories', () => {
  it.each(testSeeds(RUNS))('have the rows of a scan in each of their states, seed %s', async (seed) => {
    await play(seed);
  });
});

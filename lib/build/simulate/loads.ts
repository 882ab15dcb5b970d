import type { Random } from '../../simulation/random.js';
import { type Content, keysReached, type Population, population } from './content.js';
import { zipfPopulations } from './zipf-populations.js';

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The part of each day in which the page is open: it writes, reads and compacts only then. */
export const OPEN_MS = 8 * HOUR_MS;

/** A memstore that is flushed. */
export interface Flush {
  /** In ms since the database was created. */
  readonly at: number;
  readonly content: Content;
}

/** What a page writes into one store, as the flushes of its memstore. */
export interface Load {
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /** Infinity if cells do not expire. */
  readonly ttlMs: number;
  /** All flushes of the first `days` days, in order of time. */
  flushes(days: number, random: Random): Iterable<Flush>;
}

/** Writes come in bursts of 0.5 to 1.5 times `meanBytes`, spread over the hours in which the page is open. */
function* bursts(days: number, perDay: number, meanBytes: number, random: Random, first = 0) {
  for (let day = first; day < days; day++)
    for (let burst = 0; burst < perDay; burst++) {
      const at = day * DAY_MS + ((burst + random.next()) / perDay) * OPEN_MS;
      yield { at, day, bytes: meanBytes * (0.5 + random.next()) };
    }
}

const inserts: Load = {
  name: 'inserts',
  description: '30 MiB of new rows a day in 60 bursts, with keys in random order; nothing is deleted',
  ttlMs: Number.POSITIVE_INFINITY,
  *flushes(days, random) {
    const rows = population({ keys: 0, cellBytes: 500 });
    for (const { at, bytes } of bursts(days, 60, 0.5 * MIB, random)) {
      rows.keys += bytes / rows.cellBytes;
      yield { at, content: new Map([[rows, bytes / rows.cellBytes]]) };
    }
  },
};

const ROW_BYTES = 1_000;

const overwrites: Load = {
  name: 'overwrites',
  description:
    '2 GiB of rows in one file; then 100 MiB of overwrites a day in 50 bursts, with VERSIONS => 1, of rows chosen by Zipf’s law (0.99)',
  ttlMs: Number.POSITIVE_INFINITY,
  *flushes(days, random) {
    const rows = zipfPopulations({ keys: Math.round((2 * GIB) / ROW_BYTES), exponent: 0.99, cellBytes: ROW_BYTES });
    yield { at: 0, content: new Map(rows.map((each) => [each, each.keys])) };
    const frequency = rows.map(({ keys, reads }) => keys * reads);
    const all = frequency.reduce((sum, each) => sum + each, 0);
    for (const { at, bytes } of bursts(days, 50, 2 * MIB, random, 1)) {
      const writes = bytes / ROW_BYTES;
      const reached = rows.map((each, group) => keysReached(each.keys, (writes * (frequency[group] ?? 0)) / all));
      yield { at, content: new Map(rows.map((each, group) => [each, reached[group] ?? 0])) };
    }
  },
};

const TTL_MS = 30 * DAY_MS;

const series: Load = {
  name: 'time series',
  description: '60 MiB of new cells a day in 120 bursts, with TTL => 30 days',
  ttlMs: TTL_MS,
  *flushes(days, random) {
    let today: Population | null = null;
    for (const { at, day, bytes } of bursts(days, 120, 0.5 * MIB, random)) {
      const since = day * DAY_MS;
      if (today?.since !== since) {
        today = population({ keys: 0, cellBytes: 60, since, expiresAt: since + OPEN_MS + TTL_MS });
      }
      today.keys += bytes / today.cellBytes;
      yield { at, content: new Map([[today, bytes / today.cellBytes]]) };
    }
  },
};

/** The size of the file that a full memstore of 16 MiB becomes. */
const FULL_MEMSTORE_BYTES = 9 * MIB;
const LOADED_BYTES_PER_MS = (10 * MIB) / 1000;

const bulkLoad: Load = {
  name: 'bulk load',
  description: '4 GiB of rows loaded at once; then only reads',
  ttlMs: Number.POSITIVE_INFINITY,
  *flushes() {
    const rows = population({ keys: (4 * GIB) / ROW_BYTES, cellBytes: ROW_BYTES });
    const flushes = Math.ceil((4 * GIB) / FULL_MEMSTORE_BYTES);
    for (let flush = 0; flush < flushes; flush++)
      yield {
        at: (flush * FULL_MEMSTORE_BYTES) / LOADED_BYTES_PER_MS,
        content: new Map([[rows, rows.keys / flushes]]),
      };
  },
};

/** The number of bursts between the write of a row and its deletion: half a day of use. */
const QUEUE_LENGTH = 50;

const queue: Load = {
  name: 'queue',
  description: '50 MiB of new rows a day in 100 bursts; each row is deleted after 50 bursts',
  ttlMs: Number.POSITIVE_INFINITY,
  *flushes(days, random) {
    const waiting: Population[] = [];
    for (const { at, bytes } of bursts(days, 100, 0.5 * MIB, random)) {
      const keys = bytes / ROW_BYTES;
      const markers = population({ keys, cellBytes: 40, since: at, areMarkers: true });
      const rows = population({ keys, cellBytes: ROW_BYTES, since: at, markers });
      waiting.push(rows);
      const content = new Map([[rows, keys]]);
      const done = waiting.length > QUEUE_LENGTH ? waiting.shift() : undefined;
      if (done?.markers) content.set(done.markers, done.keys);
      yield { at, content };
    }
  },
};

export const LOADS: readonly Load[] = [inserts, overwrites, series, bulkLoad, queue];

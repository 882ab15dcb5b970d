import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BigtabError } from '../../errors.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { MOMENTS, type Moments } from '../../testing/operations/alphabet.js';
import { filters } from '../../testing/operations/filters.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { readFilter } from '../../testing/vectors/filters/read-filter.js';
import { LEASE_MS } from '../region/lease-timer.js';

const SEED = testSeed(20_261_123);
const RUNS = testRuns(80);

/** Rows in the alphabet of random filters. */
function cells(): Put[] {
  return ['q', 'qq', 'r', 'rr', 'rs', 's', 'ss', 't', 'tt'].map((row, index) => {
    const put = new Put(row);
    for (const [place, qualifier] of ['', 'a', 'b', 'n'].entries()) {
      if ((index + place) % 3 === 0) continue;
      for (const timestamp of [1, 3, 5])
        put.addColumn(place % 2 === 0 ? 'f' : 'g', qualifier, timestamp, String((index * place + timestamp) % 6));
    }
    return put;
  });
}

describe('A scan with a filter that is ended after every batch', () => {
  it('returns the same rows as one that is not', async () => {
    const medium = memoryMedium();
    const { connection } = await openEngine(medium);
    const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
    await table.put(cells());
    const read = async (scan: Scan, expires: boolean): Promise<readonly unknown[]> => {
      const scanner = table.getScanner(scan);
      const found: unknown[] = [];
      try {
        for (let row = await scanner.next(); row !== null; row = await scanner.next()) {
          found.push(row.toJSON());
          if (!expires) continue;
          await settle();
          medium.clock.advance(2 * LEASE_MS);
        }
      } catch (error) {
        if (!BigtabError.is(error)) throw error;
        found.push(error.code);
      }
      return found;
    };
    const whole = fc.tuple(filters(MOMENTS[0] as Moments), fc.boolean());
    await fc.assert(
      fc.asyncProperty(whole, async ([object, reversed]) => {
        const scan = (): Scan => {
          const made = new Scan({ versions: 'all' }).setReversed(reversed).setCaching(1);
          return made.setFilter(readFilter(object));
        };
        expect(await read(scan(), true)).toEqual(await read(scan(), false));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

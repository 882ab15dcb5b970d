import { afterAll, describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { MOST_ROWS, RememberedRows } from '../engine/region/remembered-rows.js';
import { type LeasedScanner, ScannerLeases } from '../engine/server/scanner-leases.js';
import { RangeIndex } from '../engine/watch/range-index.js';
import type { RowContent } from '../engine/watch/row-content.js';
import { RowTimes } from '../engine/watch/row-times.js';
import { TouchedRows } from '../engine/watch/touched-rows.js';
import { WATCH_LIMITS } from '../engine/watch/watch-limits.js';
import { Window } from '../engine/watch/window.js';
import { PageSizes } from '../hbase/page-sizes.js';
import { Put } from '../model/put.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { BlockCache, type BlockTable } from '../storage/storefile/block-cache.js';
import { OperationLog } from '../storage/wal/operation-log.js';
import { EventQueue } from '../tabs/event-queue.js';
import { mutate } from './samples/packet-client.js';
import { keysOf, watchBench } from './samples/watch-bench.js';
import { StepCounter } from './step-counter.js';

/** A structure that holds as much as its limit allows. */
interface FullStructure {
  readonly name: string;
  /** The most steps that a call may take on average. */
  readonly steps: number;
  /** The number of calls; default: `CALLS`. More are necessary if only few calls make room for the others. */
  readonly calls?: number;
  /** Fills the structure, and returns a call that adds something. */
  readonly fill: () => (index: number) => void;
}

const CALLS = 2_000;
const row = (index: number): Uint8Array => encodeText(`r${String(index).padStart(8, '0')}`);

/** Calls `add` with 0, 1, 2 …; the result continues. */
function filled(count: number, add: (index: number) => void): (index: number) => void {
  for (let index = 0; index < count; index++) add(index);
  return (index) => add(count + index);
}

const CONTENT = { byteLength: 1, equals: () => false, take: () => new Uint8Array(1) } as unknown as RowContent;

/** A scanner with a view that nothing else needs. */
function scannerOf(leases: ScannerLeases): LeasedScanner {
  const view = { active: { bytes: 1 }, snapshot: null, files: [] };
  return {
    ...{ id: leases.takeId(), connection: 'page', nextBatch: 1, region: {}, familyNames: [] },
    ...{ scan: { views: [view], filter: null, close: () => {} }, rowsLeft: 1, caching: 1, cursors: false },
  } as unknown as LeasedScanner;
}

const STRUCTURES: readonly FullStructure[] = [
  {
    name: 'the times at which rows of a watch expire, all in its range',
    steps: 100,
    calls: 70_000,
    fill: () => {
      const times = new RowTimes(WATCH_LIMITS.remembered, () => true);
      return filled(WATCH_LIMITS.remembered, (index) => times.set(row(index), index));
    },
  },
  {
    name: 'the times at which rows of a watch expire, of which the last 200 are in its window',
    steps: 100,
    fill: () => {
      let first = 0;
      const times = new RowTimes(WATCH_LIMITS.remembered, (one) => one > row(first));
      return filled(WATCH_LIMITS.remembered, (index) => {
        first = index - 200;
        times.set(row(index), index);
      });
    },
  },
  {
    name: 'the rows that commits have touched',
    steps: 400,
    calls: 15_000,
    fill: () => {
      const touched = new TouchedRows(() => true);
      return filled(2 * WATCH_LIMITS.remembered, (index) => touched.add(row((index * 7_919) % 100_003)));
    },
  },
  {
    name: 'the rows of a watch',
    steps: 400,
    fill: () => {
      const window = new Window(true);
      const add = filled(WATCH_LIMITS.rows, (index) => window.set(row(index), CONTENT));
      return (index) => {
        add(index);
        window.cut(WATCH_LIMITS.rows);
      };
    },
  },
  {
    name: 'the watches of a table, one for each row',
    steps: 800,
    fill: () => {
      const index = new RangeIndex<number>();
      const rangeOf = (one: number) => ({ low: row(one), high: row(one + 1) });
      for (let one = 0; one < WATCH_LIMITS.watches; one++) index.add(rangeOf(one), one);
      return (call) => {
        const one = (call * 7_919) % WATCH_LIMITS.watches;
        index.delete(rangeOf(one), one);
        index.find(row(one + 1), () => {});
        index.add(rangeOf(one), one);
      };
    },
  },
  {
    name: 'the rows whose last timestamps are known',
    steps: 200,
    calls: 70_000,
    fill: () => {
      const rows = new RememberedRows();
      return filled(MOST_ROWS, (index) => {
        const key = row(index);
        rows.find(1, key, 0, key.length);
        if (rows.lacksRoom) rows.makeRoom(0);
        rows.find(1, key, 0, key.length);
        rows.set(index, false);
      });
    },
  },
  {
    name: 'the answers that a client has not acknowledged',
    steps: 100,
    fill: () => {
      const log = new OperationLog();
      return filled(4_096, (index) => log.ran('1-1', index + 1, new Uint8Array(1)));
    },
  },
  {
    name: 'the connections whose operations are known',
    steps: 100,
    fill: () => {
      const log = new OperationLog();
      return filled(1_024, (index) => log.ran(`1-${index}`, 1, new Uint8Array(1)));
    },
  },
  {
    name: 'open scanners',
    steps: 100,
    fill: () => {
      const limits = { scanners: 1_000, scannersHold: 2_000 };
      const leases = new ScannerLeases({ epoch: 1, number: 0 }, new ManualClock(), limits, () => []);
      return filled(limits.scanners, () => leases.keep(scannerOf(leases)));
    },
  },
  {
    name: 'cached blocks',
    steps: 100,
    fill: () => {
      const cache = new BlockCache(1_000 * 4_096);
      const table: BlockTable = new Map();
      return filled(1_000, (ordinal) => {
        const block = cache.take(4_096);
        cache.publish(block, table, ordinal, ordinal % 2 === 0 ? 2 : 1);
        cache.unpin(block);
      });
    },
  },
  {
    name: 'events of more tables than wait at most, for a follower that reads nothing',
    steps: 100,
    fill: () => {
      const queue = new EventQueue(() => {});
      return filled(5_000, (index) => {
        const key = row(index);
        queue.add({ type: 'commit', table: `t${index % 1_000}`, firstRow: key, lastRow: key });
      });
    },
  },
  {
    name: 'kinds of scans over a cluster',
    steps: 100,
    fill: () => {
      const sizes = new PageSizes();
      const columnValues = [{ family: new Uint8Array(1), qualifier: new Uint8Array(1), value: new Uint8Array(1) }];
      return filled(1_000, (index) => sizes.learn(`t${index}`, {} as never, [{ columnValues } as never]));
    },
  },
];

describe('A structure that is full', () => {
  const counter = new StepCounter();
  afterAll(() => counter.close());

  it.for(STRUCTURES)('needs few steps for each further call: $name', async ({ name, steps, calls = CALLS, fill }) => {
    const call = fill();
    const counted = await counter.count(() => {
      for (let index = 0; index < calls; index++) call(index);
    });
    console.log(`${name}: ${Math.round(counted / calls)} steps a call, at most ${steps}`);
    expect(counted / calls).toBeLessThanOrEqual(steps);
    // Otherwise nothing was counted.
    expect(counted).toBeGreaterThanOrEqual(calls);
  });

  it('needs few steps for each further call: a live list of the newest rows of a family with TTL', async () => {
    const { page, other } = await watchBench({ families: [{ name: 'f', timeToLive: 3_600 }] });
    const watched = await page.open('t', { reversed: true, limit: 200 });
    const rows = WATCH_LIMITS.remembered + 1_000;
    const putOf = (index: number) => new Put(row(index)).addColumn('f', 'q', 'v');
    for (let first = 0; first < rows; first += 500) {
      await other.send(mutate('t', ...Array.from({ length: 500 }, (_, index) => putOf(first + index))));
      await page.read();
    }
    const calls = 100;
    const counted = await counter.count(async () => {
      for (let index = 0; index < calls; index++) {
        await other.send(mutate('t', putOf(rows + index)));
        await page.read();
      }
    });
    expect(keysOf(watched).at(-1)).toBe(`r${String(rows + calls - 1).padStart(8, '0')}`);
    console.log(`a live list of the newest rows: ${Math.round(counted / calls)} steps a put, at most 5000`);
    expect(counted / calls).toBeLessThanOrEqual(5_000);
  });
});

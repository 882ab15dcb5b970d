import { describe, expect, it } from 'vitest';
import { BigtabError, PageFilter, type Result, Scan, type Table } from '../index.js';
import { Random } from '../simulation/random.js';
import { randomPlan } from '../testing/hbase/fault-plans.js';
import { FaultyCluster } from '../testing/hbase/faulty-cluster.js';
import type { FaultPlan } from '../testing/hbase/gateway-faults.js';
import { UncertainRows } from '../testing/hbase/uncertain-rows.js';
import { UncertainWrites } from '../testing/hbase/uncertain-writes.js';
import { testSeeds } from '../testing/seed.js';

const STEPS = 15;
const MOST_AT_ONCE = 4;
const SCANS = 8;

/** A read, or null if it failed in a way that a read may fail. */
async function read<T>(work: Promise<T>, ...codes: readonly string[]): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (BigtabError.is(error) && ['STORAGE_UNAVAILABLE', ...codes].includes(error.code)) return null;
    throw error;
  }
}

/**
 * Some faults of all kinds, or many that leave the outcome open, so that all repetitions of a call fail. Then requests are
 * late by no more than the calls that follow them.
 */
function faults(random: Random): FaultPlan {
  if (random.chance(0.3)) return randomPlan(random, 0.15);
  const plan = randomPlan(random, 0.5, ['not reached', 'request lost', 'request late', 'request late', 'answer lost']);
  return (method, index) => {
    const fault = plan(method, index);
    return fault?.kind === 'request late' ? { ...fault, ms: random.below(300) } : fault;
  };
}

/** Makes random writes over a network that fails, and checks every state that is read, and the last one. */
async function writes(seed: number, exactlyOnce: boolean): Promise<UncertainRows> {
  const random = new Random(seed);
  const cluster = await FaultyCluster.open(faults(random.fork()), { name: `run${seed}`, exactlyOnce });
  const stored = await cluster.gateway.connection.ensureTable({
    name: 't',
    families: ['f', ...(exactlyOnce ? ['bt_op'] : [])],
  });
  const table = cluster.connection.getTable('t');
  const rows = new UncertainRows();
  const writers = new UncertainWrites(random, table, rows);
  for (let step = 0; step < STEPS; step++) {
    const some = Array.from({ length: 1 + random.below(MOST_AT_ONCE) }, () => writers.one());
    await cluster.settled(Promise.all(some));
    const work = random.chance(0.5) ? scanned(table) : table.get(['a', 'b', 'c', 'd']);
    const seen = await cluster.settled(read(work, 'BATCH_FAILED'));
    if (seen !== null) rows.check(seen, `step ${step}`);
  }
  await cluster.allArrived();
  rows.check(await scanned(stored), 'at the end');
  await cluster.close();
  return rows;
}

function scanned(table: Table): Promise<Result[]> {
  return table.getScanner({ columns: ['f'] } as never).toArray();
}

describe('writes over a gateway that fails', () => {
  it.each(testSeeds(6))('are applied if they were acknowledged, and once, seed %i', async (seed) => {
    const rows = await writes(seed, false);
    expect(rows.writes.length).toBeGreaterThan(STEPS);
  });

  it.each(testSeeds(6))('with exactlyOnce are applied once, however often they are sent, seed %i', async (seed) => {
    const rows = await writes(seed, true);
    expect(rows.writes.length).toBeGreaterThan(STEPS);
  });
});

describe('scans over a gateway that fails and restarts', () => {
  /** After a restart another client has the ids of scanners. A scan that counts rows cannot notice that. */
  const restarts = (random: Random): FaultPlan => {
    const others = randomPlan(random.fork(), 0.08);
    return (method, index) => {
      if (!random.chance(0.1)) return others(method, index);
      return method === 'getScannerRows'
        ? { kind: 'restart' }
        : { kind: 'restart', table: random.pick(['t', 'other']) };
    };
  };

  it.each(testSeeds(4))('return each row once and no other, or fail, seed %i', async (seed) => {
    const random = new Random(seed);
    const cluster = await FaultyCluster.open(restarts(random.fork()), { name: `run${seed}` });
    const { connection } = cluster.gateway;
    for (const [parity, name] of ['t', 'other'].entries()) {
      const table = await connection.ensureTable({ name, families: ['f'] });
      const cells = { f: Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`q${index}`, name])) };
      await table.put(Array.from({ length: 40 }, (_, index) => ({ row: String(100 + 2 * index + parity), cells })));
    }
    for (let scan = 0; scan < SCANS; scan++) {
      const request = randomScan(random);
      const expected = shown(await connection.getTable('t').getScanner(new Scan(request)).toArray());
      const scanner = cluster.connection.getTable('t').getScanner(new Scan(request));
      const found = await cluster.settled(read(scanner.toArray(), 'SNAPSHOT_EXPIRED'));
      if (found !== null) expect(shown(found), JSON.stringify(request)).toEqual(expected);
    }
    await cluster.close();
  });
});

function randomScan(random: Random): Scan {
  const scan = new Scan().setCaching(1 + random.below(12)).setReversed(random.chance(0.3));
  if (random.chance(0.3)) scan.withStartRow(String(100 + random.below(90)), random.chance(0.5));
  if (random.chance(0.3)) scan.setLimit(1 + random.below(30));
  if (random.chance(0.5)) return scan.setBatch(1 + random.below(4));
  const counts = random.chance(0.4) && (!scan.reversed || scan.startInclusive);
  return counts ? scan.setFilter(new PageFilter(1 + random.below(40))) : scan;
}

/** The cells, and which of them end a Result. */
function shown(results: readonly Result[]): readonly string[] {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return results.map(({ cells }) =>
    cells.map(({ row, qualifier, value }) => `${text(row)}/${text(qualifier)}=${text(value)}`).join(),
  );
}

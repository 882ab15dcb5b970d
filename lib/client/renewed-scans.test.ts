import { describe, expect, it } from 'vitest';
import { decodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { BinaryComparator } from '../filter/comparators/binary-comparator.js';
import { FilterList } from '../filter/filter-list.js';
import { PageFilter } from '../filter/page-filter.js';
import { RowFilter } from '../filter/row-filter.js';
import { WhileMatchFilter } from '../filter/while-match-filter.js';
import type { Filter } from '../model/filter.js';
import { Scan } from '../model/scan.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { Random } from '../simulation/random.js';
import { SimMachine } from '../simulation/sim-machine.js';
import { SlowTransport } from '../testing/fakes/slow-transport.js';
import { openEngine } from '../testing/samples/engine.js';
import { settle } from '../testing/samples/log-records.js';
import { testSeeds } from '../testing/seed.js';
import { Connection } from './connection.js';
import type { Table } from './table.js';

const TABLES = ['a', 'b'];
const ROWS = Array.from({ length: 20 }, (_, index) => String(index).padStart(2, '0'));

/** A filter, or none, for a table whose rows begin with `name`. */
function filterOf(random: Random, name: string): Filter | null {
  const row = (op: 'NOT_EQUAL' | 'LESS') => new RowFilter(op, new BinaryComparator(`${name}${random.pick(ROWS)}`));
  const leaf = (): Filter => random.pick([() => new PageFilter(random.below(15)), () => row('NOT_EQUAL')])();
  const list = (): Filter =>
    new FilterList(random.pick(['MUST_PASS_ALL', 'MUST_PASS_ONE'] as const), [
      leaf(),
      random.pick([leaf, () => new WhileMatchFilter(row('LESS'))])(),
      leaf(),
    ]);
  return random.pick<() => Filter | null>([() => null, leaf, list])();
}

function scanOf(random: Random, name: string): Scan {
  return new Scan()
    .setFilter(filterOf(random, name))
    .setCaching(1 + random.below(3))
    .setLimit(random.chance(0.3) ? 1 + random.below(15) : 0)
    .setReversed(random.chance(0.3))
    .setSnapshotRequired(random.chance(0.2));
}

async function rowsOf(table: Table, scan: Scan): Promise<readonly string[] | string> {
  try {
    return (await table.getScanner(scan).toArray()).map(({ row }) => decodeText(row as Uint8Array));
  } catch (error) {
    if (BigtabError.is(error)) return error.code;
    throw error;
  }
}

async function serve() {
  let machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) });
  const { clock } = machine;
  const { database, connection: direct } = await openEngine(machine);
  for (const name of TABLES) {
    const table = await direct.ensureTable({ name, families: ['f'] });
    await table.put(ROWS.map((row) => ({ row: `${name}${row}`, cells: { f: { q: 'v' } } })));
  }
  let { service } = database;
  const transport = new SlowTransport(service);
  const connection = new Connection({ name: 'test', id: 'page', transport, clock, yielder: () => Promise.resolve() });
  /** Messages are lost; then the same engine goes on, or another one opens the database. */
  const renew = async (dies: boolean): Promise<void> => {
    transport.leave();
    if (dies) {
      machine = machine.image({ kind: 'process-death', seed: 3 });
      service = (await openEngine(machine)).database.service;
    }
    await settle();
    transport.renew(service);
  };
  return { clock, direct, transport, connection, renew };
}

describe('Scans whose engine dies or loses messages again and again', () => {
  for (const seed of testSeeds(20)) {
    it(`return every row once, and none of another table (BIGTAB_SEED=${seed} BIGTAB_RUNS=1)`, async () => {
      const random = new Random(seed);
      const { clock, direct, transport, connection, renew } = await serve();
      const asked = Array.from({ length: 12 }, () => {
        const name = random.pick(TABLES);
        return { name, scan: scanOf(random, name) };
      });
      const expected: unknown[] = [];
      for (const { name, scan } of asked) expected.push(await rowsOf(direct.getTable(name), scan));
      const found = Promise.all(asked.map(({ name, scan }) => rowsOf(connection.getTable(name), scan)));
      for (let life = 0; life < 6; life++) {
        for (let left = random.below(12); left > 0; left--) {
          await settle();
          transport.deliver(random.chance(0.5) ? 'request' : 'reply');
        }
        await renew(random.chance(0.6));
      }
      await transport.carry(found, clock, random);
      for (const [index, rows] of (await found).entries()) {
        const ended = rows === 'SNAPSHOT_EXPIRED' && asked[index]?.scan.snapshotRequired;
        if (!ended) expect(rows, `scan ${index}`).toEqual(expected[index]);
      }
      await transport.carry(connection.close(), clock, random);
    });
  }
});

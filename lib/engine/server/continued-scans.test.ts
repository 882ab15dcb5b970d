import { describe, expect, it } from 'vitest';
import { decodeText } from '../../bytes/text.js';
import type { Result } from '../../client/answers/result.js';
import { Connection } from '../../client/connection.js';
import type { ResultScanner } from '../../client/result-scanner.js';
import type { Table } from '../../client/table.js';
import { BigtabError } from '../../errors.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../filter/filter-list.js';
import { KeyOnlyFilter } from '../../filter/key-only-filter.js';
import { PageFilter } from '../../filter/page-filter.js';
import { RowFilter } from '../../filter/row-filter.js';
import { SingleColumnValueFilter } from '../../filter/single-column-value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { Delete } from '../../model/delete.js';
import type { Filter } from '../../model/filter.js';
import { Put } from '../../model/put.js';
import { Scan, type ScanLike } from '../../model/scan.js';
import { encodeBye } from '../../service/packet-writer.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import {
  closeScanner,
  codeOf,
  nextBatch,
  openScanner,
  PacketClient,
  renewLease,
} from '../../testing/samples/packet-client.js';
import type { DatabaseOptions, DatabasePlatform } from './database.js';

const rowOf = (result: Result | null): string => decodeText(result?.row ?? new Uint8Array());
const rest = async (scanner: ResultScanner): Promise<string[]> => (await scanner.toArray()).map(rowOf);
const named = (prefix: string): Put[] =>
  [0, 1, 2, 3, 4, 5].map((index) => new Put(`${prefix}${index}`).addColumn('f', 'q', String(index)));

/** How the connection's packets reach the engine. */
type Carry = (call: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/** A connection that outlives its engine, to a database with the tables `a` (rows a0 … a5) and `b`. */
async function serve(reserveBytes = 0) {
  let machine = new SimMachine({ seed: 1, clock: new ManualClock(1_000) });
  let { database } = await openEngine(machine, {}, { reserveBytes });
  let carry: Carry = (call) => call();
  const connection = new Connection({
    name: 'test',
    id: 'page',
    transport: {
      call: (packet) => carry(() => database.service.call(packet.slice())),
      onEvent: () => () => {},
      onEngine: () => {},
      onLost: () => {},
      close: () => database.close(),
    },
    clock: machine.clock,
    yielder: () => Promise.resolve(),
  });
  const tables: Table[] = [];
  for (const name of ['a', 'b']) {
    const table = await connection.ensureTable({ name, families: ['f'] });
    await table.put(named(name));
    tables.push(table);
  }
  const [a, b] = tables as [Table, Table];
  return {
    a,
    b,
    /** The process of the engine dies, and another engine opens the database. */
    move: async (options: Partial<DatabaseOptions> = {}, platform: Partial<DatabasePlatform> = {}): Promise<void> => {
      machine = machine.image({ kind: 'process-death', seed: 3 });
      ({ database } = await openEngine(machine, options, platform));
    },
    carryBy: (next: Carry): void => {
      carry = next;
    },
    get files() {
      return machine.files;
    },
  };
}

/** A scanner of one row per batch that has returned one row, and received the next one. */
async function begun(table: Table, scan: ScanLike = {}): Promise<ResultScanner> {
  const scanner = table.getScanner(new Scan(scan).setCaching(1));
  await scanner.next();
  await settle();
  return scanner;
}

const not = (row: string): Filter => new RowFilter('NOT_EQUAL', new BinaryComparator(row));

describe('A scan over a change of engine', () => {
  it('returns no row of another table that the next engine scans', async () => {
    const { a, b, move } = await serve();
    const first = await begun(a);
    await move();
    const other = await begun(b);
    expect(await rest(first)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect([first.snapshot, other.snapshot]).toEqual(['moved', 'held']);
    expect(await rest(other)).toEqual(['b1', 'b2', 'b3', 'b4', 'b5']);
    expect(other.snapshot).toBe('held');
  });

  it('returns no row of another table if both engines only read, whose epochs are not stored', async () => {
    const { a, b, move } = await serve();
    await move({ open: 'read-only' }, { random: () => 0.25 });
    const first = await begun(a);
    await move({ open: 'read-only' }, { random: () => 0.75 });
    const other = await begun(b);
    expect(await rest(first)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(await rest(other)).toEqual(['b1', 'b2', 'b3', 'b4', 'b5']);
  });

  const filtered: readonly (readonly [string, Filter, readonly string[]])[] = [
    ['a filter over rows', not('a2'), ['a1', 'a3', 'a4', 'a5']],
    ['a filter over values', new SingleColumnValueFilter('f', 'q', 'NOT_EQUAL', '2'), ['a1', 'a3', 'a4', 'a5']],
    ['a page of rows', new PageFilter(4), ['a1', 'a2', 'a3']],
    ['a list that counts', new FilterList([not('a2'), new PageFilter(3), not('a4')]), ['a1', 'a3']],
    [
      'a list of which one filter has ended',
      new FilterList('MUST_PASS_ONE', [new PageFilter(1), new PageFilter(3)]),
      ['a1', 'a2', 'a3'],
    ],
    [
      'a filter that has stopped to match',
      new FilterList('MUST_PASS_ONE', [
        new WhileMatchFilter(new RowFilter('NOT_EQUAL', new BinaryComparator('a1'))),
        new RowFilter('GREATER', new BinaryComparator('a3')),
      ]),
      ['a4', 'a5'],
    ],
  ];
  for (const [kind, filter, expected] of filtered) {
    it(`with ${kind} continues after its last row`, async () => {
      const { a, move } = await serve();
      const scanner = await begun(a, { filter });
      await move();
      expect(await rest(scanner)).toEqual(expected);
      expect(scanner.snapshot).toBe('moved');
    });
  }

  it('fails with SNAPSHOT_EXPIRED if it requires one snapshot, with a filter and without (A-33)', async () => {
    const { a, move } = await serve();
    for (const scan of [{}, { filter: new KeyOnlyFilter() }, { filter: new PageFilter(4) }]) {
      const scanner = await begun(a, { ...scan, snapshotRequired: true });
      await move();
      expect(rowOf(await scanner.next())).toBe('a1');
      await expect(scanner.next()).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
    }
  });
});

/** Two connections to a database with a table `t` of the rows r0 … r5. */
async function clients() {
  const { database, connection } = await openEngine(memoryMedium());
  const table = await connection.ensureTable({ name: 't', families: ['f'] });
  await table.put(named('r'));
  const of = (id: string): PacketClient => new PacketClient(database.service, id);
  return { page: of('page'), other: of('other'), service: database.service };
}

describe('A request for a batch', () => {
  const scans: readonly (readonly [string, ScanLike, readonly string[]])[] = [
    ['a scan', {}, ['a1', 'a2', 'a3', 'a4', 'a5']],
    ['a scan that counts', { filter: new PageFilter(4) }, ['a1', 'a2', 'a3']],
  ];
  for (const [kind, scan, expected] of scans) {
    it(`that is sent twice skips no row of ${kind}`, async () => {
      const { a, carryBy } = await serve();
      const scanner = await begun(a, scan);
      carryBy((call) => call().then(call));
      expect(await rest(scanner)).toEqual(expected);
      expect(scanner.snapshot).toBe('moved');
    });

    it(`whose answer cannot be sent skips no row of ${kind}`, async () => {
      const { a, carryBy } = await serve();
      const scanner = await begun(a, scan);
      let lost = 1;
      carryBy(async (call) => {
        const reply = await call();
        if (lost-- > 0) throw new BigtabError('INVALID_OPERATION', 'the answer is too long');
        return reply;
      });
      expect(rowOf(await scanner.next())).toBe('a1');
      await expect(scanner.next()).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
      expect(await rest(scanner)).toEqual(expected.slice(1));
    });

    it(`that runs again with its group, for which the device had no room, skips no row of ${kind}`, async () => {
      const { a, files } = await serve(4 << 20);
      const scanner = await begun(a, scan);
      files.fail({ operation: 'write', path: 'wal/1-1', error: 'QUOTA' });
      const [write, row] = await Promise.allSettled([a.delete(new Delete('none')), scanner.next()]);
      expect(write).toMatchObject({ status: 'fulfilled' });
      expect(row).toMatchObject({ status: 'fulfilled' });
      expect(await rest(scanner)).toEqual(expected.slice(1));
      expect(scanner.snapshot).toBe('moved');
    });

    it(`in a group that cannot be logged skips no row of ${kind}`, async () => {
      const { a, files } = await serve();
      const scanner = await begun(a, scan);
      files.fail({ operation: 'write', path: 'wal/1-1', error: 'QUOTA' });
      const [write, row] = await Promise.allSettled([a.put(new Put('a9').addColumn('f', 'q', 'v')), scanner.next()]);
      expect(write).toMatchObject({ status: 'rejected', reason: { code: 'QUOTA_EXCEEDED' } });
      expect(row).toMatchObject({ status: 'fulfilled' });
      expect(await rest(scanner)).toEqual(expected.slice(1));
      expect(scanner.snapshot).toBe('moved');
    });
  }

  it('that repeats a number, or leaves one out, ends the scanner', async () => {
    const { page } = await clients();
    for (const batch of [1, 3]) {
      const [opened] = (await page.send(openScanner('t', { caching: 1 }))) as [{ id: number }];
      const answers = await page.send(nextBatch(opened.id, 1), nextBatch(opened.id, batch), renewLease(opened.id));
      expect(answers[0]).toMatchObject({ rows: ['r1'] });
      expect([codeOf(answers[1]), answers[2]]).toEqual(['SCANNER_CLOSED', false]);
    }
  });
});

describe('A scanner', () => {
  it('is closed when its connection closes, and those of other connections are not', async () => {
    const { page, other, service } = await clients();
    for (const client of [page, other]) await client.send(openScanner('t', { caching: 1 }));
    await service.call(encodeBye('page'));
    expect([await page.send(renewLease(1)), await other.send(renewLease(2))]).toEqual([[false], [true]]);
  });

  it('belongs to the connection that opened it', async () => {
    const { page, other } = await clients();
    expect(await page.send(openScanner('t', { caching: 1 }))).toEqual([{ id: 1, rows: ['r0'] }]);
    const answers = await other.send(nextBatch(1), renewLease(1), closeScanner(1));
    expect([codeOf(answers[0]), answers[1]]).toEqual(['SCANNER_CLOSED', false]);
    expect(await page.send(renewLease(1), nextBatch(1, 1))).toEqual([true, { id: 1, rows: ['r1'] }]);
  });

  it('belongs to the engine that opened it', async () => {
    const { page } = await clients();
    await page.send(openScanner('t', { caching: 1 }));
    const answers = await page.send(nextBatch(1, 1, 2), renewLease(1, 2), closeScanner(1, 2), renewLease(1, 1));
    expect([codeOf(answers[0]), answers[1], answers[3]]).toEqual(['SCANNER_CLOSED', false, true]);
  });
});

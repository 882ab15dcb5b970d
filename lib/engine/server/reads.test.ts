import { describe, expect, it } from 'vitest';
import * as Bytes from '../../bytes/bytes.js';
import type { Result } from '../../client/answers/result.js';
import type { Table } from '../../client/table.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../filter/filter-list.js';
import { KeyOnlyFilter } from '../../filter/key-only-filter.js';
import { PageFilter } from '../../filter/page-filter.js';
import { RowFilter } from '../../filter/row-filter.js';
import { Delete } from '../../model/delete.js';
import type { Filter } from '../../model/filter.js';
import { Put } from '../../model/put.js';
import { Scan } from '../../model/scan.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { memoryMedium, openEngine } from '../../testing/samples/engine.js';
import {
  closeScanner,
  codeOf,
  get,
  mutate,
  nextBatch,
  openScanner,
  PacketClient,
  renewLease,
} from '../../testing/samples/packet-client.js';
import { LEASE_MS } from '../region/lease-timer.js';
import type { DatabaseOptions } from './database.js';

/** While it ticks, each reading takes a millisecond. */
class TickingClock extends ManualClock {
  ticks = false;
  #ticked = 0;

  override monotonic(): number {
    if (this.ticks) this.#ticked++;
    return super.monotonic() + this.#ticked;
  }
}

async function serve(memory: DatabaseOptions['memory'] = {}) {
  const clock = new TickingClock(1_000);
  const { database, connection } = await openEngine({ ...memoryMedium(), clock }, { memory });
  const table: Table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
  return { clock, connection, table, client: new PacketClient(database.service, 'page') };
}

const ROWS = ['a', 'b', 'c', 'd', 'e'];
const puts = (size = 10) => ROWS.map((row) => new Put(row).addColumn('f', 'q', 'x'.repeat(size)));

describe('A batch of a scan', () => {
  it('ends with the row that reaches the bytes that the scan requests, and never grows beyond them (R-76)', async () => {
    const { client } = await serve();
    await client.send(mutate('t', ...puts()));
    expect(await client.send(openScanner('t', { maxResultSize: 100 }), nextBatch(1))).toEqual([
      { id: 1, rows: ['a', 'b'] },
      { id: 1, rows: ['c', 'd'] },
    ]);
    expect(await client.send(openScanner('t', { maxResultSize: 1 }))).toEqual([{ id: 2, rows: ['a'] }]);
    expect(await client.send(openScanner('t', { maxResultSize: 1_000_000 }))).toEqual([{ id: 0, rows: ROWS }]);
  });

  it('uses the time at which its scan began: cells that expire meanwhile are still returned (R-92)', async () => {
    const { clock, client, connection } = await serve();
    await connection.ensureTable({ name: 'brief', families: [{ name: 'f', timeToLive: 1 }] });
    await client.send(mutate('brief', ...puts()));
    clock.advance(1_000);
    expect(await client.send(openScanner('brief', { maxResultSize: 1 }))).toEqual([{ id: 1, rows: ['a'] }]);
    clock.advance(1_000);
    expect(await client.send(nextBatch(1))).toEqual([{ id: 1, rows: ['b'] }]);
    expect(await client.send(openScanner('brief'))).toEqual([{ id: 0, rows: [] }]);
  });

  it('ends with a complete row, however its pieces are cut (R-71, R-77)', async () => {
    const { client } = await serve();
    const wide = (row: string) => new Put({ row, cells: { f: { p: '1', q: '2' }, g: { r: '3' } } });
    await client.send(mutate('t', wide('a'), wide('b')));
    const scans = [
      { batch: 2, caching: 1 },
      { allowPartialResults: true, maxResultSize: 100 },
    ];
    for (const scan of scans) {
      const [first] = (await client.send(openScanner('t', scan))) as { id: number; rows: string[] }[];
      expect(first?.rows).toEqual(['a', 'a']);
      expect(await client.send(nextBatch(first?.id as number))).toEqual([{ id: 0, rows: ['b', 'b'] }]);
    }
  });

  it('cuts rows at the point where HBase ends a transfer, which counts a cell and its Java object (R-76, R-77)', async () => {
    const { connection, table } = await serve();
    const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map((q) => [q, '12'] as const);
    for (const row of ['r', 's']) await table.put({ row, cells: { f: Object.fromEntries(columns) } });
    const cut = async (maxResultSize: number, filter: Filter | null = null) => {
      const scan = new Scan().setAllowPartialResults(true).setMaxResultSize(maxResultSize).setFilter(filter);
      const results = await table.getScanner(scan).toArray();
      return results.map((result) => result.cells.map(({ qualifier }) => Bytes.toText(qualifier)).join('')).join(' ');
    };
    // 25 bytes in the layout of a KeyValue; in memory 32 more, in multiples of 8.
    expect(await cut(2 * 64)).toBe('ab cd ef ab cd ef');
    expect(await cut(2 * 64 + 1)).toBe('abc def abc def');
    expect(await cut(5 * 64)).toBe('abcde f abcd ef');
    expect(await cut(2 * (64 + 24), new KeyOnlyFilter())).toBe('ab cd ef ab cd ef');
    await connection.getAdmin().flush('t');
    // In a store file 38 more.
    expect(await cut(2 * 63)).toBe('ab cd ef ab cd ef');
    expect(await cut(2 * 63 + 1)).toBe('abc def abc def');
    expect(await cut(2 * (63 + 24) + 1, new KeyOnlyFilter())).toBe('abc def abc def');
  });

  it('counts rows, not pieces, towards the limit (R-74)', async () => {
    const { client } = await serve();
    const wide = ['a', 'b', 'c'].map((row) => new Put({ row, cells: { f: { p: '1', q: '2' }, g: { r: '3' } } }));
    await client.send(mutate('t', ...wide));
    expect(await client.send(openScanner('t', { batch: 1, limit: 2 }))).toEqual([
      { id: 0, rows: ['a', 'a', 'a', 'b', 'b', 'b'] },
    ]);
  });

  it('that found no row in its time reports how far it came, if requested (R-78)', async () => {
    const { client, clock } = await serve();
    const rows = Array.from({ length: 3000 }, (_, index) => `r${String(index).padStart(4, '0')}`);
    await client.send(mutate('t', ...rows.map((row) => new Put(row).addColumn('f', 'q', 'v'))));
    await client.send(mutate('t', ...rows.map((row) => new Delete(row)), new Put('z').addColumn('f', 'q', 'v')));
    clock.ticks = true;
    const [wanted, unwanted] = (await client.send(openScanner('t', { needCursorResult: true }), openScanner('t'))) as {
      id: number;
      rows: string[];
      cursor?: string;
    }[];
    expect(wanted).toMatchObject({ id: 1, rows: [] });
    expect(unwanted).toEqual({ id: 2, rows: [] });
    const cursor = wanted?.cursor as string;
    expect(rows.slice(1)).toContain(cursor);
    clock.ticks = false;
    // A scan that continues from there misses nothing.
    expect(await client.send(openScanner('t', { start: cursor }), nextBatch(1))).toEqual([
      { id: 0, rows: ['z'] },
      { id: 0, rows: ['z'] },
    ]);
  });

  it('that found no row in its time ends at its position, also if a filter skips rows by their keys (R-78)', async () => {
    const { client, clock } = await serve();
    const rows = Array.from({ length: 3000 }, (_, index) => `r${String(index).padStart(4, '0')}`);
    await client.send(mutate('t', ...rows.map((row) => new Put(row).addColumn('f', 'q', 'v'))));
    clock.ticks = true;
    const filter = new RowFilter('EQUAL', new BinaryComparator('r2999'));
    const [answer] = (await client.send(openScanner('t', { needCursorResult: true, filter }))) as { cursor?: string }[];
    expect(answer).toMatchObject({ id: 1, rows: [] });
    expect(rows.slice(1, -1)).toContain(answer?.cursor);
    clock.ticks = false;
    expect(await client.send(nextBatch(1))).toEqual([{ id: 0, rows: ['r2999'] }]);
  });

  it('is refused for a raw scan with columns, after the check for an unknown family (R-4, R-53)', async () => {
    const { client } = await serve();
    const answers = await client.send(
      openScanner('t', { raw: true, columns: ['f:q'] }),
      openScanner('t', { raw: true, columns: ['f:q', 'nope'] }),
      openScanner('t', { raw: true, columns: ['f'] }),
    );
    expect(answers.map(codeOf)).toEqual(['INVALID_OPERATION', 'NO_SUCH_COLUMN_FAMILY', null]);
  });
});

describe('A get', () => {
  it('of a list may request only existence', async () => {
    const { client } = await serve();
    await client.send(mutate('t', ...puts(1)));
    const check = (row: string) => ({ row, checkExistenceOnly: true });
    expect(await client.send(get('t', check('a'), 'b', check('x')))).toEqual([[[], ['b/f:q/1000=x'], []]]);
  });
});

describe('The lease of a scanner', () => {
  it('starts again when it is renewed, until the scanner is closed (R-105)', async () => {
    const { client, clock } = await serve();
    await client.send(mutate('t', ...puts()));
    await client.send(openScanner('t', { caching: 1 }), openScanner('t', { caching: 1 }));
    for (let passed = 0; passed < 2 * LEASE_MS; passed += LEASE_MS / 2) {
      clock.advance(LEASE_MS / 2);
      expect(await client.send(renewLease(1))).toEqual([true]);
    }
    const answers = await client.send(nextBatch(1), nextBatch(2), renewLease(2), closeScanner(1), renewLease(1));
    expect(answers.slice(0, 1)).toEqual([{ id: 1, rows: ['b'] }]);
    expect([codeOf(answers[1]), answers[2], answers[4]]).toEqual(['SCANNER_CLOSED', false, false]);
  });
});

describe('Data that only scanners keep', () => {
  it('is reported by the status, and above its limit ends the scanner idle for longest (A-33)', async () => {
    const { client, connection, table } = await serve({ scannersHold: 5_000 });
    const held = async () => (await connection.status()).scanners;
    const scanners = [table.getScanner({ caching: 1 }), table.getScanner({ caching: 1, snapshotRequired: true })];
    await client.send(mutate('t', ...puts(500)));
    for (const scanner of scanners) await scanner.next();
    expect(await held()).toMatchObject({ open: 2, held: { segments: { used: 0, limit: 5_000 } } });
    await connection.getAdmin().flush('t');
    const { segments, files } = (await held()).held;
    expect(segments.used).toBeGreaterThan(2_500);
    expect([segments.used < 5_000, files.used]).toEqual([true, 0]);
    // A second segment together with the first exceeds the limit.
    await client.send(mutate('t', ...puts(500)));
    const last = table.getScanner({ caching: 1 });
    await last.next();
    await connection.getAdmin().flush('t');
    expect(await held()).toMatchObject({ open: 1, expired: 2 });
    const [moved, failed] = scanners;
    expect(await moved?.toArray()).toHaveLength(4);
    expect(moved?.snapshot).toBe('moved');
    await expect(failed?.toArray()).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
    expect([await last.toArray(), last.snapshot]).toMatchObject([{ length: 4 }, 'held']);
    expect((await held()).held).toMatchObject({ segments: { used: 0 }, files: { used: 0 } });
  });

  it("includes the state of a scan's filter, for the scan that continues (R-94, F-1)", async () => {
    const { client, clock, table } = await serve();
    const put = (row: string) => new Put(row).addColumn('f', 'q', 'v');
    await client.send(mutate('t', ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(put)));
    const filter = new FilterList([
      new RowFilter('NOT_EQUAL', new BinaryComparator('b')),
      new PageFilter(5),
      new RowFilter('NOT_EQUAL', new BinaryComparator('d')),
    ]);
    const scan = (scanner: { readonly filter: Filter }) => table.getScanner(new Scan(scanner).setCaching(1));
    const [idle, quick] = [scan({ filter }), scan({ filter })];
    await idle.next();
    await idle.renewLease();
    clock.advance(2 * LEASE_MS);
    await client.send(mutate('t', put('0'), put('ff')));
    const rows = (results: readonly Result[]) => results.map(({ row }) => String.fromCharCode(...(row as Uint8Array)));
    expect(rows(await idle.toArray())).toEqual(['c', 'e', 'f', 'ff']);
    expect(idle.snapshot).toBe('moved');
    expect(rows(await quick.toArray())).toEqual(['0', 'a', 'c', 'e', 'f']);
  });

  it('lets a scan that was idle for 60 s continue in a later state of the table, unless it requires one snapshot (R-94, A-33)', async () => {
    const { client, clock, table } = await serve();
    await client.send(mutate('t', ...puts()));
    const idle = table.getScanner(new Scan().setCaching(1));
    const strict = table.getScanner(new Scan().setCaching(1).setSnapshotRequired(true));
    await Promise.all([idle.next(), strict.next()]);
    // The rows requested in advance have arrived.
    await Promise.all([idle.renewLease(), strict.renewLease()]);
    clock.advance(2 * LEASE_MS);
    await client.send(mutate('t', new Delete('d')));
    expect((await idle.toArray()).map((row) => String(row).slice(11, 12))).toEqual(['b', 'c', 'e']);
    expect(idle.snapshot).toBe('moved');
    await expect(strict.toArray()).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
  });
});

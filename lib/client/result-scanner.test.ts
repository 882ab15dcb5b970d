import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { PageFilter } from '../filter/page-filter.js';
import { Scan } from '../model/scan.js';
import { encodeMutateReply } from '../service/mutate-codec.js';
import type { OpenScannerRequest } from '../service/scan-codec.js';
import { connectTo } from '../testing/fakes/scripted-connection.js';
import { encodeScanReply } from '../testing/samples/replies.js';
import { resultBlock } from '../testing/samples/result-blocks.js';
import type { Result } from './answers/result.js';
import type { CallOptions } from './calls/call-options.js';
import type { Connection } from './connection.js';

const rowOf = (result: Result | null): string | null => (result?.row ? decodeText(result.row) : null);
const rowsOf = (results: readonly Result[]): (string | null)[] => results.map(rowOf);
/** Node exposes its garbage collector to contexts that are created while the flag is set. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** The state that the session of `connection` keeps until it is closed. */
function keptBy(connection: Connection): number {
  return (connection as unknown as { readonly session: { readonly open: ReadonlySet<unknown> } }).session.open.size;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An open scanner of the engine. */
interface Opened {
  readonly rows: string[];
  /** The number of its next batch. */
  next: number;
  readonly hasFilter: boolean;
}

/**
 * A table of ten rows `r0` … `r9`, returned in batches of `size`; records the requests. The state of a filter is the
 * number of rows that it has seen.
 */
class Rows {
  readonly asked: string[] = [];
  readonly opened: OpenScannerRequest[] = [];
  /** The numbers of the requested batches. */
  readonly batches: number[] = [];
  readonly connection: Connection;
  /** The number of batches whose answers are lost. */
  losing = 0;
  private readonly left = new Map<number, Opened>();
  private nextId = 1;

  constructor(size: number, count = 10) {
    const all = Array.from({ length: count }, (_, index) => `r${index}`);
    const batch = (id: number, number: number): Uint8Array => {
      const opened = this.left.get(id);
      if (opened?.next !== number) {
        this.left.delete(id);
        throw new BigtabError('SCANNER_CLOSED', `Scanner ${id} is not open, or has another batch`);
      }
      opened.next++;
      const { rows, hasFilter } = opened;
      const block = rows.splice(0, size).map((row) => ({ row, cells: [['f', 'q', 1, row]] as const }));
      const [next] = rows;
      if (next === undefined) this.left.delete(id);
      const filterState = Uint8Array.of(count - rows.length);
      const position = next !== undefined && hasFilter ? { row: encodeText(next), filterState } : null;
      if (number > 0 && this.losing-- > 0) throw new BigtabError('INVALID_OPERATION', 'the answer was lost');
      return encodeScanReply(next === undefined ? 0 : id, resultBlock(['f'], block), position);
    };
    const { connection } = connectTo({
      openScanner: (request) => {
        this.asked.push('open');
        this.opened.push(request);
        const id = this.nextId++;
        const start = decodeText(request.start);
        const rows = all.filter((row) => row > start || (request.startInclusive && row === start));
        this.left.set(id, { rows: rows.slice(0, request.limit), next: 0, hasFilter: request.filter !== null });
        return batch(id, 0);
      },
      nextBatch: (id, number) => {
        this.asked.push(`next ${id}`);
        this.batches.push(number);
        return batch(id, number);
      },
      renewLease: (id) => {
        this.asked.push(`renew ${id}`);
        return this.left.has(id);
      },
      closeScanner: (id) => {
        this.asked.push(`close ${id}`);
        this.left.delete(id);
      },
    });
    this.connection = connection;
  }

  scanner(scan: Scan = new Scan(), options: CallOptions = {}) {
    return this.connection.getTable('t').getScanner(scan, options);
  }

  /** Ends all leases. */
  expire(): void {
    this.left.clear();
  }

  get held(): number {
    return this.left.size;
  }
}

describe('ResultScanner', () => {
  it('returns the rows one by one, then null (R-105)', async () => {
    const scanner = new Rows(3).scanner();
    const rows: (string | null)[] = [];
    for (let index = 0; index < 12; index++) rows.push(rowOf(await scanner.next()));
    expect(rows).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9', null, null]);
  });

  it('returns up to n rows at once, fewer only at the end (R-105)', async () => {
    const scanner = new Rows(3).scanner();
    expect(rowsOf(await scanner.next(0))).toEqual([]);
    expect(rowsOf(await scanner.next(4))).toEqual(['r0', 'r1', 'r2', 'r3']);
    expect(rowsOf(await scanner.next(100))).toEqual(['r4', 'r5', 'r6', 'r7', 'r8', 'r9']);
    expect(rowsOf(await scanner.next(1))).toEqual([]);
    for (const count of [-1, 1.5, Number.NaN, null, '2'] as number[]) {
      await expect(scanner.next(count)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: `Illegal Capacity: ${count}`,
      });
    }
  });

  it('opens nothing before the first read', async () => {
    const rows = new Rows(3);
    const scanner = rows.scanner();
    await settle();
    expect(rows.asked).toEqual([]);
    await scanner.next();
    expect(rows.asked[0]).toBe('open');
  });

  it('requests only one batch in advance', async () => {
    const rows = new Rows(3);
    const scanner = rows.scanner();
    await scanner.next();
    await settle();
    expect(rows.asked).toEqual(['open', 'next 1']);
    await scanner.next(2);
    await settle();
    expect(rows.asked).toEqual(['open', 'next 1']);
    await scanner.next();
    await settle();
    expect(rows.asked).toEqual(['open', 'next 1', 'next 1']);
  });

  it('requests nothing more after the last batch', async () => {
    const rows = new Rows(10);
    expect(rowsOf(await rows.scanner().toArray())).toHaveLength(10);
    expect(rows.asked).toEqual(['open']);
  });

  it('is an async iterable; leaving the loop early closes it', async () => {
    const rows = new Rows(2);
    const seen: (string | null)[] = [];
    for await (const row of rows.scanner()) {
      seen.push(rowOf(row));
      if (seen.length === 3) break;
    }
    expect(seen).toEqual(['r0', 'r1', 'r2']);
    expect(rows.asked.at(-1)).toBe('close 1');
    expect(rows.held).toBe(0);
  });

  it('returns rows that have arrived to a loop as resolved promises', async () => {
    const iterator = new Rows(10).scanner()[Symbol.asyncIterator]();
    await iterator.next();
    const order: string[] = [];
    const row = iterator.next().then(({ value }) => order.push(rowOf(value ?? null) as string));
    // Promises that are already resolved settle before this one.
    await Promise.resolve().then(() => order.push('a step later'));
    await row;
    expect(order).toEqual(['r1', 'a step later']);
  });

  it('returns a separate iterator over the same position each time', async () => {
    const scanner = new Rows(3).scanner();
    const [first, second] = [scanner[Symbol.asyncIterator](), scanner[Symbol.asyncIterator]()];
    expect(first).not.toBe(second);
    expect(rowOf((await first.next()).value ?? null)).toBe('r0');
    expect(rowOf((await second.next()).value ?? null)).toBe('r1');
    expect(rowOf(await scanner.next())).toBe('r2');
    expect(rowOf((await first.next()).value ?? null)).toBe('r3');
  });

  it('is opened before the calls that are made after its first read', async () => {
    const order: string[] = [];
    const { connection } = connectTo({
      openScanner: () => {
        order.push('open');
        return encodeScanReply(0, resultBlock([], []));
      },
      mutate: () => {
        order.push('put');
        return encodeMutateReply([]);
      },
    });
    const table = connection.getTable('t');
    for (const read of ['next', 'toArray'] as const) {
      await Promise.all([table.getScanner()[read](), table.put({ row: 'r', cells: { f: { q: 'v' } } })]);
    }
    expect(order).toEqual(['open', 'put', 'open', 'put']);
  });

  it('iterates batches as they arrive, from the position of the reader', async () => {
    const scanner = new Rows(4).scanner();
    await scanner.next();
    const batches: (string | null)[][] = [];
    for await (const batch of scanner.batches()) batches.push(rowsOf(batch));
    expect(batches).toEqual([
      ['r1', 'r2', 'r3'],
      ['r4', 'r5', 'r6', 'r7'],
      ['r8', 'r9'],
    ]);
  });

  it('closes when a loop over batches is left early', async () => {
    const rows = new Rows(2);
    for await (const batch of rows.scanner().batches()) {
      expect(rowsOf(batch)).toEqual(['r0', 'r1']);
      break;
    }
    expect(rows.held).toBe(0);
  });

  it('returns all remaining rows as a list and closes', async () => {
    const scanner = new Rows(3).scanner();
    await scanner.next(2);
    expect(rowsOf(await scanner.toArray())).toEqual(['r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9']);
    await expect(scanner.next()).rejects.toMatchObject({ code: 'SCANNER_CLOSED' });
  });

  it('answers reads that were started together in their order', async () => {
    const scanner = new Rows(2).scanner();
    const reads = [scanner.next(), scanner.next(3), scanner.next(), scanner.next(2)];
    const [first, second, third, fourth] = await Promise.all(reads);
    expect([
      rowOf(first as Result),
      rowsOf(second as Result[]),
      rowOf(third as Result),
      rowsOf(fourth as Result[]),
    ]).toEqual(['r0', ['r1', 'r2', 'r3'], 'r4', ['r5', 'r6']]);
  });

  it('rejects reads after close, which may be called again (A-55)', async () => {
    const rows = new Rows(2);
    const scanner = rows.scanner();
    await scanner.next();
    await scanner.close();
    await scanner.close();
    const closed = { code: 'SCANNER_CLOSED' };
    await expect(scanner.next()).rejects.toMatchObject(closed);
    await expect(scanner.next(2)).rejects.toMatchObject(closed);
    await expect(scanner.toArray()).rejects.toMatchObject(closed);
    await expect(scanner[Symbol.asyncIterator]().next()).rejects.toMatchObject(closed);
    expect(rows.asked.filter((call) => call.startsWith('close'))).toEqual(['close 1']);
  });

  it('closes before its first read', async () => {
    const rows = new Rows(2);
    await rows.scanner().close();
    expect(rows.asked).toEqual([]);
  });

  it('leaves nothing open if it is closed while it opens', async () => {
    const rows = new Rows(2);
    const scanner = rows.scanner();
    const read = scanner.next();
    read.catch(() => undefined);
    await scanner.close();
    await expect(read).rejects.toMatchObject({ code: 'SCANNER_CLOSED' });
    expect(rows.held).toBe(0);
  });

  it('continues after its last row when its lease has ended, and reports it (R-94, A-33)', async () => {
    const rows = new Rows(3);
    const scanner = rows.scanner(new Scan().withStopRow('z').setCaching(3));
    expect(rowsOf(await scanner.next(3))).toEqual(['r0', 'r1', 'r2']);
    await settle();
    expect(scanner.snapshot).toBe('held');
    rows.expire();
    expect(rowsOf(await scanner.next(100))).toEqual(['r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9']);
    expect(scanner.snapshot).toBe('moved');
    expect(rows.opened[1]).toMatchObject({ startInclusive: false, caching: 3 });
    expect(decodeText(rows.opened[1]?.start ?? new Uint8Array())).toBe('r5');
    expect(decodeText(rows.opened[1]?.stop ?? new Uint8Array())).toBe('z');
  });

  it('fails with SNAPSHOT_EXPIRED instead if the scan requires one snapshot (A-33)', async () => {
    const rows = new Rows(3);
    const scanner = rows.scanner(new Scan().setSnapshotRequired(true));
    await scanner.next(3);
    await settle();
    rows.expire();
    // The batch that had been requested is from the same state of the table.
    expect(rowsOf(await scanner.next(3))).toEqual(['r3', 'r4', 'r5']);
    for (let read = 0; read < 2; read++) {
      await expect(scanner.next()).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
    }
    expect(scanner.snapshot).toBe('held');
    expect(rows.opened).toHaveLength(1);
  });

  it('counts rows received before the lease ended towards its limit (R-74)', async () => {
    const rows = new Rows(2);
    const scanner = rows.scanner(new Scan().setLimit(7));
    await scanner.next(3);
    await settle();
    rows.expire();
    expect(rowsOf(await scanner.toArray())).toEqual(['r3', 'r4', 'r5', 'r6']);
    expect(rows.opened.map(({ limit }) => limit)).toEqual([7, 1]);
  });

  it('continues at the position of the engine if there is a filter, with the state of the filter (R-94, F-1)', async () => {
    const rows = new Rows(2);
    const scanner = rows.scanner(new Scan().setFilter(new PageFilter(9)));
    await scanner.next(3);
    await settle();
    rows.expire();
    expect(rowsOf(await scanner.toArray())).toEqual(['r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9']);
    expect(scanner.snapshot).toBe('moved');
    expect(rows.opened.map(({ filterState }) => [...filterState])).toEqual([[], [6]]);
    expect(rows.opened[1]).toMatchObject({ start: encodeText('r6'), startInclusive: true });
    expect(rows.opened[1]?.filter).toEqual(new PageFilter(9).toByteArray());
  });

  it('numbers the batches of each scanner of the engine from 1', async () => {
    const rows = new Rows(1);
    const scanner = rows.scanner();
    await scanner.next(3);
    await settle();
    rows.expire();
    await scanner.toArray();
    expect(rows.batches).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 5]);
    expect(rows.opened).toHaveLength(2);
  });

  it('repeats the number of a batch whose answer it has not received, and continues after its last row', async () => {
    for (const filter of [null, new PageFilter(9)]) {
      const rows = new Rows(2);
      const scanner = rows.scanner(new Scan().setFilter(filter));
      await scanner.next();
      await settle();
      rows.losing = 1;
      expect(rowsOf(await scanner.next(3))).toEqual(['r1', 'r2', 'r3']);
      await expect(scanner.next()).rejects.toMatchObject({ code: 'INVALID_OPERATION' });
      expect(rowsOf(await scanner.toArray())).toEqual(['r4', 'r5', 'r6', 'r7', 'r8', 'r9']);
      expect(scanner.snapshot).toBe('moved');
      expect(rows.batches.slice(0, 3)).toEqual([1, 2, 2]);
    }
  });

  it('begins again if a scan that requires one snapshot has returned no row when its lease ends (A-33)', async () => {
    const opened: OpenScannerRequest[] = [];
    const { connection } = connectTo({
      openScanner: (request) => {
        opened.push(request);
        const position = { row: encodeText('k'), filterState: Uint8Array.of(1) };
        return encodeScanReply(opened.length < 3 ? 1 : 0, resultBlock([], []), position);
      },
      nextBatch: () => {
        throw new BigtabError('SCANNER_CLOSED', 'gone');
      },
    });
    const scan = (required: boolean) => new Scan().setFilter(new PageFilter(9)).setSnapshotRequired(required);
    for (const [required, start, snapshot] of [
      [true, '', 'held'],
      [false, 'k', 'moved'],
    ] as const) {
      opened.length = 0;
      const scanner = connection.getTable('t').getScanner(scan(required));
      expect(await scanner.toArray()).toEqual([]);
      expect(opened.map((request) => decodeText(request.start))).toEqual(['', start, start]);
      expect(opened.map(({ filterState }) => filterState.length)).toEqual(required ? [0, 0, 0] : [0, 1, 1]);
      expect(scanner.snapshot).toBe(snapshot);
    }
  });

  it('uses the state of the filter at the creation of the scanner', async () => {
    const rows = new Rows(2);
    const filter = Object.assign(new PageFilter(9), { toString: () => 'PageFilter' });
    const scanner = rows.scanner(new Scan().setFilter(filter));
    Object.assign(filter, { pageSize: 1 });
    await scanner.next();
    expect(rows.opened[0]?.filter).toEqual(new PageFilter(9).toByteArray());
  });

  it('counts a row in several Results once (R-74)', async () => {
    let open = 0;
    const limits: number[] = [];
    const piece = (row: string, qualifier: string, more: boolean) =>
      ({ row, cells: [['f', qualifier, 1, 'v']], more }) as const;
    const { connection } = connectTo({
      openScanner: ({ limit }) => {
        limits.push(limit);
        const rows = [piece('a', '1', true), piece('a', '2', true), piece('a', '3', false), piece('b', '1', true)];
        return open++ === 0 ? encodeScanReply(1, resultBlock(['f'], rows)) : encodeScanReply(0, resultBlock([], []));
      },
      // The last piece of `b` was marked too, but nothing of it followed.
      nextBatch: (id) => {
        if (id !== 1) throw new BigtabError('SCANNER_CLOSED', 'gone');
        return encodeScanReply(2, resultBlock(['f'], [piece('c', '1', true), piece('c', '2', false)]));
      },
    });
    const scan = new Scan().setBatch(1).setLimit(9);
    expect(rowsOf(await connection.getTable('t').getScanner(scan).toArray())).toEqual(['a', 'a', 'a', 'b', 'c', 'c']);
    expect(limits).toEqual([9, 6]);
  });

  it('returns cursors between the rows, which do not count as rows (R-78)', async () => {
    const replies = [
      encodeScanReply(1, resultBlock([], []), { row: encodeText('k'), filterState: new Uint8Array() }),
      encodeScanReply(1, resultBlock(['f'], [{ row: 'm', cells: [['f', 'q', 1, 'v']] }])),
      encodeScanReply(0, resultBlock([], [])),
    ];
    const next = () => replies.shift() as Uint8Array;
    const { connection } = connectTo({ openScanner: next, nextBatch: next });
    const scanner = connection.getTable('t').getScanner(new Scan().setNeedCursorResult(true));
    const [first, second] = [await scanner.next(), await scanner.next()];
    expect([first?.isCursor(), rowOf(first), decodeText(first?.getCursor()?.row ?? new Uint8Array())]).toEqual([
      true,
      null,
      'k',
    ]);
    expect([second?.isCursor(), rowOf(second), await scanner.next()]).toEqual([false, 'm', null]);
  });

  it('renews its lease between the first row and the last (R-105)', async () => {
    const rows = new Rows(3, 7);
    const scanner = rows.scanner();
    expect(await scanner.renewLease()).toBe(false);
    expect(rows.asked).toEqual([]);
    await scanner.next();
    expect(await scanner.renewLease()).toBe(true);
    expect(rows.asked.at(-1)).toBe('renew 1');
    await scanner.next(6);
    expect(await scanner.renewLease()).toBe(false);
    expect(rows.asked.at(-1)).not.toBe('renew 1');
  });

  it('needs no lease for rows that it has received (R-105)', async () => {
    const rows = new Rows(10);
    const scanner = rows.scanner();
    await scanner.next();
    expect(await scanner.renewLease()).toBe(true);
    expect(rows.asked).toEqual(['open']);
  });

  it('reports that its lease was not renewed if the engine has ended it (R-105)', async () => {
    const rows = new Rows(3);
    const scanner = rows.scanner();
    await scanner.next();
    await settle();
    rows.expire();
    expect(await scanner.renewLease()).toBe(false);
  });

  it('reports every other failure of a batch at the read that needs it', async () => {
    let failing = false;
    const { connection } = connectTo({
      openScanner: () => encodeScanReply(1, resultBlock(['f'], [{ row: 'a', cells: [['f', 'q', 1, 'v']] }])),
      nextBatch() {
        failing = true;
        throw new BigtabError('TABLE_NOT_ENABLED', 'disabled');
      },
    });
    const scanner = connection.getTable('t').getScanner();
    expect(rowOf(await scanner.next())).toBe('a');
    await settle();
    expect(failing).toBe(true);
    await expect(scanner.next()).rejects.toMatchObject({ code: 'TABLE_NOT_ENABLED' });
  });

  it('continues after batches without a row', async () => {
    let batches = 0;
    const { connection } = connectTo({
      openScanner: () => encodeScanReply(5, resultBlock([], [])),
      nextBatch: () => {
        batches++;
        const rows = batches < 3 ? [] : [{ row: 'a', cells: [['f', 'q', 1, 'v']] as const }];
        return encodeScanReply(batches < 3 ? 5 : 0, resultBlock(['f'], rows));
      },
    });
    expect(rowsOf(await connection.getTable('t').getScanner().toArray())).toEqual(['a']);
  });

  it("ends when the signal aborts: reads reject with its reason and the engine's scanner is closed", async () => {
    const rows = new Rows(2);
    const controller = new AbortController();
    const scanner = rows.scanner(new Scan(), { signal: controller.signal });
    await scanner.next();
    await settle();
    controller.abort(new Error('enough'));
    await expect(scanner.next()).rejects.toThrowError('enough');
    await settle();
    expect(rows.held).toBe(0);
  });

  it('leaves nothing open if the signal aborts while it opens', async () => {
    const rows = new Rows(2);
    const controller = new AbortController();
    const read = rows.scanner(new Scan(), { signal: controller.signal }).next();
    await Promise.resolve();
    controller.abort(new Error('enough'));
    await expect(read).rejects.toThrowError('enough');
    await settle();
    expect(rows.asked).toEqual(['open', 'close 1']);
    expect(rows.held).toBe(0);
  });

  it('uses the state of the scan at the creation of the scanner', async () => {
    const rows = new Rows(2);
    const scan = new Scan().setLimit(3);
    const scanner = rows.scanner(scan);
    scan.setLimit(1);
    expect(await scanner.toArray()).toHaveLength(3);
  });

  it('accepts a scan made from a literal, from a family, from a column', async () => {
    const rows = new Rows(20);
    const table = rows.connection.getTable('t');
    await table.getScanner({ start: 'r8' }).toArray();
    await table.getScanner('f').toArray();
    await table.getScanner('f', 'q').toArray();
    await table.getScanner(Uint8Array.of(0x66), null).toArray();
    const selected = rows.opened.map(({ families }) =>
      families.map(({ family, qualifiers }) => [decodeText(family), qualifiers?.map(decodeText) ?? 'all']),
    );
    expect(selected).toEqual([[], [['f', 'all']], [['f', ['q']]], [['f', ['']]]]);
    expect(() => table.getScanner({ limitt: 1 } as never)).toThrowError(/did you mean 'limit'/);
  });

  it('is closed by the connection, and reads then reject with CONNECTION_CLOSED', async () => {
    const rows = new Rows(2);
    const scanner = rows.scanner();
    await scanner.next();
    await rows.connection.close();
    expect(rows.held).toBe(0);
    await expect(scanner.next()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('returns no row after its connection is closed, not even one that it has received', async () => {
    const rows = new Rows(20);
    const scanner = rows.scanner();
    expect(rowOf(await scanner.next())).toBe('r0');
    await rows.connection.close();
    await expect(scanner.next()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await expect(scanner.next(2)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('rejects a read in progress with CONNECTION_CLOSED when its connection is closed', async () => {
    const rows = new Rows(2);
    const all = rows.scanner().toArray();
    const closing = rows.connection.close();
    await expect(all).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await closing;
    expect(rows.held).toBe(0);
  });

  it('is released by its connection if its reader drops it without closing it', async () => {
    const rows = new Rows(2);
    const dropped = await (async () => {
      const scanner = rows.scanner();
      await scanner.next();
      return new WeakRef(scanner);
    })();
    await settle();
    collectGarbage();
    expect(dropped.deref()).toBeUndefined();
    await rows.connection.close();
  });

  it('works through a Proxy', async () => {
    const scanner = new Proxy(new Rows(3).scanner(), {});
    const seen: (string | null)[] = [];
    for await (const row of scanner) seen.push(rowOf(row));
    expect(seen).toHaveLength(10);
  });
});

describe('scanners that are dropped without a close', () => {
  it('leave nothing in the connection when they are garbage-collected', async () => {
    const { connection } = new Rows(2);
    const table = connection.getTable('t');
    const drop = async (): Promise<void> => void (await table.getScanner().next());
    for (let count = 0; count < 200; count++) await drop();
    expect(keptBy(connection)).toBe(200);
    for (let turn = 0; turn < 100 && keptBy(connection) > 0; turn++) {
      collectGarbage();
      await settle();
    }
    // The last ones may still be on the stack.
    expect(keptBy(connection)).toBeLessThanOrEqual(2);
  });
});

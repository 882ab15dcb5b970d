import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeText } from './bytes/text.js';
import type { FetchLike } from './hbase/gateway.js';
import { connectHBase } from './hbase.js';
import { CheckAndMutate, type Connection, type FailureCause, Get, PageFilter, Put, type Result } from './index.js';
import { createFakeGateway, type FakeGateway } from './testing/hbase/fake-gateway.js';
import { decodeArguments, decodeCall } from './testing/hbase/server-codec.js';

const URL = 'http://gateway/';

let fake: FakeGateway;
let connection: Connection;
/** Changes the answers of the gateway. */
let around: (method: string, send: () => ReturnType<FetchLike>) => ReturnType<FetchLike>;

const fetch: FetchLike = (url, init) => {
  const name = new TextDecoder().decode(init.body.subarray(8, 8 + (init.body[7] as number)));
  return around(name, () => fake.fetch(url, init));
};

beforeEach(async () => {
  // Each write has its own timestamp, so that a put after a delete is visible.
  let time = 1_700_000_000_000;
  fake = await createFakeGateway({ clock: { now: () => time++ } });
  around = (_, send) => send();
  await fake.connection.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 5 }, 'g'] });
  connection = await connectHBase({ url: URL, fetch });
  fake.calls.length = 0;
});

afterEach(async () => {
  await connection.close();
  await fake.close();
});

const methods = () => fake.calls.map(({ method }) => method);

function rows(count: number): { readonly row: string; readonly cells: { readonly f: { readonly q: string } } }[] {
  return Array.from({ length: count }, (_, index) => ({
    row: `r${String(index).padStart(5, '0')}`,
    cells: { f: { q: `v${index}` } },
  }));
}

/** Loses the answers of the calls of `method` that `which` selects; the calls run. */
function loseAnswers(method: string, which: (index: number) => boolean = () => true): void {
  let index = 0;
  around = async (name, send) => {
    const response = await send();
    if (name === method && which(index++)) throw new TypeError('the connection was reset');
    return response;
  };
}

describe('connectHBase', () => {
  it('refuses bad options, naming them', async () => {
    const bad: readonly unknown[] = [
      { url: '' },
      { url: 5 },
      { url: URL, header: {} },
      { url: URL, headers: { a: 1 } },
      { url: URL, timeout: 0 },
      { url: URL, timeout: 'long' },
      { url: URL, fetch: 'fetch' },
      { url: URL, exactlyOnce: 1 },
    ];
    for (const options of bad) {
      await expect(connectHBase(options as never), JSON.stringify(options)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
  });

  it('refuses a gateway of another kind', async () => {
    const page: FetchLike = async () => ({ ok: false, status: 404, arrayBuffer: async () => new ArrayBuffer(0) });
    const call = connectHBase({ url: URL, fetch: page });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_OPERATION', details: { status: 404, url: URL } });
  });

  it('rejects with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const never: FetchLike = () => new Promise(() => {});
    const call = connectHBase({ url: URL, fetch: never, signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });
});

describe('a connection over HBase', () => {
  it('sends a list of puts in few requests, and reads it in pages', async () => {
    const table = connection.getTable('t');
    await table.put(rows(1000));
    expect(methods().filter((name) => name !== 'putMultiple')).toEqual([]);
    expect(fake.calls.length).toBeLessThanOrEqual(4);
    fake.calls.length = 0;
    const scanner = table.getScanner();
    expect((await scanner.toArray()).map((row) => row.getText('f', 'q'))).toEqual(
      rows(1000).map(({ cells }) => cells.f.q),
    );
    expect(scanner.snapshot).toBe('moved');
    expect(new Set(methods())).toEqual(new Set(['getScannerResults']));
    expect(fake.calls.length).toBeLessThanOrEqual(3);
    fake.calls.length = 0;
    expect(await table.get(rows(1000).map(({ row }) => row))).toHaveLength(1000);
    expect(new Set(methods())).toEqual(new Set(['getMultiple']));
  });

  it('keeps the order of calls about the same rows', async () => {
    const table = connection.getTable('t');
    const reads: Promise<string | null>[] = [];
    for (let index = 0; index < 20; index++) {
      void table.put({ row: 'a', cells: { f: { q: `v${index}` } } });
      reads.push(table.get('a').then((row) => row.getText('f', 'q')));
    }
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 20 }, (_, index) => `v${index}`));
  });

  it('runs the actions of a row in list order, and those of other rows together', async () => {
    const table = connection.getTable('t');
    const put = (row: string, q: string) => ({ row, cells: { f: { q } } });
    const remove = { kind: 'Delete' as const, row: 'a' };
    await table.batch([
      put('a', '1'),
      put('b', '1'),
      remove,
      put('a', '2'),
      put('b', '2'),
      { kind: 'Delete', row: 'b' },
    ]);
    expect((await table.get('a')).getText('f', 'q')).toBe('2');
    expect((await table.get('b')).isEmpty).toBe(true);
  });

  it('reports a cell that it cannot return only for its own action', async () => {
    const table = connection.getTable('t');
    const put = (row: string, q: string) => ({ row, timestamp: 5, cells: { f: { q } } });
    await table.put([put('a', 'va'), put('b', 'vb')]);
    // The first cell is made to have a timestamp above 2^53.
    around = async (_, send) => {
      const response = await send();
      const bytes = new Uint8Array(await response.arrayBuffer());
      const at = bytes.findIndex((byte, index) => byte === 0x76 && bytes[index + 1] === 0x61);
      if (at > 0) bytes[at + 2 + 3 + 1] = 0x20;
      return { ...response, arrayBuffer: async () => bytes.buffer };
    };
    const results: unknown[] = [];
    await expect(table.batch([new Get('a'), new Get('b')], results)).rejects.toMatchObject({
      code: 'BATCH_FAILED',
      details: { causes: [{ index: 0, code: 'INVALID_OPERATION' }] },
    });
    expect((results[1] as Result).getText('f', 'q')).toBe('vb');
  });

  it('refuses what the gateway does not carry before anything is sent', async () => {
    const table = connection.getTable('t');
    const long = rows(5000);
    const counter = { row: 'a', amounts: { f: { n: 1 } } };
    const mixed = { row: 'a', mutations: [{ row: 'a', cells: { f: { q: 'v' } } }, counter] };
    const refused: readonly (() => Promise<unknown>)[] = [
      () => table.batch([...long, mixed]),
      () => table.mutateRow(mixed),
      () => table.increment({ row: 'a', amounts: { f: { n: 1 } }, timestamp: 5 }),
      () => table.getScanner({ maxResultsPerColumnFamily: 1 }).next(),
      () => table.getScanner({ snapshotRequired: true }).next(),
      () => table.getScanner({ allowPartialResults: true }).next(),
      () => table.getScanner({ maxResultSize: 100 }).next(),
      () => table.explain('a'),
      () => connection.atomicBatch([{ table, mutation: { row: 'a', cells: { f: { q: 'v' } } } }]),
      () => connection.transact(async (transaction) => transaction.table(table).get('a')),
      async () => table.watch('a').ready(),
    ];
    for (const [index, call] of refused.entries()) {
      fake.calls.length = 0;
      await expect(call(), `call ${index}`).rejects.toMatchObject({
        code: 'UNSUPPORTED_OPERATION',
        details: { part: expect.any(String) },
      });
      expect(
        methods().filter((name) => !/^get/.test(name)),
        `call ${index}`,
      ).toEqual([]);
    }
  });

  it('reports which rows of a list name an unknown family', async () => {
    const table = connection.getTable('t');
    const list = [...rows(3), { row: 'x', cells: { nope: { q: 'v' } } }];
    const error = await table.put(list as never).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'BATCH_FAILED', details: { causes: [{ index: 3, row: 'x' }] } });
    expect(await table.count()).toBe(3);
  });

  it('reports which rows of a list with timestamps HBase refuses', async () => {
    const configuration = { 'hbase.hregion.keyvalue.timestamp.slop.millisecs': '1000' };
    await fake.connection.ensureTable({ name: 'slop', families: ['f'], configuration });
    const table = connection.getTable('slop');
    const times = [5, 6, 2_000_000_000_000, 7, 2_000_000_000_001];
    const puts = times.map((timestamp, index) => new Put(`r${index}`).addColumn('f', 'q', timestamp, 'v'));
    const failure = await table.put(puts).catch((error) => error);
    const causes = failure.details.causes.map(({ row, code }: FailureCause) => `${row} ${code}`);
    expect(causes).toEqual(['r2 FAILED_SANITY_CHECK', 'r4 FAILED_SANITY_CHECK']);
    expect(await table.getScanner({}).toArray()).toHaveLength(3);
  });

  it('does not repeat a write without timestamps, and reports that its outcome is unknown', async () => {
    loseAnswers('put');
    const call = connection.getTable('t').put({ row: 'a', cells: { f: { q: 'v' } } });
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(methods()).toEqual(['put']);
  });

  it('repeats a write that states its timestamps', async () => {
    loseAnswers('put', (index) => index === 0);
    await connection.getTable('t').put({ row: 'a', timestamp: 5, cells: { f: { q: 'v' } } });
    expect(methods()).toEqual(['put', 'put']);
  });

  it('counts rows, whatever the batch size and the filter', async () => {
    const table = connection.getTable('t');
    await table.put(rows(300).map(({ row }) => ({ row, cells: { f: { p: 'v', q: 'v' }, g: { q: 'v' } } })));
    expect(await table.count({ batch: 1 })).toBe(300);
    expect(await table.count({ batch: 1, limit: 5, caching: 2, reversed: true })).toBe(5);
    expect(await table.count({ filter: new PageFilter(250) })).toBe(250);
    expect(methods()).toContain('closeScanner');
  });

  it('chooses the rows of a page by the size of what such a scan returns', async () => {
    const table = connection.getTable('t');
    const long = rows(40).map(({ row }) => ({ row, cells: { f: { q: 'v' }, g: { q: new Uint8Array(100_000) } } }));
    await table.put(long);
    const asked = async (work: Promise<unknown>) => {
      fake.calls.length = 0;
      await work;
      return fake.calls.length;
    };
    await table.getScanner().toArray();
    expect(await asked(table.getScanner().toArray())).toBeGreaterThan(1);
    expect(await asked(table.count({ columns: ['f'] }))).toBe(1);
    expect(await asked(table.getScanner({ batch: 1, columns: ['f'] }).toArray())).toBe(1);
    expect(await asked(table.getScanner().toArray())).toBeGreaterThan(1);
  });

  it('never asks for more rows than the gateway can have memory for', async () => {
    const table = connection.getTable('t');
    await table.put(rows(3));
    fake.calls.length = 0;
    await table.getScanner({ caching: 2 ** 31 - 1 }).toArray();
    await table.getScanner({ caching: 2 ** 31 - 1, filter: new PageFilter(2) }).toArray();
    for (const { method, bytes } of fake.calls) {
      const args = decodeArguments(method as 'getScannerResults', decodeCall(bytes) as never);
      expect(args?.rows ?? 0, method).toBeLessThanOrEqual(10_000);
    }
  });

  it('scans long rows in pieces without a scanner of the gateway, and ends each page with a whole row', async () => {
    const table = connection.getTable('t');
    const cells = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`q${index}`, 'v']));
    const keys = ['a', 'b', 'c'];
    await table.put(keys.map((row) => ({ row, cells: { f: cells } })));
    fake.calls.length = 0;
    const read = async (scan: object) => {
      const pieces = await table.getScanner({ batch: 2, ...scan }).toArray();
      return pieces.map(
        (piece) => `${decodeText(piece.row as Uint8Array)}${piece.size}${piece.mayHaveMoreCellsInRow()}`,
      );
    };
    const pieces = (row: string) => [`${row}2true`, `${row}2true`, `${row}1false`];
    for (const caching of [1, 4, 7, 100]) {
      expect(await read({ caching })).toEqual(keys.flatMap(pieces));
      expect(await read({ caching, limit: 2 })).toEqual(['a', 'b'].flatMap(pieces));
      const reversed = { caching, reversed: true, start: 'c', startInclusive: false };
      expect(await read(reversed)).toEqual(['b', 'a'].flatMap(pieces));
    }
    expect(new Set(methods())).toEqual(new Set(['getScannerResults']));
  });

  it('refuses a scan of no rows for a missing table or family', async () => {
    const none = { start: 'b', stop: 'a' };
    expect(await connection.getTable('t').getScanner(none).toArray()).toEqual([]);
    const family = connection.getTable('t').getScanner({ ...none, columns: ['nope'] } as never);
    await expect(family.toArray()).rejects.toMatchObject({ code: 'NO_SUCH_COLUMN_FAMILY' });
    const table = connection.getTable('missing').getScanner(none);
    await expect(table.toArray()).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
  });

  it('ends a scan with a filter that counts rows when the gateway has lost its scanner', async () => {
    const table = connection.getTable('t');
    await table.put(rows(500));
    const scanner = table.getScanner({ filter: new PageFilter(400), caching: 50 });
    let restarts = 0;
    const read = async () => {
      let count = 0;
      for await (const _ of scanner) if (++count === 60 && restarts++ === 0) fake.restart();
      return count;
    };
    await expect(read()).rejects.toMatchObject({ code: 'SNAPSHOT_EXPIRED' });
    expect(
      await connection
        .getTable('t')
        .getScanner({ filter: new PageFilter(400) })
        .toArray(),
    ).toHaveLength(400);
  });
});

describe('exactlyOnce', () => {
  let once: Connection;

  beforeEach(async () => {
    await fake.connection.ensureTable({ name: 'o', families: ['f', 'g', 'bt_op'] });
    once = await connectHBase({ url: URL, fetch, exactlyOnce: true });
  });

  afterEach(() => once.close());

  it('applies each write once, also if answers are lost', async () => {
    let calls = 0;
    around = async (name, send) => {
      const response = await send();
      if (name === 'checkAndMutate' && ++calls % 2 === 1) throw new TypeError('the connection was reset');
      return response;
    };
    const table = once.getTable('o');
    for (let index = 0; index < 5; index++) {
      const counted = await table.increment({ row: 'a', amounts: { f: { n: 2 } } });
      expect(counted.getLong('f', 'n')).toBe(BigInt(2 * index + 2));
      await table.append({ row: 'a', values: { f: { s: String(index) } } });
    }
    await table.put({ row: 'a', cells: { g: { p: 'put' } } });
    const row = await table.get('a');
    expect(row.getLong('f', 'n')).toBe(10n);
    expect(row.getText('f', 's')).toBe('01234');
    expect(row.getText('g', 'p')).toBe('put');
  });

  it('counts once if a request arrives only after its answer was given up', async () => {
    let late: (() => Promise<unknown>) | null = null;
    let lost = 0;
    around = async (name, send) => {
      if (name === 'checkAndMutate' && lost++ === 0) {
        late = send;
        throw new TypeError('the connection was reset');
      }
      if (name === 'get') await late?.();
      if (name === 'get') late = null;
      return send();
    };
    const table = once.getTable('o');
    expect((await table.increment({ row: 'a', amounts: { f: { n: 2 } } })).getLong('f', 'n')).toBe(2n);
    expect((await table.get('a')).getLong('f', 'n')).toBe(2n);
  });

  it('does not know the outcome of a write whose token cannot be read after its answer was lost', async () => {
    const table = once.getTable('o');
    const all = [
      () => table.increment({ row: 'a', amounts: { f: { n: 2 } } }),
      () =>
        table.checkAndMutate(
          new CheckAndMutate({
            row: 'a',
            family: 'f',
            qualifier: 'q',
            op: 'EQUAL',
            value: null,
            action: new Put('a').addColumn('f', 'q', 'v'),
          }),
        ),
    ];
    for (const call of all) {
      let down = false;
      around = async (name, send) => {
        if (down) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
        const response = await send();
        down = name === 'checkAndMutate';
        if (down) throw new TypeError('the connection was reset');
        return response;
      };
      await expect(call()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
  });

  it('hides the tokens from reads, scans and counts, and keeps them in a delete of the row', async () => {
    const table = once.getTable('o');
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const families = (cells: readonly { readonly family: Uint8Array }[]) =>
      new Set(cells.map(({ family }) => new TextDecoder().decode(family)));
    expect(families((await table.get('a')).cells)).toEqual(new Set(['f']));
    expect((await table.getScanner().toArray()).flatMap(({ cells }) => [...families(cells)])).toEqual(['f']);
    await table.delete({ row: 'a' });
    expect(await table.exists('a')).toBe(false);
    expect(await table.count()).toBe(0);
    expect(families((await connection.getTable('o').get('a')).cells)).toEqual(new Set(['bt_op']));
  });

  it('tells by its token whether a condition of the user was met when the answer was lost', async () => {
    const table = once.getTable('o');
    await table.put({ row: 'a', cells: { f: { q: 'old' } } });
    const check = (value: string) => ({
      row: 'a',
      column: 'f:q' as const,
      op: 'EQUAL' as const,
      value,
      action: { row: 'a', cells: { f: { q: 'new' } } },
    });
    loseAnswers('checkAndMutate');
    expect((await table.checkAndMutate(check('old') as never)).success).toBe(true);
    await expect(table.checkAndMutate(check('old') as never)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    around = (_, send) => send();
    expect((await table.get('a')).getText('f', 'q')).toBe('new');
  });

  it('adds the family of the tokens to its tables, and shows it in no descriptor', async () => {
    const table = await once.ensureTable({ name: 'n', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const admin = once.getAdmin();
    const families = async () => (await admin.getDescriptor('n')).families.map(({ name }) => name);
    expect(await families()).toEqual(['f']);
    await admin.modifyTable({ ...(await admin.getDescriptor('n')), readOnly: false });
    expect((await admin.listTableDescriptors()).find(({ name }) => name === 'n')?.families).toHaveLength(1);
    const { families: stored } = await connection.getAdmin().getDescriptor('n');
    expect(stored.map(({ name, timeToLive }) => [name, timeToLive])).toContainEqual(['bt_op', 86_400]);
    await table.put({ row: 'b', cells: { f: { q: 'v' } } });
    expect(await table.count()).toBe(2);
  });

  it('refuses a table without the family of the tokens', async () => {
    const call = once.getTable('t').put({ row: 'a', cells: { f: { q: 'v' } } });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { family: 'bt_op' } });
    expect(methods()).not.toContain('put');
  });

  it('refuses counters of several columns', async () => {
    const call = once.getTable('o').increment({ row: 'a', amounts: { f: { n: 1, m: 1 } } });
    await expect(call).rejects.toMatchObject({ code: 'UNSUPPORTED_OPERATION' });
  });
});

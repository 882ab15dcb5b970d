import { describe, expect, it } from 'vitest';
import { encodeInt64 } from '../bytes/numbers.js';
import { decodeText } from '../bytes/text.js';
import { systemClock } from '../clock.js';
import { BigtabError } from '../errors.js';
import { Delete } from '../model/delete.js';
import { Get } from '../model/get.js';
import { Increment } from '../model/increment.js';
import { Put } from '../model/put.js';
import { Operation } from '../service/client-service.js';
import { encodeExistsReply, encodeGetReply, type GetRequest } from '../service/get-codec.js';
import { encodeMutateReply, type MutateRequest } from '../service/mutate-codec.js';
import { resultBlock } from '../testing/result-blocks.js';
import { type ConnectionScript, connectTo } from '../testing/scripted-connection.js';
import type { ScriptedEngine } from '../testing/scripted-engine.js';
import type { Progress } from './call-options.js';
import type { Table } from './table.js';

function tableOn(script: ConnectionScript = {}): { readonly table: Table; readonly engine: ScriptedEngine } {
  const { connection, engine } = connectTo(script);
  return { table: connection.getTable('t'), engine };
}

const put = (row: string): Put => new Put(row).addColumn('f', 'q', 'v');
const noFamily = new BigtabError('NO_SUCH_COLUMN_FAMILY', "Table 't' has no family 'x'");

/** The answer to gets: each row with one cell that holds its name. */
function echo({ gets }: GetRequest): Uint8Array {
  const rows = gets.map(({ row }) => decodeText(row));
  return encodeGetReply(
    rows.length,
    resultBlock(
      ['f'],
      rows.map((row) => ({ row, cells: [['f', 'q', 1, row]] })),
    ),
  );
}

describe('Table.put', () => {
  it('sends a Put, its literal, and a list of both', async () => {
    const requests: MutateRequest[] = [];
    const { table } = tableOn({
      mutate(request) {
        requests.push(request);
        return encodeMutateReply([]);
      },
    });
    await table.put(put('a'));
    await table.put({ row: 'b', cells: { f: { q: 'v' } }, durability: 'FSYNC_WAL' });
    await table.put([put('c'), { row: 'd', cells: [{ family: 'f', value: Uint8Array.of(1) }] }]);
    expect(requests.map(({ table, durability, mutations }) => [table, durability, mutations])).toEqual([
      ['t', 'USE_DEFAULT', 1],
      ['t', 'FSYNC_WAL', 1],
      ['t', 'USE_DEFAULT', 2],
    ]);
  });

  it('has taken its arguments in when the call returns', async () => {
    let seen = '';
    const { table } = tableOn({
      mutate({ block, offset }) {
        seen = decodeText(block.bytes.subarray(offset + 8 + 30, offset + 8 + 33));
        return encodeMutateReply([]);
      },
    });
    const row = new TextEncoder().encode('row');
    const done = table.put([{ row, cells: { f: { q: 'v' } } }]);
    row.fill(0);
    await done;
    expect(seen).toBe('row');
  });

  it('refuses a Put without cells and one above 10 MiB, and sends nothing (N-38, N-34)', async () => {
    const { table, engine } = tableOn();
    await expect(table.put(new Put('r'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      name: 'IllegalArgumentException',
      message: 'No columns to insert',
    });
    const large = new Put('r').addColumn('f', 'q', new Uint8Array(10 * 1024 * 1024));
    await expect(table.put(large)).rejects.toMatchObject({ message: 'KeyValue size too large' });
    await expect(table.put(undefined as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(engine.packets).toHaveLength(0);
  });

  it('checks a list as a whole before anything is sent (W-67)', async () => {
    const { table, engine } = tableOn();
    const many = Array.from({ length: 3000 }, (_, index) => put(`r${index}`));
    await expect(table.put([...many, new Put('bad')])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'No columns to insert',
      details: { index: 3000 },
    });
    await expect(table.put([put('a'), new Delete('r') as never])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { index: 1 },
    });
    expect(engine.packets).toHaveLength(0);
  });

  it('sends nothing for an empty list', async () => {
    const { table, engine } = tableOn();
    await table.put([]);
    expect(engine.packets).toHaveLength(0);
  });

  it('rejects with the plain error for one Put, with BATCH_FAILED for a list (W-70)', async () => {
    const { table } = tableOn({ mutate: () => encodeMutateReply([{ index: 0, error: noFamily }]) });
    await expect(table.put(put('r'))).rejects.toMatchObject({
      code: 'NO_SUCH_COLUMN_FAMILY',
      name: 'NoSuchColumnFamilyException',
      message: noFamily.message,
    });
    await expect(table.put([put('r\u0001')])).rejects.toMatchObject({
      code: 'BATCH_FAILED',
      name: 'RetriesExhaustedWithDetailsException',
      details: {
        causes: [{ index: 0, row: 'r\\x01', code: 'NO_SUCH_COLUMN_FAMILY', message: noFamily.message }],
      },
    });
  });

  it('counts failures by their place in the whole list', async () => {
    const value = 'v'.repeat(300_000);
    const list = Array.from({ length: 10 }, (_, index) => new Put(`r${index}`).addColumn('f', 'q', value));
    const { table, engine } = tableOn({
      mutate: ({ mutations }) => encodeMutateReply([{ index: mutations - 1, error: noFamily }]),
    });
    await expect(table.put(list)).rejects.toMatchObject({
      details: { causes: [3, 7, 9].map((index) => ({ index, row: `r${index}`, code: 'NO_SUCH_COLUMN_FAMILY' })) },
    });
    expect(engine.packets).toHaveLength(3);
  });

  it('names the refusal of a request as the cause of each of its Puts (W-7)', async () => {
    const { table } = tableOn({
      mutate() {
        throw new BigtabError('TABLE_NOT_FOUND', "Table 't' does not exist");
      },
    });
    await expect(table.put([put('a'), put('b')])).rejects.toMatchObject({
      code: 'BATCH_FAILED',
      message: expect.stringContaining('2 of 2'),
      details: {
        causes: [
          { index: 0, row: 'a', code: 'TABLE_NOT_FOUND' },
          { index: 1, row: 'b', code: 'TABLE_NOT_FOUND' },
        ],
      },
    });
  });

  it('keeps the order of a list whose durability changes, in requests of one durability each (W-61)', async () => {
    const sent: [string, number][] = [];
    const { table, engine } = tableOn({
      mutate({ durability, mutations }) {
        sent.push([durability, mutations]);
        return encodeMutateReply([]);
      },
    });
    const safe = (row: string) => put(row).setDurability('FSYNC_WAL');
    await table.put([put('a'), put('b'), safe('c'), put('d')]);
    expect(sent).toEqual([
      ['USE_DEFAULT', 2],
      ['FSYNC_WAL', 1],
      ['USE_DEFAULT', 1],
    ]);
    expect(engine.calls.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('cuts 100,000 Puts into packets of 1 MiB, at most four under way, and tells its progress', async () => {
    const { table, engine } = tableOn();
    const list = Array.from({ length: 100_000 }, (_, index) => ({
      row: `row-${index}`,
      cells: { f: { q: `value ${index}` } },
    }));
    const progress: Progress[] = [];
    engine.hold();
    const done = table.put(list, { onProgress: (step) => progress.push(step) });
    while (engine.packets.length < 4) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(engine.packets).toHaveLength(4);
    engine.release();
    await done;
    const sizes = engine.calls.map(({ payload }) => payload.end - payload.offset);
    expect(Math.max(...sizes)).toBeLessThan(1_060_000);
    expect(engine.packets.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toEqual({ done: 100_000, total: 100_000, unit: 'rows' });
  });

  it('lets the page breathe after every 4 ms of work on a list', async () => {
    // Each look at the clock, which there is one of for each element, takes 0.01 ms.
    let now = 0;
    const turns: number[] = [];
    let began = 0;
    const clock = { ...systemClock, monotonic: () => (now += 0.01) };
    const yielder = async () => {
      turns.push(now - began);
      began = now;
    };
    const { connection } = connectTo({}, { clock, yielder });
    const table = connection.getTable('t');
    const rows = Array.from({ length: 5000 }, (_, index) => `row-${index}`);
    await table.put(rows.map((row) => ({ row, cells: { f: { q: 'v' } } })));
    expect(turns.length).toBeGreaterThan(10);
    began = now;
    await table.exists(rows);
    expect(turns.length).toBeGreaterThan(30);
    expect(Math.max(...turns)).toBeLessThan(5);
  });

  it('stops at the signal and rejects with its reason; what was sent stays sent', async () => {
    const { table, engine } = tableOn();
    const value = 'v'.repeat(300_000);
    const list = Array.from({ length: 40 }, (_, index) => new Put(`r${index}`).addColumn('f', 'q', value));
    const controller = new AbortController();
    engine.hold();
    const done = table.put(list, { signal: controller.signal });
    done.catch(() => undefined);
    while (engine.packets.length < 4) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    await expect(done).rejects.toThrowError('enough');
    engine.release();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(engine.packets).toHaveLength(4);
    await expect(table.put(list, { signal: controller.signal })).rejects.toThrowError('enough');
  });

  it('tells the loss of the engine as itself, also for a list', async () => {
    const { table, engine } = tableOn();
    engine.hold();
    const done = table.put([put('a'), put('b')]);
    await Promise.resolve();
    engine.lose(new Error('terminated'));
    await expect(done).rejects.toMatchObject({ code: 'WORKER_LOST', details: { outcome: 'unknown' } });
  });
});

describe('Table.delete', () => {
  it('sends a Delete, its literal, and a list, which it leaves alone (A-11)', async () => {
    const { table, engine } = tableOn();
    await table.delete(new Delete('a'));
    await table.delete({ row: 'b', markers: [{ kind: 'family', family: 'f' }] });
    const list = [new Delete('c'), new Delete('d')];
    await table.delete(list);
    expect(list).toHaveLength(2);
    expect(engine.calls.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('refuses a slip that would delete more than was meant', async () => {
    const { table, engine } = tableOn();
    for (const slip of ['row', { row: 'r', marker: [] }, { row: 'r', markers: [] }, put('r')]) {
      await expect(table.delete(slip as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    expect(engine.packets).toHaveLength(0);
  });
});

describe('Table.get', () => {
  it('answers one get with one Result, a list with a list in its order (W-67)', async () => {
    const { table } = tableOn({ get: echo });
    expect((await table.get(new Get('a'))).getText('f', 'q')).toBe('a');
    expect((await table.get('b')).getText('f', 'q')).toBe('b');
    expect((await table.get({ row: 'c', columns: ['f:q'] })).getText('f', 'q')).toBe('c');
    const results = await table.get(['x', new Get('w'), { row: 'y' }]);
    expect(results.map((result) => result.getText('f', 'q'))).toEqual(['x', 'w', 'y']);
    expect(await table.get([])).toEqual([]);
  });

  it('answers an empty Result for a row that is not there (R-5)', async () => {
    const { table } = tableOn();
    expect((await table.get('a')).isEmpty).toBe(true);
  });

  it('asks again for what did not fit into one answer', async () => {
    const asked: number[] = [];
    const { table } = tableOn({
      get(request) {
        asked.push(request.gets.length);
        return echo({ ...request, gets: request.gets.slice(0, 3) });
      },
    });
    const rows = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const progress: number[] = [];
    const results = await table.get(rows, { onProgress: ({ done }) => progress.push(done) });
    expect(results.map((result) => result.getText('f', 'q'))).toEqual(rows);
    expect(asked).toEqual([20, 6, 6, 6, 6, 5, 2]);
    expect(progress).toEqual([3, 6, 9, 12, 15, 18, 20]);
  });

  it('names each get of a list that fails (W-70)', async () => {
    const { table } = tableOn({
      get(request) {
        if (request.gets.some(({ families }) => families.length > 0)) throw noFamily;
        return echo(request);
      },
    });
    const bad = { row: 'b', columns: ['x'] };
    await expect(table.get(bad)).rejects.toMatchObject({ code: 'NO_SUCH_COLUMN_FAMILY' });
    await expect(table.get([bad])).rejects.toMatchObject({ code: 'NO_SUCH_COLUMN_FAMILY' });
    await expect(table.get(['a', bad, 'c', bad])).rejects.toMatchObject({
      code: 'BATCH_FAILED',
      details: { causes: [1, 3].map((index) => ({ index, row: 'b', code: 'NO_SUCH_COLUMN_FAMILY' })) },
    });
  });

  it('checks a list as a whole before anything is sent', async () => {
    const { table, engine } = tableOn();
    await expect(table.get(['a', ''])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { index: 1 } });
    await expect(table.get(['a', null as never])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(engine.packets).toHaveLength(0);
  });
});

describe('Table.exists', () => {
  it('answers one or a list (R-7)', async () => {
    const { table } = tableOn({
      get: ({ gets, existenceOnly }) => encodeExistsReply(gets.map(({ row }) => existenceOnly && row.length === 1)),
    });
    expect(await table.exists('a')).toBe(true);
    expect(await table.exists(new Get('aa'))).toBe(false);
    expect(await table.exists(['a', 'bb', { row: 'c' }])).toEqual([true, false, true]);
  });
});

describe('Table.increment', () => {
  const answer = (value: bigint): Uint8Array =>
    resultBlock(['f'], [{ row: 'r', cells: [['f', 'hits', 1, encodeInt64(value)]] }]);

  it('answers the new values, as decimal text in JSON', async () => {
    const { table } = tableOn({ increment: ({ amounts }) => answer(amounts[0]?.amount ?? 0n) });
    const result = await table.increment(new Increment('r').addColumn('f', 'hits', 5));
    expect(result.getValue('f', 'hits')).toEqual(encodeInt64(5n));
    expect(JSON.stringify(result)).toContain('"value":"5"');
    const big = await table.increment({ row: 'r', amounts: { f: { hits: 2n ** 60n } } });
    expect(big.toJSON().cells[0]?.value).toBe(String(2n ** 60n));
  });

  it('answers an empty Result when none was wanted (W-37)', async () => {
    const { table } = tableOn();
    const result = await table.increment({ row: 'r', amounts: { f: { hits: 1 } }, returnResults: false });
    expect(result.isEmpty).toBe(true);
  });

  it('gives the new value of one counter as a bigint', async () => {
    const { table } = tableOn({
      increment: ({ durability, amounts }) =>
        answer((amounts[0]?.amount ?? 0n) + (durability === 'SKIP_WAL' ? 100n : 0n)),
    });
    expect(await table.incrementColumnValue('r', 'f', 'hits', -7)).toBe(-7n);
    expect(await table.incrementColumnValue('r', 'f', null, 1n, 'SKIP_WAL')).toBe(101n);
  });

  it('refuses an Increment without amounts and an empty row (N-38, W-32)', async () => {
    const { table, engine } = tableOn();
    await expect(table.increment(new Increment('r'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Invalid arguments to row=r, no columns set to be incremented, zero columns specified',
    });
    await expect(table.incrementColumnValue('', 'f', 'q', 1)).rejects.toMatchObject({ message: 'Row length is 0' });
    await expect(table.incrementColumnValue('r', 'f', 'q', 1.5)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(engine.packets).toHaveLength(0);
  });
});

describe('Table', () => {
  it('gathers calls that are made together into one packet', async () => {
    const { table, engine } = tableOn({ get: echo });
    await Promise.all([table.put(put('a')), table.get('b'), table.put(put('c')), table.exists(['d'])]);
    expect(engine.packets.map(({ calls }) => calls.map(({ operation }) => operation))).toEqual([
      [Operation.Mutate, Operation.Get, Operation.Mutate, Operation.Get],
    ]);
  });

  it("carries the page's stack, and the engine's in the cause", async () => {
    const { table } = tableOn({
      get() {
        throw new BigtabError('TABLE_NOT_FOUND', 'none');
      },
    });
    async function theCallersFunction(): Promise<unknown> {
      return table.get('a').then(() => null);
    }
    const error = await theCallersFunction().catch((caught: unknown) => caught as Error);
    expect(error).toBeInstanceOf(BigtabError);
    expect((error as Error).stack).toContain('theCallersFunction');
    expect((error as Error).stack).toContain('TableNotFoundException: none');
    expect(((error as Error).cause as Error).stack).toContain('scripted');
  });

  it('knows its name and asks for its descriptor', async () => {
    const descriptor = { name: 't', families: [] };
    const { table } = tableOn({
      control: ({ method, args }) => (method === 'getDescriptor' ? { ...descriptor, args } : 0),
    });
    expect(table.getName()).toBe('t');
    expect(await table.getDescriptor()).toEqual({ ...descriptor, args: ['t'] });
  });

  it('goes on working after its close, which does nothing', async () => {
    const { table } = tableOn({ get: echo });
    await table.close();
    expect((await table.get('a')).isEmpty).toBe(false);
  });

  it('works through a Proxy', async () => {
    const { table } = tableOn({ get: echo });
    const seen = new Proxy(table, {});
    expect((await seen.get('a')).getText('f', 'q')).toBe('a');
    await seen.put(new Proxy(put('r'), {}));
  });
});

import { describe, expect, it } from 'vitest';
import { decodeText } from '../../bytes/text.js';
import { systemClock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { rowAt } from '../../keyvalue/cell-layout.js';
import { Delete } from '../../model/delete.js';
import type { MutateRequest } from '../../model/mutate-request.js';
import { Put } from '../../model/put.js';
import { encodeMutateReply } from '../../service/mutate-codec.js';
import { type ConnectionScript, connectTo } from '../../testing/fakes/scripted-connection.js';
import type { ScriptedEngine } from '../../testing/fakes/scripted-engine.js';
import type { Table } from '../table.js';
import type { Progress } from './call-options.js';

function tableOn(script: ConnectionScript = {}): { readonly table: Table; readonly engine: ScriptedEngine } {
  const { connection, engine } = connectTo(script);
  return { table: connection.getTable('t'), engine };
}

const put = (row: string): Put => new Put(row).addColumn('f', 'q', 'v');
const noFamily = new BigtabError('NO_SUCH_COLUMN_FAMILY', "Table 't' has no family 'x'");

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

  it('keeps the order of the calls: calls after a long list run after all of it, also after a second one', async () => {
    const { openMemory } = await import('../../memory.js');
    const connection = await openMemory();
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    const rows = (value: string) =>
      Array.from({ length: 3_000 }, (_, row) => new Put(`r${row}`).addColumn('f', 'q', value.repeat(2_000)));
    const last = (): Delete => new Delete('r2999');
    const calls = [table.put(rows('1')), table.delete(last()), table.put(rows('2')), table.delete(last())];
    const seen = table.get(['r2998', 'r2999']);
    await Promise.all(calls);
    expect((await seen).map((row) => row.getText('f', 'q')?.[0] ?? null)).toEqual(['2', null]);
    await connection.close();
  });

  it('has read its arguments when the call returns', async () => {
    let seen = '';
    const { table } = tableOn({
      mutate({ block, cursor }) {
        const mutation = cursor();
        mutation.next();
        seen = decodeText(rowAt(block, mutation.offset));
        return encodeMutateReply([]);
      },
    });
    const row = new TextEncoder().encode('row');
    const done = table.put([{ row, cells: { f: { q: 'v' } } }]);
    row.fill(0);
    await done;
    expect(seen).toBe('row');
  });

  it('uses the state of a list at the call, however long it takes to send', async () => {
    let sent = 0;
    let now = 0;
    const { connection } = connectTo(
      {
        mutate(request) {
          sent += request.mutations;
          return encodeMutateReply([{ index: 0, error: noFamily }]);
        },
      },
      // Each element takes 3 ms, so that the list takes several turns.
      { clock: { ...systemClock, monotonic: () => (now += 3) } },
    );
    const list = [put('a'), put('b'), put('c')];
    const done = connection.getTable('t').put(list);
    list.length = 0;
    await expect(done).rejects.toMatchObject({ code: 'BATCH_FAILED', details: { causes: [{ index: 0, row: 'a' }] } });
    expect(sent).toBe(3);
  });

  it('refuses a Put without cells and one above 10 MiB, and sends nothing (N-38, N-34)', async () => {
    const { table, engine } = tableOn();
    await expect(table.put(new Put('r'))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      hbaseName: 'IllegalArgumentException',
      message: 'No columns to insert',
    });
    const large = new Put('r').addColumn('f', 'q', new Uint8Array(10 * 1024 * 1024));
    await expect(table.put(large)).rejects.toMatchObject({
      message: expect.stringMatching(/^KeyValue size too large: table 't', column 'f:q' of row 'r' has 10485783 bytes/),
    });
    await expect(table.put(undefined as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(engine.packets).toHaveLength(0);
  });

  it('checks the complete list before anything is sent (W-9, W-67)', async () => {
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
      hbaseName: 'NoSuchColumnFamilyException',
      message: noFamily.message,
    });
    await expect(table.put([put('r\u0001')])).rejects.toMatchObject({
      code: 'BATCH_FAILED',
      hbaseName: 'RetriesExhaustedWithDetailsException',
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
      details: {
        causes: [0, 1, 2, 3, 5, 9].map((index) => ({ index, row: `r${index}`, code: 'NO_SUCH_COLUMN_FAMILY' })),
      },
    });
    expect(engine.packets).toHaveLength(6);
  });

  it('reports the refusal of a request as the cause of each of its Puts (W-7)', async () => {
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

  it('cuts 100,000 Puts into packets of 1 MiB, at most four in progress, and reports its progress', async () => {
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
    // Reading the clock, once for every eight elements, takes 0.08 ms.
    let now = 0;
    const turns: number[] = [];
    let began = 0;
    const clock = { ...systemClock, monotonic: () => (now += 0.08) };
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

  it('stops when the signal aborts and rejects with its reason; sent Puts are not undone', async () => {
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
    await expect(table.put(put('r'), { signal: controller.signal })).rejects.toThrowError('enough');
  });

  it('rejects with the error of a lost engine, also for a list', async () => {
    const { table, engine } = tableOn();
    engine.hold();
    const done = table.put([put('a'), put('b')]);
    await new Promise((resolve) => setImmediate(resolve));
    engine.lose(new Error('terminated'));
    await expect(done).rejects.toMatchObject({ code: 'WORKER_LOST', details: { outcome: 'unknown' } });
  });
});

import { describe, expect, it } from 'vitest';
import { decodeInt64, encodeInt64 } from '../bytes/numbers.js';
import { decodeText } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
import { Delete } from '../model/delete.js';
import { Get } from '../model/get.js';
import type { GetRequest } from '../model/get-request.js';
import { Increment } from '../model/increment.js';
import { Put } from '../model/put.js';
import type { ActionPart, ActionRequest, RowAction } from '../model/row-action.js';
import { RowMutations } from '../model/row-mutations.js';
import { encodeActionsReply } from '../service/action-codec.js';
import { Operation } from '../service/client-service.js';
import { encodeExistsReply } from '../service/get-codec.js';
import { ManualClock } from '../simulation/manual-clock.js';
import { type ConnectionScript, connectTo } from '../testing/fakes/scripted-connection.js';
import type { ScriptedEngine } from '../testing/fakes/scripted-engine.js';
import { encodeGetReply } from '../testing/samples/replies.js';
import { resultBlock } from '../testing/samples/result-blocks.js';
import type { Result } from './answers/result.js';
import type { CallOptions, Progress } from './calls/call-options.js';
import type { Table } from './table.js';

function tableOn(script: ConnectionScript = {}): { readonly table: Table; readonly engine: ScriptedEngine } {
  const { connection, engine } = connectTo(script, { clock: new ManualClock() });
  return { table: connection.getTable('t'), engine };
}

const put = (row: string): Put => new Put(row).addColumn('f', 'q', 'v');
const noFamily = new BigtabError('NO_SUCH_COLUMN_FAMILY', "Table 't' has no family 'x'");

/** The answer to gets: each row with one cell that contains the row's name. */
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

describe('Table.delete', () => {
  it('sends a Delete, its literal, and a list, which it does not change (A-11)', async () => {
    const { table, engine } = tableOn();
    await table.delete(new Delete('a'));
    await table.delete({ row: 'b', markers: [{ kind: 'family', family: 'f' }] });
    const list = [new Delete('c'), new Delete('d')];
    await table.delete(list);
    expect(list).toHaveLength(2);
    expect(engine.calls.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('refuses a mistake that would delete more than intended', async () => {
    const { table, engine } = tableOn();
    for (const slip of ['row', { row: 'r', marker: [] }, { row: 'r', markers: [] }, put('r')]) {
      await expect(table.delete(slip as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    expect(engine.packets).toHaveLength(0);
  });
});

describe('Table.get', () => {
  it('returns one Result for one get, and a list in its order for a list (W-67)', async () => {
    const { table } = tableOn({ get: echo });
    expect((await table.get(new Get('a'))).getText('f', 'q')).toBe('a');
    expect((await table.get('b')).getText('f', 'q')).toBe('b');
    expect((await table.get({ row: 'c', columns: ['f:q'] })).getText('f', 'q')).toBe('c');
    const results = await table.get(['x', new Get('w'), { row: 'y' }]);
    expect(results.map((result) => result.getText('f', 'q'))).toEqual(['x', 'w', 'y']);
    expect(await table.get([])).toEqual([]);
  });

  it('returns an empty Result for a missing row (R-5)', async () => {
    const { table } = tableOn();
    expect((await table.get('a')).isEmpty).toBe(true);
  });

  it('requests again what did not fit into one answer', async () => {
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

  it('reports each get of a list that fails (W-70)', async () => {
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
  it('returns one answer or a list (R-7)', async () => {
    const { table } = tableOn({
      get: ({ gets, existenceOnly }) => encodeExistsReply(gets.map(({ row }) => existenceOnly && row.length === 1)),
    });
    expect(await table.exists('a')).toBe(true);
    expect(await table.exists(new Get('aa'))).toBe(false);
    expect(await table.exists(['a', 'bb', { row: 'c' }])).toEqual([true, false, true]);
  });
});

describe('Calls with a list', () => {
  const calls = {
    get: (table: Table, options: CallOptions) => table.get(['a', 'b', 'c'], options),
    exists: (table: Table, options: CallOptions) => table.exists(['a', 'b', 'c'], options),
    put: (table: Table, options: CallOptions) => table.put([put('a'), put('b'), put('c')], options),
    delete: (table: Table, options: CallOptions) => table.delete([{ row: 'a' }, { row: 'b' }, { row: 'c' }], options),
  };

  it.each(Object.entries(calls))('%s: reject with the reason of the signal', async (_, call) => {
    const { table, engine } = tableOn();
    const [reason, controller] = [new Error('enough'), new AbortController()];
    const started = call(table, { signal: controller.signal });
    controller.abort(reason);
    await expect(started).rejects.toBe(reason);
    const sent = engine.packets.length;
    await expect(call(table, { signal: controller.signal })).rejects.toBe(reason);
    expect(engine.packets).toHaveLength(sent);
  });

  it.each(Object.entries(calls))('%s: refuse a value that is not a signal, and send nothing', async (_, call) => {
    const { table, engine } = tableOn();
    for (const signal of [new AbortController(), null, 5] as never[]) {
      await expect(call(table, { signal })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('signal must be an AbortSignal; got'),
      });
    }
    expect(engine.packets).toHaveLength(0);
  });

  it.each(
    Object.entries({
      ...calls,
      batch: (table: Table, options: CallOptions) => table.batch([put('a')], [], options),
      checkAndMutate: (table: Table, options: CallOptions) =>
        table.checkAndMutate([{ row: 'a', family: 'f', action: put('a') }], options),
    }),
  )('%s: refuse what are no options, and send nothing', async (_, call) => {
    const { table, engine } = tableOn();
    const refused: readonly (readonly [options: unknown, message: string])[] = [
      [null, 'a set of options must be an object with signal, onProgress; got null'],
      [new AbortController().signal, 'a set of options must be an object with signal, onProgress; got AbortSignal'],
      [{ onprogress: () => {} }, "did you mean 'onProgress'?"],
      [{ onProgress: 5 }, 'onProgress must be a function; got 5'],
    ];
    for (const [options, message] of refused) {
      await expect(call(table, options as never)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining(message),
      });
    }
    expect(engine.packets).toHaveLength(0);
  });

  it('get and exists: report their progress to the end', async () => {
    const { table } = tableOn({
      get: (request) => (request.existenceOnly ? encodeExistsReply(request.gets.map(() => true)) : echo(request)),
    });
    for (const ask of ['get', 'exists'] as const) {
      const told: Progress[] = [];
      await calls[ask](table, { onProgress: (progress) => told.push(progress) });
      expect(told).toEqual([{ done: 3, total: 3, unit: 'rows' }]);
    }
  });
});

describe('Table.increment', () => {
  const answer = (value: bigint): Uint8Array => {
    const payload = resultBlock(['f'], [{ row: 'r', cells: [['f', 'hits', 1, encodeInt64(value)]] }]);
    return encodeActionsReply([{ done: true, payload }]);
  };
  /** The last mutation of a request, and the number at its end. */
  const asked = ({ actions, block }: ActionRequest): { readonly part: ActionPart; readonly amount: bigint } => {
    const part = (actions[0] as RowAction).parts.at(-1) as ActionPart;
    return { part, amount: decodeInt64(block.bytes, part.end - 8) };
  };

  it('returns the new values, as decimal text in JSON', async () => {
    const { table } = tableOn({ batch: (request) => answer(asked(request).amount) });
    const result = await table.increment(new Increment('r').addColumn('f', 'hits', 5));
    expect(result.getValue('f', 'hits')).toEqual(encodeInt64(5n));
    expect(JSON.stringify(result)).toContain('"value":"5"');
    const big = await table.increment({ row: 'r', amounts: { f: { hits: 2n ** 60n } } });
    expect(big.toJSON().cells[0]?.value).toBe(String(2n ** 60n));
  });

  it('returns an empty Result if none was requested (W-37)', async () => {
    const { table } = tableOn();
    const result = await table.increment({ row: 'r', amounts: { f: { hits: 1 } }, returnResults: false });
    expect(result.isEmpty).toBe(true);
  });

  it('returns the new value of one counter as a bigint', async () => {
    const { table } = tableOn({
      batch: (request) => {
        const { part, amount } = asked(request);
        return answer(amount + (part.durability === 'SKIP_WAL' ? 100n : 0n));
      },
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

describe('Table.batch', () => {
  const done = (request: ActionRequest, answered = request.actions.length) =>
    encodeActionsReply(
      request.actions.slice(0, answered).map((action) => {
        const row = 'parts' in action ? decodeText(action.row) : 'get';
        const payload = resultBlock(['f'], [{ row, cells: [['f', 'q', 1, row]] }]);
        return { done: true, payload: 'parts' in action ? payload : encodeGetReply(1, payload) };
      }),
    );
  const rowsOf = (results: readonly unknown[]) =>
    results.map((result) => decodeText((result as Result).row as Uint8Array));

  it('requests again what a reply leaves out', async () => {
    const { table, engine } = tableOn({ batch: (request) => done(request, 2) });
    const actions = [put('a'), new Get('x'), put('b'), put('c'), new Delete('d')];
    const results: unknown[] = [];
    expect(rowsOf(await table.batch(actions, results))).toEqual(['a', 'get', 'b', 'c', 'd']);
    expect(rowsOf(results)).toEqual(['a', 'get', 'b', 'c', 'd']);
    expect(engine.packets).toHaveLength(3);
  });

  it('cuts a long list into packets, in list order, and reports its progress', async () => {
    const { table, engine } = tableOn({ batch: (request) => done(request) });
    const value = new Uint8Array(400_000);
    const actions = Array.from({ length: 8 }, (_, index) => new Put(`r${index}`).addColumn('f', 'q', value));
    const told: number[] = [];
    const results = await table.batch(actions, [], { onProgress: (progress) => told.push(progress.done) });
    expect(rowsOf(results)).toEqual(actions.map((_, index) => `r${index}`));
    expect(engine.packets.length).toBeGreaterThan(2);
    expect(told.at(-1)).toBe(8);
  });

  it('rejects with BATCH_FAILED and all results when some failed (W-58, W-70)', async () => {
    const { table } = tableOn({
      batch: () => {
        const payload = resultBlock([], [{ row: '', cells: [] }]);
        return encodeActionsReply([
          { done: true, payload },
          { error: new BigtabError('NO_SUCH_COLUMN_FAMILY', 'none') },
        ]);
      },
    });
    const results: unknown[] = [];
    const error = await table.batch([put('a'), put('b')], results).then(String, (error: BigtabError) => error);
    expect(error).toMatchObject({
      code: 'BATCH_FAILED',
      details: { causes: [{ index: 1, row: 'b', code: 'NO_SUCH_COLUMN_FAMILY' }], results },
    });
    expect((results[0] as Result).isEmpty).toBe(true);
    expect(results[1]).toMatchObject({ hbaseName: 'NoSuchColumnFamilyException' });
  });

  it('has the same cause for all when the engine refuses a request as a whole (A-38)', async () => {
    const { table } = tableOn({
      batch: () => {
        throw new BigtabError('TABLE_NOT_ENABLED', 'disabled');
      },
    });
    await expect(table.batch([put('a'), new Get('b')])).rejects.toMatchObject({
      code: 'BATCH_FAILED',
      details: {
        causes: [
          { index: 0, code: 'TABLE_NOT_ENABLED' },
          { index: 1, code: 'TABLE_NOT_ENABLED' },
        ],
      },
    });
  });

  it('checks every action before anything is sent (N-38)', async () => {
    const { table, engine } = tableOn();
    const refused = [
      [[put('a'), new Put('b')], 'No columns to insert for #2 item'],
      [[new RowMutations('r').add(put('r')).add(new Put('r'))], 'No columns to insert for #2 item'],
      [[{ row: 'r' }], /kind: 'Delete'/],
      [[{ kind: 'Scan' }], /an action must be a Get, .* the literal of a Get needs kind: 'Get'/],
      [['r'], /an action must be/],
      [null, /batch needs a list of actions/],
      ['r', /batch needs a list of actions/],
    ] as const;
    for (const [actions, message] of refused) {
      await expect(table.batch(actions as never)).rejects.toThrowError(message);
    }
    for (const results of [null, 5, Object.freeze([])]) {
      await expect(table.batch([put('a')], results as never)).rejects.toThrowError(/a writable array/);
    }
    expect(engine.packets).toHaveLength(0);
    expect(await table.batch([])).toEqual([]);
  });

  it('keeps its place before later calls', async () => {
    const { table, engine } = tableOn({ batch: (request) => done(request) });
    await Promise.all([table.batch([put('a')]), table.put(put('b'))]);
    expect(engine.packets.flatMap(({ calls }) => calls.map(({ operation }) => operation))).toEqual([
      Operation.Batch,
      Operation.Mutate,
    ]);
  });
});

describe('Table', () => {
  it('collects calls that are made together in one packet', async () => {
    const { table, engine } = tableOn({ get: echo });
    await Promise.all([table.put(put('a')), table.get('b'), table.put(put('c')), table.exists(['d'])]);
    expect(engine.packets.map(({ calls }) => calls.map(({ operation }) => operation))).toEqual([
      [Operation.Mutate, Operation.Get, Operation.Mutate, Operation.Get],
    ]);
  });

  it("rejects with the page's stack, and the engine's stack in the cause", async () => {
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
    expect((error as Error).stack).toContain('BigtabError: none');
    expect(((error as Error).cause as Error).stack).toContain('scripted');
  });

  it('has a name and requests its descriptor', async () => {
    const descriptor = { name: 't', families: [] };
    const { table } = tableOn({
      control: ({ method, args }) => (method === 'getDescriptor' ? { ...descriptor, args } : 0),
    });
    expect(table.getName()).toBe('t');
    expect(await table.getDescriptor()).toEqual({ ...descriptor, args: ['t'] });
  });

  it('continues to work after its close, which does nothing', async () => {
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

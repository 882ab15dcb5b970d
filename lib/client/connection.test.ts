import { describe, expect, it, vi } from 'vitest';
import { BigtabError } from '../errors.js';
import type { StatusReport } from '../model/status-report.js';
import type { ControlRequest } from '../service/control-methods.js';
import { connectTo } from '../testing/fakes/scripted-connection.js';
import type { ConnectionEvents } from './connection-events.js';

const PUT = { row: 'r', cells: { f: { q: 'v' } } };
const STATUS = { name: 'crawl', state: 'open' } as StatusReport;

describe('Connection', () => {
  it('has a name and requests the status', async () => {
    const { connection } = connectTo({ control: ({ method }) => ({ method }) });
    expect(connection.name).toBe('crawl');
    expect(await connection.status()).toEqual({ method: 'status' });
  });

  it('ensures the table that the literal describes; the engine answers with its name', async () => {
    const requests: ControlRequest[] = [];
    const { connection, engine } = connectTo({
      control(request) {
        requests.push(request);
        return 'webtable';
      },
    });
    const like = { name: 'default:webtable', families: ['contents', { name: 'anchor', blockSize: 8192 }] } as const;
    const table = await connection.ensureTable(like);
    expect(table.getName()).toBe('webtable');
    expect(requests).toEqual([{ method: 'ensureTable', args: [like, {}] }]);
    expect(engine.calls[0]?.number).toBe(1);
  });

  it('reports SCHEMA_MISMATCH with its differences', async () => {
    const differences = [{ family: 'f', attribute: 'blockSize', stored: 65536, asked: 8192 }];
    const { connection } = connectTo({
      control() {
        throw new BigtabError('SCHEMA_MISMATCH', 'differs', { details: { differences } });
      },
    });
    await expect(connection.ensureTable({ name: 't', families: ['f'] })).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      details: { differences },
    });
  });

  it('returns a table without a check, even for a name that no table may have', () => {
    const { connection, engine } = connectTo({});
    expect(connection.getTable('default:t').getName()).toBe('t');
    expect(connection.getTable('a:b:c').getName()).toBe('a:b:c');
    for (const name of [undefined, null, 5, Uint8Array.of(0x74), () => 1] as never[]) {
      expect(() => connection.getTable(name)).toThrowError(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
    expect(engine.packets).toHaveLength(0);
  });

  it('works through a Proxy, as do its tables and its Admin', async () => {
    const { connection } = connectTo({ control: ({ method }) => (method === 'ensureTable' ? 't' : ['t']) });
    const seen = new Proxy(connection, {});
    expect(await new Proxy(seen.getAdmin(), {}).listTableNames()).toEqual(['t']);
    await (await seen.ensureTable({ name: 't', families: ['f'] })).put(PUT);
    seen.addEventListener('status', () => undefined);
    await seen.close();
  });

  it('refuses a listener that is not a function, even with handleEvent', () => {
    const { connection } = connectTo({});
    for (const listener of [{}, { handleEvent: () => undefined }, null] as never[]) {
      expect(() => connection.addEventListener('status', listener)).toThrow(/a listener must be a function/);
    }
  });

  it('runs calls in the order they were made', async () => {
    const { connection, engine } = connectTo({});
    const table = connection.getTable('t');
    await Promise.all([
      table.put(PUT),
      table.put([PUT, PUT]),
      connection.getAdmin().disableTable('t'),
      table.delete({ row: 'r' }),
    ]);
    expect(engine.calls.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });
});

describe('Connection.close', () => {
  it('waits for calls in progress, then refuses all others; may be called again', async () => {
    const { connection, engine } = connectTo({});
    const table = connection.getTable('t');
    engine.hold();
    const put = table.put(PUT);
    const list = table.put([PUT, PUT]);
    const closing = connection.close();
    expect(connection.close()).toBe(closing);
    await expect(table.get('r')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(engine.closed).toBe(0);
    engine.release();
    await Promise.all([put, list, closing]);
    expect(engine.closed).toBe(1);
    await connection.close();
    expect(engine.closed).toBe(1);
  });

  it('makes every later call fail', async () => {
    const { connection, engine } = connectTo({});
    const table = connection.getTable('t');
    const scanner = table.getScanner();
    await connection.close();
    const calls = [
      () => table.put(PUT),
      () => table.put([PUT]),
      () => table.delete({ row: 'r' }),
      () => table.get('r'),
      () => table.get(['r']),
      () => table.exists('r'),
      () => table.increment({ row: 'r', amounts: { f: { q: 1 } } }),
      () => table.incrementColumnValue('r', 'f', 'q', 1),
      () => table.getDescriptor(),
      () => scanner.next(),
      () => table.getScanner().toArray(),
      () => connection.ensureTable({ name: 't', families: ['f'] }),
      () => connection.status(),
      () => connection.getAdmin().listTableNames(),
      () => connection.getAdmin().createTable({ name: 't', families: ['f'] }),
      () => connection.getAdmin().flush('t'),
    ];
    for (const call of calls) {
      await expect(call(), String(call)).rejects.toMatchObject({
        code: 'CONNECTION_CLOSED',
        message: "The connection to 'crawl' was closed. Call connect again.",
      });
    }
    expect(engine.packets.map(({ bye, calls }) => [bye, calls.length])).toEqual([[true, 0]]);
  });

  it.runIf(Symbol.asyncDispose)('is called by Symbol.asyncDispose', async () => {
    const { connection, engine } = connectTo({});
    await connection[Symbol.asyncDispose]();
    expect(engine.closed).toBe(1);
    expect(Object.keys(connection)).not.toContain(Symbol.asyncDispose);
  });
});

describe('Connection events', () => {
  it('reports commits, status and errors of background work to listeners', () => {
    const { connection, engine } = connectTo({});
    const told: unknown[] = [];
    const listen = (event: ConnectionEvents[keyof ConnectionEvents]) => told.push(event);
    for (const type of ['commit', 'status', 'error'] as const) connection.addEventListener(type, listen);
    const [firstRow, lastRow] = [Uint8Array.of(1), Uint8Array.of(2)];
    engine.emit({ type: 'commit', table: 't', firstRow, lastRow });
    engine.emit({ type: 'status', status: STATUS });
    engine.emit({ type: 'error', error: { code: 'QUOTA_EXCEEDED', message: 'full' } });
    expect(told).toEqual([
      { type: 'commit', table: 't', firstRow, lastRow },
      { type: 'status', status: STATUS },
      { type: 'error', error: expect.objectContaining({ code: 'QUOTA_EXCEEDED', message: 'full' }) },
    ]);
  });

  it('passes rows of a commit that belong to the listener', () => {
    const { connection, engine } = connectTo({});
    const event = { type: 'commit', table: 't', firstRow: Uint8Array.of(1), lastRow: Uint8Array.of(2) } as const;
    connection.addEventListener('commit', ({ firstRow }) => firstRow.fill(0));
    engine.emit(event);
    expect(event.firstRow).toEqual(Uint8Array.of(1));
  });

  it('calls a listener once, however often it was added, and not after it was removed', () => {
    const { connection, engine } = connectTo({});
    const listener = vi.fn();
    connection.addEventListener('status', listener);
    connection.addEventListener('status', listener);
    engine.emit({ type: 'status', status: STATUS });
    expect(listener).toHaveBeenCalledTimes(1);
    connection.removeEventListener('status', listener);
    engine.emit({ type: 'status', status: STATUS });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('requests events from the engine only while it has a listener for them', () => {
    const { connection, engine } = connectTo({});
    const listener = vi.fn();
    connection.addEventListener('lost', listener);
    expect(engine.listened).toBe(false);
    for (let round = 0; round < 2; round++) {
      connection.addEventListener('status', listener);
      connection.addEventListener('commit', listener);
      connection.removeEventListener('status', listener);
      expect(engine.listened).toBe(true);
      connection.removeEventListener('commit', listener);
      expect(engine.listened).toBe(false);
    }
  });

  it('calls the other listeners when one throws, and the platform reports the error', async () => {
    const { connection, engine } = connectTo({});
    const thrown: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (task: () => void) => thrown.push(task));
    const listener = vi.fn();
    connection.addEventListener('status', () => {
      throw new Error('mine');
    });
    connection.addEventListener('status', listener);
    engine.emit({ type: 'status', status: STATUS });
    vi.unstubAllGlobals();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(thrown).toHaveLength(1);
    expect(thrown[0]).toThrowError('mine');
  });

  it('reports schema changes and attributes without effect', () => {
    const { connection, engine } = connectTo({});
    const told: unknown[] = [];
    connection.addEventListener('schema', (event) => told.push(event));
    connection.addEventListener('warning', (event) => told.push(event));
    engine.emit({ type: 'schema', table: 't', change: 'truncate' });
    engine.emit({ type: 'warning', table: 't', attributes: ['IS_MOB'] });
    expect(told).toEqual([
      { type: 'schema', table: 't', change: 'truncate' },
      { type: 'warning', table: 't', attributes: ['IS_MOB'] },
    ]);
  });

  it('refuses an unknown event, and names the known ones', () => {
    const { connection } = connectTo({});
    for (const type of ['comit', 'toString', '', undefined] as never[]) {
      const refused = expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining(
          'must be one of status, lost, role, versionchange, error, commit, schema, warning; got',
        ),
      });
      expect(() => connection.addEventListener(type, () => undefined)).toThrowError(refused);
      expect(() => connection.removeEventListener(type, () => undefined)).toThrowError(refused);
    }
  });

  it('calls a listener once if `once` is set, even one that causes the event again', () => {
    const { connection, engine } = connectTo({});
    const listener = vi.fn(() => engine.emit({ type: 'status', status: STATUS }));
    connection.addEventListener('status', listener, { once: true });
    engine.emit({ type: 'status', status: STATUS });
    engine.emit({ type: 'status', status: STATUS });
    expect(listener).toHaveBeenCalledTimes(1);
    connection.addEventListener('status', listener, { once: true });
    connection.removeEventListener('status', listener);
    engine.emit({ type: 'status', status: STATUS });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('removes a listener when its signal aborts, and adds none for a signal that has aborted', () => {
    const { connection, engine } = connectTo({});
    const listener = vi.fn();
    const controller = new AbortController();
    connection.addEventListener('status', listener, { signal: controller.signal });
    engine.emit({ type: 'status', status: STATUS });
    controller.abort();
    engine.emit({ type: 'status', status: STATUS });
    connection.addEventListener('status', listener, { signal: controller.signal });
    engine.emit({ type: 'status', status: STATUS });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('listens to the engine only while a listener waits for its events', () => {
    const { connection, engine } = connectTo({});
    const controller = new AbortController();
    connection.addEventListener('lost', () => undefined);
    expect(engine.listened).toBe(false);
    connection.addEventListener('status', () => undefined, { once: true });
    connection.addEventListener('schema', () => undefined, { signal: controller.signal });
    controller.abort();
    expect(engine.listened).toBe(true);
    engine.emit({ type: 'status', status: STATUS });
    expect(engine.listened).toBe(false);
  });

  it('releases the signal of a listener that was removed', () => {
    const { connection, engine } = connectTo({});
    const listener = vi.fn();
    const controller = new AbortController();
    connection.addEventListener('status', listener, { signal: controller.signal });
    connection.removeEventListener('status', listener);
    connection.addEventListener('status', listener);
    controller.abort();
    engine.emit({ type: 'status', status: STATUS });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('does not call a listener that an earlier one removed', () => {
    const { connection, engine } = connectTo({});
    const second = vi.fn();
    connection.addEventListener('status', () => connection.removeEventListener('status', second));
    connection.addEventListener('status', second);
    engine.emit({ type: 'status', status: STATUS });
    expect(second).not.toHaveBeenCalled();
  });

  it.each([
    [{ passive: true }, "unknown property 'passive' of a set of listener options"],
    [{ capture: false }, 'The known properties are once, signal'],
    [true, 'a set of listener options must be an object with once, signal; got true'],
    [null, 'got null'],
    [{ once: 1 }, 'once must be true or false; got 1'],
    [{ signal: new AbortController() }, 'signal must be an AbortSignal; got AbortController'],
    [{ signal: { aborted: false } }, 'signal must be an AbortSignal; got Object'],
  ])('refuses the options %j', (options, message) => {
    const { connection } = connectTo({});
    expect(() => connection.addEventListener('status', () => undefined, options as never)).toThrowError(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
    );
  });

  it('reports once that the engine is lost; calls then reject with WORKER_LOST', async () => {
    const { connection, engine } = connectTo({});
    const table = connection.getTable('t');
    const lost = vi.fn();
    connection.addEventListener('lost', lost);
    engine.hold();
    const calls = [table.put(PUT), table.get('r')];
    await new Promise((resolve) => setImmediate(resolve));
    engine.lose(new Error('terminated'));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes).toMatchObject([
      { reason: { code: 'WORKER_LOST', details: { outcome: 'unknown' } } },
      { reason: { code: 'WORKER_LOST', details: { outcome: 'none' } } },
    ]);
    expect(lost).toHaveBeenCalledTimes(1);
    expect(lost.mock.calls[0]?.[0]).toMatchObject({ type: 'lost', error: { code: 'WORKER_LOST' } });
    await expect(table.get('r')).rejects.toMatchObject({ code: 'WORKER_LOST' });
    await connection.close();
    expect(engine.closed).toBe(1);
    await expect(table.get('r')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  });

  it('rejects each lost call with its own error', async () => {
    const { connection, engine } = connectTo({});
    const table = connection.getTable('t');
    engine.hold();
    const calls = [table.get('a'), table.get('b')];
    await Promise.resolve();
    engine.lose('gone');
    const [first, second] = await Promise.allSettled(calls);
    expect((first as PromiseRejectedResult).reason).not.toBe((second as PromiseRejectedResult).reason);
  });
});

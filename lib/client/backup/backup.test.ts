import { describe, expect, it, type MockInstance, vi } from 'vitest';
import { KEEP_HISTORY } from '../../model/keep-history.js';
import { Put } from '../../model/put.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { SimMachine } from '../../simulation/sim-machine.js';
import { ReplacedEngine } from '../../testing/crash/replaced-engine.js';
import { exported, streamOf, textOf, tokenOf, withoutToken } from '../../testing/samples/backups.js';
import { connectTo, type MemoryMedium, memoryMedium, openEngine } from '../../testing/samples/engine.js';
import { settle } from '../../testing/samples/log-records.js';
import type { Progress } from '../calls/call-options.js';
import type { Connection } from '../connection.js';
import type { ExportOptions } from './export-stream.js';
import type { ImportOptions } from './import-stream.js';

const EXPIRED = expect.objectContaining({ code: 'SNAPSHOT_EXPIRED' });
const CLOSED = expect.objectContaining({ code: 'CONNECTION_CLOSED' });
const CREATE = { mode: 'create' } as const;
const MERGE = { mode: 'merge' } as const;

async function open(medium: MemoryMedium = memoryMedium()): Promise<Connection> {
  return (await openEngine(medium)).connection;
}

/** A table with many rows. */
async function fill(connection: Connection, name = 't', rows = 2_000): Promise<void> {
  const table = await connection.ensureTable({ name, families: ['f'] });
  const value = 'x'.repeat(500);
  await table.put(Array.from({ length: rows }, (_, row) => ({ row: `row ${row}`, cells: { f: { q: value } } })));
}

/** Lets background work and timers run for a time. */
async function pass(clock: ManualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5_000) {
    clock.advance(Math.min(left, 5_000));
    await settle();
  }
}

describe('exportStream', () => {
  it('is one point in time of all tables, while writes go on', async () => {
    const connection = await open();
    const families = ['f'];
    for (const name of ['a', 'b']) await connection.ensureTable({ name, families });
    await fill(connection, 'between', 3_000);
    const set = (value: number) =>
      connection.atomicBatch(
        ['a', 'b'].map((table) => ({
          table,
          mutation: { kind: 'Put', row: 'r', cells: { f: { q: `${value}` } } } as const,
        })),
      );
    let value = 1;
    await set(value);
    for (let run = 0; run < 5; run++) {
      const reader = connection.exportStream().getReader();
      const decoder = new TextDecoder();
      let text = '';
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        text += decoder.decode(chunk.value as Uint8Array);
        await set(++value);
        if (value % 7 === 0) await connection.getAdmin().flush(value % 2 === 0 ? 'a' : 'b');
        if (value % 11 === 0) await connection.getAdmin().majorCompact('b');
      }
      const values = [...text.matchAll(/"row":"r".*"value":"(\d+)"/g)].map((match) => match[1]);
      expect(values).toHaveLength(2);
      expect(values[0]).toBe(values[1]);
    }
    await connection.close();
  });

  it('exports chosen tables, as of a time, with disabled tables and namespaces', async () => {
    const connection = await open();
    const admin = connection.getAdmin();
    await admin.createNamespace({ name: 'n', configuration: { k: 'v' } });
    await admin.createNamespace('empty');
    const table = await connection.ensureTable({
      name: 'n:t',
      families: [{ name: 'f', ...KEEP_HISTORY }],
      readOnly: false,
    });
    for (const timestamp of [5, 6, 7]) await table.put({ row: 'r', cells: { f: { q: `${timestamp}` } }, timestamp });
    await connection.ensureTable({ name: 'u', families: ['g'] });
    await admin.disableTable('n:t');
    await admin.modifyTable({ ...(await admin.getDescriptor('n:t')), readOnly: true });
    const whole = await exported(connection);
    expect(JSON.parse(whole.split('\n')[0] as string).namespaces).toEqual([
      { name: 'empty', configuration: {} },
      { name: 'n', configuration: { k: 'v' } },
    ]);
    const text = await exported(connection, { tables: ['n:t'], asOf: new Date(6) });
    expect(text).not.toContain('"empty"');
    const copy = await open();
    await copy.importStream(streamOf(text), CREATE);
    expect(await copy.getAdmin().isTableDisabled('n:t')).toBe(true);
    expect((await copy.getAdmin().getDescriptor('n:t')).readOnly).toBe(true);
    expect(await copy.getAdmin().getNamespaceDescriptor('n')).toEqual({ name: 'n', configuration: { k: 'v' } });
    await copy.getAdmin().enableTable('n:t');
    expect((await copy.getTable('n:t').get({ row: 'r', versions: 9 })).cells.map(({ timestamp }) => timestamp)).toEqual(
      [6, 5],
    );
    expect(tokenOf(text)).toBeNull();
    await Promise.all([connection.close(), copy.close()]);
  });

  it('exports a snapshot, also if it is deleted meanwhile', async () => {
    const { connection, database } = await openEngine(memoryMedium());
    const admin = connection.getAdmin();
    await admin.createNamespace('empty');
    await fill(connection, 't', 2_000);
    await admin.snapshot('taken', 't');
    const expected = withoutToken(await exported(connection, { tables: ['t'] }));
    await connection.getTable('t').put({ row: 'later', cells: { f: { q: 'x' } } });
    await admin.majorCompact('t');
    const reader = connection.exportStream({ snapshot: 'taken' }).getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader.read()).value as Uint8Array);
    await admin.deleteSnapshot('taken');
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      text += decoder.decode(chunk.value as Uint8Array);
    expect(withoutToken(text)).toBe(expected);
    expect(JSON.parse(text.split('\n')[0] as string).namespaces).toEqual([]);
    expect(tokenOf(text)).toBeNull();
    expect(database.engine.regions.size).toBe(1);
    await expect(exported(connection, { snapshot: 'taken' })).rejects.toMatchObject({ code: 'UNKNOWN_SNAPSHOT' });
    await connection.close();
  });

  it('reads no more than its reader asks for, and reports its progress', async () => {
    const connection = await open();
    await fill(connection);
    const seen: Progress[] = [];
    const stream = connection.exportStream({ onProgress: (progress) => seen.push(progress) });
    await settle();
    expect(seen).toEqual([]);
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    await settle();
    expect(seen.length).toBeLessThanOrEqual(2);
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read());
    expect(seen.at(-1)).toEqual({ done: 2_000, total: 2_000, unit: 'cells' });
    await connection.close();
  });

  it('fails with the reason of its signal, and when the connection closes', async () => {
    const connection = await open();
    await fill(connection);
    const abort = new AbortController();
    const reader = connection.exportStream({ signal: abort.signal }).getReader();
    await reader.read();
    abort.abort('enough');
    await expect(reader.read()).rejects.toBe('enough');
    await expect(textOf(connection.exportStream({ signal: abort.signal }) as never)).rejects.toBe('enough');
    const unread = connection.exportStream().getReader();
    await unread.read();
    await connection.close();
    await expect(unread.read()).rejects.toEqual(CLOSED);
    expect(() => connection.exportStream()).toThrow(CLOSED);
  });

  it('keeps its state while it is not read, and releases it when it is cancelled', async () => {
    const medium = memoryMedium();
    const { connection, database } = await openEngine(medium);
    await fill(connection);
    const reader = connection.exportStream().getReader();
    await reader.read();
    const view = (database.engine.regions.get('t') as { stores: readonly { view: object }[] }).stores[0]?.view;
    await pass(medium.clock, 200_000);
    expect(view).toMatchObject({ isRead: true });
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    await settle();
    expect(view).toMatchObject({ isRead: false });
    await connection.close();
  });

  it('is ended if its client is not heard of for a minute', async () => {
    const medium = memoryMedium();
    const { connection, database } = await openEngine(medium);
    await fill(connection);
    const silent = connectTo(database, new ManualClock());
    const reader = silent.exportStream().getReader();
    await reader.read();
    await pass(medium.clock, 80_000);
    await expect(reader.read()).rejects.toEqual(EXPIRED);
    await Promise.all([silent.close(), connection.close()]);
  });

  it('fails with SNAPSHOT_EXPIRED if another engine takes over, and leaves the table as it is', async () => {
    const engine = new ReplacedEngine(new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }));
    await engine.open();
    const connection = engine.connect('a');
    await fill(connection, 't', 1_000);
    const reader = connection.exportStream().getReader();
    await reader.read();
    await reader.read();
    engine.die(engine.machine.image({ kind: 'process-death', seed: 1 }));
    await engine.open();
    engine.renew();
    await expect(reader.read()).rejects.toEqual(EXPIRED);
    expect((await exported(connection)).split('\n').length).toBeGreaterThan(1_000);
  });

  it('refuses what it does not know', async () => {
    const connection = await open();
    await connection.ensureTable({ name: 't', families: ['f'] });
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ table: 't' }, "did you mean 'tables'"],
      [{ tables: 't' }, 'a list of table names'],
      [{ asOf: -1 }, 'negative'],
      [{ since: 7 }, 'token'],
      [{ since: 'x', asOf: 1 }, 'asOf'],
      [{ snapshot: 's', tables: ['t'] }, 'snapshot'],
      [{ signal: new AbortController() }, 'AbortSignal'],
    ];
    for (const [options, message] of wrong) {
      expect(() => connection.exportStream(options as ExportOptions), message).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
      );
    }
    await expect(exported(connection, { tables: ['u'] })).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    for (const since of ['', 'x', 'WzFd', btoa('[1,"a",1,1,[["t",1,["x"]]]]'), btoa('{"__proto__":1}'), btoa('[2]')])
      await expect(exported(connection, { since }), since).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await connection.close();
  });
});

describe('An increment', () => {
  it('has what was written since then, and tables that were created', async () => {
    const source = await open();
    const table = await source.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: '1' } } });
    const full = await exported(source);
    await table.put({ row: 'b', cells: { f: { q: '2' } } });
    const other = await source.ensureTable({ name: 'u', families: ['f'] });
    await other.put({ row: 'c', cells: { f: { q: '3' } } });
    await source.getAdmin().flush('t');
    await source.getAdmin().majorCompact('t');
    const more = await exported(source, { since: tokenOf(full) });
    expect(more.match(/"row":"."/g)).toEqual(['"row":"b"', '"row":"c"']);
    const copy = await open();
    await copy.importStream(streamOf(full), CREATE);
    await copy.importStream(streamOf(more), MERGE);
    expect(withoutToken(await exported(copy))).toBe(withoutToken(await exported(source)));
    const nothing = await exported(source, { since: tokenOf(more) });
    expect(JSON.parse(nothing.trimEnd().split('\n').at(-1) as string).cells).toBe(0);
    await Promise.all([source.close(), copy.close()]);
  });

  it('continues after the database was opened again', async () => {
    const medium = memoryMedium();
    const first = await open(medium);
    await fill(first, 't', 10);
    await fill(first, 'dropped', 10);
    await first.getAdmin().disableTable('dropped');
    await first.getAdmin().deleteTable('dropped');
    const full = await exported(first);
    await first.close();
    for (let times = 0; times < 3; times++) await (await open(medium)).close();
    const again = await open(medium);
    await again.getTable('t').put({ row: 'new', cells: { f: { q: '1' } } });
    expect((await exported(again, { since: tokenOf(full) })).match(/"row":"[^"]*"/g)).toEqual(['"row":"new"']);
    await again.close();
  });

  const refused: readonly (readonly [string, (connection: Connection) => Promise<unknown>, RegExp])[] = [
    ['a table was truncated', (connection) => replaced(connection, 'truncateTable'), /truncated/],
    ['a table was dropped', (connection) => replaced(connection, 'deleteTable'), /'t' was dropped/],
    [
      'a table was dropped and created again',
      async (connection) => {
        await replaced(connection, 'deleteTable');
        await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      },
      /created again/,
    ],
    ['a family was dropped', (connection) => connection.getAdmin().deleteColumnFamily('t', 'g'), /family of table 't'/],
    [
      'the rules of a family changed',
      (connection) => connection.getAdmin().modifyColumnFamily('t', { name: 'f', maxVersions: 5 }),
      /rules changed/,
    ],
    [
      'a compaction removed deletes',
      async (connection) => {
        await connection.getTable('t').delete({ row: 'a' });
        await connection.getAdmin().majorCompact('t');
      },
      /deletes were removed/,
    ],
    [
      'single versions were deleted above those that a compaction removed',
      async (connection) => {
        const table = connection.getTable('t');
        await table.put({ row: 'a', cells: { f: { q: '2' } }, timestamp: 9_000_000 });
        await connection.getAdmin().flush('t');
        await connection.getAdmin().majorCompact('t');
        const markers = [{ kind: 'column', family: 'f', qualifier: 'q', timestamp: 9_000_000 }] as const;
        await table.delete({ row: 'a', markers });
      },
      /old versions were removed/,
    ],
  ];
  for (const [what, change, reason] of refused) {
    it(`is refused if ${what}`, async () => {
      const connection = await open();
      const table = await connection.ensureTable({ name: 't', families: ['f', 'g'] });
      await table.put({ row: 'a', cells: { f: { q: '1' } } });
      await connection.getAdmin().flush('t');
      const full = await exported(connection);
      await change(connection);
      const error = await exported(connection, { since: tokenOf(full) }).catch((reason) => reason);
      expect(error).toEqual(EXPIRED);
      expect(error.message).toMatch(reason);
      await connection.close();
    });
  }

  it('of another database is refused', async () => {
    const [a, b] = await Promise.all([
      openEngine(memoryMedium(), {}, { random: () => 0.1 }),
      openEngine(memoryMedium(), {}, { random: () => 0.2 }),
    ]);
    const [full] = await Promise.all([a, b].map(({ connection }) => exported(connection)));
    await expect(exported(b.connection, { since: tokenOf(full as string) })).rejects.toEqual(EXPIRED);
    await Promise.all([a, b].map(({ connection }) => connection.close()));
  });

  it('needs its table when it is merged', async () => {
    const source = await open();
    await fill(source, 't', 3);
    const more = await exported(source, { since: tokenOf(await exported(source)) });
    const copy = await open();
    const missing = expect.objectContaining({ code: 'TABLE_NOT_FOUND', details: { table: 't', line: 1 } });
    await expect(copy.importStream(streamOf(more), MERGE)).rejects.toEqual(missing);
    await Promise.all([source.close(), copy.close()]);
  });
});

async function replaced(connection: Connection, how: 'truncateTable' | 'deleteTable'): Promise<void> {
  await connection.getAdmin().disableTable('t');
  await connection.getAdmin()[how]('t');
}

describe('importStream', () => {
  it('creates tables that exist for nothing else until it has ended', async () => {
    const source = await open();
    await fill(source, 't', 500);
    const text = await exported(source);
    const { connection, database } = await openEngine(memoryMedium());
    const events: unknown[] = [];
    for (const type of ['schema', 'commit'] as const) connection.addEventListener(type, (event) => events.push(event));
    let isPaused = () => {};
    const paused = new Promise<void>((resolve) => {
      isPaused = resolve;
    });
    const half = streamOf(text.slice(0, 100_000), 10_000).getReader();
    const rest = streamOf(text.slice(100_000), 10_000).getReader();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        let chunk = await half.read();
        if (chunk.done) {
          isPaused();
          await gate;
          chunk = await rest.read();
        }
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      },
    });
    const importing = connection.importStream(stream, CREATE);
    await paused;
    await settle();
    const hidden = [...database.engine.regions.keys()];
    expect(hidden).toEqual([expect.stringMatching(/^backup:\.importing-\d+$/)]);
    const admin = connection.getAdmin();
    expect([await admin.listTableNames(), await admin.listTableNames('.*', true)].flat()).not.toContain(hidden[0]);
    await expect(admin.tableExists(hidden[0] as string)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await admin.tableExists('t')).toBe(false);
    const secret = connection.getTable(hidden[0] as string);
    await expect(secret.get('row 1')).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await expect(secret.getScanner({}).toArray()).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    await expect(admin.disableTable(hidden[0] as string)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    const other = connectTo(database, new ManualClock());
    const put = other.getTable(hidden[0] as string).put({ row: 'row 1', cells: { f: { q: 'x' } } });
    await expect(put).rejects.toMatchObject({ code: 'TABLE_NOT_FOUND' });
    expect((await connection.status()).tables).toBe(0);
    expect(events).toEqual([]);
    goOn();
    await importing;
    expect(events).toEqual([{ type: 'schema', table: 't', change: 'create' }]);
    expect(withoutToken(await exported(connection))).toBe(withoutToken(text));
    await Promise.all([source.close(), other.close(), connection.close()]);
  });

  it('accepts the longest line that an export writes', async () => {
    const source = await open();
    const table = await source.ensureTable({ name: 't', families: ['f'] });
    // Each of these bytes is an escape of five bytes in a line. With the row, the cell is almost as large as allowed.
    const qualifier = new Uint8Array(10 * 2 ** 20 - 1_000).fill(0xff);
    await table.put(new Put('r').addColumn('f', qualifier, 'x'));
    const text = await exported(source);
    const target = await open();
    await target.importStream(streamOf(text, 2 ** 20), CREATE);
    const [cell] = (await target.getTable('t').get('r')).cells;
    expect(cell?.qualifier.length).toBe(qualifier.length);
    await Promise.all([source.close(), target.close()]);
  });

  it('leaves tables alone whose names look like those of its own tables', async () => {
    const source = await open();
    await fill(source, 't', 3);
    const text = await exported(source);
    const target = await open();
    await target.getAdmin().createNamespace('backup');
    const names = [4, 5, 6, 7].map((id) => `backup:importing-${id}`);
    for (const name of names) await fill(target, name, 1);
    await target.importStream(streamOf(text), CREATE);
    for (const name of names) expect(await target.getTable(name).exists('row 0')).toBe(true);
    expect(await target.getAdmin().listTableNames('.*', true)).toEqual(expect.arrayContaining([...names, 't']));
    await Promise.all([source.close(), target.close()]);
  });

  it('creates nothing if a table exists, and names it', async () => {
    const source = await open();
    for (const name of ['a', 'b', 'c']) await fill(source, name, 3);
    const text = await exported(source);
    const target = await open();
    for (const name of ['b', 'c']) await fill(target, name, 1);
    const error = await target.importStream(streamOf(text), CREATE).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'TABLE_EXISTS', details: { tables: ['b', 'c'], line: 1 } });
    expect(error.message).toMatch(/exist: b, c\. /);
    expect(await target.getAdmin().listTableNames()).toEqual(['b', 'c']);
    await Promise.all([source.close(), target.close()]);
  });

  it('creates nothing if a table exists at the end, and names it', async () => {
    const source = await open();
    await fill(source, 't', 3);
    const text = await exported(source);
    const target = await open();
    let created: Promise<unknown> | null = null;
    const onProgress = () => {
      created ??= fill(target, 't', 1);
    };
    const error = await target.importStream(streamOf(text), { ...CREATE, onProgress }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'TABLE_EXISTS', details: { tables: ['t'], line: 1 } });
    await created;
    expect(await target.getTable('t').getScanner({}).toArray()).toHaveLength(1);
    await Promise.all([source.close(), target.close()]);
  });

  it('says once that nothing was imported, in a sentence of its own', async () => {
    const source = await open();
    await fill(source, 't', 3);
    await fill(source, 'u', 0);
    const text = await exported(source);
    // The cells of a table are written when the next one begins.
    for (const [bytes, message] of [
      [text.indexOf('{"table":"u"'), /Table '[^']*' does not exist\. Nothing was imported\.$/],
      [text.length - 20, /nothing was heard of it for a minute\. Nothing was imported\.$/],
    ] as const) {
      const medium = memoryMedium();
      const { connection, database } = await openEngine(medium);
      const silent = connectTo(database, new ManualClock());
      const reader = [text.slice(0, bytes), text.slice(bytes)];
      let goOn = () => {};
      const gate = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const part = reader.shift();
          if (part === undefined) return controller.close();
          if (reader.length === 0) await gate;
          controller.enqueue(new TextEncoder().encode(part));
        },
      });
      const failed = silent.importStream(stream, CREATE).catch((error) => error);
      await settle();
      await pass(medium.clock, 80_000);
      goOn();
      const error = await failed;
      expect(error.message).toMatch(message);
      expect(error.message.match(/Nothing was imported/g)).toHaveLength(1);
      expect(error.details.line).toEqual(expect.any(Number));
      await Promise.all([silent.close(), connection.close()]);
    }
    await source.close();
  });

  it('merges into tables that exist, and refuses other attributes', async () => {
    const source = await open();
    const table = await source.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 2 }] });
    await table.put({ row: 'r', cells: { f: { q: 'from backup' } }, timestamp: 5 });
    const text = await exported(source);
    const target = await open();
    const mine = await target.ensureTable({ name: 't', families: [{ name: 'f', maxVersions: 2 }, 'more'] });
    await mine.put({ row: 'r', cells: { f: { q: 'mine' } }, timestamp: 6 });
    await target.importStream(streamOf(text), MERGE);
    const { cells } = await mine.get({ row: 'r', versions: 2 });
    expect(cells.map(({ timestamp }) => timestamp)).toEqual([6, 5]);
    await target.getAdmin().modifyColumnFamily('t', { name: 'f', maxVersions: 3 });
    await expect(target.importStream(streamOf(text), MERGE)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      details: { line: 1 },
    });
    await Promise.all([source.close(), target.close()]);
  });

  it('merges into new tables, which become read-only and disabled at the end', async () => {
    const source = await open();
    await fill(source, 't', 5);
    const admin = source.getAdmin();
    await admin.modifyTable({ ...(await admin.getDescriptor('t')), readOnly: true });
    await admin.disableTable('t');
    const text = await exported(source);
    const target = await open();
    await target.importStream(streamOf(text), MERGE);
    expect(withoutToken(await exported(target))).toBe(withoutToken(text));
    await Promise.all([source.close(), target.close()]);
  });

  it('says in which line a merge failed, and keeps what was written before', async () => {
    const source = await open();
    await fill(source, 't', 1_500);
    const lines = (await exported(source)).split('\n');
    lines[1_400] = lines[1_400]?.replace('"timestamp"', '"time"') as string;
    const target = await open();
    const error = await target.importStream(streamOf(lines.join('\n')), MERGE).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', details: { line: 1_401 } });
    expect(error.message).toMatch(/Import the backup again/);
    expect((await target.getTable('t').getScanner({}).toArray()).length).toBeGreaterThan(500);
    await Promise.all([source.close(), target.close()]);
  });

  it('says in which lines the engine refused a cell', async () => {
    const source = await open();
    await fill(source, 't', 10);
    const text = await exported(source);
    const { connection } = await openEngine(memoryMedium(), { memory: { cellSize: 300 } });
    const error = await connection.importStream(streamOf(text), CREATE).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'INVALID_OPERATION', details: { line: 3, lastLine: 12 } });
    expect(await connection.getAdmin().listTableNames()).toEqual([]);
    await Promise.all([source.close(), connection.close()]);
  });

  it('rejects with the reason of its signal and the error of its stream, and leaves nothing', async () => {
    const source = await open();
    await fill(source);
    const text = await exported(source);
    const { connection, database } = await openEngine(memoryMedium());
    const abort = new AbortController();
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => {
      seen.push(progress);
      if (progress.done > 400_000) abort.abort('enough');
    };
    const options: ImportOptions = { ...CREATE, signal: abort.signal, onProgress };
    await expect(connection.importStream(streamOf(text), options)).rejects.toBe('enough');
    expect(seen.at(-1)).toMatchObject({ unit: 'bytes' });
    expect(database.engine.regions.size).toBe(0);
    const silent = new AbortController();
    const never = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const waiting = connection.importStream(never, { ...CREATE, signal: silent.signal });
    await settle();
    silent.abort('too slow');
    await expect(waiting).rejects.toBe('too slow');
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('no network')) });
    await expect(connection.importStream(broken, CREATE)).rejects.toThrow('no network');
    const other = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const last = connection.importStream(other, CREATE);
    await settle();
    await Promise.all([connection.close(), expect(last).rejects.toEqual(CLOSED)]);
    await source.close();
  });

  it('goes on in another engine', async () => {
    const source = await open();
    await fill(source, 't', 1_000);
    const text = await exported(source);
    const engine = new ReplacedEngine(new SimMachine({ seed: 1, clock: new ManualClock(1_000_000) }));
    await engine.open();
    const connection = engine.connect('a');
    let died = false;
    const onProgress = async ({ done }: Progress) => {
      if (died || done < 300_000) return;
      died = true;
      engine.die(engine.machine.image({ kind: 'process-death', seed: 1 }));
      await engine.open();
      engine.renew();
    };
    await connection.importStream(streamOf(text, 5_000), { ...CREATE, onProgress });
    expect(died).toBe(true);
    expect(withoutToken(await exported(connection))).toBe(withoutToken(text));
    await source.close();
  });

  it('is given up if its client is not heard of for a minute', async () => {
    const source = await open();
    await fill(source, 't', 1_000);
    const text = await exported(source);
    const medium = memoryMedium();
    const { connection, database } = await openEngine(medium);
    const silent = connectTo(database, new ManualClock());
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const reader = streamOf(text, 50_000).getReader();
    let chunks = 0;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (++chunks === 5) await gate;
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    const importing = silent.importStream(stream, CREATE).catch((error) => error);
    await settle();
    await pass(medium.clock, 80_000);
    expect(database.engine.regions.size).toBe(0);
    goOn();
    expect(await importing).toMatchObject({
      name: 'BigtabError',
      code: expect.stringMatching(/^(TABLE_NOT_FOUND|INVALID_STATE)$/),
    });
    expect(await connection.getAdmin().listTableNames()).toEqual([]);
    await Promise.all([source.close(), silent.close(), connection.close()]);
  });

  it('is removed later if it cannot be removed when it fails', async () => {
    const source = await open();
    for (const name of ['t', 'u']) await fill(source, name, 500);
    const text = await exported(source);
    const medium = memoryMedium();
    const { connection, database } = await openEngine(medium);
    const { engine } = database;
    let commits: MockInstance | null = null;
    const onProgress = () => {
      commits ??= vi.spyOn(engine.commit, 'commit').mockRejectedValueOnce(new Error('no commit'));
    };
    const cut = streamOf(text.slice(0, -10), 100_000);
    await expect(connection.importStream(cut, { ...CREATE, onProgress })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(commits).toHaveBeenCalledTimes(1);
    expect(engine.regions.size).toBe(2);
    await pass(medium.clock, 80_000);
    expect(engine.regions.size).toBe(0);
    await connection.importStream(streamOf(text), CREATE);
    await Promise.all([source.close(), connection.close()]);
  });

  it('refuses what is not a backup or has no mode', async () => {
    const connection = await open();
    for (const from of [undefined, null, 'text', new Uint8Array(3), {}]) {
      await expect(connection.importStream(from as never, CREATE)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    const text = new ReadableStream({ pull: (controller) => controller.enqueue('text') });
    await expect(connection.importStream(text as never, CREATE)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    for (const options of [{}, { mode: 'replace' }, { mode: 'create', since: 1 }]) {
      await expect(connection.importStream(streamOf(''), options as ImportOptions)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
    const locked = streamOf('');
    locked.getReader();
    await expect(connection.importStream(locked, CREATE)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await connection.close();
  });
});

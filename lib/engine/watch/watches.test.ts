import { describe, expect, it } from 'vitest';
import { PageFilter } from '../../filter/page-filter.js';
import { Put } from '../../model/put.js';
import { replaceMethod } from '../../testing/fakes/replace-method.js';
import { codeOf, mutate, openScanner } from '../../testing/samples/packet-client.js';
import { keysOf, put, remove, watchBench } from '../../testing/samples/watch-bench.js';
import { WatchClient } from '../../testing/samples/watch-client.js';
import { WriteAdmission } from '../compaction/write-admission.js';
import { WATCH_LIMITS } from './watch-limits.js';

const manyPuts = (count: number, size = 1) =>
  mutate('t', ...Array.from({ length: count }, (_, index) => numbered(index).addColumn('f', 'q', 'x'.repeat(size))));
const numbered = (index: number) => new Put(`r${String(index).padStart(5, '0')}`);

describe('A watch', () => {
  it('begins with the rows of its read, in the reply to the call that opens it', async () => {
    const { page, other } = await watchBench();
    await other.send(put('a'), put('b'));
    const watched = await page.open('t', { start: 'b' });
    expect([watched.isState, keysOf(watched)]).toEqual([true, ['b']]);
  });

  it('is a state at once if the table is empty', async () => {
    const { page } = await watchBench();
    const watched = await page.open('t');
    expect([watched.isState, watched.rows.size]).toEqual([true, 0]);
  });

  it('reports a write of its connection in the reply to the write, and needs no wake for it', async () => {
    const { page, woken } = await watchBench();
    const watched = await page.open('t');
    await page.send(put('a', '1'));
    expect(watched.rows.get('a')).toEqual(['a/f:q/1000000=1']);
    await page.send(put('a', '2'), put('b'));
    expect([...watched.rows.values()]).toEqual([['a/f:q/1000000=2'], ['b/f:q/1000000=v']]);
    await page.send(remove('a'));
    expect(keysOf(watched)).toEqual(['b']);
    expect(woken).toEqual([]);
  });

  it('has a write of its connection when the write is answered, whatever else is under way', async () => {
    const { page } = await watchBench();
    const watched = await page.open('t');
    const seen = Array.from({ length: 20 }, async (_, index) => {
      const row = `r${index}`;
      const durability = index % 3 === 0 ? 'FSYNC_WAL' : 'SYNC_WAL';
      await page.send(mutate('t', new Put(row).addColumn('f', 'q', 'v').setDurability(durability)));
      return watched.rows.has(row);
    });
    expect(await Promise.all(seen)).not.toContain(false);
  });

  it('has a write that waited for memory when it is answered, although the next packet waited for it', async () => {
    const { page } = await watchBench();
    const watched = await page.open('t');
    const waits = [Promise.resolve(), null];
    const restore = replaceMethod(WriteAdmission.prototype, 'admit', () => () => waits.shift() ?? null);
    try {
      const first = page.send(put('a')).then(() => watched.isState && watched.rows.has('a'));
      const second = page.send(put('b')).then(() => watched.isState && watched.rows.has('b'));
      expect(await Promise.all([first, second])).toEqual([true, true]);
    } finally {
      restore();
    }
  });

  it('wakes its client once for the writes of others, and makes one difference of them', async () => {
    const { page, other, woken } = await watchBench();
    const watched = await page.open('t');
    for (const value of ['1', '2', '3']) await other.send(put('a', value), put('b', value));
    expect(woken).toEqual(['page']);
    await page.read();
    expect([keysOf(watched), watched.parts, watched.sent]).toEqual([['a', 'b'], 2, 2]);
    await other.send(put('c'));
    expect(woken).toEqual(['page', 'page']);
  });

  it('wakes its client after another one was closed that the client was woken for', async () => {
    const { page, other, woken } = await watchBench();
    await page.open('t', { stop: 'm' });
    const watched = await page.open('t', { start: 'm' });
    await other.send(put('a'));
    await page.close(1);
    await page.read();
    await other.send(put('n'));
    expect(woken).toEqual(['page', 'page']);
    await page.read();
    expect(keysOf(watched)).toEqual(['n']);
  });

  it('sends nothing for a write outside its range, or one that changes nothing it can see', async () => {
    const { page, other, woken } = await watchBench();
    await page.open('t', { start: 'b', stop: 'd', columns: ['f:q'] });
    await page.send(put('c', 'v'));
    const { differences } = page;
    await page.send(put('a'), put('d'), put('e'));
    await other.send(put('a'), put('d'));
    expect([page.differences, woken]).toEqual([differences, []]);
    await page.send(put('c', 'v', 'other'), mutate('t', new Put('c').addColumn('f', 'q', 1_000_000, 'v')), remove('b'));
    expect(page.differences).toBe(differences);
  });

  it('is numbered on when it was closed, and reports nothing after that', async () => {
    const { page, other, woken } = await watchBench();
    await page.open('t');
    await page.close(1);
    await other.send(put('a'));
    await page.read();
    expect([page.differences, woken]).toEqual([1, []]);
    await page.open('t');
    expect(page.differences).toBe(2);
  });

  it('replaces one of its number', async () => {
    const { page, connection } = await watchBench();
    const again = page.openCall('t', { start: 'b' });
    await page.send(again, again, put('a'), put('b'));
    expect((await connection.status()).watches.length).toBe(1);
    expect(keysOf(page.watches.get(1) as never)).toEqual(['b']);
  });

  it('is closed by the end of its connection, and by a packet that is resumed, from which on differences are numbered again', async () => {
    const { page, other, connection, woken } = await watchBench();
    await page.open('t', { start: 'a', stop: 'x\u00ff' });
    expect((await connection.status()).watches).toEqual([{ table: 't', range: ['a', 'x\\xC3\\xBF'], rows: 0 }]);
    page.watches.clear();
    const call = page.openCall('t');
    await page.resume(call, put('a'));
    expect([page.differences, keysOf(page.watches.get(2) as never)]).toEqual([1, ['a']]);
    expect((await connection.status()).watches).toEqual([{ table: 't', range: ['', ''], rows: 1 }]);
    await page.bye();
    expect((await connection.status()).watches).toEqual([]);
    await other.send(put('b'));
    expect(woken).toEqual([]);
  });

  it('of one connection does not wake another one', async () => {
    const { page, other, database, woken } = await watchBench();
    const second = new WatchClient(database.service, 'second');
    await page.open('t', { start: 'm' });
    await second.open('t', { stop: 'm' });
    await other.send(put('a'));
    expect(woken).toEqual(['second']);
    await page.send(put('b'), put('n'));
    // It was woken already.
    expect(woken).toEqual(['second']);
    await second.read();
    await page.send(put('c'));
    expect(woken).toEqual(['second', 'second']);
  });
});

describe('A watch with many rows', () => {
  it('is read in steps, at one read point; what is written meanwhile follows with the last step', async () => {
    const { page, other } = await watchBench({ platform: { watchLimits: { ...WATCH_LIMITS, stepBytes: 2_000 } } });
    await other.send(manyPuts(50, 200));
    const watched = await page.open('t');
    expect(watched.isState).toBe(false);
    expect(watched.rows.size).toBeLessThan(50);
    await other.send(remove('r00000'), remove('r00049'), put('r1'));
    await page.read();
    expect([watched.isState, watched.rows.size]).toEqual([true, 49]);
    expect(watched.parts).toBeGreaterThan(3);
    expect(keysOf(watched).at(-1)).toBe('r1');
  });

  it('has all of a list of 10,000 puts when the list is answered', async () => {
    const { page } = await watchBench();
    const watched = await page.open('t');
    await page.send(manyPuts(10_000));
    expect([watched.isState, watched.rows.size]).toEqual([true, 10_000]);
  });

  it('lets other connections work while a long list is read again', async () => {
    const order: string[] = [];
    const yielder = () => new Promise<void>((resolve) => setImmediate(resolve));
    const { page, other, clock } = await watchBench({ platform: { yielder } });
    await page.open('t');
    // Each reading of the clock takes a millisecond.
    const { monotonic } = clock;
    let ticks = 0;
    clock.monotonic = () => monotonic.call(clock) + ticks++;
    const long = page.send(manyPuts(200)).then(() => order.push('long'));
    await new Promise((resolve) => setImmediate(resolve));
    await other.send(openScanner('t')).then(() => order.push('short'));
    await long;
    expect(order).toEqual(['short', 'long']);
  });

  it('is read again when too many rows were touched', async () => {
    const { page, other } = await watchBench({ platform: { watchLimits: { ...WATCH_LIMITS, remembered: 10 } } });
    const watched = await page.open('t');
    await other.send(manyPuts(600));
    await page.read();
    expect([watched.isState, watched.rows.size]).toEqual([true, 600]);
  });

  it('fails with INVALID_OPERATION above its limit of rows and of bytes, and says what to do', async () => {
    const watchLimits = { ...WATCH_LIMITS, rows: 20, bytes: 10 * 1024 * 1024 };
    const { page, connection } = await watchBench({ platform: { watchLimits } });
    const watched = await page.open('t');
    await page.send(manyPuts(21));
    expect(watched.error).toMatchObject({ code: 'INVALID_OPERATION', details: { table: 't' } });
    expect(watched.error?.message).toBe(
      "A watch of table 't' holds more than 20 rows or 10 MiB of cells. Watch fewer rows: set a limit, or a narrower range.",
    );
    const few = await page.open('t', { limit: 20 });
    expect([few.isState, few.rows.size]).toEqual([true, 20]);
    expect((await connection.status()).watches.length).toBe(1);
    await page.send(
      mutate('t', ...[0, 1, 2].map((index) => numbered(index).addColumn('f', 'q', 'x'.repeat(4_000_000)))),
    );
    expect(few.error?.code).toBe('INVALID_OPERATION');
  });

  it('starts again if its client does not continue the reading for a minute', async () => {
    const { page, other, clock, database } = await watchBench({
      platform: { watchLimits: { ...WATCH_LIMITS, stepBytes: 1 } },
    });
    await other.send(manyPuts(5));
    const watched = await page.open('t');
    expect(watched.isState).toBe(false);
    const views = () => database.engine.regions.get('t')?.stores.filter(({ isRead }) => isRead).length;
    expect(views()).toBe(2);
    clock.advance(59_000);
    expect(views()).toBe(2);
    clock.advance(61_000);
    expect(views()).toBe(0);
    await page.read();
    expect([watched.isState, watched.rows.size]).toEqual([true, 5]);
  });
});

describe('Opening a watch', () => {
  it.each([
    ['raw', { raw: true }, {}],
    ['batch', { batch: 2 }, {}],
    ['a time range', { timeRange: [0, 5] as const }, {}],
    ['allowPartialResults', { allowPartialResults: true }, {}],
    ['needCursorResult', { needCursorResult: true }, {}],
    ['a continued filter', { filter: new PageFilter(3) }, { filterState: new Uint8Array(8) }],
  ])('is refused for a read with %s', async (what, scan, rest) => {
    const { page } = await watchBench();
    const [answer] = await page.send(page.openCall('t', scan as never, rest));
    expect(codeOf(answer)).toBe('INVALID_ARGUMENT');
    expect((answer as Error).message).toContain(`A read with ${what} cannot be watched`);
  });

  it('is refused like the read: no such table or family, a disabled table, a malformed filter', async () => {
    const { page, connection } = await watchBench();
    await connection.ensureTable({ name: 'off', families: ['f'] });
    await connection.getAdmin().disableTable('off');
    const answers = await page.send(
      page.openCall('none'),
      page.openCall('t', { columns: ['h'] }),
      page.openCall('off'),
      page.openCall('t', {}, { filter: Uint8Array.of(200) }),
    );
    const codes = ['TABLE_NOT_FOUND', 'NO_SUCH_COLUMN_FAMILY', 'TABLE_NOT_ENABLED', 'INVALID_ARGUMENT'];
    expect(answers.map(codeOf)).toEqual(codes);
    expect((await connection.status()).watches).toEqual([]);
  });

  it('is refused above a number of watches of one connection', async () => {
    const { page } = await watchBench({ platform: { watchLimits: { ...WATCH_LIMITS, watches: 2 } } });
    const answers = await page.send(page.openCall('t'), page.openCall('t'), page.openCall('t'));
    expect(answers.map(codeOf)).toEqual([null, null, 'INVALID_OPERATION']);
  });
});

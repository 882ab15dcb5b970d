import { expect, test } from '../in-page.js';
import { withWorkerPrelude } from '../worker-prelude.js';

/* The worker as its page sees it: its answers, the number of messages, and what happens when it dies. */

/** A call as Comlink sends it. */
interface Call {
  readonly id: string;
  readonly argumentList: readonly { readonly type: 'RAW'; readonly value: Uint8Array }[];
}

test.describe('a worker', () => {
  test('answers a call that is sent right after its construction', async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const { connect, listDatabases } = await import('bigtab');
      await (await connect('crawl')).close();
      // The message that the page sends for listDatabases.
      let call = null as Call | null;
      await listDatabases({
        worker: () => {
          const worker = new Worker('/dist/worker.js');
          const send = worker.postMessage.bind(worker);
          const postMessage = (message: Partial<Call>, transfer: Transferable[]) => {
            const value = message.argumentList?.[0]?.value.slice();
            if (value !== undefined) call = { ...(message as Call), argumentList: [{ type: 'RAW', value }] };
            send(message, transfer);
          };
          return Object.assign(worker, { postMessage });
        },
      });
      const worker = new Worker('/dist/worker.js');
      worker.postMessage(call);
      const answer = await new Promise<{ value: Uint8Array }>((resolve) => {
        worker.addEventListener('message', ({ data }) => {
          if (data.id === call?.id) resolve(data);
        });
      });
      worker.terminate();
      return new TextDecoder().decode(answer.value);
    });
    expect(answers).toContain('["crawl"]');
  });

  test('exposes one function: no path leads to constructor, __proto__ or anything else', async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const worker = new Worker('/dist/worker.js');
      const ask = (message: Record<string, unknown>): Promise<{ type: string; value: unknown }> =>
        new Promise((resolve) => {
          const id = crypto.randomUUID();
          worker.addEventListener('message', ({ data }) => {
            if (data.id === id) resolve(data);
          });
          worker.postMessage({ ...message, id });
        });
      const raw = (value: unknown) => ({ type: 'RAW', value });
      const paths = [
        ['constructor'],
        ['__proto__'],
        ['control', 'constructor'],
        ['control', '__proto__', 'constructor'],
        ['control', 'apply'],
        ['toString'],
        ['hasOwnProperty'],
        ['gateway'],
        [],
      ];
      const answered: string[] = [];
      const expectRefusal = async (message: Record<string, unknown>) => {
        const answer = JSON.stringify(await ask(message));
        if (!answer.includes('"isError":true')) answered.push(`${JSON.stringify(message)}: ${answer}`);
      };
      for (const path of paths) {
        for (const type of ['GET', 'APPLY', 'CONSTRUCT', 'ENDPOINT', 'RELEASE']) {
          // With access to a constructor of functions, this text would become a function.
          await expectRefusal({ type, path, argumentList: [raw('return 1')] });
        }
      }
      await expectRefusal({ type: 'SET', path: ['control'], value: raw('something else') });
      await expectRefusal({ type: 'SET', path: ['__proto__', 'polluted'], value: raw(true) });
      await expectRefusal({ type: 'GET', path: ['polluted'] });
      worker.terminate();
      return answered;
    });
    expect(answers).toEqual([]);
  });

  test('receives the calls of one microtask in one packet: 1,000 puts cause at most 20 messages', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      let messages = 0;
      const connection = await connect({
        name: 'crawl',
        worker: () => {
          const worker = new Worker('/dist/worker.js');
          const send = worker.postMessage.bind(worker);
          const postMessage = (message: unknown, transfer: Transferable[]) => {
            messages++;
            send(message, transfer);
          };
          return Object.assign(worker, { postMessage });
        },
      });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const before = messages;
      const puts = Array.from({ length: 1_000 }, (_, n) =>
        table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(100) } } }),
      );
      const gets = Array.from({ length: 10 }, (_, n) => table.get(`row ${n}`));
      await Promise.all(puts);
      const found = (await Promise.all(gets)).filter((result) => !result.isEmpty).length;
      return { messages: messages - before, found };
    });
    expect(seen.found).toBe(10);
    expect(seen.messages).toBeLessThanOrEqual(20);
    console.log(`1,000 puts and 10 gets in ${seen.messages} messages`);
  });

  test('runs the calls of a connection in order, even if one has a long list', async ({ page }) => {
    const overtaken = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const overtaken: number[] = [];
      for (const length of [10, 100, 1_000, 10_000]) {
        const rows = Array.from({ length }, (_, n) => ({ row: `${n}`, cells: { f: { q: 'x'.repeat(300) } } }));
        await Promise.all([table.put(rows), table.delete({ row: `${length - 1}` })]);
        if (await table.exists(`${length - 1}`)) overtaken.push(length);
      }
      return overtaken;
    });
    expect(overtaken).toEqual([]);
  });

  test('forces 1,000 FSYNC_WAL puts of one turn to the device with a few flushes', async ({ page }) => {
    await withWorkerPrelude(page, () => {
      const channel = new BroadcastChannel('flushes');
      const { flush } = FileSystemSyncAccessHandle.prototype;
      let count = 0;
      FileSystemSyncAccessHandle.prototype.flush = function () {
        count++;
        return flush.call(this);
      };
      channel.onmessage = ({ data }) => data === 'how many?' && channel.postMessage({ count });
    });
    const { rows, flushes } = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const channel = new BroadcastChannel('flushes');
      const flushes = () =>
        new Promise<number>((resolve) => {
          channel.onmessage = ({ data }) => resolve(data.count);
          channel.postMessage('how many?');
        });
      const connection = await connect({ name: 'crawl', durability: 'FSYNC_WAL' });
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const before = await flushes();
      await Promise.all(
        Array.from({ length: 1_000 }, (_, n) => table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(100) } } })),
      );
      const during = (await flushes()) - before;
      return { rows: (await table.getScanner().toArray()).length, flushes: during };
    });
    expect(rows).toBe(1_000);
    expect(flushes).toBeGreaterThan(0);
    expect(flushes).toBeLessThanOrEqual(10);
  });

  test('forces written data to the device when its page is hidden', async ({ page }) => {
    await withWorkerPrelude(page, () => {
      const channel = new BroadcastChannel('flushes');
      const { flush } = FileSystemSyncAccessHandle.prototype;
      FileSystemSyncAccessHandle.prototype.flush = function () {
        channel.postMessage('flushed');
        return flush.call(this);
      };
    });
    const flushed = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      // Created early and kept, because messages take a short time to reach a channel.
      const channel = new BroadcastChannel('flushes');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      let said = '';
      channel.onmessage = ({ data }) => {
        said = data;
      };
      for (let tries = 0; said === '' && tries < 100; tries++) {
        await table.put({ row: 'a', cells: { f: { q: 'v' } } });
        document.dispatchEvent(new Event('visibilitychange'));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return said;
    });
    expect(flushed).toBe('flushed');
  });
});

test.describe('a worker that dies', () => {
  test('is replaced: every call without an answer runs once, and no connection is lost', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const { workers, worker } = recordedWorkers();
      const options = { name: 'crawl', worker };
      const connections = [await connect(options), await connect(options)];
      const lost: string[] = [];
      for (const one of connections) one.addEventListener('lost', ({ error }) => lost.push(error.code));
      const tables = await Promise.all(connections.map((one) => one.ensureTable({ name: 't', families: ['f'] })));
      const counted: Promise<bigint>[] = [];
      const written: Promise<unknown>[] = [];
      for (let round = 0; round < 200; round++) {
        for (const table of tables) {
          counted.push(table.incrementColumnValue('n', 'f', 'n', 1));
          written.push(table.put({ row: `${round}`, cells: { f: { q: 'x'.repeat(5_000) } } }));
        }
        await new Promise((resolve) => setTimeout(resolve));
        if (round === 100) workers[0]?.terminate();
      }
      const values = (await Promise.all(counted)).map(Number).sort((a, b) => a - b);
      await Promise.all(written);
      // Listeners get the events of the new engine.
      const committed = new Promise((resolve) => connections[1]?.addEventListener('commit', resolve));
      const rows = (await tables[0]?.getScanner().toArray())?.length;
      await tables[0]?.put({ row: 'last', cells: { f: { q: 'v' } } });
      await committed;
      for (const one of connections) await one.close();
      return { values, rows, lost, workers: workers.length };
    });
    expect(seen.values).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
    expect([seen.rows, seen.lost, seen.workers]).toEqual([201, [], 2]);
  });

  test('right after another one rejects calls with WORKER_LOST, fires lost once, and a new connect starts another', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const { workers, worker } = recordedWorkers();
      const options = { name: 'crawl', worker };
      const connection = await connect(options);
      const other = await connect(options);
      const lost: string[] = [];
      for (const one of [connection, other]) one.addEventListener('lost', ({ error }) => lost.push(error.code));
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'acknowledged', cells: { f: { q: 'v' } } });
      const [write, add, change, read, scan] = [
        failureOf(table.put({ row: 'a', cells: { f: { q: 'v' } } })),
        failureOf(table.incrementColumnValue('n', 'f', 'n', 1)),
        failureOf(connection.getAdmin().createTable({ name: 'u', families: ['f'] })),
        failureOf(table.get('a')),
        failureOf(table.getScanner().toArray()),
      ];
      await null;
      await endTwice(workers);
      const failures = await Promise.all([write, add, change, read, scan]);
      const late = [await failureOf(table.get('a')), await failureOf(other.status())];
      const lateWrite = await failureOf(table.put({ row: 'b', cells: { f: { q: 'v' } } }));
      await connection.close();
      await other.close();
      const again = await connect(options);
      const kept = (await again.getTable('t').get('acknowledged')).getText('f', 'q');
      await again.close();
      return { failures, late, lateWrite, lost, kept };
    });
    for (const failure of [...seen.failures, ...seen.late]) expect(failure).toMatchObject({ code: 'WORKER_LOST' });
    const outcomes = seen.failures.map((failure) => failure?.details.outcome);
    expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'none', 'none']);
    // This write was never sent.
    expect(seen.lateWrite?.details.outcome).toBe('none');
    expect(seen.lost).toEqual(['WORKER_LOST', 'WORKER_LOST']);
    expect(seen.kept).toBe('v');
  });

  test('is replaced even if no call is in progress, and if it ended itself', async ({ page }) => {
    await withWorkerPrelude(page, () => {
      new BroadcastChannel('end').onmessage = () => self.close();
    });
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const lost: string[] = [];
      connection.addEventListener('lost', ({ error }) => lost.push(error.code));
      const [before] = await heldLocks('bigtab:worker:');
      new BroadcastChannel('end').postMessage('now');
      await until(async () => {
        const [now] = await heldLocks('bigtab:worker:');
        return now !== undefined && now !== before;
      });
      const { state } = await connection.status();
      await connection.close();
      return { lost, state };
    });
    expect(seen).toEqual({ lost: [], state: 'open' });
  });

  test('makes a pending connect reject at once, and the next connect works', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const outcomes: string[] = [];
      for (let round = 0; round < 10; round++) {
        const outcome = await connect({
          name: 'crawl',
          worker: () => {
            const worker = new Worker('/dist/worker.js');
            worker.addEventListener('message', () => setTimeout(() => worker.terminate(), round * 3), { once: true });
            return worker;
          },
        }).then(
          async (connection) => {
            await connection.close();
            return 'opened';
          },
          (error) => error.code,
        );
        outcomes.push(outcome);
      }
      const connection = await connect('crawl');
      return { outcomes: [...new Set(outcomes)].sort(), state: (await connection.status()).state };
    });
    expect(seen.state).toBe('open');
    for (const outcome of seen.outcomes) expect(['WORKER_LOST', 'opened']).toContain(outcome);
    expect(seen.outcomes).toContain('WORKER_LOST');
  });
});

test("an error has the page's stack, and the worker's in its cause", async ({ page }) => {
  const failure = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = connection.getTable('none');
    return failureOf(async function askedHere() {
      await table.get('a');
    });
  });
  expect(failure).toMatchObject({ code: 'TABLE_NOT_FOUND', hbaseName: 'TableNotFoundException' });
  expect(failure?.stack).toContain('askedHere');
  expect(failure?.stack).not.toContain('worker.js');
  expect(failure?.cause).toContain('worker.js');
});

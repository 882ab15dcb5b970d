import { expect, test } from '../in-page.js';

/** The file that is fetched while the worker starts. */
const CONNECTION = '**/dist/shared-connection-code-*.js';

test.describe('several calls of connect on one page', () => {
  test('share one worker for one name, and each returns its own Connection', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const [first, second] = await Promise.all([connect('crawl'), connect('crawl')]);
      const third = await connect({ name: 'crawl' });
      const table = await first.ensureTable({ name: 't', families: ['f'] });
      await table.put({ row: 'a', cells: { f: { q: 'first' } } });
      const read = (await third.getTable('t').get('a')).getText('f', 'q');
      return { distinct: new Set([first, second, third]).size, read, held: (await heldLocks('bigtab:crawl')).sort() };
    });
    expect(seen).toEqual({ distinct: 3, read: 'first', held: ['bigtab:crawl', 'bigtab:crawl:leader'] });
    expect(page.workers()).toHaveLength(1);
  });

  test('start a separate worker for each of two names', async ({ page }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      await Promise.all([connect('crawl'), connect('news')]);
    });
    expect(page.workers()).toHaveLength(2);
  });

  test('leave one open connection after connect, close, connect without awaiting, as in StrictMode', async ({
    page,
  }) => {
    const backend = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const mount = () => {
        const connecting = connect('crawl');
        return { connecting, unmount: () => connecting.then((connection) => connection.close()) };
      };
      const first = mount();
      const closed = first.unmount();
      const second = mount();
      const connection = await second.connecting;
      await closed;
      return (await connection.status()).backend;
    });
    expect(backend).toBe('opfs');
    expect(page.workers()).toHaveLength(1);
  });

  test('share one registry and one worker after a hot reload, with two copies of the module', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      type Module = typeof import('bigtab');
      const before = (await import('/dist/index.js' as 'bigtab')) as Module;
      const after = (await import('/copy/index.js' as 'bigtab')) as Module;
      const hot = (await import('/dist/index.js?t=2' as 'bigtab')) as Module;
      const connections = await Promise.all([before.connect('crawl'), after.connect('crawl'), hot.connect('crawl')]);
      const table = await connections[0].ensureTable({ name: 't', families: ['f'] });
      await table.put(new before.Put('a').addColumn('f', 'q', 'of the old module'));
      const read = (await connections[1].getTable('t').get('a')).getText('f', 'q');
      const held = (await heldLocks('bigtab:crawl')).sort();
      const error = await connections[1]
        .getTable('none')
        .get('a')
        .catch((thrown: unknown) => thrown);
      const known = [error instanceof before.BigtabError, before.BigtabError.is(error)];
      await connections[0].close();
      await connections[1].close();
      const open = (await connections[2].status()).state;
      await connections[2].close();
      await until(async () => (await heldLocks('bigtab:')).length === 0);
      return { copies: before.connect !== after.connect, read, held, known, open };
    });
    expect(seen).toEqual({
      copies: true,
      read: 'of the old module',
      held: ['bigtab:crawl', 'bigtab:crawl:leader'],
      known: [false, true],
      open: 'open',
    });
  });

  test('reject with INVALID_ARGUMENT naming the option that differs from the open database', async ({ page }) => {
    const failures = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      await connect({ name: 'crawl', memory: { flushSize: 1 << 20 } });
      const same = { name: 'crawl', memory: { flushSize: 1 << 20 } } as const;
      return Promise.all([
        failureOf(connect({ ...same, durability: 'FSYNC_WAL' })),
        failureOf(connect({ ...same, timestamps: 'wall' })),
        failureOf(connect({ ...same, memory: {} })),
      ]);
    });
    expect(failures[0]).toBeNull();
    for (const [index, option] of [undefined, 'timestamps', 'memory.flushSize'].entries()) {
      if (option === undefined) continue;
      expect(failures[index]).toMatchObject({ code: 'INVALID_ARGUMENT', details: { option } });
      expect(failures[index]?.message).toContain(option);
    }
  });

  test('reject with WORKER_START_FAILED if a file of the package is missing', async ({ page }) => {
    await page.route(CONNECTION, (route) => route.abort());
    const failure = await page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
    expect(failure).toMatchObject({ code: 'WORKER_START_FAILED', message: expect.stringContaining('reload it') });
    // The browser reports the end of a worker some time later.
    await expect.poll(() => page.workers()).toEqual([]);
  });

  test('reject with VERSION_CONFLICT for a chunk of another build, even if it links', async ({ page }) => {
    const other = 'export class Connection {} export class Route {} export const PROTOCOL_VERSION = 999;';
    await page.route(CONNECTION, (route) => route.fulfill({ contentType: 'text/javascript', body: other }));
    const failure = await page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
    expect(failure).toMatchObject({ code: 'VERSION_CONFLICT', details: { other: 999 } });
    // The browser reports the end of a worker some time later.
    await expect.poll(() => page.workers()).toEqual([]);
  });

  test('never mistake a chunk with other exports for the right one', async ({ page }) => {
    // This happened with one-letter exports of two builds: the name links, but to another function.
    const other = 'export const Connection = () => undefined; export const n = Connection;';
    await page.route(CONNECTION, (route) => route.fulfill({ contentType: 'text/javascript', body: other }));
    const failure = await page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
    expect(failure).toMatchObject({
      code: 'VERSION_CONFLICT',
      message: expect.stringContaining('reload the older tab'),
    });
  });

  test('advise to reload if the worker was removed from the site', async ({ page }) => {
    for (const file of ['worker.js', 'inline-worker-*.js'])
      await page.route(`**/dist/${file}`, (route) => route.fulfill({ status: 404, body: 'gone' }));
    const failure = await page.evaluate(async () => failureOf((await import('bigtab')).connect('crawl')));
    expect(failure).toMatchObject({
      code: 'WORKER_START_FAILED',
      message: expect.stringMatching(/content security policy.*this page is older than the site, reload it/),
    });
  });

  test('reject with VERSION_CONFLICT for the protocol of another build', async ({ page }) => {
    const failure = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const registry = (globalThis as unknown as { [key: symbol]: Map<string, object> })[Symbol.for('bigtab.registry')];
      const entry = registry?.get('crawl') as object;
      // An entry of the registry, as a later build writes it.
      registry?.set('crawl', Object.assign(Object.create(entry), { protocol: 999 }));
      const refused = await failureOf(connect('crawl'));
      registry?.set('crawl', entry);
      await connection.close();
      return refused;
    });
    expect(failure).toMatchObject({ code: 'VERSION_CONFLICT', details: { other: 999 } });
  });

  test('skip a worker.js of another build and use the inline copy', async ({ page }) => {
    await page.route('**/dist/worker.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "onmessage = () => postMessage({ bigtab: 'ready', protocol: 999, liveness: 'other' });",
      }),
    );
    expect(
      await page.evaluate(async () => {
        const { connect } = await import('bigtab');
        return (await (await connect('crawl')).status()).backend;
      }),
    ).toBe('opfs');
    expect(page.workers().map((worker) => worker.url().slice(0, 5))).toEqual(['blob:']);
  });
});

test.describe('close', () => {
  test('is idempotent, also as Symbol.asyncDispose, and later calls reject with CONNECTION_CLOSED', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const other = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await Promise.all([connection.close(), connection.close()]);
      await connection.close();
      await connection[Symbol.asyncDispose]();
      const failures = await Promise.all([
        failureOf(connection.status()),
        failureOf(table.put({ row: 'a', cells: { f: { q: 'v' } } })),
        failureOf(table.get('a')),
        failureOf(connection.getAdmin().listTableNames()),
        failureOf(table.getScanner().next()),
      ]);
      const { state } = await other.status();
      return { codes: failures.map((failure) => failure?.code), state };
    });
    expect(seen).toEqual({ codes: Array(5).fill('CONNECTION_CLOSED'), state: 'open' });
  });

  test('of the last connection ends the worker when its calls have settled', async ({ page }) => {
    const rows = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      const puts = Array.from({ length: 1_000 }, (_, n) =>
        table.put({ row: `row ${n}`, cells: { f: { q: 'x'.repeat(500) } } }),
      );
      const closed = connection.close();
      const outcomes = await Promise.allSettled(puts);
      await closed;
      return outcomes.filter(({ status }) => status === 'fulfilled').length;
    });
    expect(rows).toBe(1_000);
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await page.evaluate(() => heldLocks('bigtab:'))).toEqual([]);
    const kept = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      return (await (await connect('crawl')).getTable('t').getScanner().toArray()).length;
    });
    expect(kept).toBe(1_000);
  });

  test('makes a connect that starts meanwhile wait, so it never rejects with DATABASE_BUSY', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const origins = new Set<string>();
      let connection = await connect('crawl');
      const table = await connection.ensureTable({ name: 't', families: ['f'] });
      await table.put(Array.from({ length: 2_000 }, (_, n) => ({ row: `${n}`, cells: { f: { q: 'x'.repeat(200) } } })));
      for (let round = 0; round < 30; round++) {
        const closed = connection.close();
        // At once, while the worker writes the data in memory to files, and when it has ended.
        if (round % 3 === 1) await new Promise((resolve) => setTimeout(resolve, round % 4));
        if (round % 3 === 2) await closed;
        connection = await connect('crawl');
        origins.add((await connection.status()).origin);
      }
      return [...origins];
    });
    // The first worker created the database; a call that joins this worker gets the same origin.
    expect(seen).toEqual(['created', 'opened']);
  });
});

test('a name has letters of any script, digits and a few other characters, and at most 100 bytes', async ({ page }) => {
  const names = ['größe', '天気-2015', '_a.b-c', 'x'.repeat(100)];
  const found = await page.evaluate(async (names) => {
    const { connect, listDatabases } = await import('bigtab');
    for (const name of names) {
      const connection = await connect(name);
      await connection.ensureTable({ name: 't', families: ['f'] });
      await connection.close();
    }
    return listDatabases();
  }, names);
  expect(found).toEqual([...names].sort());
  const refused = ['', '.a', '-a', 'a b', 'a/b', '../a', 'x'.repeat(101), '天'.repeat(34)];
  const codes = await page.evaluate(async (refused) => {
    const { connect, deleteDatabase } = await import('bigtab');
    const failures = refused.flatMap((name) => [failureOf(connect(name)), failureOf(deleteDatabase(name))]);
    return (await Promise.all(failures)).map((failure) => failure?.code);
  }, refused);
  expect(codes).toEqual(Array(2 * refused.length).fill('INVALID_ARGUMENT'));
});

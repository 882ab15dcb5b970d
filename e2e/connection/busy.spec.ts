import { expect, openPage, test } from '../in-page.js';

const SENTENCE = "Database 'crawl' is open in another tab of this site. Close it there, or pass whenBusy: 'wait'.";

test.describe('another tab', () => {
  test('sees the Web Lock bigtab:<name>, which the worker holds until it ends', async ({ page, context, site }) => {
    const second = await openPage(context, `${site.origin}/blank`);
    const held = () => second.evaluate(() => heldLocks('bigtab:crawl'));
    expect(await held()).toEqual([]);
    await page.evaluate(async () => (await import('bigtab')).connect('crawl').then(() => undefined));
    expect(await held()).toEqual(['bigtab:crawl']);
    await page.close();
    await second.evaluate(() => until(async () => (await heldLocks('bigtab:')).length === 0));
  });

  test("whenBusy 'fail', the default, rejects within 5 s with DATABASE_BUSY and advice", async ({
    page,
    context,
    site,
  }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      const connection = await connect('crawl');
      await connection.ensureTable({ name: 't', families: ['f'] });
      Object.assign(globalThis, { connection });
    });
    const second = await openPage(context, `${site.origin}/blank`);
    const failures = await second.evaluate(async () => {
      const { connect } = await import('bigtab');
      return Promise.all([failureOf(connect('crawl')), failureOf(connect({ name: 'crawl', whenBusy: 'fail' }))]);
    });
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: 'DATABASE_BUSY', name: 'BigtabError', message: SENTENCE });
      expect(failure?.ms).toBeLessThan(5_000);
    }
    await expect.poll(() => second.workers().length).toBe(0);
    const working = await page.evaluate(async () => {
      const { connection } = globalThis as unknown as { connection: import('bigtab').Connection };
      await connection.getTable('t').put({ row: 'a', cells: { f: { q: 'v' } } });
      await connection.close();
      return true;
    });
    expect(working).toBe(true);
    const opened = await second.evaluate(async () => {
      const { connect } = await import('bigtab');
      return (await (await connect('crawl')).getTable('t').get('a')).getText('f', 'q');
    });
    expect(opened).toBe('v');
  });

  test("whenBusy 'wait' queues until the other tab closes its connection", async ({ page, context, site }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      Object.assign(globalThis, { connection: await connect('crawl') });
    });
    const second = await openPage(context, `${site.origin}/blank`);
    const opened = second.evaluate(async () => {
      const { connect } = await import('bigtab');
      const start = performance.now();
      const connection = await connect({ name: 'crawl', whenBusy: 'wait' });
      return { ms: performance.now() - start, state: (await connection.status()).state };
    });
    // Longer than 'fail' would wait.
    await page.waitForTimeout(5_500);
    await page.evaluate(() =>
      (globalThis as unknown as { connection: import('bigtab').Connection }).connection.close(),
    );
    const { ms, state } = await opened;
    expect(state).toBe('open');
    expect(ms).toBeGreaterThan(5_000);
  });

  for (const end of ['is closed', 'crashes'] as const) {
    test(`whenBusy 'wait' gets the database when the other tab ${end}`, async ({ page, context, site }) => {
      const first = await openPage(context, `${site.origin}/blank`);
      await first.evaluate(async () => {
        const { connect } = await import('bigtab');
        await connect('crawl');
      });
      const opened = page.evaluate(async () => {
        const { connect } = await import('bigtab');
        return (await (await connect({ name: 'crawl', whenBusy: 'wait' })).status()).state;
      });
      await page.waitForTimeout(300);
      if (end === 'is closed') await first.close();
      else {
        const session = await context.newCDPSession(first);
        session.send('Page.crash').catch(() => undefined);
      }
      expect(await opened).toBe('open');
    });
  }

  test("whenBusy 'wait' ends with the signal's reason when it aborts, and cleans up", async ({
    page,
    context,
    site,
  }) => {
    await page.evaluate(async () => {
      const { connect } = await import('bigtab');
      Object.assign(globalThis, { connection: await connect('crawl') });
    });
    const second = await openPage(context, `${site.origin}/blank`);
    const seen = await second.evaluate(async () => {
      const { connect } = await import('bigtab');
      const reason = new Error('the user went away');
      const early = AbortSignal.abort(reason);
      const atOnce = await connect({ name: 'crawl', whenBusy: 'wait', signal: early }).catch((thrown) => thrown);
      const controller = new AbortController();
      const waiting = connect({ name: 'crawl', whenBusy: 'wait', signal: controller.signal }).catch((thrown) => thrown);
      await until(async () =>
        ((await navigator.locks.query()).pending ?? []).some(({ name }) => name === 'bigtab:crawl'),
      );
      controller.abort(reason);
      return [atOnce === reason, (await waiting) === reason];
    });
    expect(seen).toEqual([true, true]);
    await expect.poll(() => second.workers().length).toBe(0);
    await second.evaluate(() =>
      until(async () => ((await navigator.locks.query()).pending ?? []).every(({ name }) => name !== 'bigtab:crawl')),
    );
  });

  test('never rejects because of a reload: 50 reloads, each during writes and reads', async ({ page }) => {
    test.setTimeout(90_000);
    const times: number[] = [];
    for (let round = 0; round < 50; round++) {
      const ms = await page.evaluate(async () => {
        const { connect } = await import('bigtab');
        const start = performance.now();
        const connection = await connect('crawl');
        const took = performance.now() - start;
        const table = await connection.ensureTable({ name: 't', families: ['f'] });
        const puts = Array.from({ length: 200 }, () =>
          table.put({ row: `${Math.random()}`, cells: { f: { q: 'x'.repeat(1_000) } } }),
        );
        void Promise.allSettled([...puts, table.getScanner().toArray(), connection.getAdmin().flush('t')]);
        return took;
      });
      times.push(ms);
      await page.reload();
    }
    expect(times).toHaveLength(50);
    console.log(`connect after a reload: at most ${Math.max(...times).toFixed(0)} ms`);
  });
});

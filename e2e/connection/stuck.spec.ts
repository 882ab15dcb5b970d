import { expect, openPage, test } from '../in-page.js';
import { withWorkerPrelude } from '../worker-prelude.js';

/* A worker that computes without end, for example because of a pattern that takes forever. */

test('a stuck worker is replaced 5 s after close, its calls run in the next one, and it blocks no other tab', async ({
  page,
  context,
  site,
}) => {
  await withWorkerPrelude(page, () => {
    new BroadcastChannel('stick').onmessage = () => {
      for (;;);
    };
  });
  const seen = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const lost: string[] = [];
    connection.addEventListener('lost', ({ error }) => lost.push(error.code));
    const channel = new BroadcastChannel('stick');
    let answered = true;
    // Messages take a short time to reach a channel.
    while (answered) {
      channel.postMessage('now');
      const later = new Promise<false>((resolve) => setTimeout(resolve, 500, false));
      answered = await Promise.race([table.get('a').then(() => true), later]);
    }
    const calls = [failureOf(table.get('a')), failureOf(table.put({ row: 'b', cells: { f: { q: 'v' } } }))];
    const start = performance.now();
    await connection.close();
    const ms = performance.now() - start;
    return { ms, lost, codes: (await Promise.all(calls)).map((failure) => failure?.code) };
  });
  expect(seen.codes).toEqual([undefined, undefined]);
  expect(seen.lost).toEqual([]);
  expect(seen.ms).toBeGreaterThan(4_000);
  expect(seen.ms).toBeLessThan(15_000);
  const other = await openPage(context, `${site.origin}/blank`);
  const text = await other.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    return (await connection.getTable('t').get('b')).getText('f', 'q');
  });
  expect(text).toBe('v');
});

test('an uncaught error in the worker ends it, and the worker that replaces it finds the acknowledged data', async ({
  page,
}) => {
  await withWorkerPrelude(page, () => {
    new BroadcastChannel('throw').onmessage = () => {
      throw new Error('nobody catches this');
    };
  });
  const seen = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const connection = await connect('crawl');
    const table = await connection.ensureTable({ name: 't', families: ['f'] });
    await table.put({ row: 'a', cells: { f: { q: 'v' } } });
    const lost: string[] = [];
    connection.addEventListener('lost', ({ error }) => lost.push(error.code));
    const channel = new BroadcastChannel('throw');
    const [before] = await heldLocks('bigtab:worker:');
    await until(async () => {
      const [now] = await heldLocks('bigtab:worker:');
      if (now === before) channel.postMessage('now');
      return now !== undefined && now !== before;
    });
    const text = (await table.get('a')).getText('f', 'q');
    await connection.close();
    return { lost, text };
  });
  expect(seen).toEqual({ lost: [], text: 'v' });
});

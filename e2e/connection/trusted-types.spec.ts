import { join } from 'node:path';
import { BLANK_PAGE, ROOT } from '../fixtures.js';
import { expect, openPage, test } from '../in-page.js';
import { startSite } from '../site.js';

/*
 * Pages whose content security policy requires Trusted Types: an API that starts a script from an address accepts only
 * a trusted address.
 */

const ALLOWED = ["require-trusted-types-for 'script'", "require-trusted-types-for 'script'; trusted-types bigtab"];

for (const policy of ALLOWED) {
  for (const [worker, routes] of [
    ['worker.js', {}],
    ['the inline copy', { '/dist/worker.js': join(ROOT, '.out/no-such-folder') }],
  ] as const) {
    test(`connect starts ${worker} on a page with the policy "${policy}"`, async ({ context }) => {
      const site = await startSite({
        routes: { '/dist/': join(ROOT, 'dist'), '/blank': { html: BLANK_PAGE }, ...routes },
        headers: { 'content-security-policy': policy },
      });
      const page = await openPage(context, `${site.origin}/blank`);
      const seen = await page.evaluate(async () => {
        const plain = Worker;
        const { connect, listDatabases } = await import('bigtab');
        const texts: string[] = [];
        // Starts more than once, because the page may forbid creating a policy twice.
        for (const row of ['a', 'b']) {
          const connection = await connect('crawl');
          const table = await connection.ensureTable({ name: 't', families: ['f'] });
          await table.put({ row, cells: { f: { q: row } } });
          texts.push((await table.get(row)).getText('f', 'q') ?? '');
          await connection.close();
        }
        return { texts, names: await listDatabases(), same: Worker === plain };
      });
      expect(seen).toEqual({ texts: ['a', 'b'], names: ['crawl'], same: true });
      await site.close();
    });
  }
}

test('connect reports the solution if the page does not allow the policy bigtab', async ({ context }) => {
  const site = await startSite({
    routes: { '/dist/': join(ROOT, 'dist'), '/blank': { html: BLANK_PAGE } },
    headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types other" },
  });
  const page = await openPage(context, `${site.origin}/blank`);
  const seen = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    const failure = await failureOf(connect('crawl'));
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } };
    };
    const other = trustedTypes.createPolicy('other', { createScriptURL: (address: string) => address });
    const connection = await connect({
      name: 'crawl',
      worker: () => new Worker(other.createScriptURL('/dist/worker.js')),
    });
    const { state } = await connection.status();
    return { failure, state };
  });
  expect(seen.failure).toMatchObject({ code: 'WORKER_START_FAILED' });
  expect(seen.failure?.message).toMatch(/Trusted Types .*policy 'bigtab'. Add it to the directive trusted-types/);
  expect(seen.failure?.message).not.toContain('worker-src');
  expect(seen.state).toBe('open');
  await site.close();
});

test('connect works if only the names of policies are restricted', async ({ context }) => {
  const site = await startSite({
    routes: { '/dist/': join(ROOT, 'dist'), '/blank': { html: BLANK_PAGE } },
    headers: { 'content-security-policy': 'trusted-types other' },
  });
  const page = await openPage(context, `${site.origin}/blank`);
  const state = await page.evaluate(async () => {
    const { connect } = await import('bigtab');
    return (await (await connect('crawl')).status()).state;
  });
  expect(state).toBe('open');
  await site.close();
});

import type { Page } from 'playwright/test';
import { GET, PUT } from '../../../lib/testing/samples/thrift-calls.js';
import { test as base, expect } from '../../fixtures.js';
import { type ProxiedSite, startProxiedSite } from './proxied-site.js';

/* What pages can do with a gateway of HBase, and with a proxy in front of one. The page of each test is of another origin than both. */

interface Fixtures {
  /** A proxy that allows reads, of at most 1,000 bytes, to the page of the test. */
  readonly proxied: ProxiedSite;
  /** A proxy that allows everything, to no page of another origin. */
  readonly closed: ProxiedSite;
}

const test = base.extend<Fixtures>({
  proxied: async ({ site }, use) => {
    const proxied = await startProxiedSite({ allowOrigins: [site.origin], readOnly: true, maxBodyBytes: 1000 });
    await use(proxied);
    await proxied.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  closed: async ({}, use) => {
    const closed = await startProxiedSite();
    await use(closed);
    await closed.close();
  },
});

interface SentByPage {
  readonly url: string;
  readonly body: Uint8Array;
  readonly type?: string;
  readonly mode?: RequestMode;
}

/** What the page sees of an answer: its status and text, the type of one it may not read, or an error. */
function sendFrom(
  page: Page,
  { url, body, type = 'application/x-thrift', mode = 'cors' }: SentByPage,
): Promise<string> {
  return page.evaluate(
    async ({ url, bytes, type, mode }) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(bytes), mode };
      try {
        const answer = await fetch(url, init);
        return answer.type === 'opaque' ? answer.type : `${answer.status} ${await answer.text()}`;
      } catch (error) {
        return (error as Error).name;
      }
    },
    { url, bytes: [...body], type, mode },
  );
}

test('a page of any site can write to a gateway without a proxy', async ({ page, closed: { gateway } }) => {
  const sent = { url: gateway.url, body: PUT, type: 'text/plain', mode: 'no-cors' } as const;
  expect(await sendFrom(page, sent)).toBe('opaque');
  expect(gateway.received.map(({ body }) => body)).toEqual([PUT]);
});

test('a page of another site reaches nothing through a proxy', async ({ page, closed: { url, gateway, statuses } }) => {
  // The browser sends these without a preflight, the last one without its type.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/x-thrift']) {
    expect(await sendFrom(page, { url, body: PUT, type, mode: 'no-cors' })).toBe('opaque');
  }
  await page.evaluate(([url, bytes]) => navigator.sendBeacon(url, new Uint8Array(bytes)), [url, [...PUT]] as const);
  await expect.poll(() => statuses).toEqual([403, 403, 403, 403]);
  expect(await sendFrom(page, { url, body: PUT })).toBe('TypeError');
  expect(statuses).toEqual([403, 403, 403, 403, 403]);
  expect(gateway.received).toEqual([]);
});

test('a page of an allowed origin gets answers, after a preflight', async ({ page, proxied }) => {
  const { url, gateway, statuses } = proxied;
  expect(await sendFrom(page, { url, body: GET })).toMatch(/^200 /);
  expect(statuses).toEqual([204, 200]);
  expect(gateway.received.map(({ body }) => body)).toEqual([GET]);
});

test('a page of an allowed origin can read why a call is refused', async ({ page, proxied: { url, gateway } }) => {
  expect(await sendFrom(page, { url, body: PUT })).toMatch(/^403 put is not a read/);
  expect(await sendFrom(page, { url, body: new Uint8Array(1500) })).toMatch(/^413 The request is larger than/);
  expect(await sendFrom(page, { url, body: GET, type: 'text/plain' })).toMatch(/^415 The content type must be/);
  expect(gateway.received).toEqual([]);
});

test('the page of the same server needs no permission, but not under a name that only leads to this machine', async ({
  page,
  closed: { port, gateway },
}) => {
  // Browsers let every name below localhost lead to this machine, as the name of a site can (DNS rebinding).
  for (const [host, seen] of [
    ['localhost', /^200 /],
    ['rebound.localhost', /^403 .* the host "rebound.localhost:\d+"/],
  ] as const) {
    await page.goto(`http://${host}:${port}/`);
    expect(await sendFrom(page, { url: '/hbase', body: GET })).toMatch(seen);
  }
  expect(gateway.received).toHaveLength(1);
});

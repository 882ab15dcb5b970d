import type { Page } from 'playwright/test';

/** The number of bytes that the site of `page` uses now. */
export function usage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
}

/** The same, when it has not changed for half a second: the browser counts what was written with a delay. */
export async function steadyUsage(page: Page): Promise<number> {
  for (let before = -1, now = await usage(page); ; before = now, now = await usage(page)) {
    if (now === before) return now;
    await page.waitForTimeout(500);
  }
}

/** Limits the site of `page` to `bytes`. Returns a function that removes the limit. */
export async function limitStorage(page: Page, bytes: number): Promise<() => Promise<void>> {
  // The limit applies as long as the session exists.
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
  };
}

import type { Page } from 'playwright/test';

/** Bytes that the site of `page` uses now. */
export function usage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
}

/** Lets the site of `page` use at most `bytes`; the answer lifts that. */
export async function limitStorage(page: Page, bytes: number): Promise<() => Promise<void>> {
  // The limit holds as long as the session does.
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
  };
}

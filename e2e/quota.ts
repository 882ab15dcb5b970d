import type { Page } from 'playwright/test';

/** Bytes that the site of `page` uses now. */
export function usage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
}

/** Lets the site of `page` use at most `bytes`; without, what the browser gives. */
export async function setQuota(page: Page, bytes?: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(bytes === undefined ? {} : { quotaSize: bytes }),
  });
  await session.detach();
}

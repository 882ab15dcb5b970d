import type { Page } from 'playwright/test';
import { limitStorage, usage } from './quota.js';

/** Where a site stores its data, with a limit that the test sets. */
export interface Device {
  /** Whether the browser may refuse room that is free. */
  readonly mayWithhold: boolean;
  /** Leaves room for about `bytes` more. */
  leave(bytes: number): Promise<void>;
  /** Provides ample room. */
  free(): Promise<void>;
}

/** The quota of the site of `page`. */
export function quotaOf(page: Page): Device {
  const lifts: (() => Promise<void>)[] = [];
  return {
    mayWithhold: false,
    async leave(bytes) {
      lifts.push(await limitStorage(page, (await usage(page)) + bytes));
    },
    async free() {
      for (const lift of lifts.splice(0)) await lift();
    },
  };
}

const BALLAST = 1 << 18;

/** The disk of the browser's profile, of which a site gets a part. Other data of the site of `page` takes the rest. */
export function diskOf(page: Page): Device {
  let entries = 0;
  return {
    mayWithhold: true,
    async leave(bytes) {
      entries = await page.evaluate(
        async ([entries, size, spare]) => {
          const cache = await caches.open('ballast');
          const body = new Uint8Array(size).fill(90);
          let last = entries;
          for (let full = false; !full; ) {
            await cache.put(`/ballast-${last}`, new Response(body)).then(
              () => last++,
              (error) => {
                if (error.name !== 'QuotaExceededError') throw error;
                full = true;
              },
            );
          }
          for (let n = 0; n < spare; n++) await cache.delete(`/ballast-${--last}`);
          return last;
        },
        [entries, BALLAST, Math.ceil(bytes / BALLAST)] as const,
      );
    },
    async free() {
      await page.evaluate(() => caches.delete('ballast'));
    },
  };
}

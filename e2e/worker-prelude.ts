import type { BrowserContext, Page } from 'playwright/test';

declare global {
  /** A global of the worker that preludes change. The page's types do not contain it. */
  const FileSystemSyncAccessHandle: {
    readonly prototype: { flush(): void; write(bytes: ArrayBufferView, options?: { readonly at?: number }): number };
  };
}

/**
 * Makes every engine worker that `pages` start run `prelude` first, to simulate a browser with a different behavior.
 */
export async function withWorkerPrelude(pages: BrowserContext | Page, prelude: () => void): Promise<void> {
  // The worker of the package, and that of the built demo.
  await pages.route(/\/(dist\/worker|assets\/worker-[^/]*)\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${prelude})();\n${await response.text()}` });
  });
}

/** A prelude that makes time pass ten times as fast for the engine, which waits a minute before it removes files. */
export function hurry(): void {
  const speed = 10;
  const { now } = Date;
  const monotonic = performance.now.bind(performance);
  const wait = globalThis.setTimeout;
  const start = now();
  Date.now = () => start + (now() - start) * speed;
  performance.now = () => monotonic() * speed;
  globalThis.setTimeout = ((task: () => void, ms = 0) => wait(task, ms / speed)) as typeof setTimeout;
}

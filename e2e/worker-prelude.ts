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
  await pages.route('**/dist/worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${prelude})();\n${await response.text()}` });
  });
}

import type { BrowserContext, Page } from 'playwright/test';

declare global {
  /** A worker's global that preludes change; the page's types do not have it. */
  const FileSystemSyncAccessHandle: {
    readonly prototype: { flush(): void; write(bytes: ArrayBufferView, options?: { readonly at?: number }): number };
  };
}

/** Lets every engine worker that `pages` start run `prelude` first: a stand-in for a browser that behaves otherwise. */
export async function withWorkerPrelude(pages: BrowserContext | Page, prelude: () => void): Promise<void> {
  await pages.route('**/dist/worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${prelude})();\n${await response.text()}` });
  });
}

import { type BigtabFixtures, bigtabFixtures } from 'bigtab/playwright';
import type { BrowserContext, Page } from 'playwright/test';
import { test as base } from './fixtures.js';

/* Helpers that functions in a page may use besides the page's own globals. */

export { expect, type Profile } from './fixtures.js';

/** An error as plain data, with the time until it occurred. */
export interface Failure {
  readonly code: string | undefined;
  readonly name: string;
  readonly hbaseName: string | null | undefined;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly stack: string;
  /** The stack of the cause, or its text. */
  readonly cause: string;
  readonly ms: number;
}

declare global {
  /** The failure of `work`; null if it succeeds. */
  function failureOf(work: Promise<unknown> | (() => unknown)): Promise<Failure | null>;
  /** Waits until `condition` is true, and fails after 5 s. */
  function until(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** The names of the Web Locks of this site that are held and begin with `prefix`. */
  function heldLocks(prefix?: string): Promise<string[]>;
  /** The option `worker` of connect, and the workers that it has started. */
  function recordedWorkers(): { readonly workers: Worker[]; readonly worker: () => Worker };
  /** Ends the last of `workers`, and the one that replaces it and is added to `workers`, once that one has started. */
  function endTwice(workers: readonly Worker[]): Promise<void>;
}

/** Has the helpers, and the fixture `bigtab` of the package, as the tests of an app do. */
export const test = base.extend<BigtabFixtures>({
  ...bigtabFixtures,
  context: async ({ context }, use) => {
    const helpers = await context.addInitScript(installHelpers);
    await use(context);
    await helpers.dispose();
  },
});

/** Adds the helpers above to every page of a test's own browser. The shared browser has them already. */
export async function prepare(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(installHelpers);
  return context;
}

/** Opens a page at `address`. */
export async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

function installHelpers(): void {
  Object.assign(globalThis, {
    async failureOf(work: Promise<unknown> | (() => unknown)) {
      const start = performance.now();
      try {
        await (typeof work === 'function' ? work() : work);
        return null;
      } catch (thrown) {
        const error = thrown as Error & { code?: string; hbaseName?: string | null; details?: Record<string, unknown> };
        const cause = error.cause as Error | undefined;
        return {
          code: error.code,
          name: error.name,
          hbaseName: error.hbaseName,
          message: error.message,
          details: error.details ?? {},
          stack: error.stack ?? '',
          cause: cause?.stack ?? String(cause),
          ms: performance.now() - start,
        };
      }
    },
    async until(condition: () => boolean | Promise<boolean>) {
      const limit = performance.now() + 5_000;
      while (!(await condition())) {
        if (performance.now() > limit) throw new Error(`waited 5 s for ${condition}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async heldLocks(prefix = '') {
      const { held = [] } = await navigator.locks.query();
      return held.map(({ name }) => name ?? '').filter((name) => name.startsWith(prefix));
    },
    recordedWorkers() {
      const workers: Worker[] = [];
      const worker = () => {
        const started = new Worker('/dist/worker.js');
        workers.push(started);
        return started;
      };
      return { workers, worker };
    },
    async endTwice(workers: readonly Worker[]) {
      const ended = workers.at(-1);
      ended?.terminate();
      await until(() => workers.at(-1) !== ended);
      const next = workers.at(-1);
      await new Promise((resolve) => next?.addEventListener('message', resolve, { once: true }));
      next?.terminate();
    },
  });
}

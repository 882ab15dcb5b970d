import { BigtabError, invalidArgument } from '../../errors.js';
import { toTimestamp } from '../../model/timestamp.js';
import { callPage } from './call-page.js';
import type { ContextLike, PageLike } from './playwright-types.js';
import { type Seed, seedToJson } from './seed.js';

/** The address, in each site, of the page that the kit opens. No request for it reaches the site. */
const KIT_PATH = '/bigtab-kit';
const EMPTY_PAGE = '<!doctype html><html lang="en"><title>Bigtab</title></html>';

/** A page that loads may open its database within this time. */
const OPEN_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** What a test can do with the databases of a browser context. The app needs no hook for it. */
export interface Bigtab {
  /**
   * Fills the database `name` of a site before the app opens it. `origin`: the site's origin, such as
   * `http://localhost:3000`, or the address of any of its pages. `seed`: either tables with their rows, as literals; those
   * that do not exist are created. Or an export, as `dump` returns it, also as bytes of UTF-8: its tables must not exist.
   *
   * Rejects with INVALID_ARGUMENT and the other errors of `connect`, and those of `ensureTable` and `put`, or of
   * `importStream`.
   */
  seed(origin: string, name: string, seed: Seed): Promise<void>;
  /**
   * Resolves to an export of the database `name` that `page` has open, as `exportStream` writes it: every version and every
   * delete of all tables, one on each line as JSON. `seed` accepts it, so a test can keep it in a file.
   *
   * Waits up to 5 s until the page opens the database. Rejects with INVALID_STATE if it does not, and with the
   * errors of `exportStream`.
   */
  dump(page: PageLike, name: string): Promise<string>;
  /**
   * Deletes the database `name` of a site; a missing one is not an error. `origin`: as in `seed`. Open pages lose the
   * database, as when another tab deletes it.
   *
   * Rejects with DATABASE_BUSY if a page has the database open and does not answer, and as `deleteDatabase` does.
   */
  clear(origin: string, name: string): Promise<void>;
  /**
   * Sets the time of the database `name` that `page` has open, for every page that uses it: a number of milliseconds
   * since 1970 or a Date, from which time goes on; null: the real time. It is the timestamp of later writes, and values
   * that have expired by then disappear from reads, also from live ones. Nothing is removed from the disk because of
   * it: what is hidden is visible again at an earlier time. What is written in the future keeps its timestamps, and
   * later writes of the same rows follow them.
   *
   * The time is that of the engine, which ends with the last page that uses the database, and may move to another page:
   * after a reload, set it again. Playwright's own `page.clock` changes only the page, not the engine in its worker.
   *
   * Waits up to 5 s until the page opens the database. Rejects with INVALID_STATE if it does not, and with
   * INVALID_ARGUMENT for a time that is not valid.
   */
  setTime(page: PageLike, name: string, when: number | Date | null): Promise<void>;
}

/**
 * The databases of the sites in a browser context, for tests that make their own contexts. With Playwright's test runner, use
 * `bigtabFixtures`.
 */
export function bigtabIn(context: ContextLike): Bigtab {
  return {
    seed: async (origin, name, seed) => {
      const json = seedToJson(seed);
      return inKitPage(context, origin, async (page) => callPage(page, 'seed', name, await worker(), json));
    },
    dump: (page, name) => whenOpen(name, () => callPage(page, 'dump', name)),
    clear: (origin, name) => inKitPage(context, origin, async (page) => callPage(page, 'clear', name, await worker())),
    setTime: async (page, name, when) => {
      await whenOpen(name, () => callPage(page, 'setTime', name, when === null ? null : toTimestamp(when)));
    },
  };
}

/** Runs `work` in an empty page of the origin, with nothing of the app. */
async function inKitPage<T>(context: ContextLike, origin: string, work: (page: PageLike) => Promise<T>): Promise<T> {
  const address = `${toOrigin(origin)}${KIT_PATH}`;
  const page = await context.newPage();
  try {
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }));
    await page.goto(address);
    return await work(page);
  } finally {
    await page.close();
  }
}

/** Repeats `work` until its result is not null, which means that the page has the database open. */
async function whenOpen<T>(name: string, work: () => Promise<T | null>): Promise<T> {
  for (let waited = 0; waited < OPEN_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const result = await work();
    if (result !== null) return result;
    await new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const message = `The page has database '${name}' not open. Let the page connect to it first, with this name.`;
  throw new BigtabError('INVALID_STATE', message, { details: { database: name } });
}

/** The text of the worker's script. */
async function worker(): Promise<string> {
  return (await import('../../client/page/inline-worker.js')).source;
}

function toOrigin(address: unknown): string {
  const origin = /^https?:\/\/[^/?#]+/.exec(String(address))?.[0];
  if (origin === undefined)
    throw invalidArgument(`origin must be that of a site, such as http://localhost:3000; got ${String(address)}`);
  return origin;
}

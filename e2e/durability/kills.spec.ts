import type { BrowserContext, Page } from 'playwright/test';
import { Random } from '../../lib/simulation/random.js';
import { testRuns, testSeed } from '../../lib/testing/seed.js';
import { expect, openPage, type Profile, prepare, test } from '../in-page.js';
import { ExpectedTable } from './expected-table.js';
import { MEMORY, readAll, startWriting } from './in-page-writer.js';
import { drawOperation, type Operation } from './operations.js';

/*
 * Pages write as fast as they can and are killed at a random time, then the database is opened again. Every
 * acknowledged write must exist, and of the others a prefix. No write may be half done or done twice.
 *
 * BIGTAB_SEED and BIGTAB_RUNS set the seed and the number of kills of each kind, and so does
 * `npm run soak -- --seed N --kills N`.
 */

const TABLES = ['one', 'two'] as const;
const LONGEST_LIFE_MS = 250;
const SEED = testSeed(1);
const KILLS = testRuns(20);

/** The test's own record of the operations that the pages received and of those that they reported as done. */
class Record {
  readonly expected = new Map(TABLES.map((name) => [name as string, new ExpectedTable()]));
  readonly complaints: string[] = [];
  acknowledged = 0;
  private readonly random: Random;
  private serial = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** Lets the pages of `context` request operations and report results. */
  async listen(context: BrowserContext): Promise<void> {
    await context.exposeFunction('nextOperations', (table: string) => this.next(table));
    await context.exposeFunction('acknowledge', (table: string, index: number) => {
      this.acknowledged++;
      this.expected.get(table)?.acknowledge(index);
    });
    await context.exposeFunction('complain', (what: string) => {
      this.complaints.push(what);
    });
  }

  private next(table: string): readonly Operation[] {
    const count = 1 + this.random.below(30);
    const operations = Array.from({ length: count }, () => drawOperation(this.random, this.serial++));
    this.expected.get(table)?.announce(operations);
    return operations;
  }
}

/** A way to kill a page, and to get the page for the next life. */
interface Killing {
  /** Messages of recovery that are allowed, because this kind of kill can damage the browser's own storage. */
  readonly excuses: readonly string[];
  /** Kills within `ms`, and resolves when nothing can arrive from the page's last life. */
  kill(page: Page, ms: number): Promise<void>;
  /** Opens the blank page on the same profile. */
  revive(page: Page): Promise<Page>;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Kills the worker, and later the one that replaces it, which may still be opening the database or already write. */
function killWorker(): Killing {
  return {
    excuses: [],
    async kill(page, ms) {
      await page.evaluate(async (ms) => {
        const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        const isHeld = async () => (await heldLocks('bigtab:')).length > 0;
        await wait(ms);
        const { engine } = globalThis;
        const isReplaced = () => globalThis.engine !== engine;
        const [killed] = await heldLocks('bigtab:worker:');
        engine?.terminate();
        // A worker that was opening the database is not replaced.
        while (!isReplaced() && (await isHeld())) await wait(5);
        while (isReplaced() && [undefined, killed].includes((await heldLocks('bigtab:worker:'))[0])) await wait(5);
        await wait(2 * ms);
        globalThis.engine?.terminate();
        // No limit except the test's, because a busy machine needs seconds to end a worker.
        while (await isHeld()) await wait(5);
      }, ms);
    },
    revive: async (page) => page,
  };
}

function crashTab(address: string): Killing {
  return {
    excuses: [],
    async kill(page, ms) {
      const session = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      await wait(ms);
      session.send('Page.crash').catch(() => undefined);
      await crashed;
    },
    async revive(page) {
      const context = page.context();
      await page.close();
      const next = await context.newPage();
      await next.goto(address);
      return next;
    },
  };
}

function killBrowser(profile: Profile, address: string, record: Record): Killing {
  return {
    // After about one SIGKILL in two hundred, Chromium cannot read its IndexedDB and creates a new one.
    excuses: ['The catalog was missing and was restored from its mirror.'],
    async kill(_page, ms) {
      await wait(ms);
      await profile.kill();
    },
    revive: () => launch(profile, address, record),
  };
}

/** Starts a browser on `profile`, whose pages report to `record`, and opens `address`. */
async function launch(profile: Profile, address: string, record: Record): Promise<Page> {
  const context = await prepare(await profile.launch());
  await record.listen(context);
  return openPage(context, address);
}

async function dieOften(page: Page, what: string, record: Record, killing: Killing): Promise<void> {
  const random = new Random(SEED);
  const settings = `BIGTAB_SEED=${SEED} BIGTAB_RUNS=${KILLS}`;
  console.log(
    `${KILLS} kills of ${what}; again: ${settings} npx playwright test -c e2e/playwright.config.ts durability/kills -g '${what}'`,
  );
  let beyond = 0;
  let recoveryKills = 0;
  const start = performance.now();
  await page.evaluate(readAll, [TABLES, MEMORY] as const);
  for (let life = 0; life < KILLS; life++) {
    await page.evaluate(startWriting, [TABLES, MEMORY] as const);
    await killing.kill(page, random.below(LONGEST_LIFE_MS));
    page = await killing.revive(page);
    if (random.chance(0.25)) {
      // Kills once more, during the recovery.
      recoveryKills++;
      const recovering = page.evaluate(readAll, [TABLES, MEMORY] as const).catch(() => undefined);
      await killing.kill(page, random.below(80));
      // A worker that started only after the kill is not left to the next life.
      await recovering;
      page = await killing.revive(page);
    }
    const { seen, problems } = await page.evaluate(readAll, [TABLES, MEMORY] as const);
    expect(record.complaints, `life ${life}`).toEqual([]);
    expect(
      problems.filter((problem) => !killing.excuses.includes(problem)),
      `life ${life}`,
    ).toEqual([]);
    for (const [name, expected] of record.expected) {
      try {
        beyond += expected.settle(seen[name] ?? {});
      } catch (error) {
        throw new Error(`seed ${SEED}, life ${life}, table ${name}: ${(error as Error).message}`);
      }
    }
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${KILLS} kills of ${what}: ${record.acknowledged} acknowledged operations are there, ${beyond} more rows; ${recoveryKills} recoveries were killed too; ${seconds} s`,
  );
  expect(record.acknowledged).toBeGreaterThan(KILLS);
}

test.describe('every acknowledged write exists, and none is half done or done twice, after', () => {
  // Never repeated, because data that one seed in a thousand loses is lost.
  test.describe.configure({ mode: 'parallel', timeout: 60_000 + KILLS * 10_000, retries: 0 });

  test(`${KILLS} calls of terminate() on the worker at random times`, async ({ profile, site }) => {
    const record = new Record(new Random(SEED));
    const page = await launch(profile, `${site.origin}/blank`, record);
    await dieOften(page, 'the worker', record, killWorker());
  });

  test(`${KILLS} crashes of the tab at random times`, async ({ profile, site }) => {
    const record = new Record(new Random(SEED));
    const page = await launch(profile, `${site.origin}/blank`, record);
    await dieOften(page, 'the tab', record, crashTab(page.url()));
  });

  test(`${KILLS} SIGKILLs of the browser at random times`, async ({ profile, site }) => {
    const record = new Record(new Random(SEED));
    const page = await launch(profile, `${site.origin}/blank`, record);
    await dieOften(page, 'the browser', record, killBrowser(profile, page.url(), record));
  });
});

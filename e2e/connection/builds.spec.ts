import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { NEWER_BUILD, NEWER_PROTOCOL, OWN_PROTOCOL } from '../../lib/build/package/newer-build.js';
import { ROOT } from '../fixtures.js';
import { expect, openPage, test } from '../in-page.js';

/*
 * Pages of two builds of the package, whose protocols differ, at one site: an older page is open when a newer one comes,
 * the other way round, both at once, and pages that got a part of the other build.
 */

/** The folders that the site serves the builds from. */
type Build = 'dist' | 'newer';

/** What a page of these tests has. */
interface Tab {
  connection: import('bigtab').Connection;
  events: string[];
  /** Settles when the page has no connection any more: the numbers of its calls that were answered and rejected. */
  counted: Promise<{ readonly answered: number; readonly codes: readonly string[] }>;
}

/** What the page does about `versionchange`: it does not listen, only notes it, or closes its connection. */
type Listener = 'deaf' | 'notes' | 'closes';

/** Opens a page of a build and connects; null, or the error. */
async function connectFrom(page: Page, build: Build, listener: Listener = 'deaf') {
  return page.evaluate(
    async ([build, listener]) => {
      const { connect } = (await import(`/${build}/index.js`)) as typeof import('bigtab');
      return failureOf(async () => {
        const connection = await connect('crawl');
        const events: string[] = [];
        connection.addEventListener('lost', ({ error }) => events.push(`lost ${error.code}: ${error.message}`));
        if (listener !== 'deaf')
          connection.addEventListener('versionchange', ({ reason }) => {
            events.push(`versionchange ${reason}`);
            if (listener === 'closes') void connection.close();
          });
        Object.assign(globalThis, { connection, events });
      });
    },
    [build, listener] as const,
  );
}

async function pageOf(context: BrowserContext, origin: string, build: Build, listener?: Listener): Promise<Page> {
  const page = await openPage(context, `${origin}/blank`);
  expect(await connectFrom(page, build, listener)).toBeNull();
  await page.evaluate(() => (globalThis as unknown as Tab).connection.ensureTable({ name: 't', families: ['f'] }));
  return page;
}

/** Starts to increment the counter until a call is rejected, with 50 calls open. */
async function countForever(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tab = globalThis as unknown as Tab;
    const table = tab.connection.getTable('t');
    let answered = 0;
    const codes = new Set<string>();
    const one = async () => {
      for (;;) {
        try {
          await table.incrementColumnValue('n', 'f', 'n', 1);
          answered++;
        } catch (error) {
          codes.add((error as { code: string }).code);
          return;
        }
      }
    };
    const counted = Promise.all(Array.from({ length: 50 }, one)).then(() => ({ answered, codes: [...codes] }));
    Object.assign(tab, { counted });
  });
}

const counted = (page: Page) => page.evaluate(() => (globalThis as unknown as Tab).counted);
const events = (page: Page) => page.evaluate(() => (globalThis as unknown as Tab).events);
const total = (page: Page) =>
  page.evaluate(async () => {
    const table = (globalThis as unknown as Tab).connection.getTable('t');
    return Number(await table.incrementColumnValue('n', 'f', 'n', 0));
  });
const originOf = (page: Page) =>
  page.evaluate(async () => (await (globalThis as unknown as Tab).connection.status()).origin);

/** The path of the script of a build whose name begins with `start`. */
function fileOf(build: Build, start: string): string {
  const folder = build === 'newer' ? NEWER_BUILD : join(ROOT, 'dist');
  const file = readdirSync(folder).find((name) => name.startsWith(start) && name.endsWith('.js'));
  if (file === undefined) throw new Error(`${folder} has no ${start}`);
  return join(folder, file);
}

/** Gives a page the chunk of another build, which imports what belongs to it, in place of that of `build`. */
async function useChunk(page: Page, build: Build, other: Build, start: string): Promise<void> {
  const body = `export * from '/${other}/${basename(fileOf(other, start))}';`;
  await page.route(`**/${build}/${start}*`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

const refusal = (other: number) => ({
  code: 'VERSION_CONFLICT',
  message: expect.stringContaining('reload the older tab'),
  details: { other, own: other === OWN_PROTOCOL ? NEWER_PROTOCOL : OWN_PROTOCOL },
});

test.describe('A page of a newer build', () => {
  test('opens the data of older pages that write, which close; every answered call is stored', async ({
    context,
    site,
  }) => {
    const older = [await pageOf(context, site.origin, 'dist'), await pageOf(context, site.origin, 'dist')];
    for (const page of older) await countForever(page);
    const newer = await pageOf(context, site.origin, 'newer');
    const ends = await Promise.all(older.map(counted));
    expect(ends.map(({ codes }) => codes)).toEqual([['VERSION_CONFLICT'], ['VERSION_CONFLICT']]);
    expect(Math.min(...ends.map(({ answered }) => answered))).toBeGreaterThan(0);
    expect(await total(newer)).toBe(ends.reduce((sum, { answered }) => sum + answered, 0));
    expect(await originOf(newer)).toBe('opened');
    for (const page of older) {
      expect(await events(page)).toEqual([expect.stringMatching(/^lost VERSION_CONFLICT: .*reload the older tab/)]);
      expect(await connectFrom(page, 'dist')).toMatchObject(refusal(NEWER_PROTOCOL));
      await page.reload();
      expect(await connectFrom(page, 'newer')).toBeNull();
      expect(await total(page)).toBe(await total(newer));
    }
  });

  test('waits at most some seconds for older pages that hear versionchange but stay open', async ({
    context,
    site,
  }) => {
    const leader = await pageOf(context, site.origin, 'dist', 'notes');
    const follower = await pageOf(context, site.origin, 'dist', 'notes');
    await countForever(follower);
    const newer = await pageOf(context, site.origin, 'newer');
    for (const page of [leader, follower])
      expect(await events(page)).toEqual(['versionchange build', expect.stringMatching(/^lost VERSION_CONFLICT/)]);
    const { answered, codes } = await counted(follower);
    expect(codes).toEqual(['VERSION_CONFLICT']);
    expect(await total(newer)).toBe(answered);
  });

  test('opens the data at once when the older pages close themselves', async ({ context, site }) => {
    const older = [
      await pageOf(context, site.origin, 'dist', 'closes'),
      await pageOf(context, site.origin, 'dist', 'closes'),
    ];
    for (const page of older) await countForever(page);
    const start = Date.now();
    const newer = await pageOf(context, site.origin, 'newer');
    console.log(`a newer page connects in ${Date.now() - start} ms`);
    const ends = await Promise.all(older.map(counted));
    expect(ends.map(({ codes }) => codes)).toEqual([['CONNECTION_CLOSED'], ['CONNECTION_CLOSED']]);
    expect(await total(newer)).toBe(ends.reduce((sum, { answered }) => sum + answered, 0));
    for (const page of older) expect(await events(page)).toEqual(['versionchange build']);
  });
});

test.describe('A page of an older build', () => {
  test('is refused while a newer one is open, which goes on; afterwards it opens the same data', async ({
    context,
    site,
  }) => {
    const newer = await pageOf(context, site.origin, 'newer', 'notes');
    await countForever(newer);
    const older = await openPage(context, `${site.origin}/blank`);
    for (let time = 0; time < 3; time++)
      expect(await connectFrom(older, 'dist')).toMatchObject(refusal(NEWER_PROTOCOL));
    expect(await events(newer)).toEqual([]);
    const before = await total(newer);
    await newer.evaluate(() => (globalThis as unknown as Tab).connection.close());
    const { answered, codes } = await counted(newer);
    expect(codes).toEqual(['CONNECTION_CLOSED']);
    expect(answered).toBeGreaterThanOrEqual(before);
    expect(await connectFrom(older, 'dist')).toBeNull();
    expect([await originOf(older), await total(older)]).toEqual(['opened', answered]);
  });

  test('never leads to an empty database when both builds connect at once, again and again', async ({
    context,
    site,
  }) => {
    let expected = 0;
    for (let round = 0; round < 10; round++) {
      const pages = [await openPage(context, `${site.origin}/blank`), await openPage(context, `${site.origin}/blank`)];
      const builds: readonly Build[] = round % 2 === 0 ? ['dist', 'newer'] : ['newer', 'dist'];
      const failures = await Promise.all(
        pages.map((page, index) =>
          page.evaluate(
            async ([build, isFirst]) => {
              const { connect } = (await import(`/${build}/index.js`)) as typeof import('bigtab');
              return failureOf(async () => {
                const connection = await connect('crawl');
                if (isFirst) await connection.ensureTable({ name: 't', families: ['f'] });
                else if (!(await connection.getAdmin().tableExists('t'))) throw new Error('the database is empty');
                await connection.getTable('t').incrementColumnValue('n', 'f', 'n', 1);
              });
            },
            [builds[index] as Build, round === 0] as const,
          ),
        ),
      );
      const newer = builds.indexOf('newer');
      expect(failures[newer], `round ${round}`).toBeNull();
      const older = failures[1 - newer];
      if (older !== null) expect(older).toMatchObject({ code: 'VERSION_CONFLICT' });
      expected += older === null ? 2 : 1;
      for (const page of pages) await page.close();
    }
    const page = await pageOf(context, site.origin, 'dist');
    expect(await total(page)).toBe(expected);
  });
});

test.describe('A page with parts of two builds', () => {
  /** Stores one increment with a page of `build`, which is closed again. */
  async function store(context: BrowserContext, origin: string, build: Build): Promise<void> {
    const page = await pageOf(context, origin, build);
    await page.evaluate(async () => {
      const { connection } = globalThis as unknown as Tab;
      await connection.getTable('t').incrementColumnValue('n', 'f', 'n', 1);
      await connection.close();
    });
    await page.close();
  }

  /** Nothing runs any more, and a page with one build finds the data. */
  async function checkStored(page: Page, build: Build): Promise<void> {
    await expect.poll(() => page.workers()).toEqual([]);
    expect(await page.evaluate(() => heldLocks('bigtab:'))).toEqual([]);
    await page.unrouteAll();
    await page.reload();
    expect(await connectFrom(page, build)).toBeNull();
    expect([await originOf(page), await total(page)]).toEqual(['opened', 1]);
  }

  for (const [build, other, protocol] of [
    ['dist', 'newer', NEWER_PROTOCOL],
    ['newer', 'dist', OWN_PROTOCOL],
  ] as const) {
    const name = build === 'dist' ? 'older' : 'newer';

    test(`uses the worker inside its own ${name} build instead of a worker.js of the other one`, async ({
      context,
      page,
      site,
    }) => {
      await store(context, site.origin, other);
      await page.route(`**/${build}/worker.js`, (route) => route.fulfill({ path: fileOf(other, 'worker.js') }));
      expect(await connectFrom(page, build)).toBeNull();
      expect(page.workers().map((worker) => worker.url().slice(0, 5))).toEqual(['blob:']);
      expect([await originOf(page), await total(page)]).toEqual(['opened', 1]);
    });

    test(`of the ${name} build is refused if each of its workers is of the other one`, async ({
      context,
      page,
      site,
    }) => {
      await store(context, site.origin, build);
      for (const file of ['worker.js', 'inline-worker-'])
        await page.route(`**/${build}/${file}*`, (route) => route.fulfill({ path: fileOf(other, file) }));
      const conflict = `protocol ${protocol}; this build's is`;
      expect(await connectFrom(page, build)).toMatchObject({
        code: 'VERSION_CONFLICT',
        message: expect.stringContaining('If this page is older than the site, reload it'),
        details: { tried: [expect.stringContaining(conflict), expect.stringContaining(conflict)] },
      });
      await checkStored(page, build);
    });

    test(`of the ${name} build is refused if the code it loads later is of the other one`, async ({
      context,
      page,
      site,
    }) => {
      await store(context, site.origin, build);
      await useChunk(page, build, other, 'shared-connection-code-');
      expect(await connectFrom(page, build)).toMatchObject(refusal(protocol));
      await checkStored(page, build);
    });

    test(`of the ${name} build rejects a list of tables if the code for patterns is of the other one`, async ({
      context,
      page,
      site,
    }) => {
      await store(context, site.origin, build);
      await useChunk(page, build, other, 'shared-compile-pattern-');
      expect(await connectFrom(page, build)).toBeNull();
      const list = () =>
        page.evaluate(() => failureOf((globalThis as unknown as Tab).connection.getAdmin().listTableNames('t.*')));
      expect(await list()).toMatchObject(refusal(protocol));
      expect(await total(page)).toBe(1);
    });

    test(`of the ${name} build refuses to connect beside a connection of the other one`, async ({ page }) => {
      expect(await connectFrom(page, other)).toBeNull();
      const ofOther = await page.evaluateHandle(() => (globalThis as unknown as Tab).connection);
      expect(await connectFrom(page, build)).toMatchObject(refusal(protocol));
      expect(await ofOther.evaluate(async (connection) => (await connection.status()).state)).toBe('open');
    });
  }
});

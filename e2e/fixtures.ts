import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, chromium, type Page } from 'playwright/test';
import { NEWER_BUILD } from '../lib/build/package/newer-build.js';
import { findBrowser, NO_BROWSER } from './find-browser.js';
import { endProcess, isRunning, processIds, withDescendants } from './process-tree.js';
import { SharedBrowser } from './shared-browser.js';
import { type Site, startSite } from './site.js';

/*
 * The fixtures of every browser test: the built package and the built demo on a loopback site, and Chromium with a
 * persistent profile on a real disk, because a profile in memory has a different file system and loses its data at
 * close.
 */

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

/** A page on which `import('bigtab')` returns the built package, and nothing else runs. */
export const BLANK_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>blank</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "bigtab": "/dist/index.js", "bigtab/memory": "/dist/memory.js" } }</script>
</head><body></body></html>`;

/** The arguments of every browser. The test machine is the sandbox, and the browser makes no background connections. */
const BROWSER_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One user profile: a folder that outlives the browsers that run on it. */
export interface Profile {
  readonly folder: string;
  /** Starts a browser on this profile. REQUIRES that no other browser runs on it. */
  launch(options?: LaunchOptions): Promise<BrowserContext>;
  /** Kills the running browser (SIGKILL) and resolves when it has ended. */
  kill(): Promise<void>;
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  /**
   * Whether the caller handles a signal that ends this process. Otherwise Playwright ends the browser, then the
   * process.
   */
  readonly leavesSignals?: boolean;
  /** Whether pages enter the back/forward cache, which Playwright switches off. */
  readonly backForwardCache?: boolean;
}

export interface Fixtures {
  /**
   * The built demo at `/`, the package at `/dist/` and again at `/copy/`, a newer build of it at `/newer/`, the blank page
   * at `/blank`, and the pages and workers of `lib/testing/browser` at `/testing/`. Its origin is one that no other test has, so nothing is stored there.
   */
  site: Site;
  /** A new profile, for a test that starts or kills its own browser. It is removed afterwards. */
  profile: Profile;
  /** Further profiles, for tests with several users. */
  newProfile: () => Promise<Profile>;
  /** A browser that the test shares with earlier ones. Its pages are closed after the test. */
  context: BrowserContext;
  /** The blank page in `context`. */
  page: Page;
}

export interface WorkerFixtures {
  /** The browser of all tests that need none of their own. */
  sharedBrowser: SharedBrowser;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use, info) => {
      const profile = await makeProfile(`shared-${info.workerIndex}`);
      await use(new SharedBrowser(profile));
      await profile.dispose();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  site: async ({}, use) => {
    const site = await startSite({
      routes: {
        '/': join(ROOT, '.out/demo'),
        '/dist/': join(ROOT, 'dist'),
        '/copy/': join(ROOT, 'dist'),
        '/newer/': NEWER_BUILD,
        '/testing/': join(ROOT, '.out/browser'),
        '/blank': { html: BLANK_PAGE },
      },
    });
    await use(site);
    await site.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  newProfile: async ({}, use, info) => {
    const made: OwnProfile[] = [];
    await use(async () => {
      const profile = await makeProfile(`${info.testId}-${info.retry}-${made.length}`);
      made.push(profile);
      return profile;
    });
    for (const profile of made) await profile.dispose();
  },
  profile: async ({ newProfile }, use) => {
    await use(await newProfile());
  },
  context: async ({ sharedBrowser }, use) => {
    await use(await sharedBrowser.start());
    await sharedBrowser.tidy();
  },
  page: async ({ context, site }, use) => {
    const page = await context.newPage();
    await page.goto(`${site.origin}/blank`);
    await use(page);
  },
});

/** A new profile in a folder of its own, of Chromium or of the browser that `start` starts. */
export async function makeProfile(name: string, start: StartBrowser = launchBrowser): Promise<OwnProfile> {
  const folder = join(ROOT, '.out/profiles', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return new OwnProfile(folder, start);
}

export { expect } from 'playwright/test';

/** Starts a browser on the profile in `folder`. */
export type StartBrowser = (folder: string, options?: LaunchOptions) => Promise<BrowserContext>;

/** Starts Chromium on the profile in `folder`. */
export function launchBrowser(folder: string, options: LaunchOptions = {}): Promise<BrowserContext> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error(NO_BROWSER);
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...BROWSER_ARGUMENTS, ...(options.args ?? [])],
    ignoreDefaultArgs: options.backForwardCache === true ? ['--disable-back-forward-cache'] : [],
    viewport: { width: 1280, height: 800 },
    chromiumSandbox: false,
    handleSIGINT: options.leavesSignals !== true,
    handleSIGTERM: options.leavesSignals !== true,
    handleSIGHUP: options.leavesSignals !== true,
  });
}

/** A profile in a folder that the caller has created. `dispose` removes the folder. */
export class OwnProfile implements Profile {
  readonly folder: string;
  private readonly start: StartBrowser;
  private context: BrowserContext | null = null;

  constructor(folder: string, start: StartBrowser = launchBrowser) {
    this.folder = folder;
    this.start = start;
  }

  async launch(options: LaunchOptions = {}): Promise<BrowserContext> {
    const context = await this.start(this.folder, options);
    this.context = context;
    context.once('close', () => {
      if (this.context === context) this.context = null;
    });
    return context;
  }

  async kill(): Promise<void> {
    const context = this.context;
    if (context === null) throw new Error('no browser runs on this profile');
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    const processes = withDescendants(processesOf(this.folder));
    if (processes.length === 0) throw new Error(`no process found for ${this.folder}`);
    for (const id of processes) endProcess(id);
    await closed;
    // The profile may be opened again only after the last process has released it.
    while (processes.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async dispose(): Promise<void> {
    // This also works if the browser is killed meanwhile.
    await this.context?.close().catch(() => {});
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * The ids of the main processes of the browsers that run on a profile. Playwright does not report them for a persistent
 * context.
 */
export function processesOf(folder: string): readonly number[] {
  // Firefox has the folder as a word of its own.
  const words = [`--user-data-dir=${folder}`, folder];
  return processIds().filter((id) => isRunning(id) && commandLine(id).some((word) => words.includes(word)));
}

/** The words of the command that started a process; none if it has ended. */
export function commandLine(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

import { fileURLToPath } from 'node:url';
import { type BrowserContext, firefox, type Page } from 'playwright/test';
import { findFirefox } from '../find-browser.js';
import { commandLine, makeProfile, type Profile, processesOf } from '../fixtures.js';
import { test as base, openPage } from '../in-page.js';
import { endProcess, isRunning, withDescendants } from '../process-tree.js';

export { expect } from '../in-page.js';

/** The reason for skipping every test of this folder; listed in `allowed-skips.json`. */
const NO_FIREFOX =
  'Firefox: not tested, because none is installed (Debian: apt-get install firefox-esr; or FIREFOX=/path/to/firefox)';

const RELAY = fileURLToPath(new URL('relay.mjs', import.meta.url));

const SETTINGS = {
  // Every tab has a process of its own, which starts and ends with the tab.
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.ipc.processCount.webIsolated': 100,
  'dom.ipc.keepProcessesAlive.webIsolated.max': 0,
  'dom.ipc.keepProcessesAlive.webIsolated.perOrigin': 0,
  'network.proxy.type': 0,
};

/** The fixtures of every browser test, with a profile of Firefox. */
export const test = base.extend<{ profile: Profile }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  profile: async ({}, use, info) => {
    const program = findFirefox();
    info.skip(program === null, NO_FIREFOX);
    const start = (folder: string) => launchFirefox(program ?? '', folder);
    const profile = await makeProfile(`firefox-${info.testId}-${info.retry}`, start);
    await use(profile);
    await profile.dispose();
  },
});

/** Starts Firefox on the profile in `folder`. */
function launchFirefox(program: string, folder: string): Promise<BrowserContext> {
  return firefox.launchPersistentContext(folder, {
    channel: 'moz-firefox',
    executablePath: RELAY,
    // Firefox does not start if the home belongs to another user.
    env: { ...process.env, FIREFOX: program, HOME: folder },
    firefoxUserPrefs: SETTINGS,
  });
}

/** The pages of a Firefox whose processes the test can end. */
export class FirefoxPages {
  private readonly profile: Profile;
  private readonly context: BrowserContext;
  private readonly processes = new Map<Page, readonly number[]>();

  constructor(profile: Profile, context: BrowserContext) {
    this.profile = profile;
    this.context = context;
  }

  async open(address: string): Promise<Page> {
    const before = this.tabProcesses();
    const page = await openPage(this.context, address);
    this.processes.set(
      page,
      this.tabProcesses().filter((id) => !before.includes(id)),
    );
    return page;
  }

  /** Kills (SIGKILL) the process that runs a page. */
  async kill(page: Page): Promise<void> {
    const processes = this.processes.get(page) ?? [];
    if (processes.length === 0) throw new Error('the page has no process of its own');
    for (const id of processes) endProcess(id);
    while (processes.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private tabProcesses(): readonly number[] {
    // These processes have their whole command in one word.
    return withDescendants(processesOf(this.profile.folder)).filter((id) =>
      commandLine(id).some((word) => word.includes(' -isForBrowser ')),
    );
  }
}

import type { BrowserContext, Page } from 'playwright/test';
import type { Profile } from './fixtures.js';

/**
 * One browser for many tests, because starting a browser takes longer than most tests. Each test has its own site, so it
 * shares no storage, lock or channel with another. Everything else that it leaves behind is undone by `tidy`.
 */
export class SharedBrowser {
  private readonly profile: Profile;
  private context: BrowserContext | null = null;
  /** A browser ends with its last page, so this one stays. */
  private keeper: Page | undefined;

  constructor(profile: Profile) {
    this.profile = profile;
  }

  /** The running browser. Starts it if there is none. */
  async start(): Promise<BrowserContext> {
    if (this.context !== null) return this.context;
    const context = await this.profile.launch();
    context.once('close', () => {
      this.context = null;
    });
    this.keeper = context.pages()[0] ?? (await context.newPage());
    this.context = context;
    return context;
  }

  /** Closes all pages, and removes routes and permissions. */
  async tidy(): Promise<void> {
    const context = this.context;
    if (context === null) return;
    const pages = context.pages().filter((page) => page !== this.keeper);
    // Not together: removing the routes fails if a page is closed meanwhile.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all([context.clearPermissions(), ...pages.map((page) => page.close())]);
  }
}

import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { OwnProfile, processesOf } from '../../fixtures.js';
import { endProcess, withDescendants } from '../../process-tree.js';
import type { Site } from '../../site.js';
import type { StoreFacts } from '../stores/store-names.js';
import { checkBackingStore } from './backing-store.js';
import { memoryMegabytes } from './browser-memory.js';

const BLOCK_BYTES = 512;
const MEGABYTE = 1e6;
/** Longer than loading any page takes. */
const ROWS_OF_A_PAGE = 1e9;

/** A browser on one profile, for a workload that controls it from outside. */
export class Session {
  private readonly profile: OwnProfile;
  private readonly site: Site;
  private readonly facts: StoreFacts;
  private context: BrowserContext | null = null;
  private latest: Page | null = null;
  private pages = 0;
  private hasEnded = false;

  /** A browser with the flags that the store needs. REQUIRES an empty folder. */
  constructor(folder: string, site: Site, facts: StoreFacts) {
    this.profile = new OwnProfile(folder);
    this.site = site;
    this.facts = facts;
  }

  /** A new page, the only one in the browser. Starts the browser if it is not running. */
  async page(): Promise<Page> {
    const context = this.context ?? (await this.launch());
    const pages = context.pages();
    const page = await this.newPage(context);
    for (const old of pages) await old.close();
    await page.goto(`${this.site.origin}/`);
    return page;
  }

  /** A new page beside the others. Its address ends with `name`, so that a trace can tell it from the others. */
  async anotherPage(name: string): Promise<Page> {
    const page = await this.newPage(this.context ?? (await this.launch()));
    await page.goto(`${this.site.origin}/?${name}`);
    return page;
  }

  /** A number that increases with every page, and with every row that the latest page has loaded. */
  async progress(): Promise<number> {
    const pages = this.pages;
    const rows = (await this.latest?.evaluate(() => globalThis.bench.loadedRows())) ?? 0;
    return pages * ROWS_OF_A_PAGE + rows;
  }

  /**
   * Throws if the browser stores IndexedDB in something other than what the store's figures are for. REQUIRES a
   * database.
   */
  async checkBackingStore(): Promise<void> {
    const { backingStore } = this.facts;
    if (backingStore !== undefined) await checkBackingStore(this.profile.folder, backingStore);
  }

  /** Closes the browser as a user does. */
  async quit(): Promise<void> {
    await this.context?.close();
    this.context = null;
  }

  /** Kills the browser. */
  async kill(): Promise<void> {
    await this.profile.kill();
    this.context = null;
  }

  /** Kills the browser, even one that is still starting. Afterwards, only `dispose` may be called. */
  end(): void {
    this.hasEnded = true;
    for (const id of withDescendants(processesOf(this.profile.folder))) endProcess(id);
  }

  /** The disk space of the site's data, in MB. */
  async diskMegabytes(): Promise<number> {
    const folder = join(this.profile.folder, 'Default');
    const sizes = await Promise.all(['IndexedDB', 'File System'].map((name) => bytesBelow(join(folder, name))));
    return sizes.reduce((sum, size) => sum + size, 0) / MEGABYTE;
  }

  /** The memory that all processes of the browser use, in MB; null if the system does not report it. */
  async memoryMegabytes(): Promise<number | null> {
    return existsSync('/proc') ? memoryMegabytes(processesOf(this.profile.folder)) : null;
  }

  /** Kills the browser, because one that hangs would not close, and removes the profile. */
  async dispose(): Promise<void> {
    this.end();
    await this.profile.dispose();
  }

  private async newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    this.latest = page;
    this.pages++;
    return page;
  }

  private async launch(): Promise<BrowserContext> {
    if (this.hasEnded) throw new Error('the session has ended');
    const { browserArguments: args = [] } = this.facts;
    const context = await this.profile.launch({ leavesSignals: true, args });
    // If the browser ends, the next page starts a new one.
    context.once('close', () => {
      if (this.context === context) this.context = null;
    });
    this.context = context;
    return context;
  }
}

/**
 * The size of the occupied blocks, because holes in files take no space. A file that is deleted meanwhile counts as 0.
 */
async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => (found.isFile() ? found.blocks * BLOCK_BYTES : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

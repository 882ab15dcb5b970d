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
/** More than any page loads. */
const ROWS_OF_A_PAGE = 1e9;

/** A browser on one profile, as a workload that drives it from outside sees it. */
export class Session {
  private readonly profile: OwnProfile;
  private readonly site: Site;
  private readonly facts: StoreFacts;
  private context: BrowserContext | null = null;
  private latest: Page | null = null;
  private pages = 0;
  private hasEnded = false;

  /** A browser as the store needs it. REQUIRES an empty folder. */
  constructor(folder: string, site: Site, facts: StoreFacts) {
    this.profile = new OwnProfile(folder);
    this.site = site;
    this.facts = facts;
  }

  /** A new page, alone in the browser, which is started when none runs. */
  async page(): Promise<Page> {
    const context = this.context ?? (await this.launch());
    const pages = context.pages();
    const page = await context.newPage();
    this.latest = page;
    this.pages++;
    for (const old of pages) await old.close();
    await page.goto(`${this.site.origin}/`);
    return page;
  }

  /** A number that grows with every page, and with the rows that the latest page has loaded. */
  async progress(): Promise<number> {
    const pages = this.pages;
    const rows = (await this.latest?.evaluate(() => globalThis.bench.loadedRows())) ?? 0;
    return pages * ROWS_OF_A_PAGE + rows;
  }

  /** Throws when the browser keeps IndexedDB in something else than the store is meant to show. REQUIRES a database. */
  async checkBackingStore(): Promise<void> {
    const { backingStore } = this.facts;
    if (backingStore !== undefined) await checkBackingStore(this.profile.folder, backingStore);
  }

  /** Ends the browser as a user does. */
  async quit(): Promise<void> {
    await this.context?.close();
    this.context = null;
  }

  /** Ends the browser at once. */
  async kill(): Promise<void> {
    await this.profile.kill();
    this.context = null;
  }

  /**
   * Ends the browser at once, also one that is just being started; the session is of no use afterwards, except for
   * `dispose`.
   */
  end(): void {
    this.hasEnded = true;
    for (const id of withDescendants(processesOf(this.profile.folder))) endProcess(id);
  }

  /** What the site's data takes on disk, in MB. */
  async diskMegabytes(): Promise<number> {
    const folder = join(this.profile.folder, 'Default');
    const sizes = await Promise.all(['IndexedDB', 'File System'].map((name) => bytesBelow(join(folder, name))));
    return sizes.reduce((sum, size) => sum + size, 0) / MEGABYTE;
  }

  /** What the browser takes of memory in all its processes, in MB; null where the system does not say. */
  async memoryMegabytes(): Promise<number | null> {
    return existsSync('/proc') ? memoryMegabytes(processesOf(this.profile.folder)) : null;
  }

  /** Ends the browser at once, as one that hangs would not end by itself, and removes the profile. */
  async dispose(): Promise<void> {
    this.end();
    await this.profile.dispose();
  }

  private async launch(): Promise<BrowserContext> {
    if (this.hasEnded) throw new Error('the session has ended');
    const { browserArguments: args = [] } = this.facts;
    const context = await this.profile.launch({ leavesSignals: true, args });
    // A browser that ends by itself is replaced by the next page.
    context.once('close', () => {
      if (this.context === context) this.context = null;
    });
    this.context = context;
    return context;
  }
}

/** Blocks that are taken, as holes in files take none. A file that goes away meanwhile takes nothing. */
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

import type { BrowserParts } from './browser-parts.js';
import { type ChannelFaults, SimChannels } from './sim-channels.js';
import { SimLocks } from './sim-locks.js';
import { SimPage } from './sim-page.js';
import { SimBroker } from './sim-ports.js';
import { SimStorage } from './sim-storage.js';
import { World } from './world.js';

/** The browser ends a page in the bfcache this long after another one has requested a lock that it holds. */
const EVICTED_MS = 40;

/** A simulated site: its pages, and what they share. */
export class SimSite implements BrowserParts {
  readonly world: World;
  readonly locks: SimLocks;
  readonly channels: SimChannels;
  readonly storage: SimStorage;
  broker: SimBroker | null;
  readonly pages: SimPage[] = [];
  /** Whether no page is suspended any more. */
  calm = false;
  private names = 0;

  constructor(seed: number, faults: ChannelFaults) {
    this.world = new World(seed);
    this.locks = new SimLocks(this.world);
    this.channels = new SimChannels(this.world, faults);
    this.storage = new SimStorage(this.world);
    this.broker = new SimBroker(this.world);
    this.locks.onWanted = (holder) => {
      const page = this.pages.find(({ actor }) => actor === holder);
      if (page?.condition !== 'bfcache') return;
      this.world.schedule(null, EVICTED_MS, `evict ${holder.name}`, () => {
        if (page.condition === 'bfcache') page.kill();
      });
    };
  }

  uniqueName(): string {
    return `n${++this.names}`;
  }

  openPage(): SimPage {
    const page = new SimPage(this, `p${this.pages.length}`);
    this.pages.push(page);
    return page;
  }

  get living(): readonly SimPage[] {
    return this.pages.filter((page) => page.alive);
  }

  /** Lets each page see its own globals. Returns a function that ends this. */
  installGlobals(): () => void {
    const key = Symbol.for('bigtab.registry');
    Object.defineProperty(globalThis, key, {
      configurable: true,
      get: () => {
        if (this.world.current === null) throw new Error('no page runs');
        return this.world.current.globals;
      },
    });
    return () => {
      delete (globalThis as Record<symbol, unknown>)[key];
    };
  }
}

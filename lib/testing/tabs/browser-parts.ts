import type { SimChannels } from './sim-channels.js';
import type { SimLocks } from './sim-locks.js';
import type { SimBroker } from './sim-ports.js';
import type { SimStorage } from './sim-storage.js';
import type { World } from './world.js';

/** What the pages and workers of a simulated site share. */
export interface BrowserParts {
  readonly world: World;
  readonly locks: SimLocks;
  readonly channels: SimChannels;
  readonly storage: SimStorage;
  /** Null if the browser has no shared workers. */
  readonly broker: SimBroker | null;
  /** Whether no page is suspended any more. */
  readonly calm: boolean;
  uniqueName(): string;
}

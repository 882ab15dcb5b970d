import type { DatabaseHost, Databases } from '../../../worker/gateway.js';
import type { Clock } from '../../clock.js';
import { Database, type DatabaseOptions } from '../../engine/server/database.js';
import type { Engine } from '../../service/client-service.js';
import { copyOf, type MemoryMedium, memoryMedium } from '../samples/engine.js';
import { yieldOnce } from './yield-once.js';

/**
 * A site's databases in memory, with real engines. Each database outlives the workers that open it. A worker that is
 * dead changes nothing: the next one opens a copy.
 */
export class MemoryDatabases implements Databases {
  readonly media: Map<string, MemoryMedium> = new Map();
  private readonly clock: Clock | undefined;

  /** `clock`: the clock of the engines; default: that of each medium. */
  constructor(clock?: Clock) {
    this.clock = clock;
  }

  open(options: DatabaseOptions, { tabs }: DatabaseHost = {}): Promise<Engine> {
    const stored = this.media.get(options.name);
    const medium = stored === undefined ? memoryMedium() : copyOf(stored);
    this.media.set(options.name, medium);
    return Database.open(
      { ...medium, clock: this.clock ?? medium.clock, yielder: yieldOnce, random: () => 0.37, backend: 'sim', tabs },
      options,
    );
  }

  async remove(name: string): Promise<void> {
    this.media.delete(name);
  }

  async list(): Promise<readonly string[]> {
    return [...this.media.keys()];
  }
}

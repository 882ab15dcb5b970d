import { PROTOCOL_VERSION } from '../../service/client-service.js';
import { deferred } from '../calls/deferred.js';
import { HeadStart } from './head-start.js';
import { loadConnection } from './load-connection.js';
import type { Platform, WorkerLike } from './platform.js';
import { registry, type Seat, type SharedDatabase } from './registry.js';
import type { Route } from './route.js';

/**
 * An open database of this page, listed in the registry from its construction on. Its route to the engine begins when
 * the rest of the page's code is loaded. REQUIRES that its name is free.
 */
export class OpenDatabase implements SharedDatabase {
  readonly protocol: number = PROTOCOL_VERSION;
  readonly ended: Promise<void>;
  readonly #loading: Promise<Route>;
  #route: Route | null = null;
  #ended = false;

  constructor(name: string, factory: (() => WorkerLike) | undefined, platform: Platform) {
    const { promise, resolve } = deferred<void>();
    this.ended = promise;
    const names = registry();
    names.set(name, this);
    const free = () => {
      this.#ended = true;
      if (names.get(name) === this) names.delete(name);
      resolve();
    };
    const start = new HeadStart(name, factory, platform);
    this.#loading = loadConnection().then(({ Route }) => {
      this.#route = new Route(name, factory, platform, start.take(), free);
      return this.#route;
    });
    this.#loading.catch(() => {
      start.end();
      free();
    });
  }

  get ending(): boolean {
    return this.#ended || this.#route?.ending === true;
  }

  async join(): Promise<Seat> {
    // Before the first wait, if it can be, so that the last seat cannot leave meanwhile.
    return (this.#route ?? (await this.#loading)).join();
  }
}

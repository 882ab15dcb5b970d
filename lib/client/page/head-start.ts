import { Candidacy } from '../../tabs/candidacy.js';
import type { Platform, WorkerLike } from './platform.js';
import { beginWorker, type WorkerStart } from './start-worker.js';

/** What a head start has begun. */
export interface Begun {
  /** The request for the lock of the page that leads; null if the page was hidden or suspended. */
  readonly candidacy: Candidacy | null;
  /** The start of the worker, if the lock is held. */
  readonly worker: WorkerStart | null;
  readonly isSuspended: boolean;
}

/**
 * What a page does for the engine before the rest of its code is loaded: it requests the lock of the page that leads
 * and, when it holds the lock, starts the worker.
 */
export class HeadStart {
  #begun: Begun = { candidacy: null, worker: null, isSuspended: false };
  #stop: () => void;

  constructor(name: string, factory: (() => WorkerLike) | undefined, platform: Platform) {
    this.#stop = platform.onLifecycle((change) => {
      if (change === 'suspended') this.#drop();
      if (change === 'suspended' || change === 'resumed')
        this.#begun = { candidacy: null, worker: null, isSuspended: change === 'suspended' };
    });
    if (!platform.isVisible()) return;
    const candidacy = new Candidacy(platform.locks as NonNullable<Platform['locks']>, name);
    this.#begun = { ...this.#begun, candidacy };
    const lead = () => {
      if (this.#begun.candidacy === candidacy) this.#begun = { ...this.#begun, worker: beginWorker(platform, factory) };
    };
    candidacy.granted.then(lead, () => {});
  }

  /** Leaves everything to the caller. */
  take(): Begun {
    const begun = this.#begun;
    this.#begun = { candidacy: null, worker: null, isSuspended: false };
    this.#stop();
    return begun;
  }

  /** Ends everything. */
  end(): void {
    this.#drop();
    this.take();
  }

  #drop(): void {
    this.#begun.worker?.leave();
    this.#begun.candidacy?.withdraw();
  }
}

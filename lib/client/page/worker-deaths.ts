import type { Clock } from '../../clock.js';

/** A worker that dies is replaced, unless its predecessor died within this time before. */
const BETWEEN_DEATHS_MS = 60_000;

/** A worker that has ended. */
export interface DeadWorker {
  /** Whether it was ended because it sent nothing. */
  readonly fellSilent: boolean;
  /** The name of the packet that it ran, if it was careful. */
  readonly trying: string | null;
}

/**
 * Decides whether a page that leads replaces its worker. The successor of one that fell silent is careful: it runs one
 * packet at a time. If it falls silent too, the reason is known, and the next one refuses that packet. So a packet that
 * makes workers fall silent does not end the connections, even if this happens twice within a minute.
 */
export class WorkerDeaths {
  /** The names of the packets that the next worker refuses; undefined: it need not be careful. */
  deaf: readonly string[] | undefined;
  readonly #clock: Clock;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a worker that has died is replaced. `dead` is null if it did not start. */
  mayReplace(dead: DeadWorker | null): boolean {
    const now = this.#clock.monotonic();
    const isFirst = now - this.#lastAt >= BETWEEN_DEATHS_MS;
    this.#lastAt = now;
    const { fellSilent = false, trying = null } = dead ?? {};
    if (isFirst) this.deaf = fellSilent ? [] : undefined;
    if (!fellSilent || trying === null || this.deaf?.includes(trying)) return isFirst;
    this.deaf = [...(this.deaf ?? []), trying];
    return true;
  }
}

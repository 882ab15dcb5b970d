import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { regionsToFlushAtClose } from './flush-at-close.js';
import { logChange } from './log-change.js';

/** Short enough that two minutes after the last write the old segments are gone: they are kept for one of them. */
const CHECK_MS = 20_000;
/** In a pause of writing, regions are flushed so that the log can be renewed, if it has not been for this long. */
const RENEW_AFTER_MS = 3_600_000;
/** A log of this size is renewed in any pause: it takes more room than the small files of the flushes. */
const RENEW_BYTES = 1 << 20;

/** Flushes a region, after its other work. */
export type FlushRegion = (region: Region) => Promise<unknown>;

/**
 * Continues the log in a new segment, flushes every region that still needs an older one, and makes the older ones
 * obsolete. A segment contains the writes of all tables. Returns the last sequence id in the older segments.
 */
export async function renewLog(engine: Engine, flush: FlushRegion): Promise<number> {
  const { commit, regions, wal } = engine;
  await wal.roll();
  const last = Math.max(0, ...wal.segments.map(({ lastSequenceId }) => lastSequenceId));
  for (const region of [...regions.values()]) {
    while (!region.closed && region.oldestUnflushed <= last) await flush(region);
  }
  await commit.commit(
    (_, together) => logChange(engine, together),
    () => wal.release(commit.image.database.logStart),
  );
  return last;
}

/**
 * Limits how long a deleted value stays in the log, where it would otherwise stay until its segment is full and every
 * table has been flushed. The log is renewed
 *
 *  1. within a minute after a client has removed data for good, with a major compaction, or by dropping or truncating,
 *     within a minute after an import has failed, and within a minute after an open that found edits of dropped tables in
 *     the log;
 *  2. in a pause of writing, within a minute if everything in the log is in store files, or if the log has 1 MiB and is
 *     not spread over many small families; and otherwise each hour.
 */
export class LogRenewal {
  readonly #engine: Engine;
  readonly #flush: FlushRegion;
  readonly #isIdle: () => boolean;
  #isDue = false;
  /** The last write before the last renewal, and the time of the renewal. */
  #renewed: number;
  #renewedAt: number;
  #running: Promise<void> | null = null;
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(engine: Engine, flush: FlushRegion, isIdle: () => boolean) {
    this.#engine = engine;
    this.#flush = flush;
    this.#isIdle = isIdle;
    this.#renewed = engine.wal.segments.length > 0 ? -1 : engine.group.lastSequenceId;
    this.#renewedAt = engine.clock.monotonic();
    this.#checkLater();
  }

  /** A client has removed data for good. */
  request(): void {
    this.#isDue = true;
  }

  /** Resolves when no renewal runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  #checkLater(): void {
    if (this.#stopped) return;
    this.#cancel = this.#engine.clock.after(CHECK_MS, () => {
      this.#running = this.#check()
        .catch(this.#engine.onError)
        .finally(() => {
          this.#running = null;
          this.#checkLater();
        });
    });
  }

  /** Whether a renewal frees more than the files of its flushes take. */
  get #isWorthwhile(): boolean {
    const { regions, wal } = this.#engine;
    const unflushed = [...regions.values()].filter((region) => region.hasUnflushed).length;
    if (unflushed === 0) return true;
    return wal.bytes >= RENEW_BYTES && regionsToFlushAtClose(this.#engine).length === unflushed;
  }

  async #check(): Promise<void> {
    const { clock, group, state } = this.#engine;
    const last = group.lastSequenceId;
    if (last === this.#renewed || !state.acceptsAll) return;
    const isAged = clock.monotonic() - this.#renewedAt >= RENEW_AFTER_MS;
    if (!this.#isDue && !(this.#isIdle() && (isAged || this.#isWorthwhile))) return;
    this.#isDue = false;
    this.#renewedAt = clock.monotonic();
    try {
      this.#renewed = await renewLog(this.#engine, this.#flush);
    } catch (error) {
      this.#isDue = true;
      throw error;
    }
  }
}

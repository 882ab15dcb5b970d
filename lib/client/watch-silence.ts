/*
 * Notices a worker that is stuck, in a computation without end, say. Time alone does not tell, because a page may be frozen, and its timers with
 * it; so what counts is how many looks in a row, at least one second apart, found that nothing was said.
 */
import type { Clock } from '../clock.js';

const LOOK_MS = 1_000;

interface Watch {
  /** Looks that are left. */
  left: number;
  readonly looks: number;
  readonly pings: boolean;
}

export interface WatchOptions {
  /** Whether the other side is asked each second to say something; default true. Without, only what it says by itself counts. */
  readonly pings?: boolean;
  /** How long it may say nothing at first; default as later. */
  readonly firstMs?: number;
}

export interface SilenceWatch {
  /** Something was said; whether as the answer to a ping. */
  heard(isPong: boolean): void;
  /** Waits until nothing is said for `silentMs`, or the returned function is called. */
  watch(silentMs: number, options?: WatchOptions): () => void;
  /** Ends every watch. */
  end(): void;
}

/** `ping` asks the other side to say something; `onSilent` is called when a watch has waited long enough, and ends all of them. */
export function watchSilence(clock: Clock, ping: () => void, onSilent: () => void): SilenceWatch {
  const watches = new Set<Watch>();
  let cancel = () => {};
  const look = () => {
    for (const watch of watches) watch.left--;
    if ([...watches].every(({ left }) => left > 0)) return lookLater();
    end();
    onSilent();
  };
  const lookLater = () => {
    if ([...watches].some(({ pings }) => pings)) ping();
    cancel = clock.after(LOOK_MS, look);
  };
  const end = () => {
    watches.clear();
    cancel();
  };
  return {
    end,
    heard(isPong) {
      for (const watch of watches) if (watch.pings || !isPong) watch.left = watch.looks;
    },
    watch(silentMs, { pings = true, firstMs = silentMs } = {}) {
      const watch = { left: firstMs / LOOK_MS, looks: silentMs / LOOK_MS, pings };
      watches.add(watch);
      if (watches.size === 1) lookLater();
      return () => {
        if (watches.delete(watch) && watches.size === 0) cancel();
      };
    },
  };
}

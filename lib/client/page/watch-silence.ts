/*
 * Detects a stuck worker, for example in an endless computation. Elapsed time alone proves nothing, because a page may
 * be frozen together with its timers. So the watch counts consecutive checks, at least one second apart, between which
 * nothing arrived.
 */
import type { Clock } from '../../clock.js';

const LOOK_MS = 1_000;

interface Watch {
  /** The number of remaining checks. */
  left: number;
  readonly looks: number;
  readonly pings: boolean;
}

export interface WatchOptions {
  /** Whether the other side is pinged each second; default true. Without pings, only unprompted messages count. */
  readonly pings?: boolean;
  /** How long the worker may stay silent at first; default: as later. */
  readonly firstMs?: number;
}

export interface SilenceWatch {
  /** A message arrived; `isPong`: as the answer to a ping. */
  heard(isPong: boolean): void;
  /** Waits until nothing arrives for `silentMs`, or the returned function is called. */
  watch(silentMs: number, options?: WatchOptions): () => void;
  /** Ends every watch. */
  end(): void;
}

/** `ping` requests an answer; `onSilent` is called when a watch has waited long enough, and then all watches end. */
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

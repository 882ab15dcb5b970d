import type { LiveRows } from '../client/live/live-rows.js';
import type { LiveState } from '../client/live/live-state.js';
import type { BigtabError } from '../errors.js';

/** A value that changes, and what a framework needs to follow it. */
export interface Store<T> {
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** The present value: the same object until it has changed. */
  getSnapshot(): T;
}

/** A table with rows of the type `R`, typed or not. */
export interface WatchedTable<R> {
  watch(read: never): LiveRows<R>;
}

const LOADING: LiveState<never> = Object.freeze({ status: 'loading', rows: Object.freeze([]), error: null });

/** The state before anything was read, and on a server. */
export function loading<R>(): LiveState<R> {
  return LOADING;
}

/**
 * The rows of a read. The watch is open while the store has a listener, so nothing is opened on a server. Without a
 * table, and for the read null, the state is `loading`. An error that `watch` throws becomes a `failed` state, because it
 * would otherwise unmount the app.
 */
export function watchStore<R>(table: WatchedTable<R> | null | undefined, read: unknown): Store<LiveState<R>> {
  let live: LiveRows<R> | null = null;
  let state = loading<R>();
  let listeners = 0;
  return {
    subscribe(listener) {
      if (!table || read === null) return () => {};
      if (listeners++ === 0) {
        try {
          live = table.watch(read as never);
        } catch (error) {
          state = { ...state, status: 'failed', error: error as BigtabError };
        }
      }
      const stop = live?.subscribe(listener);
      // The framework has read the state before the watch was open.
      if (live === null) listener();
      return () => {
        stop?.();
        if (--listeners > 0) return;
        live?.close();
        live = null;
      };
    },
    getSnapshot() {
      const shown = live?.getSnapshot() ?? state;
      // The watch has another object for it, and a framework would draw the same state again.
      return shown.status === 'loading' ? loading() : shown;
    },
  };
}

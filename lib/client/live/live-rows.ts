/// <reference lib="esnext.disposable" preserve="true" />
import { notAllowed } from '../../bytes/kind.js';
import type { LiveState } from './live-state.js';
import type { PendingState, Watch } from './watch.js';

/**
 * The rows of a read, which stay up to date: whenever a write of any tab changes them, there is a new state.
 *
 * Each state is one snapshot of the table, and later states never go back. A state contains every write of this
 * connection whose promise had resolved before it was delivered: before a listener was called, an iterator resolved, or
 * `getSnapshot` was called. (While the rows are read again after a schema change, a change of leader, a row that left a
 * scan with a limit, or because the filter counts rows, `getSnapshot` returns the last state; the next state that a listener or an
 * iterator gets contains the write.) Writes of others arrive in the order in which they were committed. Many writes
 * make few states, at most one in a turn of the page, and the last one always arrives.
 *
 * Close it when you no longer need it. LiveRows that nothing uses any more, with no listener and no iterator that waits,
 * are also closed when they are collected.
 *
 * @example
 * using live = table.watch({ prefix: 'com.', limit: 50 });
 * const stop = live.subscribe(() => console.log(live.getSnapshot().rows.length));
 * await live.ready();
 * await table.put({ row: 'com.cnn.www', cells: { contents: { html: '<html>...' } } });
 * console.log(live.getSnapshot().rows.length); // 1
 * stop();
 */
export class LiveRows<R> implements AsyncIterable<LiveState<R>> {
  private readonly watch: Watch<R>;

  /** Calls `close`, on platforms that have `Symbol.dispose`. */
  declare readonly [Symbol.dispose]: () => void;

  constructor(watch: Watch<R>) {
    this.watch = watch;
    // So that both can be passed on as functions, for example to React's useSyncExternalStore.
    this.getSnapshot = this.getSnapshot.bind(this);
    this.subscribe = this.subscribe.bind(this);
    if (Symbol.dispose) Object.defineProperty(this, Symbol.dispose, { value: () => this.close() });
  }

  /**
   * The newest state: the same object until something has changed. Rows that have not changed are the same objects as in
   * the state before.
   */
  getSnapshot(): LiveState<R> {
    return this.watch.snapshot();
  }

  /**
   * Calls `listener` after each change, until the returned function is called. Read the new state with `getSnapshot`.
   * Throws INVALID_ARGUMENT if it is not a function.
   */
  subscribe(listener: () => void): () => void {
    if (typeof listener !== 'function') throw notAllowed('a listener', 'a function', listener);
    return this.watch.listen(this, listener);
  }

  /**
   * Resolves to the rows once they have been read. Rejects with the error of a `failed` state; after `close` with
   * INVALID_STATE, or with the reason of the signal.
   */
  async ready(): Promise<readonly R[]> {
    const { watch } = this;
    const found = await watch.next(this, 0, ({ status }) => status !== 'loading').promise;
    if (found === null) throw watch.closed?.reason;
    if (found.state.error !== null) throw found.state.error;
    return found.state.rows;
  }

  /**
   * Iterates over the states: the present one, then newer ones. A slow reader skips states, but always gets the newest.
   * Ends after a `failed` state, and after `close`. Ending the iterator, as a loop that is left early does, does not close
   * these LiveRows: other code may use them.
   */
  [Symbol.asyncIterator](): AsyncIterator<LiveState<R>, undefined, undefined> {
    /** The smallest number of the next state. */
    let from = 0;
    let hasEnded = false;
    let pending: PendingState<R> | null = null;
    let turn: Promise<unknown> = Promise.resolve();
    const step = async (): Promise<IteratorResult<LiveState<R>, undefined>> => {
      if (hasEnded) return { done: true, value: undefined };
      pending = this.watch.next(this, from);
      const found = await pending.promise;
      if (found === null) return { done: true, value: undefined };
      from = found.number + 1;
      hasEnded = found.state.status === 'failed';
      return { done: false, value: found.state };
    };
    return {
      next: () => {
        const next = turn.then(step);
        turn = next;
        return next;
      },
      return: async () => {
        hasEnded = true;
        pending?.cancel();
        return { done: true, value: undefined };
      },
    };
  }

  /** Ends the watch: the last state stays, iterators end, and listeners are removed. May be called again. */
  close(): void {
    this.watch.close();
  }
}

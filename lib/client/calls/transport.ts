import type { BigtabError } from '../../errors.js';
import type { EngineEvent, EventKind } from '../../service/engine-event.js';
import type { ChangeReason } from '../../tabs/change-request.js';

/**
 * `away`: what was sent may never be answered. `renewed`: another engine of the database is there, or the same one after
 * the channel to it was reset; no packet that was sent before is answered any more.
 */
export type EngineState = 'away' | 'renewed';

/** Whether this page runs the engine, uses that of another tab, or has none at the moment. */
export type Role = 'leader' | 'follower' | 'seeking';

/** How a page reaches the engine. */
export interface Standing {
  readonly role: Role;
  /** The epoch of the engine, or of the last one while there is none. */
  readonly epoch: number;
}

/**
 * The interface that carries packets between a connection and its engine: a direct call, a worker thread, or a browser
 * worker.
 */
export interface Transport {
  /**
   * Sends one packet and resolves to its answer. Packets arrive in the order of the calls. The packet remains unchanged,
   * so that the caller can send it again. Rejects with WORKER_LOST or STORAGE_CLEARED if the engine is lost, as does
   * every later call; with another BigtabError if only this packet has no answer.
   */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /**
   * Calls `listener` with the events of the engine that it wants, by default all, until the returned function is called.
   * It may receive others too. One listener at a time: the returned function does nothing after another call of
   * `onEvent`.
   */
  onEvent(listener: (event: EngineEvent) => void, wants?: EventKind): () => void;
  /**
   * Calls `listener` when the engine is away, and when there is one again, unless it is lost first. `renewed` may come
   * without `away`. Called once itself, before the first `call`.
   */
  onEngine(listener: (state: EngineState) => void): void;
  /**
   * Calls `listener` when the engine is away and no other one answers: calls in progress reject with this reason, and
   * later calls wait again. Absent if that cannot happen. Called once itself, before the first `call`.
   */
  onSilent?(listener: (reason: BigtabError) => void): void;
  /**
   * A call begins to wait for an engine, and none of this connection waits already: `onSilent` is not called before an
   * engine has had its time to answer this call too. Absent like `onSilent`.
   */
  waits?(): void;
  /** Calls `listener` once when the engine is lost, even between calls. Called once itself, before the first `call`. */
  onLost(listener: (reason: unknown) => void): void;
  /**
   * Calls `listener` when another tab asks all connections to close; `listener` returns whether a listener of the user has
   * heard it. Absent if there are no other tabs. Called once itself.
   */
  onChange?(listener: (reason: ChangeReason) => boolean): void;
  /** Asks all other connections to close. Absent if there are none. */
  announce?(reason: ChangeReason): void;
  /** Absent if only this connection can use the engine. */
  standing?(): Standing;
  /**
   * Pings the engine each second, and ends it when it sends nothing for `silentMs`; stops when the returned function is
   * called. Absent if engine and client share a thread.
   */
  watch?(silentMs: number): () => void;
  /** Ends the engine at once, because its answers cannot be read. */
  end?(reason: unknown): void;
  /** Releases the engine. Called once, after every call has settled, even if the engine was lost. */
  close(): Promise<void>;
}

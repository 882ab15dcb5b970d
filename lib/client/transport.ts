import type { EngineEvent } from '../service/engine-event.js';

/** What carries packets between a connection and its engine: a direct call, a worker thread, a browser worker. */
export interface Transport {
  /**
   * Sends one packet and gives its answer. Packets arrive in the order of the calls. The packet belongs to the transport from
   * now on. Rejects with WORKER_LOST or STORAGE_CLEARED when the engine is gone, and then every later call does; with another error of ours when
   * only this packet has no answer.
   */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Gives every event of the engine to `listener` until the returned function is called. One listener at a time. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Tells `listener` once when the engine is gone, also while no call is under way. Called once, before the first `call`. */
  onLost(listener: (reason: unknown) => void): void;
  /**
   * Ends the engine when it says nothing for `silentMs`, though it is asked each second, until the returned function is called. Absent where
   * engine and client share a thread.
   */
  watch?(silentMs: number): () => void;
  /** Ends the engine at once, whose answers cannot be read. */
  end?(reason: unknown): void;
  /** Lets the engine go. Called once, after every call has settled, also when the engine was lost. */
  close(): Promise<void>;
}

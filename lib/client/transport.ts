import type { EngineEvent } from '../service/engine-event.js';

/** What carries packets between a connection and its engine: a direct call, a worker thread, a browser worker. */
export interface Transport {
  /**
   * Sends one packet and gives its answer. Packets arrive in the order of the calls. The packet belongs to the transport from
   * now on. Rejects only when the engine is gone; then every later call rejects too.
   */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Gives every event of the engine to `listener` until the returned function is called. One listener at a time. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Tells `listener` once when the engine is gone, also while no call is under way. Called once, before the first `call`. */
  onLost(listener: (reason: unknown) => void): void;
  /** Lets the engine go. Called once, after every call has settled, also when the engine was lost. */
  close(): Promise<void>;
}

import type { EngineEvent } from '../../service/engine-event.js';

/**
 * The interface that carries packets between a connection and its engine: a direct call, a worker thread, or a browser
 * worker.
 */
export interface Transport {
  /**
   * Sends one packet and resolves to its answer. Packets arrive in the order of the calls. The transport owns the
   * packet from now on. Rejects with WORKER_LOST or STORAGE_CLEARED if the engine is lost, as does every later call;
   * with another BigtabError if only this packet has no answer.
   */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Calls `listener` with every event of the engine until the returned function is called. One listener at a time. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Calls `listener` once when the engine is lost, even between calls. Called once itself, before the first `call`. */
  onLost(listener: (reason: unknown) => void): void;
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

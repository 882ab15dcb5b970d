import type { EngineEvent, EventKind } from '../../service/engine-event.js';
import type { SilenceWatch } from './watch-silence.js';

/** A page's way to an engine: its own worker, or a session with the worker of the tab that leads. */
export interface EngineLink {
  /** Rejects when the link has ended, with MOVED if another one may continue. */
  readonly gone: Promise<never>;
  /** Receives the events of the engine. */
  onEvent: (event: EngineEvent) => void;
  /** Sends a packet to the engine. Never settles if the link ends first. */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Sends a packet to the worker itself. */
  control(packet: Uint8Array): Promise<Uint8Array>;
  /** Which events are reported from now on; null: none. */
  listen(wants: EventKind | null): void;
  /**
   * Ends this page's worker if it sends nothing for `silentMs`; stops when the returned function is called. A follower
   * ends nothing.
   */
  readonly watch: SilenceWatch['watch'];
  /** Ends the link at once. */
  end(reason?: unknown): void;
}

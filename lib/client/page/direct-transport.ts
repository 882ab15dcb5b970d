import type { ClientService } from '../../service/client-service.js';
import type { EngineEvent } from '../../service/engine-event.js';
import type { Transport } from '../calls/transport.js';

/** An engine in the same thread: a `Database` of lib/engine/server. */
export interface DirectEngine {
  readonly service: ClientService;
  subscribe(listener: (event: EngineEvent) => void): () => void;
  close(): Promise<void>;
}

/** Calls `engine` directly and closes it with the connection. Such an engine is never lost. */
export function directTransport(engine: DirectEngine): Transport {
  return {
    call: (packet) => engine.service.call(packet),
    onEvent: (listener) => engine.subscribe(listener),
    onLost: () => {},
    close: () => engine.close(),
  };
}

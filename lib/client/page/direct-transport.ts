import type { Engine } from '../../service/client-service.js';
import type { Transport } from '../calls/transport.js';

/** Calls an `engine` in the same thread, and closes it with the connection. Such an engine is never away or lost. */
export function directTransport(engine: Engine): Transport {
  return {
    call: (packet) => engine.service.call(packet),
    onEvent: (listener) => engine.subscribe(listener),
    onEngine: () => {},
    onLost: () => {},
    close: () => engine.close(),
  };
}

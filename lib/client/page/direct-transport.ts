import type { Engine } from '../../service/client-service.js';
import type { Transport } from '../calls/transport.js';

/** Calls an `engine` in the same thread, and closes it with the connection. Such an engine is never away or lost. */
export function directTransport(engine: Engine): Transport {
  let stop = (): void => {};
  return {
    call: (packet) => engine.service.call(packet),
    onEvent: (listener, wants) => {
      stop();
      // A function of its own, because the same listener may be passed again.
      stop = engine.subscribe((event) => listener(event), wants);
      return stop;
    },
    onEngine: () => {},
    onLost: () => {},
    close: () => engine.close(),
  };
}

import type { FromBroker, ToBroker } from '../../tabs/port-broker.js';
import type { PortLike } from '../../tabs/tab-platform.js';
import type { Platform } from './platform.js';

type Starts = Pick<Platform, 'startBroker'>;

/**
 * Requests a port from the session `client` to the leader's worker. It may never come, and does not after the returned
 * function was called.
 */
export function seekPort(
  platform: Starts,
  database: string,
  client: string,
  use: (port: PortLike) => void,
): () => void {
  const stop = ask(platform, { bigtab: 'seek', database, client }, (_, port) => {
    use(port);
    stop();
  });
  return stop;
}

/** Passes to `pass` the ports of the sessions of pages that follow this one, until the returned function is called. */
export function servePorts(
  platform: Starts,
  database: string,
  pass: (client: string, port: PortLike) => void,
): () => void {
  return ask(platform, { bigtab: 'serve', database }, pass);
}

function ask(platform: Starts, message: ToBroker, hear: (client: string, port: PortLike) => void): () => void {
  try {
    const broker = platform.startBroker?.();
    if (!broker) return () => {};
    broker.onmessage = ({ data, ports }) => {
      const [port] = ports ?? [];
      if (port !== undefined) hear((data as FromBroker).client, port);
    };
    broker.postMessage(message);
    // A message would end a page in the back/forward cache.
    return () => broker.close();
  } catch {
    // The page may not start a shared worker. Sessions continue with broadcasts.
    return () => {};
  }
}

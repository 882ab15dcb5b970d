import type { ToBroker } from '../../tabs/port-broker.js';
import type { PortLike } from '../../tabs/tab-platform.js';
import type { Platform } from './platform.js';

/** A page that leads asks for a session's port this long after the session has begun, a little before the other page. */
const SERVE_AFTER_MS = 900;
/** How long it waits for the other page, which may not ask. */
const SOUGHT_WITHIN_MS = 5_000;

/**
 * Requests a port from the session `client` to the leader's worker. It may never come, and does not after the returned
 * function was called.
 */
export function seekPort(
  platform: Pick<Platform, 'startBroker'>,
  client: string,
  use: (port: PortLike) => void,
): () => void {
  return ask(platform, { bigtab: 'seek', client }, use);
}

/** What a page that leads does so that the pages that follow it get ports. */
export class ServedPorts {
  readonly #platform: Pick<Platform, 'startBroker' | 'clock'>;
  readonly #pass: (client: string, port: PortLike) => void;
  /** Ends the request for each session. */
  readonly #ends = new Set<() => void>();

  /** `pass` receives the port of a session, for the worker. */
  constructor(platform: Pick<Platform, 'startBroker' | 'clock'>, pass: (client: string, port: PortLike) => void) {
    this.#platform = platform;
    this.#pass = pass;
  }

  /** The page of a session that has begun will ask for a port. */
  expect(client: string): void {
    const { clock } = this.#platform;
    let stop = () => {};
    const end = () => {
      cancel();
      stop();
      this.#ends.delete(end);
    };
    let cancel = clock.after(SERVE_AFTER_MS, () => {
      cancel = clock.after(SOUGHT_WITHIN_MS, end);
      stop = ask(this.#platform, { bigtab: 'serve', client }, (port) => {
        end();
        this.#pass(client, port);
      });
    });
    this.#ends.add(end);
  }

  /** No port is passed any more. */
  end(): void {
    for (const end of [...this.#ends]) end();
  }
}

function ask(
  { startBroker }: Pick<Platform, 'startBroker'>,
  message: ToBroker,
  use: (port: PortLike) => void,
): () => void {
  try {
    const broker = startBroker?.();
    if (!broker) return () => {};
    broker.onmessage = ({ ports }) => {
      const [port] = ports ?? [];
      if (port === undefined) return;
      broker.close();
      use(port);
    };
    broker.postMessage(message);
    // A message would end a page in the back/forward cache.
    return () => broker.close();
  } catch {
    // The page may not start a shared worker. Sessions continue with broadcasts.
    return () => {};
  }
}

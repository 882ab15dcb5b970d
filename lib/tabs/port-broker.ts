import type { PortLike } from './tab-platform.js';

/*
 * The messages between pages and the broker:
 *
 *   page → broker   { bigtab: 'serve', client }   the page that leads has this session
 *   page → broker   { bigtab: 'seek', client }    the page of this session wants a port to the leader
 *   broker → both   { bigtab: 'port', client }    one end of the port, in `ports`
 */

/** A message to the broker. */
export interface ToBroker {
  readonly bigtab: 'serve' | 'seek';
  readonly client: string;
}

/** The message with a port. */
export interface FromBroker {
  readonly bigtab: 'port';
  readonly client: string;
}

/** One side of a session. */
interface Side {
  readonly role: ToBroker['bigtab'];
  readonly page: PortLike;
}

/**
 * Connects the page of each session with the page that leads, because only a shared worker can pass a port to another
 * page. Both ask for the session by its name, in any order, so a page that led earlier receives no port.
 */
export class PortBroker {
  readonly #makePorts: () => { readonly port1: PortLike; readonly port2: PortLike };
  /** The side that asked first, by session. */
  readonly #waiting = new Map<string, Side>();

  constructor(makePorts: () => { readonly port1: PortLike; readonly port2: PortLike }) {
    this.#makePorts = makePorts;
  }

  /** Serves the page at the other end of `page`. */
  add(page: PortLike): void {
    page.onmessage = ({ data }) => this.#hear(data as ToBroker, page);
  }

  #hear({ bigtab: role, client }: ToBroker, page: PortLike): void {
    const first = this.#waiting.get(client);
    if (first === undefined || first.role === role) {
      this.#waiting.set(client, { role, page });
      return;
    }
    this.#waiting.delete(client);
    const { port1, port2 } = this.#makePorts();
    const message: FromBroker = { bigtab: 'port', client };
    const [leader, follower] = role === 'serve' ? [page, first.page] : [first.page, page];
    leader.postMessage(message, [port1]);
    follower.postMessage(message, [port2]);
  }
}

import type { Clock } from '../clock.js';
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
  /** Ends its wait for the other side. */
  readonly forget: () => void;
}

/** The other side asks within this time, or never: a page that leads gives up earlier. */
const ASKED_WITHIN_MS = 10_000;

/**
 * Connects the page of each session with the page that leads, because only a shared worker can pass a port to another
 * page. Both ask for the session by its name, in any order, so a page that led earlier receives no port.
 */
export class PortBroker {
  readonly #makePorts: () => { readonly port1: PortLike; readonly port2: PortLike };
  readonly #clock: Pick<Clock, 'after'>;
  /** The side that asked first, by session. */
  readonly #waiting = new Map<string, Side>();

  constructor(makePorts: () => { readonly port1: PortLike; readonly port2: PortLike }, clock: Pick<Clock, 'after'>) {
    this.#makePorts = makePorts;
    this.#clock = clock;
  }

  /** The number of sessions of which one side waits for the other. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Serves the page at the other end of `page`. */
  add(page: PortLike): void {
    page.onmessage = ({ data }) => this.#hear(data as ToBroker, page);
  }

  #hear({ bigtab: role, client }: ToBroker, page: PortLike): void {
    const first = this.#waiting.get(client);
    first?.forget();
    if (first === undefined || first.role === role) {
      this.#wait(client, role, page);
      return;
    }
    const { port1, port2 } = this.#makePorts();
    const message: FromBroker = { bigtab: 'port', client };
    const [leader, follower] = role === 'serve' ? [page, first.page] : [first.page, page];
    leader.postMessage(message, [port1]);
    follower.postMessage(message, [port2]);
  }

  #wait(client: string, role: Side['role'], page: PortLike): void {
    const cancel = this.#clock.after(ASKED_WITHIN_MS, () => this.#waiting.delete(client));
    const forget = (): void => {
      cancel();
      this.#waiting.delete(client);
    };
    this.#waiting.set(client, { role, page, forget });
  }
}

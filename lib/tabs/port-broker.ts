import type { PortLike } from './tab-platform.js';

/*
 * The messages between pages and the broker:
 *
 *   page → broker   { bigtab: 'serve', database }           this page leads
 *   page → broker   { bigtab: 'seek', database, client }    the page of this session wants a port to the leader
 *   broker → both   { bigtab: 'port', client }              one end of the port, in `ports`
 */

/** A message to the broker. */
export type ToBroker =
  | { readonly bigtab: 'serve'; readonly database: string }
  | { readonly bigtab: 'seek'; readonly database: string; readonly client: string };

export interface FromBroker {
  readonly bigtab: 'port';
  readonly client: string;
}

interface Seeker {
  readonly client: string;
  readonly page: PortLike;
}

/** Connects pages that follow with the one that leads, because only a shared worker can pass a port to another page. */
export class PortBroker {
  readonly #makePorts: () => { readonly port1: PortLike; readonly port2: PortLike };
  readonly #leaders = new Map<string, PortLike>();
  /** Those who came before the leader, by database. */
  readonly #seekers = new Map<string, Seeker[]>();

  constructor(makePorts: () => { readonly port1: PortLike; readonly port2: PortLike }) {
    this.#makePorts = makePorts;
  }

  /** Serves the page at the other end of `page`. */
  add(page: PortLike): void {
    page.onmessage = ({ data }) => this.#hear(data as ToBroker, page);
  }

  #hear(message: ToBroker, page: PortLike): void {
    const { database } = message;
    const seekers = this.#seekers.get(database) ?? [];
    if (message.bigtab === 'serve') this.#leaders.set(database, page);
    else seekers.push({ client: message.client, page });
    const leader = this.#leaders.get(database);
    this.#seekers.set(database, leader === undefined ? seekers : []);
    if (leader !== undefined) for (const seeker of seekers) this.#connect(leader, seeker);
  }

  #connect(leader: PortLike, { client, page }: Seeker): void {
    const { port1, port2 } = this.#makePorts();
    const message: FromBroker = { bigtab: 'port', client };
    leader.postMessage(message, [port1]);
    page.postMessage(message, [port2]);
  }
}

/*
 * What page and worker say to each other beside packets. Packets go through Comlink, which answers only messages that have an
 * id; these have none.
 *
 *   page → worker   { bigtab: 'hello' }                        are you there?
 *   worker → page   { bigtab: 'ready', protocol, liveness }    once after its start, and as the answer to each hello
 *   worker → page   the engine's events, on the port that came with the first packet
 *
 * A packet without a connection id is a control request to the worker itself: `open`, `close`, `deleteDatabase`,
 * `listDatabases`.
 */

export interface HelloMessage {
  readonly bigtab: 'hello';
}

export interface ReadyMessage {
  readonly bigtab: 'ready';
  readonly protocol: number;
  /** Name of the Web Lock that this worker holds until it ends; `terminate()` fires no event. */
  readonly liveness: string;
}

/** The one object that a worker exposes. */
export interface WorkerApi {
  call(packet: Uint8Array, events?: unknown): Promise<Uint8Array>;
}

export function isReady(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && (message as { bigtab?: unknown }).bigtab === 'ready';
}

export function isHello(message: unknown): message is HelloMessage {
  return typeof message === 'object' && message !== null && (message as { bigtab?: unknown }).bigtab === 'hello';
}

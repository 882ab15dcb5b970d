/*
 * What page and worker say to each other. `control` and `attach` are called through Comlink, which answers only messages that have
 * an id; the first two of these have none.
 *
 *   page → worker   { bigtab: 'hello' }                        are you there?
 *   worker → page   { bigtab: 'ready', protocol, liveness }    once after its start, and as the answer to each hello
 *
 * and on the port that `attach` hands over, because a call through Comlink costs as much as a get:
 *
 *   page → worker   [number, packet]              answered under its number
 *                   'listen'                      from now on tell the engine's events
 *   worker → page   [number, answer]              the bytes of the reply packet, or the data of an error
 *                   an engine's event
 *
 * A packet without a connection id is a control request to the worker itself: `open`, `close`, `deleteDatabase`,
 * `listDatabases`, or to the engine as a whole: `sync`.
 */
import type { ErrorData } from '../errors.js';
import type { EngineEvent } from '../service/engine-event.js';

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
  /** Answers a packet of the worker's own. */
  control(packet: Uint8Array): Promise<Uint8Array>;
  /** Takes the port of all other packets. */
  attach(port: PacketPort): void;
}

/** One end of the channel of packets. */
export interface PacketPort {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: PortMessage, transfer: readonly never[]): void;
  close(): void;
}

export type PortMessage =
  | readonly [number: number, packet: Uint8Array]
  | readonly [number: number, answer: Uint8Array | ErrorData]
  | 'listen'
  | EngineEvent;

/** To move a buffer costs more than to copy a short one. */
const SHORT_BYTES = 2048;

/** Sends bytes that belong to the port from now on. */
export function postBytes(port: PacketPort, number: number, bytes: Uint8Array): void {
  port.postMessage([number, bytes], bytes.length > SHORT_BYTES ? [bytes.buffer as never] : []);
}

export function isReady(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && (message as { bigtab?: unknown }).bigtab === 'ready';
}

export function isHello(message: unknown): message is HelloMessage {
  return typeof message === 'object' && message !== null && (message as { bigtab?: unknown }).bigtab === 'hello';
}

/*
 * The messages between page and worker. `control` is called through Comlink, which answers only messages that have an
 * id; these have none:
 *
 *   page → worker   { bigtab: 'hello' }                        does the worker run? also a ping while it serves
 *   worker → page   { bigtab: 'ready', protocol, liveness }    once after its start, and as the answer to each hello
 *   worker → page   { bigtab: 'failed', error }                it cannot serve (any longer), and waits to be ended
 *   worker → page   { bigtab: 'closing' }                      each second while a close makes progress
 *   worker → page   { bigtab: 'trying', packet }              it runs the packet with this name next; null: none. Only
 *                                                              for a minute after a worker fell silent
 *   page → worker   { bigtab: 'listen', wants }                which of the engine's events are reported from now on; null: none
 *   worker → page   { bigtab: 'event', event }
 *   page → worker   { bigtab: 'port', client }                 in `ports`, a port of another page's session
 *
 * Packets have their own messages, because a call through Comlink, or over a message port, costs as much as a get:
 *
 *   page → worker   [number, packet]                           answered under its number
 *   worker → page   [number, reply packet]                     or [number, the data of an error]; its
 *                                                              `details.answers`: how many calls were answered by
 *                                                              the reply that could not be sent
 *
 * Comlink carries the control requests to the worker itself (`WorkerMethods`). A packet without a connection id is a
 * control request of the whole page to the engine.
 */
import { isBytes } from '../../bytes/kind.js';
import type { ErrorData } from '../../errors.js';
import type { EngineEvent, EventKind } from '../../service/engine-event.js';

/**
 * A message between page and worker. `liveness` is the name of the Web Lock that the worker holds until it ends;
 * `terminate()` fires no event.
 */
export type Message =
  | { readonly bigtab: 'hello' }
  | { readonly bigtab: 'ready'; readonly protocol: number; readonly liveness: string }
  | { readonly bigtab: 'failed'; readonly error: ErrorData }
  | { readonly bigtab: 'closing' }
  | { readonly bigtab: 'trying'; readonly packet: string | null }
  | { readonly bigtab: 'listen'; readonly wants: EventKind | null }
  | { readonly bigtab: 'event'; readonly event: EngineEvent }
  | { readonly bigtab: 'port'; readonly client: string };

/** The one object that a worker exposes. */
export interface WorkerApi {
  /** Answers a packet for the worker itself. */
  control(packet: Uint8Array): Promise<Uint8Array>;
}

/** A packet, or its answer. */
export type NumberedBytes = readonly [number: number, bytes: Uint8Array];
export type NumberedFailure = readonly [number: number, error: ErrorData];

/** Moving a buffer costs more than copying a short one. */
const SHORT_BYTES = 2048;

/**
 * The arguments of `postMessage` for a packet, which the page keeps because it may have to send it again. The browser
 * copies twice and more what is not moved, so a long packet is copied here and the copy is moved.
 */
export function numberedCopy(number: number, packet: Uint8Array): [message: NumberedBytes, transfer: never[]] {
  return numbered(number, packet.length > SHORT_BYTES ? packet.slice() : packet);
}

/**
 * The arguments of `postMessage` for an answer, which belongs to the receiver from now on. It is moved or copied,
 * whichever is cheaper.
 */
export function numbered(number: number, bytes: Uint8Array): [message: NumberedBytes, transfer: never[]] {
  return [[number, bytes], bytes.length > SHORT_BYTES ? [bytes.buffer as never] : []];
}

/** Whether a message is a packet or an answer. */
export function isNumbered(message: unknown): message is NumberedBytes | NumberedFailure {
  return Array.isArray(message) && message.length === 2 && typeof message[0] === 'number';
}

export function isBytesOf(message: NumberedBytes | NumberedFailure): message is NumberedBytes {
  return isBytes(message[1]);
}

/** Whether a message has this name. */
export function isMessage<N extends Message['bigtab']>(
  message: unknown,
  name: N,
): message is Extract<Message, { readonly bigtab: N }> {
  return (message as { readonly bigtab?: unknown } | null)?.bigtab === name;
}

/*
 * What page and worker say to each other beside packets. Packets go through Comlink, which answers only messages that have an
 * id; these have none.
 *
 *   page → worker   { bigtab: 'hello' }                        are you there?
 *   worker → page   { bigtab: 'ready', protocol, liveness }    once after its start, and as the answer to each hello
 *   worker → page   { type: 'busy' } or an engine's event, on the port that came with the first packet
 *
 * A packet without a connection id is a control request to the worker itself: `open`, `close`, `deleteDatabase`,
 * `listDatabases`.
 */

import type { MemoryOptions } from '../model/memory-options.js';
import type { Durability } from '../model/mutation.js';
import type { TimestampMode } from '../region/row-clock.js';
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

/** The engine's events, and `busy`: the database is still held elsewhere after a few seconds, and the worker goes on waiting. */
export type WorkerEvent = EngineEvent | { readonly type: 'busy' };

/** The one object that a worker exposes. */
export interface WorkerApi {
  call(packet: Uint8Array, events?: unknown): Promise<Uint8Array>;
}

/** The options that reach the engine, with every default filled in. */
export interface EngineOptions {
  readonly timestamps: TimestampMode;
  readonly durability: Durability;
  readonly memory: MemoryOptions;
}

export function isReady(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && (message as { bigtab?: unknown }).bigtab === 'ready';
}

export function isHello(message: unknown): message is HelloMessage {
  return typeof message === 'object' && message !== null && (message as { bigtab?: unknown }).bigtab === 'hello';
}

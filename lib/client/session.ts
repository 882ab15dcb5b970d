import type { Clock } from '../clock.js';
import { BigtabError } from '../errors.js';
import { Operation } from '../service/client-service.js';
import { type ControlMethods, decodeControlReply, encodeControl } from '../service/control-codec.js';
import { atCall } from '../service/error-handler.js';
import type { Yielder } from '../yielder.js';
import { CallBatcher } from './call-batcher.js';
import { Pacer } from './pacer.js';
import type { Transport } from './transport.js';

/** What a connection is made of. */
export interface SessionParts {
  /** The database's name. */
  readonly name: string;
  /** Names this connection for the engine; unlike every other that ever was. */
  readonly id: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly yielder: Yielder;
}

/** Something that holds resources of the engine until it is closed. */
export interface Closeable {
  close(): Promise<void>;
}

/** What a connection, its tables, its Admin and its scanners share. */
export class Session {
  readonly name: string;
  readonly batcher: CallBatcher;
  /** Open scanners. Held weakly, because a reader may drop one without a word. */
  readonly open: Set<WeakRef<Closeable>> = new Set();
  /** Whether `close` was called: every further call rejects. */
  closed = false;
  private readonly clock: Clock;
  private readonly yielder: Yielder;
  private running = 0;
  private tellIdle: (() => void) | null = null;

  constructor(parts: SessionParts) {
    this.name = parts.name;
    this.clock = parts.clock;
    this.yielder = parts.yielder;
    this.batcher = new CallBatcher(parts.transport, parts.id);
  }

  /**
   * Runs one call of the user. Rejects with CONNECTION_CLOSED after `close`. Every error comes as a rejection, and one of
   * ours with the stack of this very place.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const site = new Error();
    this.running++;
    try {
      this.checkOpen();
      return await work();
    } catch (error) {
      throw atCall(error, site);
    } finally {
      if (--this.running === 0) this.tellIdle?.();
    }
  }

  /** Throws CONNECTION_CLOSED after `close`. */
  checkOpen(): void {
    if (!this.closed) return;
    throw new BigtabError('CONNECTION_CLOSED', `The connection to '${this.name}' was closed. Call connect again.`);
  }

  /** Asks the engine for something rare. `kind`: whether it changes something. */
  async control<M extends keyof ControlMethods>(
    kind: 'alone' | 'change',
    method: M,
    ...args: Parameters<ControlMethods[M]>
  ): Promise<ReturnType<ControlMethods[M]>> {
    const reply = await this.batcher.call(Operation.Control, encodeControl(method, args), kind);
    return decodeControlReply(reply) as ReturnType<ControlMethods[M]>;
  }

  pacer(): Pacer {
    return new Pacer(this.clock, this.yielder);
  }

  /** Refuses further calls, closes what is open, and resolves when every call has settled. Once. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.open].map((one) => one.deref()?.close()));
    if (this.running > 0) {
      await new Promise<void>((resolve) => {
        this.tellIdle = resolve;
      });
    }
    await this.batcher.idle();
  }
}

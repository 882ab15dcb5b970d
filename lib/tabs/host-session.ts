import { encodeText } from '../bytes/text.js';
import { errorToData } from '../errors.js';
import type { EngineEvent, EventKind } from '../service/engine-event.js';
import { encodeEvents } from '../service/event-codec.js';
import { senderOf } from '../service/packet-codec.js';
import { decodeMessage, type Envelope, encodeMessage, LISTEN_NONE, LISTEN_WAKES, ToHost, ToPage } from './envelope.js';
import { EventQueue } from './event-queue.js';
import { MessageStream } from './message-stream.js';

/** The engine that followers use, and the worker around it. */
export interface HostedEngine {
  readonly epoch: number;
  /** Passes a packet to the engine. */
  call(packet: Uint8Array): Promise<Uint8Array>;
  /** Answers a packet for the worker itself. */
  control(packet: Uint8Array): Promise<Uint8Array>;
  subscribe(listener: (event: EngineEvent) => void, wants: EventKind): () => void;
}

/** What a message has of its own. */
export type Part = Pick<Envelope, 'type'> & Partial<Envelope>;

export interface HostSessionParts {
  readonly engine: HostedEngine;
  /** Posts on the session's channel. */
  readonly post: (part: Part) => void;
  /** The page has ended the session. */
  readonly onBye: () => void;
}

/** One follower's session in the leader's worker: runs its packets in the order in which they were sent. */
export class HostSession {
  /** The open connections whose packets it has passed on. */
  readonly connections: Set<string> = new Set();
  /** Whether the user sees its page. */
  isVisible = false;
  readonly #parts: HostSessionParts;
  readonly #stream: MessageStream;
  readonly #events: EventQueue;
  #unsubscribe: (() => void) | null = null;
  #isAccepting = true;
  #ended = false;

  constructor(parts: HostSessionParts) {
    this.#parts = parts;
    const { post } = parts;
    this.#stream = new MessageStream(
      post,
      (message) => this.#hear(message),
      () => post({ type: 'reset' }),
    );
    this.#events = new EventQueue((events, number) => this.#send(ToPage.Events, number, encodeEvents(events)));
  }

  hear(envelope: Envelope): void {
    if (!this.#ended) this.#stream.hear(envelope);
  }

  /** Runs no further packets: the page sends them to the next leader. Answers of earlier ones are still sent. */
  refuse(): void {
    this.#isAccepting = false;
  }

  /** Tells the page that no leader can serve the database any more. */
  lose(error: unknown): void {
    this.#send(ToPage.Lost, 0, asJson(error));
  }

  end(): void {
    this.#ended = true;
    this.#unsubscribe?.();
  }

  #hear(bytes: Uint8Array): void {
    const { kind, number, content } = decodeMessage(bytes);
    const { engine, onBye } = this.#parts;
    switch (kind) {
      case ToHost.Packet:
        if (this.#isAccepting) this.#run(number, content);
        return;
      case ToHost.Control:
        if (this.#isAccepting) this.#answer(number, engine.control(content));
        return;
      case ToHost.Listen:
        this.#listen(number);
        return;
      case ToHost.Seen:
        this.#events.seen(number);
        return;
      case ToHost.Visible:
        this.isVisible = number === 1;
        return;
      case ToHost.Bye:
        onBye();
    }
  }

  #run(number: number, packet: Uint8Array): void {
    const { connection, bye } = senderOf(packet);
    if (bye) this.connections.delete(connection);
    else this.connections.add(connection);
    this.#answer(number, this.#parts.engine.call(packet));
  }

  #answer(number: number, answer: Promise<Uint8Array>): void {
    answer.then(
      (reply) => this.#sendAnswer(ToPage.Reply, number, reply),
      (error) => this.#sendAnswer(ToPage.Failure, number, asJson(error)),
    );
  }

  #sendAnswer(kind: number, number: number, content: Uint8Array): void {
    this.#events.beforeAnswer();
    this.#send(kind, number, content);
  }

  #listen(wants: number): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    if (wants === LISTEN_NONE) return;
    const kind = wants === LISTEN_WAKES ? 'wakes' : 'all';
    this.#unsubscribe = this.#parts.engine.subscribe((event) => {
      if (event.type !== 'watch' || this.connections.has(event.connection)) this.#events.add(event);
    }, kind);
  }

  #send(kind: number, number: number, content: Uint8Array): void {
    if (!this.#ended) this.#stream.send(encodeMessage(kind, number, content));
  }
}

function asJson(error: unknown): Uint8Array {
  return encodeText(JSON.stringify(errorToData(error)));
}

import { decodeText } from '../bytes/text.js';
import type { Clock } from '../clock.js';
import { BigtabError, type ErrorData } from '../errors.js';
import type { EngineEvent, EventKind } from '../service/engine-event.js';
import { errorFromData } from '../service/error-handler.js';
import { decodeEvents } from '../service/event-codec.js';
import { BUSY_MS } from './database-busy.js';
import {
  decodeMessage,
  encodeMessage,
  isEnvelope,
  LISTEN_ALL,
  LISTEN_NONE,
  LISTEN_WAKES,
  makeEnvelope,
  ToHost,
  ToPage,
} from './envelope.js';
import { MessageStream } from './message-stream.js';
import { MovingChannel } from './moving-channel.js';
import { noAnswer } from './no-answer.js';
import { type OpenChannel, type SeekPort, sessionChannel } from './tab-platform.js';

/** With open calls, a leader that sends nothing for this long is asked whether it is still there. */
const SILENT_MS = 500;
/** A session requests a port after this time, because the start of the broker would slow down `connect`. */
const PORT_AFTER_MS = 1_000;
/** A port that does not answer for this long, although the leader does, has failed. */
const PORT_SILENT_MS = 2_000;

export interface HostLinkParts {
  readonly database: string;
  readonly protocol: number;
  readonly epoch: number;
  /** Whether this page may lead. */
  readonly mayLead: boolean;
  /** The name of the session. The caller holds its lock. */
  readonly client: string;
  readonly openChannel: OpenChannel;
  readonly clock: Clock;
  /** The leader sends nothing, although calls are open. Called each half second. */
  readonly onSilent: () => void;
  /** Missing if ports do not work. */
  readonly seekPort?: SeekPort | undefined;
  /** The port does not work, and the session ends. */
  readonly onPortFailure?: () => void;
  /** The session has ended, with the reason with which `gone` rejects. */
  readonly onEnd: () => void;
}

interface OpenCall {
  readonly resolve: (reply: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

/** The reason with which `gone` rejects if another leader, or the same one in another session, may continue. */
export const MOVED: BigtabError = /* @__PURE__ */ new BigtabError(
  'WORKER_LOST',
  'The tab that ran the engine was closed or suspended, and another one continues',
  { details: { outcome: 'none' } },
);

/** A follower's session with the leader's worker. */
export class HostLink {
  /** Resolves when the leader has accepted the session. */
  readonly welcome: Promise<void>;
  /**
   * Rejects when the session has ended: with MOVED, with the error of `noAnswer` if calls were open and the leader sent
   * nothing for 10 s, or with the reason for which no leader can serve.
   */
  readonly gone: Promise<never>;
  readonly epoch: number;
  /** Receives the events of the engine; none by default. */
  onEvent: (event: EngineEvent) => void = () => {};
  readonly #parts: HostLinkParts;
  readonly #channel: MovingChannel;
  readonly #stream: MessageStream;
  readonly #open = new Map<number, OpenCall>();
  #number = 0;
  #accept: () => void = () => {};
  /** Called when no call is open any more. */
  #settle: () => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #ended = false;
  #cancelWatch: (() => void) | null = null;
  #cancelPort: () => void = () => {};
  /** Since when the port owes an answer; null if it does not. */
  #pingedAt: number | null = null;
  /** For how long calls have been open without a message of the leader. */
  #silentMs = 0;

  constructor(parts: HostLinkParts) {
    this.#parts = parts;
    this.epoch = parts.epoch;
    this.welcome = new Promise((resolve) => {
      this.#accept = resolve;
    });
    this.gone = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.gone.catch(() => {});
    const { database, protocol, epoch, client, openChannel } = parts;
    this.#channel = new MovingChannel(
      (hear) => openChannel(sessionChannel(database, client), hear),
      (message) => this.#receive(message),
      makeEnvelope({ type: 'moved', protocol, epoch, client }),
    );
    this.#stream = new MessageStream(
      (part) => this.#channel.post(makeEnvelope({ protocol, epoch, client, ...part })),
      (message) => this.#hear(message),
      () => this.end(),
    );
  }

  /** Sends a packet for the engine. Never settles if the session ends first. */
  call(packet: Uint8Array): Promise<Uint8Array> {
    return this.#call(ToHost.Packet, packet);
  }

  /** Sends a packet for the worker, which answers only `open`. Never settles if the session ends first. */
  control(packet: Uint8Array): Promise<Uint8Array> {
    return this.#call(ToHost.Control, packet);
  }

  /** Resolves when every call has its answer, or when the session has ended. */
  settled(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.gone.catch(() => resolve());
    });
  }

  /** Whether the user sees this page. */
  show(visible: boolean): void {
    this.#send(ToHost.Visible, visible ? 1 : 0);
  }

  /** Which events are reported from now on; null: none. */
  listen(wants: EventKind | null): void {
    this.#send(ToHost.Listen, wants === null ? LISTEN_NONE : wants === 'all' ? LISTEN_ALL : LISTEN_WAKES);
  }

  /** Does nothing: only the leader's page ends its worker. */
  watch(): () => void {
    return () => {};
  }

  /** Silence is counted from now on: the leader has said that it serves, or a call has been made. */
  alive(): void {
    const { clock, onPortFailure } = this.#parts;
    if (this.#pingedAt !== null && clock.monotonic() - this.#pingedAt >= PORT_SILENT_MS) {
      onPortFailure?.();
      this.end();
      return;
    }
    this.#silentMs = 0;
    this.#watch();
  }

  /** Ends the session, and notifies the leader. */
  end(reason: unknown = MOVED): void {
    if (this.#ended) return;
    this.#send(ToHost.Bye, 0);
    this.#ended = true;
    this.#cancelWatch?.();
    this.#cancelPort();
    this.#channel.close();
    this.#reject(reason);
    this.#parts.onEnd();
  }

  #call(kind: number, packet: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const isFirst = this.#open.size === 0;
      this.#open.set(++this.#number, { resolve, reject });
      this.#send(kind, this.#number, packet);
      // The silence before it does not count.
      if (isFirst) this.alive();
    });
  }

  #send(kind: number, number: number, content?: Uint8Array): void {
    if (!this.#ended) this.#stream.send(encodeMessage(kind, number, content));
  }

  #receive(message: unknown): void {
    if (this.#ended || !isEnvelope(message) || message.epoch !== this.epoch) return;
    this.#silentMs = 0;
    this.#pingedAt = null;
    this.#watch();
    if (message.type === 'welcome') this.#welcomed();
    else if (message.type === 'reset') this.end();
    else this.#stream.hear(message);
  }

  #welcomed(): void {
    this.#accept();
    const { client, clock, seekPort } = this.#parts;
    this.#cancelPort();
    if (seekPort === undefined || this.#channel.hasPort) return;
    this.#cancelPort = clock.after(PORT_AFTER_MS, () => {
      this.#cancelPort = seekPort(client, (port) => this.#channel.attach(port));
    });
  }

  #hear(bytes: Uint8Array): void {
    const { kind, number, content } = decodeMessage(bytes);
    switch (kind) {
      case ToPage.Reply:
        this.#take(number)?.resolve(content);
        return;
      case ToPage.Failure:
        this.#take(number)?.reject(toError(content));
        return;
      case ToPage.Events:
        this.#send(ToHost.Seen, number);
        for (const event of decodeEvents(content)) this.onEvent(event);
        return;
      case ToPage.Lost:
        this.end(toError(content));
    }
  }

  #ping(): void {
    const { protocol, epoch, client, clock } = this.#parts;
    this.#pingedAt ??= clock.monotonic();
    this.#channel.post(makeEnvelope({ type: 'ping', protocol, epoch, client }));
  }

  #take(number: number): OpenCall | undefined {
    const call = this.#open.get(number);
    this.#open.delete(number);
    if (this.#open.size === 0) this.#settle();
    return call;
  }

  /** Waits again until the leader is silent, while calls are open. */
  #watch(): void {
    this.#cancelWatch?.();
    this.#cancelWatch = null;
    if (this.#open.size === 0 || this.#ended) return;
    this.#cancelWatch = this.#parts.clock.after(SILENT_MS, () => {
      this.#cancelWatch = null;
      this.#silentMs += SILENT_MS;
      if (this.#silentMs >= BUSY_MS) return this.end(noAnswer(this.#parts.database, this.#parts.mayLead));
      this.#watch();
      if (this.#channel.hasPort) this.#ping();
      this.#parts.onSilent();
    });
  }
}

function toError(content: Uint8Array): unknown {
  return errorFromData(JSON.parse(decodeText(content)) as ErrorData);
}

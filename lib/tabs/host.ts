import type { Clock } from '../clock.js';
import type { LockSignal, Locks } from '../locks.js';
import { type Envelope, isEnvelope, makeEnvelope } from './envelope.js';
import { type HostedEngine, HostSession, type Part } from './host-session.js';
import { MovingChannel } from './moving-channel.js';
import {
  type Channel,
  clientLock,
  controlChannel,
  type OpenChannel,
  type PortLike,
  sessionChannel,
} from './tab-platform.js';

/** The leader announces this often that it opens the database, so that other tabs keep waiting. */
const OPENING_MS = 1_000;
/** A page that has ended its session may return, for example from the back/forward cache, for this long. */
const FORGET_AWAY_AFTER_MS = 30 * 60_000;
/** A page that was reloaded or that returns begins another session within this time. */
const FORGET_AFTER_MS = 5_000;

export interface HostParts {
  readonly database: string;
  readonly protocol: number;
  readonly openChannel: OpenChannel;
  readonly locks: Locks;
  readonly clock: Clock;
  /** Called when the page of a connection has ended its session. It may return, or may be gone. */
  readonly away: (connection: string) => void;
  /** Called when the page of a connection has ended. */
  readonly forget: (connection: string) => void;
}

interface Guest {
  readonly session: HostSession;
  readonly channel: MovingChannel;
  /** Ends the wait for the session's lock. */
  readonly abort: AbortController;
}

/**
 * The leader's worker as the other tabs see it. It answers their questions for a leader, and runs one session for each
 * page that follows.
 *
 *   opening ──serve──▶ serving ──refuse──▶ closing ──end──▶ ended
 *      └──────────────────────────────────────────────────────▲
 */
export class Host {
  readonly #parts: HostParts;
  readonly #channel: Channel;
  readonly #guests = new Map<string, Guest>();
  #engine: HostedEngine | null = null;
  #isAccepting = true;
  #cancel: () => void = () => {};

  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#channel = parts.openChannel(controlChannel(parts.database), (message) => this.#hear(message));
    this.#announceOpening();
  }

  /** The number of pages that follow. */
  get guests(): number {
    return this.#guests.size;
  }

  /** Whether a page that follows is visible, and could lead instead of a hidden one. */
  get hasVisibleGuest(): boolean {
    return [...this.#guests.values()].some(({ session }) => session.isVisible);
  }

  /** The database is open. */
  serve(engine: HostedEngine): void {
    this.#cancel();
    this.#engine = engine;
    this.#say('leader');
  }

  /** Moves the session of a page to a port, if it has not ended. */
  takePort(client: string, port: PortLike): void {
    const channel = this.#guests.get(client)?.channel;
    channel?.attach(port);
    channel?.move();
    if (channel === undefined) port.close();
  }

  /** The database closes: further packets are left to the next leader. */
  refuse(): void {
    this.#isAccepting = false;
    for (const { session } of this.#guests.values()) session.refuse();
  }

  /** No leader can serve the database any more. */
  lose(error: unknown): void {
    for (const { session } of this.#guests.values()) session.lose(error);
  }

  end(): void {
    this.#cancel();
    this.#isAccepting = false;
    for (const client of [...this.#guests.keys()]) this.#dismiss(client);
    this.#channel.close();
  }

  #announceOpening(): void {
    this.#say('opening');
    this.#cancel = this.#parts.clock.after(OPENING_MS, () => this.#announceOpening());
  }

  #hear(message: unknown): void {
    if (!isEnvelope(message)) return;
    const { type, client, protocol, epoch } = message;
    if (type === 'who') this.#say(this.#engine === null || !this.#isAccepting ? 'opening' : 'leader');
    else if (type === 'hello' && protocol === this.#parts.protocol && epoch === this.#engine?.epoch)
      this.#admit(client);
  }

  #admit(client: string): void {
    const engine = this.#engine;
    if (engine === null || !this.#isAccepting || this.#guests.has(client)) return;
    const { database, openChannel, protocol } = this.#parts;
    const { epoch } = engine;
    const channel = new MovingChannel(
      (hear) => openChannel(sessionChannel(database, client), hear),
      (message) => {
        if (!isEnvelope(message) || message.epoch !== epoch) return;
        if (message.type === 'ping') post({ type: 'pong' });
        else session.hear(message);
      },
      makeEnvelope({ type: 'moved', protocol, epoch, client }),
    );
    const post = (part: Part): void => this.#post(channel, { ...part, client });
    const session = new HostSession({ engine, post, onBye: () => this.#bye(client) });
    const abort = new AbortController();
    this.#guests.set(client, { session, channel, abort });
    post({ type: 'welcome' });
    this.#awaitEnd(client, abort.signal);
  }

  /** The page holds the session's lock as long as it lives. */
  #awaitEnd(client: string, signal: LockSignal): void {
    const { database, locks } = this.#parts;
    locks
      .request(clientLock(database, client), { signal }, async () => this.#leave(client, FORGET_AFTER_MS))
      // The wait was ended.
      .catch(() => {});
  }

  /** The page is suspended, or begins another session. */
  #bye(client: string): void {
    for (const connection of this.#guests.get(client)?.session.connections ?? []) this.#parts.away(connection);
    this.#leave(client, FORGET_AWAY_AFTER_MS);
  }

  /** A session has ended; its connections are forgotten after `forgetAfterMs`. */
  #leave(client: string, forgetAfterMs: number): void {
    const connections = this.#guests.get(client)?.session.connections ?? new Set<string>();
    this.#dismiss(client);
    if (connections.size > 0) this.#parts.clock.after(forgetAfterMs, () => this.#forget(connections));
  }

  /** Forgets the connections that have not moved to another session. */
  #forget(connections: Iterable<string>): void {
    if (!this.#isAccepting) return;
    const guests = [...this.#guests.values()];
    for (const connection of connections) {
      if (!guests.some(({ session }) => session.connections.has(connection))) this.#parts.forget(connection);
    }
  }

  #dismiss(client: string): void {
    const guest = this.#guests.get(client);
    if (guest === undefined) return;
    this.#guests.delete(client);
    guest.session.end();
    guest.channel.close();
    guest.abort.abort();
  }

  #say(type: Envelope['type']): void {
    this.#post(this.#channel, { type });
  }

  #post(channel: Channel, part: Part): void {
    channel.post(makeEnvelope({ protocol: this.#parts.protocol, epoch: this.#engine?.epoch ?? 0, ...part }));
  }
}

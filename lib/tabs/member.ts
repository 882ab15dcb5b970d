import type { Clock } from '../clock.js';
import type { Locks } from '../locks.js';
import { versionConflict } from '../service/packet-codec.js';
import { Candidacy } from './candidacy.js';
import { type ChangeReason, makeChangeRequest, reasonOf } from './change-request.js';
import { BUSY_MS } from './database-busy.js';
import { type Envelope, type EnvelopeType, isEnvelope, makeEnvelope } from './envelope.js';
import { HostLink } from './host-link.js';
import { noAnswer } from './no-answer.js';
import { type Channel, clientLock, controlChannel, type OpenChannel, type SeekPort } from './tab-platform.js';

/** A page that seeks a leader asks, waits for the next of these times, and asks again; the last one is repeated. */
const ASK_AFTER_MS = [50, 50, 150, 250, 500] as const;
/** A hidden page queues for the lock only if no leader has answered for this long. */
const HIDDEN_WAIT_MS = 500;
/** A leader that has not answered a `hello` for this long is sought again. */
const WELCOME_MS = 1_000;

export interface MemberParts {
  readonly database: string;
  readonly protocol: number;
  readonly openChannel: OpenChannel;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly uniqueName: () => string;
  /** Whether it may lead. A page that may not never requests the lock. */
  readonly mayLead: boolean;
  readonly isVisible: () => boolean;
  /** The page's request for the lock, if it has made one. */
  readonly candidacy?: Candidacy | null;
  /** Ends this page's worker if it stays silent; stops when the returned function is called. */
  readonly watchWorker: () => () => void;
  /**
   * Called when another tab asks all connections to close; `protocol` is that of its build. Returns false if there is no
   * connection yet: then it is called again.
   */
  readonly onChange: (reason: ChangeReason, protocol: number) => boolean;
  /** Missing if this page uses no ports. */
  readonly seekPort?: SeekPort | undefined;
  /** A page begins the session `client` with this page's worker. */
  readonly onGuest?: ((client: string) => void) | undefined;
}

/** How a page reaches the engine. */
export type Place =
  /** It holds the lock and must run the engine, until `leave`. */
  { readonly role: 'leader'; readonly leave: () => void } | { readonly role: 'follower'; readonly link: HostLink };

/**
 * One page among the tabs that use a database: decides whether it leads or follows.
 *
 *   seeking ──lock granted──▶ leading ──leave──▶ (seek again)
 *      └────welcome of a leader──▶ following ──link ends──▶ (seek again)
 *
 * Invariants:
 *  1. It listens before it asks, so that it misses no answer.
 *  2. It leads only while it holds the lock. No clock decides who leads.
 *  3. It queues for the lock while it is visible, or if it seeks and no leader answers, so that a page that the browser
 *     has suspended is not granted the lock.
 */
export class Member {
  readonly #parts: MemberParts;
  /** Null before the first search, and while the page is suspended. */
  #channel: Channel | null = null;
  /** The request that queues for the lock, or null. */
  #queued: Candidacy | null = null;
  /** Releases the lock, while it is held. */
  #release: (() => void) | null = null;
  /** The session that is being begun, or that is used. */
  #link: HostLink | null = null;
  #seeking: { readonly resolve: (place: Place) => void; readonly reject: (error: unknown) => void } | null = null;
  /** For how long no leader has answered: the sum of the waits, because the page itself may have been stopped. */
  #silentMs = 0;
  #asked = 0;
  /** While it leads: questions of other pages since its worker answered one. */
  #unanswered = 0;
  #stopWatching: () => void = () => {};
  /** The protocol of an older leader, which was asked to close; 0 if there is none. */
  #older = 0;
  /** The requests of other tabs that were heard. */
  readonly #changes = new Set<string>();
  #cancelAsk: () => void = () => {};
  /** A port failed: further sessions use none. */
  #avoidsPorts = false;
  #closed = false;
  /** The name of this page's request to older builds. */
  readonly #name: string;

  constructor(parts: MemberParts) {
    this.#parts = parts;
    this.#name = parts.uniqueName();
    if (parts.candidacy) this.#await(parts.candidacy);
  }

  /**
   * Resolves when this page leads or follows. Rejects with DATABASE_BUSY if another page holds the lock and no leader
   * answers for 10 s, or with STORAGE_UNAVAILABLE (`no-page`) if this page may not lead; with VERSION_CONFLICT if the leader belongs to a newer build, or to an older one that does not
   * close within 10 s; with the browser's error if it refuses the lock. REQUIRES that no other call waits, and that the
   * place of the last one was left or has ended.
   */
  seek(): Promise<Place> {
    return new Promise((resolve, reject) => {
      this.#seeking = { resolve, reject };
      this.#listen();
      if (this.#release !== null) this.#lead();
      else this.#start();
    });
  }

  /** Waits for a leader from now on, as long as at the start of a search. */
  waitAgain(): void {
    this.#silentMs = 0;
  }

  /** Asks the connections of all other tabs to close. */
  tell(reason: ChangeReason, id: string = this.#parts.uniqueName()): void {
    this.#channel?.post(makeChangeRequest(reason, this.#parts.protocol, id));
  }

  /** The page was shown or hidden. */
  visibilityChanged(): void {
    const isVisible = this.#parts.isVisible();
    this.#link?.show(isVisible);
    if (isVisible) this.#queue();
    else if (this.#link !== null && this.#seeking === null) this.#unqueue();
  }

  /**
   * The browser is about to suspend the page: releases everything now, because other tabs would wait for a lock that
   * this page holds, and a message on an open channel would end the page.
   */
  suspend(): void {
    this.#cancelAsk();
    this.#unqueue();
    this.#link?.end();
    this.#leave();
    this.#channel?.close();
    this.#channel = null;
  }

  /** The page goes on after `suspend`. */
  resume(): void {
    if (this.#seeking !== null) this.#start();
  }

  /** Ends everything, with `reason` for a call that seeks. */
  close(reason: unknown): void {
    this.#closed = true;
    this.suspend();
    this.#seeking?.reject(reason);
    this.#seeking = null;
  }

  #start(): void {
    this.#cancelAsk();
    this.#listen();
    this.#silentMs = 0;
    this.#asked = 0;
    this.#older = 0;
    if (this.#parts.isVisible()) this.#queue();
    this.#ask();
  }

  #listen(): void {
    const { database, openChannel } = this.#parts;
    this.#channel ??= openChannel(controlChannel(database), (message) => this.#hear(message));
  }

  #queue(): void {
    const { database, locks, mayLead } = this.#parts;
    if (!mayLead || this.#queued !== null || this.#release !== null || this.#closed) return;
    this.#await(new Candidacy(locks, database));
  }

  #await(candidacy: Candidacy): void {
    this.#queued = candidacy;
    const settle = (work: () => void) => {
      // It may have been withdrawn too late.
      if (this.#queued !== candidacy) return;
      this.#queued = null;
      work();
    };
    candidacy.granted.then(
      (release) =>
        settle(() => {
          this.#release = release;
          this.#lead();
        }),
      (cause) =>
        settle(() => {
          this.#seeking?.reject(cause);
          this.#seeking = null;
        }),
    );
  }

  #unqueue(): void {
    this.#queued?.withdraw();
    this.#queued = null;
  }

  /** The lock is held. A link ends, because its leader has ended: its owner seeks again, and then leads. */
  #lead(): void {
    this.#cancelAsk();
    const link = this.#link;
    this.#link = null;
    link?.end();
    const seeking = this.#seeking;
    this.#seeking = null;
    seeking?.resolve({ role: 'leader', leave: () => this.#leave() });
  }

  #leave(): void {
    this.#workerAnswered();
    this.#release?.();
    this.#release = null;
  }

  /**
   * Another page asks for the leader. If the worker does not answer, this page does, so that the other one waits: the
   * worker may not run yet, or compute for a long time. Only this page can end its own worker, so it watches it.
   */
  #othersAsk(): void {
    if (++this.#unanswered < 2) return;
    this.#say('opening', 0, '');
    if (this.#unanswered > 2) return;
    this.#stopWatching = this.#parts.watchWorker();
    // The answers may have arrived before the questions.
    this.#say('who', 0, '');
  }

  #workerAnswered(): void {
    this.#unanswered = 0;
    this.#stopWatching();
  }

  #ask(): void {
    const { clock } = this.#parts;
    this.#say('who', 0, '');
    const wait = ASK_AFTER_MS[Math.min(this.#asked++, ASK_AFTER_MS.length - 1)] as number;
    this.#cancelAsk = clock.after(wait, () => {
      this.#silentMs += wait;
      if (this.#silentMs >= HIDDEN_WAIT_MS) this.#queue();
      if (this.#silentMs < BUSY_MS) return this.#ask();
      this.#unqueue();
      const { database, mayLead } = this.#parts;
      this.#seeking?.reject(this.#older > 0 ? versionConflict(this.#older) : noAnswer(database, mayLead));
      this.#seeking = null;
    });
  }

  #hear(message: unknown): void {
    if (this.#closed || !isEnvelope(message)) return;
    const { type, epoch, protocol } = message;
    if (type === 'change') this.#hearChange(message);
    const isAnswer = type === 'opening' || type === 'leader';
    if (this.#release !== null) {
      if (isAnswer) this.#workerAnswered();
      else if (type === 'who') this.#othersAsk();
      else if (type === 'hello') this.#parts.onGuest?.(message.client);
      return;
    }
    if (!isAnswer) return;
    if (protocol < this.#parts.protocol) {
      this.#askOlder(protocol);
      return;
    }
    this.#silentMs = 0;
    if (type === 'opening') return;
    const link = this.#link;
    if (protocol !== this.#parts.protocol) {
      // The leader that this page followed has ended.
      link?.end();
      this.#seeking?.reject(versionConflict(protocol));
      this.#seeking = null;
      return;
    }
    if (link === null || epoch > link.epoch) {
      link?.end();
      if (this.#seeking !== null) this.#follow(epoch);
    } else if (epoch === link.epoch) {
      link.alive();
      if (this.#seeking === null && !this.#parts.isVisible()) this.#unqueue();
    }
  }

  #hearChange(message: Envelope): void {
    const { protocol, client } = message;
    const reason = reasonOf(message);
    if (reason === null || this.#changes.has(client)) return;
    if (reason === 'build' && protocol <= this.#parts.protocol) return;
    if (this.#parts.onChange(reason, protocol)) this.#changes.add(client);
  }

  /**
   * The leader belongs to an older build. This page waits until it has closed, for 10 s at most. A page that may not lead
   * does not ask it to close, because it could not replace it.
   */
  #askOlder(protocol: number): void {
    // The leader that this page followed has ended.
    this.#link?.end();
    if (this.#seeking === null) return;
    this.#older = protocol;
    if (this.#parts.mayLead) this.tell('build', this.#name);
  }

  /** Begins a session with the leader of `epoch`. */
  #follow(epoch: number): void {
    const { database, protocol, openChannel, locks, clock, uniqueName, seekPort, mayLead } = this.#parts;
    const client = uniqueName();
    const link = new HostLink({
      database,
      mayLead,
      protocol,
      epoch,
      client,
      openChannel,
      clock,
      seekPort: this.#avoidsPorts ? undefined : seekPort,
      onPortFailure: () => {
        this.#avoidsPorts = true;
      },
      // A hidden page does not wait for the lock until it may be needed.
      onSilent: () => {
        this.#say('who', epoch, '');
        this.#queue();
      },
      onEnd: () => {
        if (this.#link === link) this.#link = null;
      },
    });
    this.#link = link;
    const held = async () => {
      if (this.#link !== link) return;
      this.#say('hello', epoch, client);
      await link.gone.catch(() => {});
    };
    locks.request(clientLock(database, client), {}, held).catch(() => link.end());
    const cancel = clock.after(WELCOME_MS, () => link.end());
    link.welcome.then(() => {
      cancel();
      if (this.#link !== link) return;
      this.#cancelAsk();
      this.#seeking?.resolve({ role: 'follower', link });
      this.#seeking = null;
      const isVisible = this.#parts.isVisible();
      link.show(isVisible);
      // A page that was hidden while it sought need not lead.
      if (!isVisible) this.#unqueue();
    });
  }

  #say(type: EnvelopeType, epoch: number, client: string): void {
    this.#channel?.post(makeEnvelope({ type, protocol: this.#parts.protocol, epoch, client }));
  }
}

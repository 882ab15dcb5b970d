/*
 * The route of one database's connections in this page to the engine.
 *
 *   seeking ──lead──▶ starting a worker ──▶ connected ──last seat left──▶ closing ──▶ ended
 *      │                                     │  ▲ ▲                                     ▲
 *      └──follow──▶ a session with a leader ─┼──┘ │                                     │
 *      ▲                                     ├────┘ the worker died: once restarted     │
 *      └── the leader changed, or the page ◀─┤                                          │
 *          was suspended                     └── the engine is lost ────────────────────┘
 *
 * After a failure or the last leave it is `ending`: no seat is added any more.
 */
import { BigtabError } from '../../errors.js';
import { NO_CONNECTION, PROTOCOL_VERSION } from '../../service/client-service.js';
import type { AskedOptions } from '../../service/control-methods.js';
import type { EngineEvent, EventKind } from '../../service/engine-event.js';
import { versionConflict } from '../../service/packet-codec.js';
import type { ChangeReason } from '../../tabs/change-request.js';
import { HostLink, MOVED } from '../../tabs/host-link.js';
import { Member, type Place } from '../../tabs/member.js';
import { isNoAnswer } from '../../tabs/no-answer.js';
import type { PortLike } from '../../tabs/tab-platform.js';
import { callEngine, callWorker } from '../calls/control-call.js';
import { type Deferred, deferred } from '../calls/deferred.js';
import type { EngineState, Standing } from '../calls/transport.js';
import { workerLost } from '../calls/worker-lost.js';
import type { EngineLink } from './engine-link.js';
import type { Begun } from './head-start.js';
import { ServedPorts, seekPort } from './page-ports.js';
import { asLockError, type LifecycleChange, type Platform, type WorkerLike, waitLeft } from './platform.js';
import type { Seat } from './registry.js';
import { beginWorker, type WorkerStart } from './start-worker.js';
import { type DeadWorker, WorkerDeaths } from './worker-deaths.js';
import { WorkerTransport } from './worker-transport.js';

/** After a request to close the database, a worker that makes no progress for this long is ended. */
const CLOSE_WITHIN_MS = 5_000;
/** A worker that does not answer other tabs is ended if it sends nothing for this long. */
const SILENT_MS = 30_000;
/** A page that was hidden for this long leaves the engine to a visible one. */
const HAND_OVER_MS = 5_000;

interface Listeners {
  /** Null while it wants no events. */
  events: { readonly listener: (event: EngineEvent) => void; readonly wants: EventKind } | null;
  onEngine: (state: EngineState) => void;
  onSilent: (reason: BigtabError) => void;
  onLost: (reason: unknown) => void;
  onChange: (reason: ChangeReason) => boolean;
}

/** A watch that continues with the next engine. */
interface Watch {
  readonly silentMs: number;
  stop: () => void;
}

/** The route of one database's connections in this page to the engine. It lives until the last seat leaves. */
export class Route {
  ending = false;
  readonly #name: string;
  readonly #platform: Platform;
  readonly #factory: (() => WorkerLike) | undefined;
  readonly #member: Member;
  readonly #seats = new Set<Listeners>();
  readonly #watches = new Set<Watch>();
  readonly #stopLifecycle: () => void;
  readonly #onEnd: () => void;
  readonly #ended: Deferred<void> = deferred();
  /** Resolves when the page has a way to the engine; replaced when that way ends. */
  #connected: Deferred<EngineLink> = deferred();
  /**
   * The link that `#connected` has resolved to, or null. With it a packet is sent at once: after an `await` it would be
   * sent when the page has handled all answers that have arrived, and the engine would wait for it.
   */
  #ready: EngineLink | null = null;
  #link: EngineLink | null = null;
  /** The worker that has ended last, if it had started. */
  #dead: DeadWorker | null = null;
  #standing: Standing = { role: 'seeking', epoch: 0 };
  /** The options with which the database was opened first. */
  #options: AskedOptions | null = null;
  readonly #deaths: WorkerDeaths;
  /** Settles when a page that is suspended returns; null while it is not suspended. */
  #suspended: Deferred<void> | null = null;
  #cancelHandOver: () => void = () => {};
  readonly #ports: ServedPorts;
  /** The start of a worker. A page that no longer leads leaves it, because it must not run an engine. */
  #start: WorkerStart | null;
  /** Whether `#start` began before there was a place for it. */
  #isEarly = true;
  /** Whether a call has begun to wait since there is no engine, or since calls were rejected because there was none. */
  #isAwaited = true;
  #over: { readonly reason: unknown } | null = null;
  /** The events that the engine reports. */
  #wanted: EventKind | null = null;

  /** `onEnd` is called when the route has ended. */
  constructor(
    name: string,
    factory: (() => WorkerLike) | undefined,
    platform: Platform,
    { candidacy, worker, isSuspended }: Begun,
    onEnd: () => void,
  ) {
    this.#onEnd = onEnd;
    this.#factory = factory;
    this.#platform = platform;
    this.#start = worker;
    if (isSuspended) this.#suspended = deferred();
    this.#ports = new ServedPorts(platform, (client, port) => this.#passPort(client, port));
    const { clock, openChannel, uniqueName } = platform;
    this.#deaths = new WorkerDeaths(clock);
    this.#member = new Member({
      database: name,
      protocol: PROTOCOL_VERSION,
      clock,
      openChannel,
      locks: platform.locks as NonNullable<Platform['locks']>,
      uniqueName,
      mayLead: platform.mayLead,
      isVisible: () => platform.isVisible(),
      candidacy,
      watchWorker: () => this.#watch(SILENT_MS),
      onChange: (reason, other) => this.#change(reason, other),
      // The script of the user's own worker has an unknown address.
      seekPort: factory ? undefined : (client, use) => seekPort(platform, client, use),
      onGuest: factory ? undefined : (client) => this.#ports.expect(client),
    });
    this.#name = name;
    this.#stopLifecycle = platform.onLifecycle((change) => this.#pageChanged(change));
    this.#serve().catch((reason) => this.#finish(asLockError(reason)));
  }

  join(): Seat {
    const seat: Listeners = {
      events: null,
      onEngine: () => {},
      onSilent: () => {},
      onLost: () => {},
      onChange: () => false,
    };
    this.#seats.add(seat);
    return {
      open: (options, since) => this.#open(seat, options, since),
      call: async (packet) => (this.#ready ?? (await this.#connected.promise)).call(packet),
      onEvent: (listener, wants = 'all') => {
        const events = { listener, wants };
        seat.events = events;
        this.#listen();
        return () => {
          if (seat.events !== events) return;
          seat.events = null;
          this.#listen();
        };
      },
      onEngine: (listener) => {
        seat.onEngine = listener;
      },
      onSilent: (listener) => {
        seat.onSilent = listener;
      },
      waits: () => this.#wait(),
      onLost: (listener) => {
        seat.onLost = listener;
        // The engine was lost before `connect` resolved.
        if (this.#over !== null) queueMicrotask(() => listener(this.#over?.reason));
      },
      onChange: (listener) => {
        seat.onChange = listener;
      },
      announce: (reason) => {
        this.#member.tell(reason);
        for (const other of [...this.#seats]) if (other !== seat) other.onChange(reason);
      },
      standing: () => this.#standing,
      watch: (silentMs) => this.#watch(silentMs),
      end: (reason) => this.#finish(reason),
      close: () => this.#leave(seat),
    };
  }

  /** Opens the database with the options of one call of `connect`. */
  async #open(seat: Listeners, options: AskedOptions, since: number): Promise<void> {
    const silent = deferred<never>();
    seat.onSilent = silent.reject;
    this.#wait();
    /** Resolves when the tabs with other options have had time to close. */
    let closed: Promise<void> | null = null;
    for (;;) {
      const link = await Promise.race([this.#connected.promise, silent.promise]);
      try {
        const epoch = await callWorker(link, 'open', options, waitLeft(this.#platform.clock, since));
        this.#standing = { ...this.#standing, epoch };
        this.#options ??= options;
        return;
      } catch (error) {
        // If the link has ended, another one may replace it.
        if (this.#link !== link) continue;
        if (this.#options !== null || this.#standing.role !== 'follower' || !isOtherOption(error)) throw error;
        if (closed === null) this.#member.tell('options');
        closed ??= new Promise((resolve) => this.#platform.clock.after(CLOSE_WITHIN_MS, resolve));
        await Promise.race([link.gone.catch(() => {}), closed]);
        if (this.#link === link) throw error;
      }
    }
  }

  /** A call begins to wait. The first one is given the complete time. */
  #wait(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.#member.waitAgain();
  }

  /** Connects to an engine, again and again, until the last seat leaves. Rejects if the engine is lost. */
  async #serve(): Promise<void> {
    while (this.#over === null) {
      await this.#suspended?.promise;
      const reason = await this.#connect().catch((reason: unknown) => reason);
      if (reason === MOVED) continue;
      // A leader may answer later: calls fail, but the connections stay open.
      if (this.#options === null || !isNoAnswer(reason)) throw reason;
      this.#isAwaited = false;
      for (const { onSilent } of [...this.#seats]) onSilent(reason as BigtabError);
    }
  }

  /** Connects to an engine. Resolves to the reason why it cannot be used any more; rejects if none was found. */
  async #connect(): Promise<unknown> {
    const place = await this.#member.seek();
    let reason: unknown;
    do reason = await this.#use(place);
    while (reason !== MOVED && this.#mayRestart(place, reason));
    if (place.role === 'leader') place.leave();
    return reason;
  }

  /** Serves the seats over one link. Resolves to the reason for its end. */
  async #use(place: Place): Promise<unknown> {
    let link: EngineLink | null = null;
    try {
      link = place.role === 'leader' ? await this.#startWorker() : place.link;
      const used = link;
      // Registered first, so that the link is not the current one any more when its calls fail.
      link.gone.catch(() => this.#pause(used));
      this.#link = link;
      if (this.#over !== null) link.end();
      if (this.#options !== null) await this.#openAgain(link, this.#options);
      this.#begin(place, link);
      return await link.gone;
    } catch (reason) {
      return reason;
    } finally {
      link?.end();
      this.#dead = link instanceof WorkerTransport ? { fellSilent: link.fellSilent, trying: link.trying } : null;
    }
  }

  async #startWorker(): Promise<WorkerTransport> {
    if (!this.#isEarly || this.#start === null) this.#start = beginWorker(this.#platform, this.#factory);
    this.#isEarly = false;
    if (this.#over !== null) this.#start.leave(this.#over.reason);
    return new WorkerTransport(await this.#start.started, this.#platform);
  }

  /** Opens the database for the connections that have used it. */
  async #openAgain(link: EngineLink, options: AskedOptions): Promise<void> {
    const { clock } = this.#platform;
    const again = { ...options, existing: true, deaf: this.#deaths.deaf };
    const epoch = await callWorker(link, 'open', again, waitLeft(clock, clock.monotonic()));
    this.#standing = { ...this.#standing, epoch };
  }

  #begin({ role }: Place, link: EngineLink): void {
    this.#standing = { ...this.#standing, role };
    link.onEvent = (event) => {
      for (const { events } of this.#seats) events?.listener(event);
    };
    if (this.#wanted !== null) link.listen(this.#wanted);
    for (const watch of this.#watches) {
      watch.stop();
      watch.stop = link.watch(watch.silentMs);
    }
    this.#ready = link;
    this.#connected.resolve(link);
    if (!this.#platform.isVisible()) this.#handOverLater();
    for (const { onEngine } of [...this.#seats]) onEngine('renewed');
  }

  #pause(link: EngineLink): void {
    if (this.#link === link) this.#link = null;
    if (this.#standing.role === 'seeking') return;
    this.#standing = { ...this.#standing, role: 'seeking' };
    this.#isAwaited = false;
    this.#connected = deferred();
    this.#ready = null;
    if (this.#over === null) for (const { onEngine } of [...this.#seats]) onEngine('away');
  }

  /** Whether a leader starts another worker after its worker ended for this reason. */
  #mayRestart({ role }: Place, reason: unknown): boolean {
    const isDeath = BigtabError.is(reason) && reason.code === 'WORKER_LOST';
    if (role !== 'leader' || !isDeath || this.#over !== null || this.#options === null) return false;
    return this.#deaths.mayReplace(this.#dead);
  }

  #pageChanged(change: LifecycleChange): void {
    if (change === 'suspended') {
      // Nothing asynchronous would finish. What was acknowledged is in the log.
      this.#suspended ??= deferred();
      this.#ports.end();
      this.#start?.leave(MOVED);
      this.#start = null;
      this.#link?.end(MOVED);
      this.#member.suspend();
      return;
    }
    if (change === 'resumed' && this.#suspended !== null) {
      this.#suspended.resolve();
      this.#suspended = null;
      this.#member.resume();
    }
    if (this.#suspended !== null) return;
    this.#member.visibilityChanged();
    this.#cancelHandOver();
    if (this.#platform.isVisible()) return;
    this.#flushLog();
    this.#handOverLater();
  }

  /** A hidden page is slow and may be suspended, so it leads only while no other page is visible. */
  #handOverLater(): void {
    this.#cancelHandOver();
    this.#cancelHandOver = this.#platform.clock.after(HAND_OVER_MS, async () => {
      const link = this.#link;
      if (link === null || this.#standing.role !== 'leader' || this.ending) return;
      const stopWatching = link.watch(CLOSE_WITHIN_MS, { pings: false });
      // If closing failed, another worker must open the database.
      const handed = await callWorker(link, 'handOver').catch(() => true);
      stopWatching();
      if (handed) link.end(MOVED);
      else if (!this.#platform.isVisible() && this.#link === link) this.#handOverLater();
    });
  }

  #passPort(client: string, port: PortLike): void {
    // After the end of the worker, the session has ended too.
    if (this.#link instanceof WorkerTransport) this.#link.passPort(client, port);
    else port.close();
  }

  #watch(silentMs: number): () => void {
    const watch = { silentMs, stop: this.#link?.watch(silentMs) ?? (() => {}) };
    this.#watches.add(watch);
    return () => {
      this.#watches.delete(watch);
      watch.stop();
    };
  }

  /** The engine reports only events that a seat wants. */
  #listen(): void {
    let wanted: EventKind | null = null;
    for (const { events } of this.#seats) if (wanted !== 'all') wanted = events?.wants ?? wanted;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#link?.listen(wanted);
  }

  /** A hidden page may be discarded without notice, so its writes are forced to the device now. */
  #flushLog(): void {
    const link = this.#link;
    if (link === null || this.#options === null) return;
    // Sent in the same way as the writes, so that it arrives after them.
    callEngine((packet) => link.call(packet), NO_CONNECTION, 'flushLog').catch(() => undefined);
  }

  /**
   * Another tab asks all connections to close. Returns false while this page still connects. After `build` and `delete`
   * the connections end, at once if there is no listener. `other`: the protocol of the other tab.
   */
  #change(reason: ChangeReason, other: number): boolean {
    if (this.#options === null) return false;
    let isHeard = false;
    for (const { onChange } of [...this.#seats]) isHeard = onChange(reason) || isHeard;
    if (reason === 'build' || reason === 'delete') {
      const error = reason === 'build' ? versionConflict(other) : databaseDeleted(this.#name);
      if (isHeard) this.#platform.clock.after(CLOSE_WITHIN_MS, () => void this.#giveUp(error));
      else void this.#giveUp(error);
    }
    return true;
  }

  /**
   * Closes the database, after the calls that were sent, and ends the connections. What the leader has not answered by
   * its end, or within 5 s if it does not answer, is rejected.
   */
  async #giveUp(reason: BigtabError): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    // Calls that were just made are sent first. Further calls wait, and are then rejected.
    await this.#platform.yielder();
    const link = this.#link;
    const { promise: late, resolve: stopWaiting } = deferred<void>();
    const cancel = this.#platform.clock.after(CLOSE_WITHIN_MS, stopWaiting);
    const closed = link instanceof HostLink ? Promise.race([link.settled(), late]) : this.#closeEngine();
    if (link !== null) this.#pause(link);
    await closed.catch(() => undefined);
    cancel();
    this.#finish(reason);
    link?.end();
  }

  async #leave(seat: Listeners): Promise<void> {
    this.#seats.delete(seat);
    if (this.#seats.size > 0) return this.#listen();
    if (this.ending) return this.#ended.promise;
    this.ending = true;
    try {
      await this.#closeEngine();
    } catch (error) {
      // If the worker died meanwhile, its files are in the same state as after any crash.
      if (!BigtabError.is(error) || error.code !== 'WORKER_LOST') throw error;
    } finally {
      this.#finish(workerLost('none'));
    }
  }

  async #closeEngine(): Promise<void> {
    const link = this.#link;
    if (link === null || this.#standing.role !== 'leader' || this.#options === null) return;
    // No pings: a worker that answers them may still be stuck, and it reports its progress unprompted.
    link.watch(CLOSE_WITHIN_MS, { pings: false });
    await callWorker(link, 'close');
  }

  /** Ends the route. The remaining seats are lost, for this reason. */
  #finish(reason: unknown): void {
    if (this.#over !== null) return;
    this.#over = { reason };
    this.ending = true;
    this.#start?.leave(reason);
    this.#connected.reject(reason);
    this.#suspended?.resolve();
    this.#stopLifecycle();
    this.#cancelHandOver();
    this.#ports.end();
    this.#link?.end();
    this.#member.close(reason);
    for (const { onLost } of this.#seats) onLost(reason);
    this.#ended.resolve();
    this.#onEnd();
  }
}

/** Whether `error` refuses options that must be the same in all tabs. */
function isOtherOption(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'INVALID_ARGUMENT' && error.details.option !== undefined;
}

function databaseDeleted(database: string): BigtabError {
  return new BigtabError(
    'STORAGE_CLEARED',
    `Another tab deletes database '${database}'. Call connect again for a new, empty database.`,
  );
}

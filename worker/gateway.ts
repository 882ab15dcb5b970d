/*
 * The worker as the page sees it: passes packets to the engine, and answers the control calls for the worker itself.
 */
import type { Clock } from '../lib/clock.js';
import { storageCleared } from '../lib/engine/region/storage-guard.js';
import type { DatabaseOptions } from '../lib/engine/server/database.js';
import { readDatabaseOptions, requireSameOptions } from '../lib/engine/server/database-options.js';
import { BigtabError } from '../lib/errors.js';
import type { Locks } from '../lib/locks.js';
import { toDatabaseName } from '../lib/model/schema/database-name.js';
import { type Engine, Operation, PROTOCOL_VERSION } from '../lib/service/client-service.js';
import { encodeControl, encodeControlReply, readControl } from '../lib/service/control-codec.js';
import {
  type Answers,
  type AnswersByName,
  answerControl,
  type OpenOptions,
  type WorkerMethods,
} from '../lib/service/control-methods.js';
import type { EngineEvent, EventKind } from '../lib/service/engine-event.js';
import { type Answer, decodePacket, encodeCall, encodeReplies, type RequestCall } from '../lib/service/packet-codec.js';
import { encodeBye } from '../lib/service/packet-writer.js';
import { databaseBusy } from '../lib/tabs/database-busy.js';
import { Host } from '../lib/tabs/host.js';
import type { OpenChannel, PortLike } from '../lib/tabs/tab-platform.js';
import { CarefulCalls } from './careful-calls.js';
import { acquireHostLock } from './host-lock.js';
import { asStorageError } from './storage-status.js';

const PROGRESS_MS = 1_000;
/** The tabs that have a database open are asked to close it, and have this long. */
const DELETE_WITHIN_MS = 10_000;
/** The answer to a call that is sent again elsewhere. */
const UNANSWERED: Promise<never> = new Promise(() => {});

/** The callbacks of an open database. */
export interface DatabaseHost {
  /** Called when the database can no longer serve. */
  readonly onLost?: ((error: BigtabError) => void) | undefined;
  /** Called at each step of background work. */
  readonly onStep?: (() => void) | undefined;
  /** The number of tabs that use the database. */
  readonly tabs?: (() => number) | undefined;
}

/** The databases of the site. */
export interface Databases {
  open(options: DatabaseOptions, told?: DatabaseHost): Promise<Engine>;
  /** Removes the database; does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  list(): Promise<readonly string[]>;
}

export interface GatewayPlatform {
  readonly locks: Locks;
  readonly clock: Clock;
  readonly openChannel: OpenChannel;
  /** Rejects with STORAGE_UNAVAILABLE if files cannot be kept, and if the browser does not answer for `withinMs`. */
  openStorage(withinMs: number): Promise<Databases>;
  /** Called when the database can no longer serve. */
  readonly onLost?: (error: BigtabError) => void;
  /** Called each second while a close makes progress. */
  readonly onProgress?: () => void;
  /** Called by a careful worker with the name of the packet that it runs from now on; null: none. */
  readonly onTrying?: (packet: string | null) => void;
}

type Restart = Required<Pick<OpenOptions, 'existing'>> & Pick<OpenOptions, 'deaf'>;

/** One worker serves one database: it is opened once, and the page ends the worker after `close`. */
export class Gateway {
  readonly #platform: GatewayPlatform;
  #tell: ((event: EngineEvent) => void) | null = null;
  #wants: EventKind = 'all';
  #stopEvents: (() => void) | null = null;
  #engine: Engine | null = null;
  #options: Required<DatabaseOptions> | null = null;
  #opened: Promise<void> | null = null;
  #closing: Promise<void> | null = null;
  /** Another tab will answer the page's calls: the page ends this worker and sends them again. */
  #handsOver = false;
  /** Passes packets to the engine, if the worker before this one fell silent. */
  #careful: CarefulCalls | null = null;
  /** Serves the tabs that follow, from the moment the open starts. */
  #host: Host | null = null;
  /** Called at each step while the database closes. */
  #progress: (() => void) | null = null;
  /** Resolves if the database is still held elsewhere after a few seconds. */
  readonly #busy: Promise<void>;
  #tellBusy: () => void = () => undefined;
  #release: () => void = () => undefined;
  readonly #methods = {
    open: (options, withinMs) => this.#open(options, withinMs),
    close: () => this.#close(),
    handOver: () => this.#handOver(),
    deleteDatabase: (name, withinMs) => this.#deleteDatabase(toDatabaseName(name), withinMs),
    listDatabases: (withinMs) => this.#listDatabases(withinMs),
  } satisfies Answers<WorkerMethods>;
  /** What a page may call that follows. */
  readonly #guestMethods = {
    open: (options) => this.#admit(options),
  } satisfies Partial<Answers<WorkerMethods>>;

  constructor(platform: GatewayPlatform) {
    this.#platform = platform;
    this.#busy = new Promise((resolve) => {
      this.#tellBusy = resolve;
    });
  }

  /** Passes a packet to the engine. Rejects only for packets that no page of this build sends. */
  async call(packet: Uint8Array): Promise<Uint8Array> {
    if (this.#handsOver) return UNANSWERED;
    if (this.#engine === null) throw new BigtabError('CONNECTION_CLOSED', 'The database is not open in this worker');
    return this.#pass(this.#engine, packet);
  }

  #pass({ service }: Engine, packet: Uint8Array): Promise<Uint8Array> {
    return this.#careful === null ? service.call(packet) : this.#careful.call(packet);
  }

  /** Answers a packet of control calls to the worker itself. Rejects as `call` does. */
  async control(packet: Uint8Array): Promise<Uint8Array> {
    return this.#answerAll(packet, this.#methods);
  }

  /**
   * Calls `tell` with the events of the engine that it wants from now on, or from the engine's start; stops when `tell`
   * is null.
   */
  listen(tell: ((event: EngineEvent) => void) | null, wants: EventKind = 'all'): void {
    this.#stopEvents?.();
    this.#tell = tell;
    this.#wants = wants;
    this.#stopEvents = (tell && this.#engine?.subscribe(tell, wants)) ?? null;
  }

  /** Moves the session of a page that follows to a port. */
  takePort(client: string, port: PortLike): void {
    this.#host?.takePort(client, port);
  }

  async #answerAll(packet: Uint8Array, methods: AnswersByName): Promise<Uint8Array> {
    const { calls } = decodePacket(packet);
    return encodeReplies(await Promise.all(calls.map((call) => this.#answer(call, methods))));
  }

  async #answer({ payload }: RequestCall, methods: AnswersByName): Promise<Answer> {
    try {
      return { payload: encodeControlReply(await answerControl(methods, readControl(payload))) };
    } catch (error) {
      return { error: asStorageError(error) };
    }
  }

  /**
   * Called by each connect of the page. The first call opens the database; the others must request the same options.
   * The first call's time limit expires first.
   */
  async #open({ existing = false, deaf, ...asked }: OpenOptions, withinMs: number): Promise<number> {
    if (this.#handsOver) return UNANSWERED;
    const options = readDatabaseOptions(asked);
    if (this.#opened === null) {
      this.#options = options;
      this.#opened = this.#start(options, { existing: existing === true, deaf }, withinMs);
    } else {
      requireSameOptions(this.#options as Required<DatabaseOptions>, options, 'this page');
    }
    await Promise.race([this.#opened, this.#busy.then(() => Promise.reject(databaseBusy(options.name)))]);
    return (this.#engine as Engine).epoch;
  }

  /** Checks the options of a page that follows. Returns the epoch. */
  #admit({ existing: _, deaf: __, ...asked }: OpenOptions): number {
    const options = this.#options as Required<DatabaseOptions>;
    requireSameOptions(options, readDatabaseOptions(asked), 'another tab');
    return (this.#engine as Engine).epoch;
  }

  async #start(options: DatabaseOptions, { existing, deaf }: Restart, withinMs: number): Promise<void> {
    const { databases, leftMs } = await this.#openStorage(withinMs);
    this.#release = await acquireHostLock(options.name, this.#platform, leftMs, this.#tellBusy);
    const host = this.#startHost(options.name);
    this.#host = host;
    try {
      // The page's calls were made for the data that it had open.
      if (existing && !(await databases.list()).includes(options.name)) throw storageCleared();
      const engine = await databases.open(options, {
        onLost: (error) => {
          host.lose(error);
          this.#platform.onLost?.(error);
        },
        onStep: () => this.#progress?.(),
        tabs: () => 1 + host.guests,
      });
      this.#engine = engine;
      const { clock, onTrying = () => {} } = this.#platform;
      // What waits when the database closes is sent to the next engine.
      const call = (packet: Uint8Array) => (this.#engine === null ? UNANSWERED : engine.service.call(packet));
      if (deaf !== undefined) this.#careful = new CarefulCalls({ call, clock, deaf, onTrying });
      host.serve({
        epoch: engine.epoch,
        call: (packet) => this.#pass(engine, packet),
        control: (packet) => this.#answerAll(packet, this.#guestMethods),
        subscribe: (listener, wants) => engine.subscribe(listener, wants),
      });
    } catch (error) {
      host.end();
      this.#release();
      throw error;
    }
    this.listen(this.#tell, this.#wants);
  }

  #startHost(database: string): Host {
    const { locks, clock, openChannel } = this.#platform;
    // An engine that is closing has written what it knows.
    const tell = (packet: Uint8Array) => void this.#engine?.service.call(packet).catch(() => undefined);
    const forget = (connection: string) => tell(encodeBye(connection));
    const away = (connection: string) =>
      tell(
        encodeCall('', {
          operation: Operation.Control,
          number: 0,
          payload: encodeControl('upgraderAway', [connection]),
        }),
      );
    return new Host({ database, protocol: PROTOCOL_VERSION, locks, clock, openChannel, away, forget });
  }

  async #handOver(): Promise<boolean> {
    if (this.#host?.hasVisibleGuest !== true) return false;
    this.#handsOver = true;
    await this.#close();
    return true;
  }

  #close(): Promise<void> {
    this.#closing ??= this.#closeNow();
    return this.#closing;
  }

  async #closeNow(): Promise<void> {
    const engine = this.#engine;
    const { clock, onProgress } = this.#platform;
    this.#engine = null;
    this.#host?.refuse();
    let told = clock.monotonic();
    this.#progress = () => {
      if (clock.monotonic() - told < PROGRESS_MS) return;
      told = clock.monotonic();
      onProgress?.();
    };
    try {
      await engine?.close({ handOver: (this.#host?.guests ?? 0) > 0 });
    } finally {
      this.#host?.end();
      this.#release();
    }
  }

  async #deleteDatabase(name: string, withinMs: number): Promise<void> {
    const { databases } = await this.#openStorage(withinMs);
    const busy = new AbortController();
    const giveUp = () =>
      busy.abort(
        new BigtabError(
          'DATABASE_BUSY',
          `Database '${name}' is open in another tab of this site that does not answer. Close it there.`,
        ),
      );
    const release = await acquireHostLock(name, this.#platform, DELETE_WITHIN_MS, giveUp, busy.signal);
    try {
      await databases.remove(name);
    } finally {
      release();
    }
  }

  async #listDatabases(withinMs: number): Promise<readonly string[]> {
    const { databases } = await this.#openStorage(withinMs);
    return [...(await databases.list())].sort();
  }

  /** The databases, and the remaining time. */
  async #openStorage(withinMs: number): Promise<{ readonly databases: Databases; readonly leftMs: number }> {
    const { clock } = this.#platform;
    const end = clock.monotonic() + withinMs;
    const databases = await this.#platform.openStorage(withinMs);
    return { databases, leftMs: end - clock.monotonic() };
  }
}

import type { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import type { Durability } from '../../model/durability.js';
import { DEFAULT_MAX_CELL_SIZE } from '../../model/limits.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { Action } from '../../service/action-codec.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import type { EngineMethods, SchemaMethods } from '../../service/control-methods.js';
import { fromHere } from '../../service/error-handler.js';
import type { Yielder } from '../../yielder.js';
import { CallBatcher } from './call-batcher.js';
import { type AbortSignalLike, abortable } from './call-options.js';
import type { StorageLike } from './request-persistence.js';
import type { Transport } from './transport.js';

/** With this many calls in progress, a call costs less than capturing its stack. */
const MANY_CALLS = 8;
/** How long an engine may stay silent while it works on a call that was aborted. */
const SILENT_MS = 30_000;
/** Well below 8 ms, so that no loop over a list blocks the page for longer. */
const TURN_MS = 4;

/** The parts of a connection. */
export interface SessionParts {
  /** The database's name. */
  readonly name: string;
  /** The name of this connection for the engine, unique among all connections ever made. */
  readonly id: string;
  readonly transport: Transport;
  /** That of mutations if neither they nor their table specify one. Default: SYNC_WAL. */
  readonly durability?: Durability | undefined;
  /** The version that it requests of the database: if it is lower than the stored one, calls reject. Default: none. */
  readonly version?: number | undefined;
  /** The settings of the database, which the engine has accepted. */
  readonly configuration?: Configuration | undefined;
  readonly clock: Clock;
  readonly yielder: Yielder;
  /** Missing if the other end supports every call. */
  readonly checks?: CallChecks | undefined;
  /** Missing where there is no browser. */
  readonly storage?: StorageLike | undefined;
}

/** Refuses what the other end does not support, before anything is sent: the requests would be refused too late. */
export interface CallChecks {
  /** Throws for an unsupported action of a list, which is sent in parts. */
  actions(table: string, actions: readonly Action[]): void;
  /** Throws if there are no transactions: each begins with reads. */
  transactions(): void;
}

/** Something that holds resources of the engine until it is closed. */
export interface Closeable {
  close(): Promise<void>;
}

/** Cuts a long loop into turns: call `due` after each step and, if it is true, await `rest` to let the page work. */
export interface Pacer {
  due(): boolean;
  rest(): Promise<void>;
}

type Reference = { deref(): Closeable | undefined };

/** A change of the schema is numbered, so that it never runs twice. */
export type ControlKind<M extends keyof EngineMethods> = M extends keyof SchemaMethods ? 'change' : 'alone';

/** The methods that return bytes. */
type BytesMethod = {
  [M in keyof EngineMethods]: ReturnType<EngineMethods[M]> extends Uint8Array ? M : never;
}[keyof EngineMethods];

/** The state that a connection, its tables, its Admin and its scanners share. */
export class Session {
  readonly batcher: CallBatcher;
  /**
   * Open scanners and mutators, the latter with unsent mutations. The references are weak, because a reader may drop a
   * scanner without closing it.
   */
  readonly open: Set<Reference> = new Set();
  /** Removes a reference from `open` when the object it was registered for is collected. */
  readonly collected: FinalizationRegistry<Reference> = new FinalizationRegistry((one) => this.open.delete(one));
  readonly clock: Clock;
  /** Used for a request that is sent before anything waits. */
  readonly scratch: ByteWriter = new ByteWriter();
  /** The largest cell of a Put in bytes; 0 or less: no limit (N-34). */
  readonly maxCellSize: number;
  readonly #parts: SessionParts;
  /** Called when the connection ends. */
  readonly #ending = new Set<(error: BigtabError) => void>();
  #lost: BigtabError | null = null;
  #closed = false;
  /** The user's calls in progress. */
  #running = 0;
  #tokens = 0;
  #tellIdle = () => {};

  /**
   * `tellLost` is called once when the engine is lost, `tellEngine` each time that it goes away or that there is one
   * again.
   */
  constructor(parts: SessionParts, tellLost: (error: BigtabError) => void, tellEngine: () => void) {
    const { transport, clock, id, durability = 'USE_DEFAULT', version = 0, configuration } = parts;
    this.#parts = parts;
    this.clock = clock;
    this.maxCellSize = Number(configuration?.['hbase.client.keyvalue.maxsize'] ?? DEFAULT_MAX_CELL_SIZE);
    this.batcher = new CallBatcher(transport, clock, { connection: id, durability, version }, (error) => {
      this.#lost = error;
      this.#end(error);
      tellLost(error);
    });
    transport.onEngine((state) => {
      this.batcher.hear(state);
      tellEngine();
    });
    transport.onSilent?.((reason) => this.batcher.giveUp(reason));
    transport.onLost((reason) => this.batcher.lose(reason));
  }

  /**
   * Vue wraps the objects that it finds in a Connection in proxies, which have no private fields; it skips an object
   * with a tag.
   */
  get [Symbol.toStringTag](): string {
    return 'Session';
  }

  /** Whether `close` was called: every further call rejects. */
  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Runs one call of the user. Rejects with CONNECTION_CLOSED after `close`. Every error is a rejection. A BigtabError
   * has the stack of this call; with many calls in progress, the stack of the functions that await it.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await fromHere(() => {
        this.checkOpen();
        return work();
      }, this.#running > MANY_CALLS);
    } finally {
      if (--this.#running === 0) this.#tellIdle();
    }
  }

  /** Throws CONNECTION_CLOSED after `close`. */
  checkOpen(): void {
    if (this.#closed) throw this.closedError();
  }

  /**
   * Settles as `wait` does, or rejects when the connection ends: with CONNECTION_CLOSED after `close`, and with
   * WORKER_LOST when the engine is lost. For a call that waits for anything but an answer of the engine: a timer, the
   * user's function or stream.
   */
  whileOpen<T>(wait: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.onEnd(reject);
      wait.then(resolve, reject).then(stop);
    });
  }

  /** Calls `listener` with the error of `whileOpen` when the connection ends, until the returned function is called. */
  onEnd(listener: (error: BigtabError) => void): () => void {
    const error = this.#closed ? this.closedError() : this.#lost;
    if (error === null) this.#ending.add(listener);
    else listener(error);
    return () => this.#ending.delete(listener);
  }

  #end(error: BigtabError): void {
    for (const end of this.#ending) end(error);
    this.#ending.clear();
  }

  /** The error of what ends or begins after `close`. */
  closedError(): BigtabError {
    const { name } = this.#parts;
    return new BigtabError('CONNECTION_CLOSED', `The connection to '${name}' was closed. Call connect again.`);
  }

  /** Calls a control method of the engine. A null result arrives as undefined. */
  async control<M extends keyof EngineMethods>(
    kind: ControlKind<M>,
    method: M,
    ...args: Parameters<EngineMethods[M]>
  ): Promise<ReturnType<EngineMethods[M]>> {
    const reply = await this.batcher.call(Operation.Control, encodeControl(method, args), kind);
    return (readJson(reply) ?? undefined) as never;
  }

  /** Calls a control method of the engine that returns bytes. */
  controlBytes<M extends BytesMethod>(method: M, ...args: Parameters<EngineMethods[M]>): Promise<ByteReader> {
    return this.batcher.call(Operation.Control, encodeControl(method, args), 'alone');
  }

  pacer(): Pacer {
    const { clock, yielder } = this.#parts;
    let end = clock.monotonic() + TURN_MS;
    return {
      due: () => clock.monotonic() >= end,
      async rest() {
        await yielder();
        end = clock.monotonic() + TURN_MS;
      },
    };
  }

  /** Like `abortable`; ends an engine that sends nothing for 30 s while it works on an aborted call. */
  abortable<T>(work: Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
    return abortable(work, signal, () => this.leave(work));
  }

  /** The engine still works on a call whose caller has aborted. */
  leave(work: Promise<unknown>): void {
    const stop = this.#parts.transport.watch?.(SILENT_MS);
    if (stop !== undefined) work.then(stop, stop);
  }

  get checks(): CallChecks | undefined {
    return this.#parts.checks;
  }

  /** Tells all other connections, also those of other tabs, that an upgrade runs. */
  announceUpgrade(): void {
    this.#parts.transport.announce?.('upgrade');
  }

  /** A name for one call, different from the names of all other calls of the database. */
  token(): string {
    return `${this.#parts.id}/${++this.#tokens}`;
  }

  /**
   * Refuses further calls, closes what is open, waits for all calls, and lets the engine forget the connection. Rejects
   * if a close failed. Called once.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#end(this.closedError());
    const closed = await Promise.allSettled([...this.open].map((one) => one.deref()?.close()));
    while (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#tellIdle = resolve;
      });
    }
    await this.batcher.idle();
    this.batcher.bye();
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
  }
}

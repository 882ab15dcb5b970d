import { ByteWriter } from '../../bytes/byte-writer.js';
import type { Clock } from '../../clock.js';
import { BigtabError } from '../../errors.js';
import { DEFAULT_MAX_CELL_SIZE } from '../../model/limits.js';
import type { Configuration } from '../../model/settings.js';
import { Operation } from '../../service/client-service.js';
import { encodeControl, readJson } from '../../service/control-codec.js';
import type { EngineMethods, SchemaMethods } from '../../service/control-methods.js';
import { fromHere } from '../../service/error-handler.js';
import type { Yielder } from '../../yielder.js';
import { type CallBatcher, type CallKind, createBatcher } from './call-batcher.js';
import { type AbortSignalLike, abortable } from './call-options.js';
import type { Transport } from './transport.js';

/** With so many calls under way, one of them costs less than its stack. */
const MANY_CALLS = 8;
/** How long an engine may stay silent while it works on a call that was aborted. */
const SILENT_MS = 30_000;
/** Well below 8 ms, so that no loop over a list holds up the page for longer. */
const TURN_MS = 4;

/** What a connection is made of. */
export interface SessionParts {
  /** The database's name. */
  readonly name: string;
  /** Names this connection for the engine; unlike every other that ever was. */
  readonly id: string;
  readonly transport: Transport;
  /** The settings of the database, which the engine has taken. */
  readonly configuration?: Configuration | undefined;
  readonly clock: Clock;
  readonly yielder: Yielder;
}

/** Something that holds resources of the engine until it is closed. */
export interface Closeable {
  close(): Promise<void>;
}

/** Cuts a long loop into turns: ask `due` after each step, and when it says so, await `rest`, which lets the page do what waits. */
export interface Pacer {
  due(): boolean;
  rest(): Promise<void>;
}

/** A change of the schema is numbered, so that it never runs twice. */
export type ControlKind<M extends keyof EngineMethods> = M extends keyof SchemaMethods ? 'change' : 'alone';

/** What a connection, its tables, its Admin and its scanners share. */
export interface Session {
  readonly batcher: CallBatcher;
  /** Open scanners, held weakly, because a reader may drop one without a word; and mutators, which may hold what was not sent yet. */
  readonly open: Set<{ deref(): Closeable | undefined }>;
  /** Removes a reference from `open` when the object it was registered for is collected. */
  readonly collected: FinalizationRegistry<{ deref(): Closeable | undefined }>;
  readonly clock: Clock;
  /** For a request that is sent before anything waits. */
  readonly scratch: ByteWriter;
  /** Largest cell of a Put in bytes; 0 and less: any (N-34). */
  readonly maxCellSize: number;
  /** Whether `close` was called: every further call rejects. */
  readonly closed: boolean;
  /**
   * Runs one call of the user. Rejects with CONNECTION_CLOSED after `close`. Every error comes as a rejection, and one of
   * ours with the stack of this very place; with many calls under way, of the functions that await it.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws CONNECTION_CLOSED after `close`. */
  checkOpen(): void;
  /** Calls a control method of the engine. Every result of null arrives as undefined. */
  control<M extends keyof EngineMethods>(
    kind: ControlKind<M>,
    method: M,
    ...args: Parameters<EngineMethods[M]>
  ): Promise<ReturnType<EngineMethods[M]>>;
  pacer(): Pacer;
  /** Like `abortable`, but ends an engine (WORKER_LOST) that sends nothing for 30 s while it still works on a call whose caller has aborted. */
  abortable<T>(work: Promise<T>, signal: AbortSignalLike | undefined): Promise<T>;
  /** The engine still works on a call whose caller has aborted. */
  leave(work: Promise<unknown>): void;
  /** A name for one call, unlike that of every other call of the database. */
  token(): string;
  /** Refuses further calls, closes what is open, and settles when every call has; rejects when something could not be closed well. Once. */
  close(): Promise<void>;
}

/** `tellLost` is called once when the engine is gone. */
export function createSession(parts: SessionParts, tellLost: (error: BigtabError) => void): Session {
  const { name, transport, clock, yielder } = parts;
  const batcher = createBatcher(transport, clock, parts.id, tellLost);
  transport.onLost(batcher.lose);
  let running = 0;
  let tokens = 0;
  let tellIdle = () => {};
  const session = {
    batcher,
    open: new Set<{ deref(): Closeable | undefined }>(),
    collected: new FinalizationRegistry<{ deref(): Closeable | undefined }>((one) => session.open.delete(one)),
    clock,
    scratch: new ByteWriter(),
    maxCellSize: Number(parts.configuration?.['hbase.client.keyvalue.maxsize'] ?? DEFAULT_MAX_CELL_SIZE),
    closed: false,
    async run<T>(work: () => Promise<T>): Promise<T> {
      running++;
      try {
        return await fromHere(() => {
          session.checkOpen();
          return work();
        }, running > MANY_CALLS);
      } finally {
        if (--running === 0) tellIdle();
      }
    },
    checkOpen() {
      if (!session.closed) return;
      throw new BigtabError('CONNECTION_CLOSED', `The connection to '${name}' was closed. Call connect again.`);
    },
    async control(kind: CallKind, method: keyof EngineMethods, ...args: readonly unknown[]) {
      const reply = await batcher.call(Operation.Control, encodeControl(method, args), kind);
      return (readJson(reply) ?? undefined) as never;
    },
    pacer() {
      let end = clock.monotonic() + TURN_MS;
      return {
        due: () => clock.monotonic() >= end,
        async rest() {
          await yielder();
          end = clock.monotonic() + TURN_MS;
        },
      };
    },
    abortable: <T>(work: Promise<T>, signal: AbortSignalLike | undefined) =>
      abortable(work, signal, () => session.leave(work)),
    leave(work: Promise<unknown>) {
      const stop = transport.watch?.(SILENT_MS);
      if (stop !== undefined) work.then(stop, stop);
    },
    token: () => `${parts.id}/${++tokens}`,
    async close() {
      session.closed = true;
      const closed = await Promise.allSettled([...session.open].map((one) => one.deref()?.close()));
      while (running > 0) {
        await new Promise<void>((resolve) => {
          tellIdle = resolve;
        });
      }
      await batcher.idle();
      for (const one of closed) if (one.status === 'rejected') throw one.reason;
    },
  };
  return session;
}

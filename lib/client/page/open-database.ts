/*
 * One open database of the page: a worker, shared by the seats of its connections.
 *
 *   starting ──ready──▶ opening ──opened──▶ serving ──last seat left──▶ closing ──▶ ended
 *       └───────────────────┴──── failed, lost, or the last seat left ─────────────────▲
 *
 * The name stays in the registry until `ended`; from the failure or the last leave on it is `ending`, and who connects waits.
 */
import { BigtabError } from '../../errors.js';
import { PROTOCOL_VERSION } from '../../service/client-service.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { callEngine, callWorker, NO_CONNECTION } from '../calls/control-call.js';
import { deferred } from '../calls/deferred.js';
import { workerLost } from '../calls/worker-lost.js';
import { type Platform, type WorkerLike, waitLeft } from './platform.js';
import { registry, type Seat, type SharedDatabase } from './registry.js';
import { startWorker } from './start-worker.js';
import { type WorkerTransport, workerTransport } from './worker-transport.js';

/** A worker that was asked to close the database and makes no progress for this long is ended. */
const CLOSE_WITHIN_MS = 5_000;

interface Listeners {
  /** Null while it wants no events. */
  onEvent: ((event: EngineEvent) => void) | null;
  onLost: (reason: unknown) => void;
}

/** Starts a worker for the database `name` and enters the name into the registry, which must not have it. */
export function openDatabase(
  name: string,
  factory: (() => WorkerLike) | undefined,
  platform: Platform,
): SharedDatabase {
  const seats = new Set<Listeners>();
  const abandoned = deferred<never>();
  const ended = deferred<void>();
  let worker: WorkerTransport | null = null;
  let serving = false;
  let over: { readonly reason: unknown } | null = null;
  let listening = false;
  const database = { protocol: PROTOCOL_VERSION, ending: false, ended: ended.promise, join };
  registry().set(name, database);

  /** The worker reports events only while a seat wants them. */
  function listen(): void {
    const wanted = [...seats].some(({ onEvent }) => onEvent !== null);
    if (wanted === listening) return;
    listening = wanted;
    worker?.listen(wanted);
  }

  function dispatch(event: EngineEvent): void {
    for (const { onEvent } of seats) onEvent?.(event);
  }

  const started = (async () => {
    worker = workerTransport(await startWorker(platform, factory, abandoned.promise), platform, dispatch);
    worker.gone.catch(finish);
    if (over !== null) worker.end();
    else if (listening) worker.listen(true);
    return worker;
  })();
  started.catch(finish);

  // A hidden page may be discarded without another word, so what was written goes to the device now.
  const unwatch = platform.onHidden(() => {
    if (worker === null || !serving) return;
    // It follows the writes, so it is sent the same way.
    callEngine(worker.call, NO_CONNECTION, 'flushLog').catch(() => undefined);
  });

  async function leave(seat: Listeners): Promise<void> {
    seats.delete(seat);
    if (seats.size > 0) return listen();
    if (database.ending) return ended.promise;
    database.ending = true;
    try {
      if (worker !== null && serving) {
        // No pings: a worker that answers them may still wait for ever, and it reports the progress of its close unprompted.
        worker.watch(CLOSE_WITHIN_MS, { pings: false });
        await callWorker(worker, 'close');
      }
    } catch (error) {
      // A worker that died meanwhile left its files as after any other end of it.
      if (!BigtabError.is(error) || error.code !== 'WORKER_LOST') throw error;
    } finally {
      finish(workerLost('none'));
    }
  }

  /** Ends the worker and frees the name; whoever still has a seat has lost it, for this reason. Once. */
  function finish(reason: unknown): void {
    if (over !== null) return;
    over = { reason };
    database.ending = true;
    abandoned.reject(reason);
    unwatch();
    worker?.end();
    if (registry().get(name) === database) registry().delete(name);
    for (const { onLost } of seats) onLost(reason);
    ended.resolve();
  }

  function join(): Seat {
    const seat: Listeners = { onEvent: null, onLost: () => {} };
    seats.add(seat);
    return {
      async open(options, since) {
        await callWorker(await started, 'open', options, waitLeft(platform.clock, since));
        serving = true;
      },
      call: async (packet) => (await started).call(packet),
      onEvent: (listener) => {
        seat.onEvent = listener;
        listen();
        return () => {
          seat.onEvent = null;
          listen();
        };
      },
      onLost: (listener) => {
        seat.onLost = listener;
        // Lost between the call of connect and its answer.
        if (over !== null) queueMicrotask(() => listener(over?.reason));
      },
      watch: (silentMs) => worker?.watch(silentMs) ?? (() => {}),
      end: finish,
      close: () => leave(seat),
    };
  }

  return database;
}

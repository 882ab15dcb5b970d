/*
 * The watches of a connection. The engine sends their differences with the replies to any calls, numbered 1, 2, 3 …; a
 * reply is passed on before its calls settle, so a write's own differences are there when its promise resolves.
 *
 *   open ──▶ differences with `more` ──read──▶ … ──▶ a state ──▶ differences of later writes
 *     ▲                                                 │
 *     └── under another number: another engine, or one of the differences is missing
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { BigtabError } from '../../errors.js';
import { readLiteral } from '../../model/literal.js';
import { Operation } from '../../service/client-service.js';
import { fromHere } from '../../service/error-handler.js';
import { encodeOpenScanner } from '../../service/scan-codec.js';
import { encodeCloseWatch, encodeOpenWatch, readDifferences } from '../../service/watch-codec.js';
import { isNoAnswer } from '../../tabs/no-answer.js';
import type { Result } from '../answers/result.js';
import { type CallOptions, checkSignal } from '../calls/call-options.js';
import type { Session } from '../calls/session.js';
import { LiveRows } from './live-rows.js';
import { Watch } from './watch.js';
import { watchedScan } from './watched-scan.js';

/** The options of `watch`. */
export type WatchOptions = Pick<CallOptions, 'signal'>;

export class Watches {
  private readonly session: Session;
  private readonly changed: () => void;
  /** By the numbers under which the engine knows them. */
  private readonly open = new Map<number, Watch>();
  /** Closes the watches of LiveRows that are collected. Made with the first one, because it delays the collection of a connection. */
  private collected: FinalizationRegistry<Watch> | null = null;
  /** The last number of a watch. */
  private numbered = 0;
  /** The number of the next differences; null if any is accepted. */
  private nextDifferences: number | null = 1;
  /** Whether a call that requests differences is under way, and whether another one must follow. */
  private reading = false;
  private readAgain = false;
  /** Watches with parts or states that were not delivered. */
  private readonly undelivered = new Set<Watch>();
  private delivery: Promise<void> | null = null;

  /** `changed` is called when the first watch is opened, and when the last one has ended. */
  constructor(session: Session, changed: () => void) {
    this.session = session;
    this.changed = changed;
    session.batcher.onDifferences = (reader) => this.apply(reader);
    session.batcher.onRenewed = () => this.renew();
    session.batcher.onLostReply = () => {
      this.nextDifferences = null;
      this.openAgain();
    };
  }

  /** Proxies of Vue skip an object with a tag. */
  get [Symbol.toStringTag](): string {
    return 'Watches';
  }

  /** The number of open watches. */
  get size(): number {
    return this.open.size;
  }

  /**
   * Opens a watch. `make`: makes the rows that users see. Throws INVALID_ARGUMENT for a read that cannot be watched, and
   * CONNECTION_CLOSED.
   */
  watch<R>(table: string, read: unknown, options: WatchOptions, make: (result: Result) => R): LiveRows<R> {
    const scan = watchedScan(read);
    readLiteral<WatchOptions>(options, 'set of options', ['signal']);
    const { signal } = options;
    checkSignal(signal);
    this.session.checkOpen();
    const { reversed } = scan;
    const watch = new Watch({ table, request: encodeOpenScanner(table, scan), reversed }, make);
    const live = new LiveRows(watch);
    const abort = () => watch.close(signal?.reason);
    if (signal?.aborted) {
      abort();
      return live;
    }
    signal?.addEventListener('abort', abort);
    watch.onEnd = () => {
      signal?.removeEventListener('abort', abort);
      // Its error may refer to the LiveRows, which would then never be collected.
      this.collected?.unregister(watch);
      this.end(watch);
    };
    this.collected ??= new FinalizationRegistry((abandoned) => abandoned.close());
    this.collected.register(live, watch, watch);
    void this.send(watch);
    return live;
  }

  /** Requests differences, because the engine has some. */
  wake(): void {
    if (this.size > 0) void this.read();
  }

  /** Fails all watches: the engine is lost. */
  fail(error: BigtabError): void {
    for (const watch of [...this.open.values()]) watch.fail(error);
  }

  /** The connection has closed. Resolves when the last states were delivered; null if all are. */
  close(): Promise<void> | null {
    if (this.size > 0) this.fail(this.session.closedError());
    return this.delivery;
  }

  /** Opens a watch under its next number. */
  private async send(watch: Watch): Promise<void> {
    const number = ++this.numbered;
    const isFirst = this.size === 0;
    this.open.delete(watch.number);
    this.open.set(number, watch);
    watch.number = number;
    watch.opening = true;
    watch.missed = false;
    watch.restart();
    if (isFirst) this.changed();
    const request = encodeOpenWatch(number, watch.snapshot().status === 'live', watch.read.request);
    try {
      await fromHere(() => this.session.batcher.call(Operation.OpenWatch, request));
    } catch (error) {
      // Without an answer it is opened again when there is an engine.
      if (watch.number === number && !isNoAnswer(error)) this.endedByEngine(watch, error as BigtabError);
    } finally {
      if (watch.number === number) watch.opening = false;
    }
    if (watch.missed && this.open.get(number) === watch) this.sendAgain(watch);
  }

  /** The engine does not have this watch any more. */
  private endedByEngine(watch: Watch, error: BigtabError): void {
    this.open.delete(watch.number);
    watch.fail(error);
  }

  /** A watch has failed or is closed. */
  private end(watch: Watch): void {
    if (this.open.delete(watch.number)) this.closeInEngine(watch.number);
    this.deliverLater(watch);
    if (this.size === 0) this.changed();
  }

  private closeInEngine(number: number): void {
    if (this.session.closed) return;
    this.session.batcher.call(Operation.CloseWatch, encodeCloseWatch(number)).catch(() => undefined);
  }

  private apply(reader: ByteReader): void {
    // A copy, because rows keep the bytes that they came with, and the reply may be much longer.
    const bytes = reader.bytes.slice(reader.offset, reader.end);
    const { number, parts } = readDifferences(new ByteReader(bytes, 0, bytes.length, 'differences'));
    const isNext = number === (this.nextDifferences ?? number);
    this.nextDifferences = number + 1;
    if (!isNext) {
      this.openAgain();
      return;
    }
    for (const part of parts) {
      const watch = this.open.get(part.watch);
      // It may have ended here meanwhile, or be opened again.
      if (watch === undefined || watch.missed) continue;
      if ('error' in part) this.endedByEngine(watch, part.error);
      else watch.add(part);
      this.deliverLater(watch);
    }
    if (parts.some((part) => 'more' in part && part.more)) this.wake();
  }

  /** There is another engine, or the channel to it was reset. It does not know the watches. */
  private renew(): void {
    this.nextDifferences = 1;
    for (const watch of [...this.open.values()]) {
      // A call without an answer was sent again.
      if (watch.opening) watch.restart();
      else void this.send(watch);
    }
  }

  /** Differences are missing, perhaps also the first ones of a watch that is being opened. */
  private openAgain(): void {
    for (const watch of [...this.open.values()]) {
      if (watch.opening) watch.missed = true;
      else this.sendAgain(watch);
    }
  }

  private sendAgain(watch: Watch): void {
    this.closeInEngine(watch.number);
    void this.send(watch);
  }

  /** Requests differences, one call at a time, as long as there are some. */
  private async read(): Promise<void> {
    this.readAgain = true;
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.readAgain && this.size > 0) {
        this.readAgain = false;
        await this.session.batcher.call(Operation.ReadWatches, new Uint8Array());
      }
    } catch (error) {
      // Otherwise all watches are opened again: at once, because the reply was lost, or when there is an engine again.
      if (BigtabError.is(error) && error.code === 'DATABASE_NEWER') this.fail(error);
    } finally {
      this.reading = false;
    }
  }

  private deliverLater(watch: Watch): void {
    this.undelivered.add(watch);
    this.delivery ??= this.deliver();
  }

  /** Delivers the newest states, each watch at most once in a turn of the page. */
  private async deliver(): Promise<void> {
    const pacer = this.session.pacer();
    while (this.undelivered.size > 0) {
      await pacer.rest();
      const watches = [...this.undelivered];
      this.undelivered.clear();
      for (const watch of watches) {
        // What arrives meanwhile is applied at once, so that it cannot go on for ever.
        for (let left = watch.steps; left > 0; left--) {
          watch.step();
          if (pacer.due()) await pacer.rest();
        }
        watch.deliver();
        if (pacer.due()) await pacer.rest();
      }
    }
    this.delivery = null;
  }
}

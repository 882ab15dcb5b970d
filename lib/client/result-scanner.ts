import { BigtabError, invalidArgument } from '../errors.js';
import type { Scan } from '../model/scan.js';
import { Operation } from '../service/client-service.js';
import { decodeScanReply, encodeOpenScanner, encodeScannerId } from '../service/scan-codec.js';
import { type AbortSignalLike, abortable, throwIfAborted } from './call-options.js';
import { type Result, readResults } from './result.js';
import type { Session } from './session.js';

const NOT_OPENED = -1;
const EXHAUSTED = 0;

/**
 * Reads the rows of a scan, batch after batch; one batch is on its way while another is read.
 *
 * Nothing is opened before the first read. All rows come from one state of the table; a scanner that the engine ended because
 * nobody read for 60 s goes on behind its last row by itself, and `snapshot` says so. Leaving a loop early
 * closes the scanner; after `close()` reads reject with SCANNER_CLOSED. HBase: `ResultScanner`.
 *
 * @example
 * for await (const row of table.getScanner({ prefix: 'com.' })) {
 *   console.log(row.getText('contents', 'html'));
 * }
 */
export class ResultScanner implements AsyncIterable<Result> {
  /** `moved` once a part of the rows comes from a later state of the table than the others. */
  snapshot: 'held' | 'moved' = 'held';
  private readonly session: Session;
  private readonly table: string;
  private readonly scan: Scan;
  private readonly signal: AbortSignalLike | undefined;
  /** What the session holds of it, so that one that was abandoned can be collected; its lease ends it in the engine. */
  private readonly self: WeakRef<ResultScanner> = new WeakRef(this);
  private rows: Result[] = [];
  private at = 0;
  /** What the engine calls the scanner; from a reply that holds the last batch on EXHAUSTED. */
  private id: number = NOT_OPENED;
  private received = 0;
  private lastRow: Uint8Array | null = null;
  private ahead: Promise<Result[]> | null = null;
  private closing: Promise<void> | null = null;
  /** The last of the reads that wait for each other. */
  private turn: Promise<unknown> | null = null;

  /** REQUIRES that nobody changes `scan` any more. */
  constructor(session: Session, table: string, scan: Scan, signal: AbortSignalLike | undefined) {
    this.session = session;
    this.table = table;
    this.scan = scan;
    this.signal = signal;
  }

  /** The next row, or null behind the last one. */
  next(): Promise<Result | null>;
  /** Up to `count` rows, fewer only at the end; a count that is negative or no integer is INVALID_ARGUMENT. */
  next(count: number): Promise<Result[]>;
  next(count?: number): Promise<Result | null | Result[]> {
    if (count !== undefined) return this.read(() => this.take(count));
    // Most rows are already here.
    const ready = this.turn === null && !this.session.closed && this.signal?.aborted !== true;
    const row = ready ? this.rows[this.at] : undefined;
    if (row === undefined) return this.read(async () => (await this.take(1))[0] ?? null);
    this.at++;
    return Promise.resolve(row);
  }

  /** A separate iterator over the same position; ending it closes the scanner. */
  [Symbol.asyncIterator](): AsyncIterator<Result, undefined, undefined> {
    return this.iterate(() => this.next());
  }

  /** Iterates the rows as they arrive, many at a time; ending it closes the scanner. */
  batches(): AsyncIterable<Result[]> {
    const read = () => this.read(() => this.takeBatch());
    return { [Symbol.asyncIterator]: () => this.iterate(read) };
  }

  /** All rows that are left; closes the scanner. */
  async toArray(): Promise<Result[]> {
    const all: Result[] = [];
    for await (const batch of this.batches()) for (const row of batch) all.push(row);
    await this.close();
    return all;
  }

  /** Lets the engine forget the scanner. May be called again; never rejects. */
  close(): Promise<void> {
    if (this.closing === null) {
      this.rows = [];
      this.closing = this.release();
    }
    return this.closing;
  }

  private iterate<T>(read: () => Promise<T | null>): AsyncIterator<T, undefined, undefined> {
    return {
      next: async () => {
        const value = await read();
        return value === null ? { done: true, value: undefined } : { done: false, value };
      },
      return: async () => {
        await this.close();
        return { done: true, value: undefined };
      },
    };
  }

  /** Runs one read behind those that were started before it. */
  private read<T>(work: () => Promise<T>): Promise<T> {
    const { turn: before, signal } = this;
    const mine = this.session.run(async () => {
      // Without a read before it this one is on its way when the call returns: calls run in the order they were made.
      if (before !== null) await before;
      try {
        throwIfAborted(signal);
        this.checkOpen();
        return await abortable(work(), signal);
      } catch (error) {
        if (signal?.aborted === true) void this.close();
        throw error;
      }
    });
    const turn: Promise<void> = mine.then(
      () => this.endTurn(turn),
      () => this.endTurn(turn),
    );
    this.turn = turn;
    return mine;
  }

  private endTurn(turn: Promise<void>): void {
    if (this.turn === turn) this.turn = null;
  }

  private async take(count: number): Promise<Result[]> {
    if (!Number.isInteger(count) || count < 0) throw invalidArgument(`Illegal Capacity: ${count}`);
    const taken: Result[] = [];
    while (taken.length < count && (this.at < this.rows.length || (await this.load()))) {
      taken.push(this.rows[this.at++] as Result);
    }
    return taken;
  }

  private async takeBatch(): Promise<Result[] | null> {
    if (this.at === this.rows.length && !(await this.load())) return null;
    const batch = this.at === 0 ? this.rows : this.rows.slice(this.at);
    this.rows = [];
    this.at = 0;
    return batch;
  }

  /** Makes the next batch the one at hand and asks for the one behind it; false when there is none. */
  private async load(): Promise<boolean> {
    let rows: Result[] = [];
    while (rows.length === 0 && (this.ahead !== null || this.id !== EXHAUSTED)) {
      const coming = this.ahead ?? this.fetch();
      this.ahead = null;
      rows = await coming;
    }
    this.checkOpen();
    this.rows = rows;
    this.at = 0;
    if (this.id !== EXHAUSTED) {
      this.ahead = this.fetch();
      // Whoever reads on hears of its failure.
      this.ahead.catch(() => undefined);
    }
    return rows.length > 0;
  }

  private async fetch(): Promise<Result[]> {
    const before = this.id;
    const { id, rows: block } = decodeScanReply(await this.ask());
    this.id = id;
    if (id === EXHAUSTED) this.session.open.delete(this.self);
    // Closed while it was being opened: `release` did not know this one.
    else if (this.closing !== null && id !== before) await this.forget();
    const rows = readResults(block);
    this.received += rows.length;
    this.lastRow = rows.at(-1)?.row ?? this.lastRow;
    return rows;
  }

  private async ask(): ReturnType<Session['batcher']['call']> {
    const { batcher, open } = this.session;
    if (this.id !== NOT_OPENED) {
      try {
        return await batcher.call(Operation.NextBatch, encodeScannerId(this.id), 'read');
      } catch (error) {
        if (!BigtabError.is(error) || error.code !== 'SCANNER_CLOSED') throw error;
        if (this.received > 0) this.snapshot = 'moved';
      }
    }
    open.add(this.self);
    return batcher.call(Operation.OpenScanner, encodeOpenScanner(this.table, this.rest()), 'read');
  }

  /** The scan of what was not received yet. */
  private rest(): Parameters<typeof encodeOpenScanner>[1] {
    const { scan, lastRow } = this;
    if (lastRow === null) return scan;
    const { families, stop, stopInclusive, reversed, caching } = scan;
    const limit = scan.limit > 0 ? scan.limit - this.received : scan.limit;
    return { families, start: lastRow, startInclusive: false, stop, stopInclusive, reversed, caching, limit };
  }

  private async release(): Promise<void> {
    this.session.open.delete(this.self);
    const forgotten = this.id > EXHAUSTED ? this.forget() : null;
    await Promise.allSettled([forgotten, this.ahead, this.turn]);
  }

  private async forget(): Promise<void> {
    const { batcher } = this.session;
    await batcher.call(Operation.CloseScanner, encodeScannerId(this.id), 'read').catch(() => undefined);
  }

  private checkOpen(): void {
    if (this.closing === null) return;
    this.session.checkOpen();
    throw new BigtabError('SCANNER_CLOSED', 'The scanner was closed. Open a new one.');
  }
}

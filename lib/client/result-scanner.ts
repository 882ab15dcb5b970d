import type { ByteReader } from '../bytes/byte-reader.js';
import { equalBytes } from '../bytes/compare.js';
import { BigtabError, invalidArgument } from '../errors.js';
import type { Scan } from '../model/scan.js';
import { Operation } from '../service/client-service.js';
import {
  decodeScanReply,
  encodeNextBatch,
  encodeOpenScanner,
  encodeScannerId,
  type ScannerId,
  type ScanParts,
  type ScanPosition,
} from '../service/scan-codec.js';
import { filterBytes } from '../service/wire-fields.js';
import { type Result, readResults } from './answers/result.js';
import { type AbortSignalLike, throwIfAborted } from './calls/call-options.js';
import { positionText, startAfter } from './calls/scan-position.js';
import type { Session } from './calls/session.js';

const EXPIRED = 'The engine ended the scanner, and the rest would come from a later state of the table. Scan again.';

/**
 * Reads the rows of a scan in batches; the next batch is requested while you read the current one.
 *
 * Nothing is opened before the first read: that read, not `getScanner`, determines the scanner's place among the calls
 * of the connection. All rows come from one state of the table. The engine may end a scanner that nothing has read from
 * for 60 s, or earlier when memory is short. The scanner then continues after its last row, and `snapshot` is
 * `'moved'`; if the scan requires one snapshot, it fails with SNAPSHOT_EXPIRED instead. Leaving a loop early closes the
 * scanner; after `close()` reads reject with SCANNER_CLOSED. HBase: `ResultScanner`.
 *
 * @example
 * for await (const row of table.getScanner({ prefix: 'com.' })) {
 *   console.log(row.getText('contents', 'html'));
 * }
 *
 * @see
 */
export class ResultScanner implements AsyncIterable<Result> {
  /** `moved` if the rows do not all come from one state of the table. */
  snapshot: 'held' | 'moved' = 'held';
  private readonly session: Session;
  private readonly table: string;
  /** The scan as it was requested. */
  private readonly asked: ScanParts & Pick<Scan, 'snapshotRequired'>;
  /** It begins after the position of the requested one. */
  private readonly scan: ScanParts & Pick<Scan, 'snapshotRequired'>;
  private readonly signal: AbortSignalLike | undefined;
  /** The last complete row that was returned. */
  private given: Result | null = null;
  /**
   * The session's reference to this scanner. It is weak, so that an abandoned scanner can be collected; then its lease
   * ends it in the engine.
   */
  private readonly self: WeakRef<ResultScanner> = new WeakRef(this);
  /** The remaining rows of the current batch, the next row last. */
  private rows: Result[] = [];
  /** The engine's id of the scanner; null before the first reply, and after the one with the last batch. */
  private id: ScannerId | null = null;
  private exhausted = false;
  /** The number of the first batch of this scanner of the engine that was not received. */
  private nextBatch = 1;
  /** Where a scan with a filter continues. */
  private filterPosition: ScanPosition | null = null;
  /** The number of rows; a row in several Results counts once. */
  private received = 0;
  private last: Result | null = null;
  /** Of a scan by an index: the keys of the entries of the rows. */
  private readonly keys: WeakMap<Result, Uint8Array> = new WeakMap();
  private ahead: Promise<Result[]> | null = null;
  private closing: Promise<void> | null = null;
  /** Reads in progress, and the last of them: each read waits for the one before it. */
  private reads = 0;
  private turn: Promise<unknown> | null = null;

  /** REQUIRES that `scan` does not change any more. Throws INVALID_ARGUMENT for an `after` of another scan. */
  constructor(session: Session, table: string, scan: Scan, signal: AbortSignalLike | undefined) {
    this.session = session;
    this.table = table;
    // The caller may change the filter later.
    this.asked = { ...scan, filter: scan.filter && filterBytes(scan.filter) };
    this.scan = { ...this.asked, ...startAfter(table, scan) };
    this.signal = signal;
  }

  /**
   * Where the last row that was returned is, as text of letters, digits, `-` and `_`; null before the first row, so a page
   * without rows has none. Another scanner of the same scan continues there with `after`: the next page, also after a
   * reload or in another tab. It reads the table as it is then, so rows may have been added, changed or removed meanwhile;
   * the position itself needs no row. It is not encrypted: it contains the row key and, with an index, the indexed values.
   */
  get position(): string | null {
    return this.given === null ? null : positionText(this.table, this.asked, this.keyOf(this.given));
  }

  /** The next row, or null after the last one. @see R-105 */
  next(): Promise<Result | null>;
  /**
   * Up to `count` rows, fewer only at the end. Rejects with INVALID_ARGUMENT for a count that is negative or not an
   * integer.
   *
   * @see R-105
   */
  next(count: number): Promise<Result[]>;
  next(count?: number): Promise<Result | null | Result[]> {
    if (count !== undefined) return this.read(() => this.take(count));
    const row = this.takeReady();
    return row === undefined ? this.read(async () => (await this.take(1))[0] ?? null) : Promise.resolve(row);
  }

  /** A separate iterator that shares the scanner's position; ending it closes the scanner. */
  [Symbol.asyncIterator](): AsyncIterator<Result, undefined, undefined> {
    const { next, ...rest } = this.iterate(() => this.next());
    return {
      // No async function for a row that has already arrived, because a loop would pay its cost for every row.
      next: () => {
        const row = this.takeReady();
        return row === undefined ? next() : Promise.resolve({ done: false, value: row });
      },
      ...rest,
    };
  }

  /** Iterates over the rows as they arrive, in batches; ending the iterator closes the scanner. */
  batches(): AsyncIterable<Result[]> {
    const read = () => this.read(() => this.takeBatch());
    return { [Symbol.asyncIterator]: () => this.iterate(read) };
  }

  /** All remaining rows; closes the scanner. */
  async toArray(): Promise<Result[]> {
    const all: Result[] = [];
    for await (const batch of this.batches()) for (const row of batch) all.push(row);
    await this.close();
    return all;
  }

  /**
   * Renews the lease of the scanner, as each read does: its 60 s start again. Resolves to false before the first row,
   * after the last row, and if the engine has ended the scanner.
   *
   * @see R-105
   */
  renewLease(): Promise<boolean> {
    return this.read(async () => {
      if ((this.id === null && !this.exhausted) || !(await this.load())) return false;
      await this.ahead?.catch(() => undefined);
      if (this.id === null) return true;
      return (await this.session.batcher.call(Operation.RenewLease, encodeScannerId(this.id))).u8() === 1;
    });
  }

  /** Releases the scanner in the engine. May be called again; never rejects. */
  close(): Promise<void> {
    this.closing ??= this.release();
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

  /** Runs one read after those that started before it. */
  private read<T>(work: () => Promise<T>): Promise<T> {
    const { turn: before, signal } = this;
    const read = this.session.run(async () => {
      try {
        // If no read precedes this one, it is sent before the call returns, because calls run in the order they were
        // made.
        if (this.reads++ > 0) await before;
        throwIfAborted(signal);
        this.checkOpen();
        return await this.session.abortable(work(), signal);
      } finally {
        this.reads--;
        if (signal?.aborted) void this.close();
      }
    });
    this.turn = read.catch(() => undefined);
    return read;
  }

  /** The next row if it has already arrived, as most have, and no read waits for one. */
  private takeReady(): Result | undefined {
    const ready = this.reads === 0 && !this.session.closed && !this.signal?.aborted;
    const row = ready ? this.rows.pop() : undefined;
    this.give(row);
    return row;
  }

  /** Notes a row that is returned. A row in several Results is complete with the last of them. */
  private give(row: Result | undefined): void {
    if (row !== undefined && !row.isEmpty && !row.mayHaveMoreCellsInRow()) this.given = row;
  }

  private async take(count: number): Promise<Result[]> {
    if (!Number.isInteger(count) || count < 0) throw invalidArgument(`Illegal Capacity: ${count}`);
    const taken: Result[] = [];
    while (taken.length < count && (this.rows.length > 0 || (await this.load()))) {
      taken.push(this.rows.pop() as Result);
      this.give(taken.at(-1));
    }
    return taken;
  }

  private async takeBatch(): Promise<Result[] | null> {
    if (!(await this.load())) return null;
    const batch = this.rows.splice(0).reverse();
    for (const row of batch) this.give(row);
    return batch;
  }

  /**
   * Whether a row is left. If the current batch is empty, the next one becomes current and the one after it is
   * requested.
   */
  private async load(): Promise<boolean> {
    while (this.rows.length === 0 && (this.ahead !== null || !this.exhausted)) {
      this.ahead ??= this.fetch();
      const rows = await this.ahead.finally(() => {
        this.ahead = null;
      });
      this.checkOpen();
      this.rows = rows.reverse();
      if (!this.exhausted) {
        this.ahead = this.fetch();
        // The next read reports its failure.
        this.ahead.catch(() => undefined);
      }
    }
    return this.rows.length > 0;
  }

  private async fetch(): Promise<Result[]> {
    const { id, block, position, entries } = decodeScanReply(await this.ask(), this.scan.index !== null);
    const { filter, needCursorResult } = this.scan;
    this.id = id;
    this.exhausted = id === null;
    if (this.exhausted) this.session.open.delete(this.self);
    if (position !== null && filter !== null) {
      this.filterPosition = { row: position.row.slice(), filterState: position.filterState.slice() };
    }
    const cursor = needCursorResult && block.rows.length === 0 && position !== null ? position.row : null;
    const results = readResults(block, 'Scan', cursor);
    for (const [index, key] of entries.entries()) this.keys.set(results[index] as Result, key.slice());
    for (const result of results) {
      if (result.isEmpty) continue;
      const { last } = this;
      const goesOn = last?.mayHaveMoreCellsInRow() && equalBytes(last.row as Uint8Array, result.row as Uint8Array);
      if (!goesOn) this.received++;
      this.last = result;
    }
    return results;
  }

  private async ask(): Promise<ByteReader> {
    const { batcher, collected, open } = this.session;
    if (this.id === null) collected.register(this, this.self);
    else {
      try {
        const reply = await batcher.call(Operation.NextBatch, encodeNextBatch(this.id, this.nextBatch));
        this.nextBatch++;
        return reply;
      } catch (error) {
        if (!BigtabError.is(error) || error.code !== 'SCANNER_CLOSED') throw error;
        this.move(error);
      }
    }
    open.add(this.self);
    const reply = await batcher.call(Operation.OpenScanner, encodeOpenScanner(this.table, this.rest()));
    this.nextBatch = 1;
    return reply;
  }

  /** Prepares to continue in a later state of the table. A scan that has returned no row can begin there instead. */
  private move(cause: BigtabError): void {
    if (this.scan.snapshotRequired) {
      if (this.received > 0) throw new BigtabError('SNAPSHOT_EXPIRED', EXPIRED, { cause });
      this.filterPosition = null;
    }
    if (this.received > 0 || this.filterPosition !== null) this.snapshot = 'moved';
  }

  /** The scan of the rows that have not been received yet. */
  private rest(): ScanParts {
    const { scan, last, filterPosition: position } = this;
    const limit = scan.limit > 0 ? scan.limit - this.received : scan.limit;
    if (position !== null) {
      return { ...scan, start: position.row, startInclusive: true, limit, filterState: position.filterState };
    }
    return last === null ? scan : { ...scan, start: this.keyOf(last), startInclusive: false, limit };
  }

  /** Where the scan is at a row: its row key or, in a scan by an index, the key of its entry. */
  private keyOf(result: Result): Uint8Array {
    return this.keys.get(result) ?? (result.row as Uint8Array);
  }

  /** The first batch may still be on its way, so the scanner's id is known only after it arrives. */
  private async release(): Promise<void> {
    this.rows = [];
    await Promise.allSettled([this.ahead, this.turn]);
    const { batcher, open } = this.session;
    open.delete(this.self);
    if (this.id !== null) {
      await batcher.call(Operation.CloseScanner, encodeScannerId(this.id)).catch(() => undefined);
    }
  }

  private checkOpen(): void {
    if (this.closing === null) return;
    this.session.checkOpen();
    throw new BigtabError('SCANNER_CLOSED', 'The scanner was closed. Open a new one.');
  }
}

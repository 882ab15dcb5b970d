import type { ByteReader } from '../../bytes/byte-reader.js';
import { compareBytes, equalBytes } from '../../bytes/compare.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import type { ResultBlock, ResultRow } from '../../keyvalue/result-block.js';
import { RowsDigest } from '../../keyvalue/rows-digest.js';
import type { Get } from '../../model/get.js';
import type { RowMutation, RowMutations } from '../../model/row-mutations.js';
import type { Scan } from '../../model/scan.js';
import { nameText } from '../../model/value-place.js';
import { encodeAtomicBatch, type ReadCheck } from '../../service/atomic-batch-codec.js';
import { Operation } from '../../service/client-service.js';
import { beginGets, decodeExistsReply, decodeGetReply, writeGet } from '../../service/get-codec.js';
import { decodeScanReply, encodeNextBatch, encodeOpenScanner, encodeScannerId } from '../../service/scan-codec.js';
import { type Result, readResults } from '../answers/result.js';
import { AtomicMutations } from './atomic-batch.js';
import type { Session } from './session.js';

/** Limits on what a transaction reads, because the engine repeats all of its reads in one step. */
const MOST_ROWS = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The calls of one run of a transaction: its reads are sent at once and their digests kept, and its mutations are
 * gathered, until `commit` sends both.
 */
export class TransactionCalls {
  readonly #session: Session;
  readonly #mutations = new AtomicMutations();
  /** The rows that it has written, by table. */
  readonly #written = new Map<string, Uint8Array[]>();
  readonly #reads: ReadCheck[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #rows = 0;
  #bytes = 0;
  #ended = false;
  #moved = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Like `Session`. */
  get [Symbol.toStringTag](): string {
    return 'TransactionCalls';
  }

  /** The largest cell of a Put in bytes. */
  get maxCellSize(): number {
    return this.#session.maxCellSize;
  }

  /** Whether a scan of it ended before all rows of its state were read, because the engine changed. */
  get moved(): boolean {
    return this.#moved;
  }

  /** The number of reads that have returned something. */
  get reads(): number {
    return this.#reads.length;
  }

  /** Whether it has gathered mutations. */
  get writes(): boolean {
    return this.#mutations.count > 0;
  }

  get(table: string, get: Get): Promise<Result> {
    return this.#read(async () => {
      this.#refuseWritten(table, (row) => equalBytes(row, get.row));
      const request = encodeGet(table, get, false);
      const block = decodeGetReply(await this.#call(Operation.Get, request));
      const [row] = block.rows as readonly [ResultRow];
      const digest = new RowsDigest();
      if (row.exists !== null) digest.addExistence(row.exists);
      else if (row.cells > 0) digest.addRow(block, row);
      this.#keep('get', request, digest);
      return readResults(block)[0] as Result;
    });
  }

  exists(table: string, get: Get): Promise<boolean> {
    return this.#read(async () => {
      this.#refuseWritten(table, (row) => equalBytes(row, get.row));
      const request = encodeGet(table, get, true);
      const [exists = false] = decodeExistsReply(await this.#call(Operation.Get, request));
      const digest = new RowsDigest();
      digest.addExistence(exists);
      this.#keep('get', request, digest);
      return exists;
    });
  }

  scan(table: string, scan: Scan): Promise<Result[]> {
    return this.#read(async () => {
      if (scan.batch > 0 || scan.allowPartialResults || scan.needCursorResult)
        throw invalidArgument(
          'a scan of a transaction returns complete rows, without batch, allowPartialResults and needCursorResult',
        );
      if (scan.index !== null || scan.after !== null)
        throw invalidArgument('a scan of a transaction cannot have index or after; read the rows by their keys');
      this.#refuseWritten(table, (row) => isInRange(row, scan));
      const request = encodeOpenScanner(table, scan);
      const digest = new RowsDigest();
      const results: Result[] = [];
      await this.#batches(request, (block) => {
        for (const row of block.rows) digest.addRow(block, row);
        this.#checkSize(digest);
        for (const result of readResults(block, 'Scan')) results.push(result);
      });
      this.#keep('scan', request, digest);
      return results;
    });
  }

  /** Gathers a mutation. Throws INVALID_ARGUMENT, and INVALID_STATE after the end. */
  write(table: string, mutation: RowMutation | RowMutations): void {
    this.#checkOpen();
    this.#mutations.add(table, mutation);
    const rows = this.#written.get(table);
    if (rows === undefined) this.#written.set(table, [mutation.row.slice()]);
    else rows.push(mutation.row.slice());
  }

  /** Refuses further calls. */
  stop(): void {
    this.#ended = true;
  }

  /** Resolves when all calls that were made have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Sends the digests and, if `writes`, the mutations. Rejects with CONFLICT if a read would return other rows now. */
  async commit(writes: boolean): Promise<void> {
    const mutations = writes ? this.#mutations.finish() : [];
    const request = encodeAtomicBatch({ checks: [], reads: this.#reads, mutations });
    await this.#session.batcher.call(Operation.AtomicBatch, request, 'write');
  }

  #read<T>(work: () => Promise<T>): Promise<T> {
    const read = this.#session.run(() => {
      this.#checkOpen();
      return work();
    });
    this.#running.add(read);
    const ended = () => this.#running.delete(read);
    read.then(ended, ended);
    return read;
  }

  #call(operation: Operation, request: Uint8Array): Promise<ByteReader> {
    return this.#session.batcher.call(operation, request);
  }

  /** Calls `take` with each batch of a scan. */
  async #batches(request: Uint8Array, take: (block: ResultBlock) => void): Promise<void> {
    let { id, block } = decodeScanReply(await this.#call(Operation.OpenScanner, request));
    try {
      for (let batch = 1; ; batch++) {
        take(block);
        if (id === null) return;
        ({ id, block } = decodeScanReply(await this.#call(Operation.NextBatch, encodeNextBatch(id, batch))));
      }
    } catch (error) {
      if (BigtabError.is(error) && error.code === 'SCANNER_CLOSED') this.#moved = true;
      else if (id !== null) void this.#call(Operation.CloseScanner, encodeScannerId(id)).catch(() => undefined);
      throw error;
    }
  }

  #keep(kind: ReadCheck['kind'], request: Uint8Array, digest: RowsDigest): void {
    this.#checkSize(digest);
    this.#rows += Math.max(digest.rows, 1);
    this.#bytes += digest.bytes;
    this.#reads.push({ kind, request, rows: digest.rows, digest: digest.finish() });
  }

  #checkSize({ rows, bytes }: RowsDigest): void {
    if (this.#rows + rows <= MOST_ROWS && this.#bytes + bytes <= MOST_BYTES) return;
    const message = `a transaction can read at most ${MOST_ROWS} rows and ${MOST_BYTES} bytes; read less, or in several`;
    throw new BigtabError('INVALID_OPERATION', message);
  }

  #refuseWritten(table: string, isRead: (row: Uint8Array) => boolean): void {
    const row = this.#written.get(table)?.find(isRead);
    if (row === undefined) return;
    const name = nameText(row);
    const message = `The transaction has written row '${name}' of table '${table}', so it cannot read it. Read before you write.`;
    throw new BigtabError('INVALID_STATE', message, { details: { table, row: name } });
  }

  #checkOpen(): void {
    if (this.#ended)
      throw new BigtabError(
        'INVALID_STATE',
        'The transaction has ended. Await all its calls before its function returns.',
      );
  }
}

function encodeGet(table: string, get: Get, existenceOnly: boolean): Uint8Array {
  const request = beginGets(table, existenceOnly);
  writeGet(request, get);
  return request.finish();
}

/** Whether a scan may return the row. */
function isInRange(row: Uint8Array, { start, startInclusive, stop, stopInclusive, reversed }: Scan): boolean {
  const fromStart = compareBytes(row, start) * (reversed ? -1 : 1);
  const fromStop = compareBytes(row, stop) * (reversed ? -1 : 1);
  const isAfterStart = start.length === 0 || fromStart > 0 || (fromStart === 0 && startInclusive);
  return isAfterStart && (stop.length === 0 || fromStop < 0 || (fromStop === 0 && stopInclusive));
}

import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { compareBytes, equalBytes } from '../bytes/compare.js';
import { BigtabError } from '../errors.js';
import { type OpenScannerRequest, readBatchNumber, readOpenScanner, readScannerId } from '../service/scan-codec.js';
import type { CallOrder } from './call-order.js';
import type { ExactlyOnce } from './exactly-once.js';
import { countsRows } from './filters/counts-rows.js';
import type { Gateway } from './gateway.js';
import { lostScanner } from './lost-scanner.js';
import { notCarried } from './not-carried.js';
import { PageSizes, usualRows } from './page-sizes.js';
import { sentScan } from './read-requests.js';
import { RowBlock } from './row-block.js';
import { completePieces, firstRows, wholeRows } from './row-pieces.js';
import { inRange, type ScanRange, scanRange } from './scan-range.js';
import type { TResult, TScan } from './thrift/structs.js';
import { sentTableName } from './thrift/table-names.js';

/** A scanner of the gateway. Only a scan whose filter counts rows needs one, because another one cannot continue it. */
interface GatewayScanner {
  readonly id: number;
  /** Its number here. */
  readonly number: number;
  readonly request: OpenScannerRequest;
  readonly range: ScanRange;
  /** The number of the next batch. */
  next: number;
  /** Pieces of a row whose last piece has not arrived. */
  pieces: readonly TResult[];
  /** The last row that was returned. */
  last: Uint8Array | null;
  /** The rows that may still be returned. */
  left: number;
}

/** Some rows of a scan. `ended`: whether it has no further ones. */
interface Page {
  readonly rows: readonly TResult[];
  readonly ended: boolean;
}

/**
 * Scans in pages without a scanner in HBase: each page is a separate scan after the last row, which nothing can end,
 * and which may be sent again. The client opens a scanner for each page, because every request for another batch of one
 * fails. So it also knows that the rows are not from one state of the table.
 */
export class Scanners {
  readonly #gateway: Gateway;
  readonly #order: CallOrder;
  readonly #once: ExactlyOnce | null;
  readonly #sizes = new PageSizes();
  readonly #open = new Map<number, GatewayScanner>();
  #number = 0;

  constructor(gateway: Gateway, order: CallOrder, once: ExactlyOnce | null) {
    this.#gateway = gateway;
    this.#order = order;
    this.#once = once;
  }

  open(reader: ByteReader): Promise<Uint8Array> {
    const request = readOpenScanner(reader);
    const scan = sentScan(request);
    const range = scanRange(request);
    const counts = doesCount(request, range);
    return this.#ordered(request, async () => {
      if (range.isEmpty) {
        await this.#checkColumns(request, scan);
        return encodePage(new RowBlock(), 0);
      }
      if (!counts) return this.#page(request, scan, range);
      return this.#batch(await this.#openAtGateway(request, scan, range));
    });
  }

  async next(reader: ByteReader): Promise<Uint8Array> {
    const { number } = readScannerId(reader);
    const scanner = this.#open.get(number);
    if (scanner === undefined || readBatchNumber(reader) !== scanner.next) {
      this.#open.delete(number);
      throw new BigtabError('SCANNER_CLOSED', 'Each page of a scan over HBase is a separate scan.');
    }
    scanner.next++;
    return this.#ordered(scanner.request, () => this.#batch(scanner));
  }

  /** Whether the lease of a scanner was renewed. A page without a scanner needs none; the gateway renews none. */
  renews(reader: ByteReader): boolean {
    return !this.#open.has(readScannerId(reader).number);
  }

  async close(reader: ByteReader): Promise<void> {
    const { number } = readScannerId(reader);
    const scanner = this.#open.get(number);
    this.#open.delete(number);
    if (scanner !== undefined) await this.#closeAtGateway(scanner);
  }

  /** Closes the scanners that are open when the connection closes. */
  async closeAll(): Promise<void> {
    const scanners = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(scanners.map((scanner) => this.#closeAtGateway(scanner)));
  }

  /** The number of rows of a scan, and of their cells. */
  async count(given: OpenScannerRequest): Promise<{ readonly rows: number; readonly cells: number }> {
    let rest = { ...given, batch: Number.POSITIVE_INFINITY };
    const scan = sentScan(rest);
    const open = scanRange(rest);
    const counts = doesCount(rest, open);
    let scanner: GatewayScanner | undefined;
    let [rows, cells] = [0, 0];
    for (let range = open; !range.isEmpty; range = scanRange(rest)) {
      const page = await this.#ordered(rest, async () => {
        if (!counts) return this.#read(rest, scan, range);
        scanner ??= await this.#openAtGateway(rest, scan, range);
        return this.#next(scanner);
      });
      rows += page.rows.length;
      for (const { columnValues } of page.rows) cells += columnValues.length;
      if (page.ended) break;
      if (counts) continue;
      rest = {
        ...rest,
        start: page.rows.at(-1)?.row as Uint8Array,
        startInclusive: false,
        limit: rest.limit - page.rows.length,
      };
    }
    return { rows, cells };
  }

  /** Rejects for a missing table or family, which a scan of no rows reports too. */
  async #checkColumns({ table, start, stop }: OpenScannerRequest, { columns }: TScan): Promise<void> {
    const row = start.length > 0 ? start : stop;
    await this.#gateway.repeatable('exists', { table: sentTableName(table), get: { row, columns } });
  }

  /** After the earlier calls that write in the range. */
  #ordered<T>({ table, start, stop, reversed }: OpenScannerRequest, work: () => Promise<T>): Promise<T> {
    const rows = reversed ? { first: stop, last: start, names: null } : { first: start, last: stop, names: null };
    return this.#order.run({ table, write: false, rows }, work);
  }

  async #page(request: OpenScannerRequest, scan: TScan, range: ScanRange): Promise<Uint8Array> {
    const { rows, ended } = await this.#read(request, scan, range);
    const block = new RowBlock();
    for (const row of rows) block.add(row);
    return encodePage(block, ended ? 0 : ++this.#number);
  }

  async #read({ table, limit, caching, batch }: OpenScannerRequest, scan: TScan, range: ScanRange): Promise<Page> {
    const isSplit = Number.isFinite(batch);
    const usual = this.#sizes.rows(table, scan, caching);
    const count = isSplit ? usual : Math.min(limit, usual);
    for (let wanted = count + range.extra; ; wanted *= 2) {
      const results = await this.#gateway.repeatable('getScannerResults', {
        table: sentTableName(table),
        scan: {
          ...(await this.#withoutTokens(table, scan)),
          ...range.bounds,
          caching: wanted,
          limit: Math.min(limit + range.extra, wanted),
        },
        rows: wanted,
      });
      const page = inRange(range, results);
      const ended = page.ended || results.length < wanted;
      this.#sizes.learn(table, scan, results);
      if (!isSplit) {
        const rows = page.rows.slice(0, count);
        return { rows, ended: ended || rows.length >= limit };
      }
      const rows = wholeRows(page.rows, ended);
      // A row that is longer than the page is read again with a longer page.
      if (ended || rows.length > 0) return firstRows(rows, limit, ended);
    }
  }

  #withoutTokens(table: string, scan: TScan): TScan | Promise<TScan> {
    return this.#once === null ? scan : this.#once.scan(table, scan);
  }

  async #openAtGateway(request: OpenScannerRequest, scan: TScan, range: ScanRange): Promise<GatewayScanner> {
    const table = sentTableName(request.table);
    const own = { ...(await this.#withoutTokens(request.table, scan)), ...range.bounds };
    const id = await this.#gateway.repeatable('openScanner', { table, scan: own });
    const number = ++this.#number;
    const scanner = { id, number, request, range, next: 1, pieces: [], last: null, left: request.limit };
    this.#open.set(number, scanner);
    return scanner;
  }

  async #batch(scanner: GatewayScanner): Promise<Uint8Array> {
    const { rows, ended } = await this.#next(scanner);
    const block = new RowBlock();
    for (const row of rows) block.add(row);
    return encodePage(block, ended ? 0 : scanner.number);
  }

  /**
   * The next batch of a scanner of the gateway; it ends after a complete row. After a failure the scanner is not used
   * again: rows of a lost answer are lost and, if the gateway was restarted, its id may belong to somebody else.
   */
  async #next(scanner: GatewayScanner): Promise<Page> {
    const { id, number, request, range } = scanner;
    const wanted = usualRows(request.caching);
    let pieces = scanner.pieces;
    let ended = false;
    do {
      let results: readonly TResult[];
      try {
        results = await this.#gateway.once('getScannerRows', { scanner: id, rows: wanted });
        this.#checkOrder(scanner, pieces, results);
      } catch (error) {
        this.#open.delete(number);
        throw lostScanner(error);
      }
      const part = inRange(range, results);
      ended = part.ended || results.length < wanted;
      pieces = [...pieces, ...part.rows];
    } while (!ended && completePieces(pieces) === 0);
    const complete = ended ? pieces.length : completePieces(pieces);
    const rows: TResult[] = [];
    for (const piece of pieces.slice(0, complete)) {
      const isNew = scanner.last === null || !equalBytes(scanner.last, piece.row as Uint8Array);
      if (isNew && scanner.left === 0) {
        ended = true;
        break;
      }
      if (isNew) scanner.left--;
      scanner.last = piece.row as Uint8Array;
      rows.push(piece);
    }
    scanner.pieces = pieces.slice(complete);
    if (ended) {
      this.#open.delete(number);
      await this.#closeAtGateway(scanner);
    }
    return { rows, ended };
  }

  /** Throws if the rows do not continue the scan: then the id belongs to another scanner. */
  #checkOrder({ last, request }: GatewayScanner, pieces: readonly TResult[], results: readonly TResult[]): void {
    let before = pieces.at(-1)?.row ?? last;
    for (const { row } of results) {
      if (row === undefined) continue;
      const order = before === null ? 0 : compareBytes(before, row);
      if (request.reversed ? order < 0 : order > 0) {
        throw new BigtabError('SCANNER_CLOSED', 'The gateway was restarted during the scan.');
      }
      before = row;
    }
  }

  /** The lease ends the scanner if this fails. */
  async #closeAtGateway({ id }: GatewayScanner): Promise<void> {
    await this.#gateway.once('closeScanner', { scanner: id }).catch(() => {});
  }
}

/** Whether the filter counts rows. Throws UNSUPPORTED_OPERATION if the range then needs a row that the filter counts. */
function doesCount({ filter }: OpenScannerRequest, { extra }: ScanRange): boolean {
  const counts = filter !== null && countsRows(filter as Uint8Array);
  if (counts && extra > 0) throw notCarried('reversedCount');
  return counts;
}

function encodePage(block: RowBlock, number: number): Uint8Array {
  const out = new ByteWriter(block.byteLength + 256);
  out.f64(0);
  out.f64(number);
  block.writeTo(out);
  return out.finish();
}

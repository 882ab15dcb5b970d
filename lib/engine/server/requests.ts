import { ByteArena } from '../../bytes/byte-arena.js';
import { BigtabError } from '../../errors.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { DURABILITIES, type Durability } from '../../model/durability.js';
import type { GetRequest } from '../../model/get-request.js';
import type { MutateRequest } from '../../model/mutate-request.js';
import type { ActionRequest } from '../../model/row-action.js';
import { normalizeTableName } from '../../model/schema/table-name.js';
import { encodeActionsReply, encodeKeptReply, repeatActionsReply } from '../../service/action-codec.js';
import type { AtomicRequest } from '../../service/atomic-batch-codec.js';
import { encodeExistsReply, finishGetReply, GET_REPLY_HEAD } from '../../service/get-codec.js';
import { encodeMutateReply } from '../../service/mutate-codec.js';
import { finishScanReply, type OpenScannerRequest, SCAN_REPLY_HEAD, type ScannerId } from '../../service/scan-codec.js';
import type { OpenWatchRequest } from '../../service/watch-codec.js';
import { applyMutations } from '../mutation/apply-mutations.js';
import { runActions } from '../mutation/run-actions.js';
import { atPlace, runAtomicBatch } from '../mutation/run-atomic-batch.js';
import type { OperationId } from '../region/commit-group.js';
import type { Engine } from '../region/engine.js';
import { isHidden } from '../region/hidden-tables.js';
import type { Region } from '../region/region.js';
import { ONE_ROW } from '../scan/region-scanner.js';
import { requireWatchable } from '../watch/watched-read.js';
import type { Watches } from '../watch/watches.js';
import { catalogTableUnreadable, isCatalogTable } from './catalog-tables.js';
import { requireConditions, requireUnchanged } from './judge-batch.js';
import { openIndexScan } from './open-index-scan.js';
import { mutatedRows, NO_ROWS, type NoteRow, type Ran, rowsOfActions, unwritten } from './ran.js';
import { checkRawColumns, withPieces } from './scan-query.js';
import { type LeasedScanner, positionOf, type ScannerLeases } from './scanner-leases.js';

const NO_REPLY = new Uint8Array(0);

/**
 * Runs single requests within a commit group. Each method is synchronous, and throws the error with which the request
 * is answered. Tables are found by name; the caller has decided when the request may run. `own`: the durability of the
 * connection, for mutations and tables that use the default.
 */
export class Requests {
  readonly #engine: Engine;
  readonly #leases: ScannerLeases;
  readonly #watches: Watches;
  readonly #writer = new ResultBlockWriter();
  readonly #answers = new ByteArena();

  constructor(engine: Engine, leases: ScannerLeases, watches: Watches) {
    this.#engine = engine;
    this.#leases = leases;
    this.#watches = watches;
  }

  mutate(request: MutateRequest, operation: OperationId | null, own: Durability): Ran {
    const { table } = request;
    const region = enabledRegion(this.#engine, table, operation?.connection);
    const { group, rowClock } = this.#engine;
    const durability = effectiveDurability(region, request.durability, own);
    const context = { group, clock: rowClock, operation };
    const { payload, failed } = applyMutations(region, request, durability, context, encodeMutateReply);
    const eachRow = region.importing === null ? mutatedRows(request, failed) : NO_ROWS;
    return { payload, kept: payload, durability, scannerId: 0, eachRow };
  }

  batch(request: ActionRequest, operation: OperationId | null, own: Durability): Ran {
    const { table, actions } = request;
    const region = this.#region(table);
    const { group, rowClock, budget } = this.#engine;
    const durability = highestDurability(region, request, own);
    const { payload, kept, changed } = runActions(region, request, durability, {
      group,
      clock: rowClock,
      operation,
      read: (get) => this.#read(get),
      encode: (outcomes) => {
        const payload = encodeActionsReply(outcomes);
        const onlyWrites = actions.every((action) => 'parts' in action);
        return { payload, kept: onlyWrites ? payload : encodeKeptReply(outcomes, actions) };
      },
      answerBytes: budget.getAnswer,
    });
    const eachRow = (note: NoteRow): void => {
      for (const row of changed) note(table, row);
    };
    return { payload, kept, durability, scannerId: 0, eachRow };
  }

  /** Answers a batch that ran before from the result in the log: nothing is written, and its gets are read again. */
  repeatBatch(request: ActionRequest, kept: Uint8Array): Ran {
    const payload = repeatActionsReply(kept, request.actions, (get) => this.#read(get));
    return { ...unwritten(payload), eachRow: rowsOfActions([request]) };
  }

  /** Its record is valid only as a whole, so it is logged even if all its mutations use SKIP_WAL. */
  atomicBatch(request: AtomicRequest, operation: OperationId | null, own: Durability): Ran {
    const { group, rowClock } = this.#engine;
    const { checks, reads, mutations } = request;
    const find = (table: string): Region => this.#region(table);
    requireUnchanged(this.#engine, reads, find, this.#writer);
    requireConditions(this.#engine, checks, find);
    if (mutations.length === 0) return unwritten(encodeActionsReply([]));
    let durability: Durability = 'ASYNC_WAL';
    let place = 0;
    const parts = mutations.map((request) => {
      try {
        const region = this.#region(request.table);
        durability = stronger(durability, highestDurability(region, request, own));
        place += request.actions.length;
        return { region, request };
      } catch (error) {
        throw atPlace(error, 'Mutation', place);
      }
    });
    const context = { group, clock: rowClock, operation };
    const payload = runAtomicBatch(parts, durability, context, encodeActionsReply);
    return { payload, kept: payload, durability, scannerId: 0, eachRow: rowsOfActions(mutations) };
  }

  get(request: GetRequest): Ran {
    return unwritten(this.#read(request));
  }

  openScanner(request: OpenScannerRequest, connection: string): Ran {
    const region = this.#region(request.table);
    checkRawColumns(region, request);
    const { dataClock: clock, group, budget } = this.#engine;
    const { maxResultSize, limit, caching, index } = request;
    const maxBytes = Math.min(maxResultSize, budget.scanBatchLimit);
    const scan =
      index === null
        ? region.reads.scan(request, withPieces(request), group.readPoint, clock.now(), true)
        : openIndexScan(this.#engine, region, request, index);
    return this.#batch({
      id: this.#leases.takeId(),
      connection,
      nextBatch: 1,
      region,
      scan,
      familyNames: familyNames(region),
      batchBytes: Math.min(budget.scanBatch, maxBytes),
      maxBytes,
      rowsLeft: limit,
      caching,
      cursors: request.needCursorResult,
    });
  }

  nextBatch(id: ScannerId, connection: string, batch: number): Ran {
    return this.#batch(this.#leases.take(this.#leases.numberOf(id, connection), batch));
  }

  renewLease(id: ScannerId, connection: string): Ran {
    return unwritten(Uint8Array.of(this.#leases.renew(this.#leases.numberOf(id, connection)) ? 1 : 0));
  }

  closeScanner(id: ScannerId, connection: string): Ran {
    this.#leases.close(this.#leases.numberOf(id, connection));
    return unwritten(NO_REPLY);
  }

  /**
   * The rows follow as differences, which the reply may begin. A client that has rows of a disabled table keeps them until
   * the table is enabled.
   */
  openWatch({ watch, again, scan }: OpenWatchRequest, connection: string): Ran {
    requireWatchable(scan);
    const region = again ? this.#engine.regions.get(scan.table) : undefined;
    const isDisabled = region?.state === 'DISABLED';
    this.#watches.open(connection, watch, isDisabled ? region : this.#region(scan.table), scan);
    return unwritten(NO_REPLY);
  }

  /** The differences are a part of every reply; this call requests one. */
  readWatches(): Ran {
    return unwritten(NO_REPLY);
  }

  closeWatch(number: number, connection: string): Ran {
    this.#watches.close(connection, number);
    return unwritten(NO_REPLY);
  }

  /** Like `enabledRegion`. */
  #region(table: string): Region {
    return enabledRegion(this.#engine, table);
  }

  #read(request: GetRequest): Uint8Array {
    const region = this.#region(request.table);
    return request.existenceOnly ? this.#exists(region, request) : this.#rows(region, request);
  }

  /** Rows in the order of the gets, an empty one if nothing was found, until the answer is long enough. */
  #rows(region: Region, { gets }: GetRequest): Uint8Array {
    const { group, dataClock, budget } = this.#engine;
    const now = dataClock.now();
    const writer = this.#writer;
    let answered = 0;
    writer.begin(familyNames(region), true, GET_REPLY_HEAD);
    for (const get of gets) {
      const scan = region.reads.get(get.row, get, group.readPoint, now);
      try {
        if (get.checkExistenceOnly) writer.addCheck(scan.scanner.exists());
        else scan.scanner.fill(writer, ONE_ROW);
      } finally {
        scan.close();
      }
      if (writer.rows === answered) {
        writer.beginRow();
        writer.endRow();
      }
      answered++;
      if (writer.byteLength >= budget.getAnswer) break;
    }
    return this.#answers.copy(finishGetReply(writer, answered));
  }

  /** Searches for a visible cell of each row; reads no value. */
  #exists(region: Region, { gets }: GetRequest): Uint8Array {
    const { group, dataClock } = this.#engine;
    const now = dataClock.now();
    const exists = gets.map((get) => {
      const scan = region.reads.get(get.row, get, group.readPoint, now);
      try {
        return scan.scanner.exists();
      } finally {
        scan.close();
      }
    });
    return encodeExistsReply(exists);
  }

  #batch(scanner: LeasedScanner): Ran {
    const { clock } = this.#engine;
    const writer = this.#writer;
    let more: boolean;
    try {
      if (scanner.region.closed) throw tableGone(scanner.region.name);
      this.#region(scanner.region.name);
      writer.begin(scanner.familyNames, false, SCAN_REPLY_HEAD);
      const end = clock.monotonic() + BATCH_MS;
      more = scanner.scan.scanner.fill(writer, {
        rows: Math.min(scanner.rowsLeft, scanner.caching),
        bytes: scanner.batchBytes,
        deadline: () => clock.monotonic() >= end,
      });
    } catch (error) {
      scanner.scan.close();
      throw error;
    }
    scanner.rowsLeft -= writer.wholeRows;
    scanner.batchBytes = Math.min(scanner.batchBytes * 2, scanner.maxBytes);
    more &&= scanner.rowsLeft > 0;
    const entries = scanner.scan.returned ?? [];
    if (!more) {
      scanner.scan.close();
      return unwritten(finishScanReply(writer, null, null, entries));
    }
    const position = positionOf(scanner, writer.rows === 0);
    this.#leases.keep(scanner);
    return unwritten(finishScanReply(writer, scanner.id, position, entries), scanner.id.number);
  }
}

/**
 * The region of an enabled table. Throws INVALID_ARGUMENT for a name that no table may have, INVALID_OPERATION for one
 * of HBase's own tables, TABLE_NOT_FOUND or TABLE_NOT_ENABLED (W-7, S-30). Hidden tables exist only for writes of the
 * `connection` whose import fills them.
 */
export function enabledRegion(engine: Engine, table: string, connection: string = ''): Region {
  const region = engine.regions.get(table);
  if (isHidden(table) && !region?.importing?.startsWith(`${connection}/`)) throw tableNotFound(table);
  if (region === undefined) throw noRegion(engine, normalizeTableName(table));
  if (region.state !== 'ENABLED') {
    throw new BigtabError('TABLE_NOT_ENABLED', `Table '${table}' is disabled`, { details: { table } });
  }
  return region;
}

/** A batch does not delay other requests for longer than this. */
const BATCH_MS = 8;

/** The durability of a mutation, otherwise of its table, otherwise of its connection, otherwise SYNC_WAL (W-61). */
function effectiveDurability({ descriptor }: Region, asked: Durability, own: Durability): Durability {
  if (asked !== 'USE_DEFAULT') return asked;
  const { durability = 'USE_DEFAULT' } = descriptor;
  if (durability !== 'USE_DEFAULT') return durability;
  return own === 'USE_DEFAULT' ? 'SYNC_WAL' : own;
}

/** A request has one log record, so it uses the strongest durability among its mutations (W-61). */
function highestDurability(region: Region, { actions }: ActionRequest, own: Durability): Durability {
  let highest: Durability = 'USE_DEFAULT';
  for (const action of actions) {
    if (!('parts' in action)) continue;
    for (const { durability } of action.parts) {
      highest = stronger(highest, effectiveDurability(region, durability, own));
    }
  }
  return highest;
}

function stronger(a: Durability, b: Durability): Durability {
  return DURABILITIES.indexOf(a) < DURABILITIES.indexOf(b) ? b : a;
}

function familyNames(region: Region): readonly Uint8Array[] {
  return region.stores.map(({ name }) => name);
}

/** The error of a read or write of a table that has no region. */
export function noRegion({ site }: Engine, table: string): BigtabError {
  return isCatalogTable(table, site) ? catalogTableUnreadable(table) : tableNotFound(table);
}

export function tableNotFound(table: string): BigtabError {
  return new BigtabError('TABLE_NOT_FOUND', `Table '${table}' does not exist`, { details: { table } });
}

export function tableGone(table: string): BigtabError {
  const message = `Table '${table}' was dropped or truncated while the scanner was open`;
  return new BigtabError('TABLE_NOT_FOUND', message, { details: { table } });
}

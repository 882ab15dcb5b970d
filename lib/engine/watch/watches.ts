import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { WatchReport } from '../../model/status-report.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { ConnectionWatches, type Differences, type OpenWatch } from './connection-watches.js';
import { RangeIndex } from './range-index.js';
import { Taking, tableDropped } from './taking.js';
import { Watch } from './watch.js';
import { WatchClock } from './watch-clock.js';
import { tooManyWatches, WATCH_LIMITS, type WatchLimits } from './watch-limits.js';
import { copyOfRead, printableRange, rowRangeOf, type WatchedRead } from './watched-read.js';

/**
 * The watches of all connections. A commit notes its rows; the differences are made when the connection of the watch
 * takes them, so a burst of commits makes one difference, and a client that does not take costs the keys of the rows.
 */
export class Watches {
  readonly #engine: Engine;
  readonly #limits: WatchLimits;
  readonly #emit: (connection: string) => void;
  readonly #clock: WatchClock;
  readonly #writer = new ResultBlockWriter();
  readonly #tables = new Map<string, RangeIndex<OpenWatch>>();
  readonly #connections = new Map<string, ConnectionWatches>();
  /** Connections with changes of which their clients do not know. */
  readonly #unaware = new Set<ConnectionWatches>();

  /** `emit`: reports that a connection has differences that its client has to request. */
  constructor(engine: Engine, emit: (connection: string) => void, limits: WatchLimits = WATCH_LIMITS) {
    this.#engine = engine;
    this.#emit = emit;
    this.#limits = limits;
    this.#clock = new WatchClock(
      engine.dataClock,
      () => this.#all(),
      (open) => this.#mark(open),
      () => this.#wake(null),
    );
  }

  /** Whether no watch is open: then there is nothing to note. */
  get isEmpty(): boolean {
    return this.#tables.size === 0;
  }

  get report(): readonly WatchReport[] {
    return Array.from(this.#all(), ({ watch: { read, rows } }) => ({
      table: read.table,
      range: printableRange(read),
      rows,
    }));
  }

  /**
   * Opens a watch; an open one of this number is replaced. Its rows follow as differences. REQUIRES a read that
   * `requireWatchable` accepts. Throws NO_SUCH_COLUMN_FAMILY, INVALID_ARGUMENT for a malformed filter, and
   * INVALID_OPERATION for too many watches.
   */
  open(connection: string, number: number, region: Region, read: WatchedRead): void {
    this.close(connection, number);
    for (const { family } of read.families) if (region.store(family) === undefined) throw region.noSuchFamily(family);
    const of = this.#connections.get(connection) ?? new ConnectionWatches(connection);
    if (of.open.size >= this.#limits.watches) throw tooManyWatches(this.#limits);
    const open: OpenWatch = { watch: new Watch(number, copyOfRead(read), this.#limits), of, failure: null };
    this.#connections.set(connection, of);
    of.open.set(number, open);
    const { table } = open.watch.read;
    const index = this.#tables.get(table) ?? new RangeIndex();
    this.#tables.set(table, index);
    index.add(rowRangeOf(open.watch.read), open);
    this.#mark(open);
  }

  /** Does nothing if there is no such watch. */
  close(connection: string, number: number): void {
    const open = this.#connections.get(connection)?.open.get(number);
    if (open !== undefined) this.#remove(open);
  }

  /** Closes the watches of a connection; its differences are numbered from 1 again. */
  closeOf(connection: string): void {
    const of = this.#connections.get(connection);
    if (of === undefined) return;
    of.closed = true;
    for (const open of of.open.values()) this.#remove(open);
    this.#connections.delete(connection);
    this.#unaware.delete(of);
  }

  closeAll(): void {
    for (const connection of [...this.#connections.keys()]) this.closeOf(connection);
    this.#clock.stop();
  }

  /** Resolves when the differences that are being made are made. */
  async settled(): Promise<void> {
    await Promise.all(Array.from(this.#connections.values(), ({ settled }) => settled));
  }

  /** A write may have changed this row; it may be reported before it is visible, and even if it fails then. */
  readonly note = (table: string, row: Uint8Array): void => {
    this.#tables.get(table)?.find(row, this.#touch);
  };

  /** A change of the schema was committed. */
  schemaChanged(table: string): void {
    const isDropped = !this.#engine.regions.has(table);
    for (const open of this.#tables.get(table) ?? []) {
      // Not later: the next table may have its name by then.
      if (isDropped) open.failure ??= { error: tableDropped(table) };
      this.#mark(open);
    }
  }

  /**
   * A flush or a compaction has replaced cells of the table. A put may be visible again, because the marker that hid it
   * was removed; or one may be gone that is older than VERSIONS others which something else hides.
   */
  rewritten(table: string): void {
    for (const open of this.#tables.get(table) ?? []) if (open.watch.rewritten()) this.#mark(open);
    this.#wake(null);
  }

  /** The client may have missed differences: it gets all rows again. */
  restartOf(connection: string): void {
    for (const open of this.#connections.get(connection)?.open.values() ?? []) {
      open.watch.restart();
      this.#mark(open);
    }
    this.#wake(null);
  }

  /** Closes a reading, which then begins again later; returns false if none is open. */
  endReading(): boolean {
    for (const { watch } of this.#all()) {
      if (watch.readAt === null) continue;
      watch.restart();
      return true;
    }
    return false;
  }

  /** To be called when calls of `connection` have run: the clients of others are notified of what concerns them. */
  ran(connection: string): void {
    if (this.isEmpty) return;
    this.#clock.look();
    this.#wake(connection);
  }

  /** Whether `take` may have differences to return. */
  hasNews(connection: string): boolean {
    return this.#connections.get(connection)?.hasNews ?? false;
  }

  /**
   * What the client of the connection does not have yet, at the present read point; null if it has everything. Rows
   * that were touched are read completely, in slices; readings of many rows make one step. One after the other for each
   * connection. Never rejects.
   */
  async take(connection: string): Promise<Differences | null> {
    const of = this.#connections.get(connection);
    if (of === undefined) return null;
    return of.inTurn(() => this.#take(of));
  }

  async #take(of: ConnectionWatches): Promise<Differences | null> {
    // What is touched from now on is part of this.
    of.isWoken = true;
    this.#unaware.delete(of);
    const taking = new Taking(this.#engine, of, this.#clock.look(), this.#writer, this.#limits.stepBytes);
    try {
      return await taking.run(() => this.#send(of));
    } finally {
      taking.release();
    }
  }

  #send(of: ConnectionWatches): Differences | null {
    of.isWoken = false;
    const changes: Differences['changes'][number][] = [];
    for (const open of [...of.pending]) {
      const change = this.#changeOf(open);
      if (change !== null) changes.push(change);
    }
    return changes.length === 0 ? null : { number: of.nextNumber(), changes };
  }

  #changeOf(open: OpenWatch): Differences['changes'][number] | null {
    const { watch, of } = open;
    try {
      if (open.failure !== null) throw open.failure.error;
      if (!isEnabled(this.#engine, watch)) {
        // It keeps its rows until the table is enabled.
        of.pending.delete(open);
        return null;
      }
      const change = watch.send();
      if (!watch.isBehind) of.pending.delete(open);
      this.#clock.plan(watch);
      return change;
    } catch (error) {
      this.#remove(open);
      return { watch: watch.number, error };
    }
  }

  readonly #touch = (open: OpenWatch, row: Uint8Array): void => {
    if (open.watch.touch(row)) this.#mark(open);
  };

  #mark(open: OpenWatch): void {
    const { of } = open;
    of.pending.add(open);
    if (!of.isWoken) this.#unaware.add(of);
  }

  /** `except`: a connection that gets a reply anyway. */
  #wake(except: string | null): void {
    for (const of of this.#unaware) {
      if (of.name === except) continue;
      this.#unaware.delete(of);
      of.isWoken = true;
      this.#emit(of.name);
    }
  }

  #remove(open: OpenWatch): void {
    const { watch, of } = open;
    watch.close();
    of.open.delete(watch.number);
    of.pending.delete(open);
    const index = this.#tables.get(watch.read.table);
    index?.delete(rowRangeOf(watch.read), open);
    if (index?.size === 0) this.#tables.delete(watch.read.table);
  }

  *#all(): Iterable<OpenWatch> {
    for (const { open } of this.#connections.values()) yield* open.values();
  }
}

function isEnabled({ regions }: Engine, { read }: Watch): boolean {
  return regions.get(read.table)?.state === 'ENABLED';
}

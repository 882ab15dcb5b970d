import { ByteWriter } from '../../bytes/byte-writer.js';
import { BigtabError } from '../../errors.js';
import { isHandleLost } from '../../storage/fs/file-errors.js';
import type { Engine } from '../region/engine.js';
import { type ExportToken, encodeToken } from './export-token.js';
import { cellsOf, type PinnedTable, releaseTable } from './pinned-table.js';
import { TableCells, type TablePosition } from './table-cells.js';

/** The contents of an export: the state of all its tables at one point in time. They are pinned in one turn. */
export interface PinnedTables {
  readonly tables: readonly PinnedTable[];
  readonly readPoint: number;
  /** Cells with a larger timestamp are left out; Infinity = none. */
  readonly asOf: number;
  /** From which an increment continues; null if none can. */
  readonly token: ExportToken | null;
}

/** A batch of an export; see service/export-codec. */
export type ExportBatch =
  | { readonly table: number; readonly cells: Uint8Array; readonly done: number; readonly total: number }
  | { readonly table: null; readonly token: string | null };

/** After this time, an export lets other requests run. */
const SLICE_MS = 4;
/** A batch ends after this time, so that its client can report progress. */
const BATCH_MS = 250;
/** How often a batch is read again because the browser has ended a handle. */
const TRIES = 3;

/**
 * One export: reads the pinned tables in batches. Its client asks for one batch after the other, and may ask for the last
 * one again. Keeps what it still has to read until it is closed.
 */
export class Export {
  readonly #engine: Engine;
  readonly #pinned: PinnedTables;
  readonly #total: number;
  readonly #stored: (token: ExportToken) => Promise<void>;
  #done = 0;
  /** The tables up to this one are read and released. */
  #table = 0;
  #position: TablePosition | null = null;
  #batch: { readonly number: number; readonly result: Promise<ExportBatch> } | null = null;
  #closed = false;

  /** `stored` is called before the token is returned: the token must be in the catalog first. */
  constructor(engine: Engine, pinned: PinnedTables, stored: (token: ExportToken) => Promise<void>) {
    this.#engine = engine;
    this.#pinned = pinned;
    this.#stored = stored;
    this.#total = pinned.tables.reduce((sum, table) => sum + cellsOf(table), 0);
  }

  /** The batch `number`, from 1: the next one, or the last one again. Rejects if it was closed. */
  batch(number: number): Promise<ExportBatch> {
    if (this.#batch?.number === number) return this.#batch.result;
    const before = this.#batch?.result ?? Promise.resolve();
    if (number !== (this.#batch?.number ?? 0) + 1) throw expired('its client has missed a batch');
    const result = before.then(() => this.#next());
    this.#batch = { number, result };
    return result;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const table of this.#pinned.tables.slice(this.#table)) releaseTable(table);
  }

  async #next(): Promise<ExportBatch> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#read();
      } catch (error) {
        if (!isHandleLost(error) || tries === TRIES) throw error;
        await this.#engine.watch.reopened;
      }
    }
  }

  async #read(): Promise<ExportBatch> {
    const { tables, readPoint, asOf, token } = this.#pinned;
    const table = tables[this.#table];
    if (table === undefined) {
      if (token !== null) await this.#stored(token);
      return { table: null, token: token && encodeToken(token) };
    }
    this.#checkOpen();
    await this.#openFiles(table);
    this.#checkOpen();
    const { clock, yielder } = this.#engine;
    const started = clock.monotonic();
    let slice = started;
    const cells = new TableCells(table, { readPoint, after: table.after, asOf });
    const out = new ByteWriter();
    const index = this.#table;
    try {
      const next = await cells.read(this.#position, out, {
        isDue: () => clock.monotonic() - slice >= SLICE_MS,
        isOver: () => clock.monotonic() - started >= BATCH_MS,
        rest: async () => {
          await yielder();
          this.#checkOpen();
          slice = clock.monotonic();
        },
      });
      this.#done += cells.seen;
      this.#position = next;
      if (next === null) {
        this.#table++;
        releaseTable(table);
      }
    } finally {
      cells.close();
    }
    return { table: index, cells: out.written(), done: Math.min(this.#done, this.#total), total: this.#total };
  }

  /** In a database with many files, those of the table may be closed. */
  async #openFiles({ families }: PinnedTable): Promise<void> {
    const closed = families.flatMap(({ view }) => view.files.filter(({ isOpen }) => !isOpen));
    await Promise.all(closed.map((file) => this.#engine.watch.reopen(file)));
  }

  #checkOpen(): void {
    if (this.#closed) throw expired('it was ended');
  }
}

/** The error of an export that cannot go on. */
export function expired(reason: string): BigtabError {
  return new BigtabError('SNAPSHOT_EXPIRED', `The export cannot be continued: ${reason}. Start it again.`, {
    details: { reason },
  });
}

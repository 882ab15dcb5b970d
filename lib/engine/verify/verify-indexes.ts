import { toStringBinary } from '../../bytes/text.js';
import { isCorruption } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { rowsIn } from '../../keyvalue/rows-in.js';
import type { FamilySelection } from '../../model/family-selection.js';
import { NEWEST_OF_ALL } from '../../model/query-options.js';
import { isHandleLost } from '../../storage/fs/file-errors.js';
import { markedRow } from '../index/doubtful-rows.js';
import { columnsOf, entriesOfCells } from '../index/index-entries.js';
import { isEntryKey } from '../index/index-key.js';
import { snapshotOf } from '../index/index-snapshot.js';
import { rowExists } from '../mutation/read-column.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { RegionIndex } from '../region/region-index.js';
import type { RegionQuery, RegionReads } from '../region/region-reads.js';
import type { VerifiedFiles } from './verified-files.js';

/** How a check shares the time with other requests. */
export interface VerifySteps {
  readonly engine: Engine;
  /** Whether it is time for `rest`. */
  readonly isDue: boolean;
  /** Lets other requests run. Rejects if the check was ended. */
  rest(): Promise<void>;
  /** Reports the bytes that were read of the present table, in addition to what is done. */
  advance(more: number): void;
}

/** The check of an index ends after this many problems. */
const MOST_PROBLEMS = 10;
/** The rows that are read at once. */
const ROWS_AT_ONCE = 100;

/** How a report calls an index. */
export function indexPath(table: string, index: string): string {
  return `index ${index} of ${table}`;
}

/**
 * Checks the complete indexes of a table, beside normal work: each entry that a row must have exists, and each key is one
 * that an engine writes. An entry that its row does not need any more is no problem: a row may have one for each value that
 * it may get by expiry, or whose cell was dropped without a write, and a read compares each entry with its row. REQUIRES
 * that the files of the table are open. The check ends at a block that cannot be read, which is the problem of its file. `sizeBytes`: the
 * size of the files, for the progress.
 */
export async function verifyIndexes(
  region: Region,
  sizeBytes: number,
  work: VerifySteps,
  found: VerifiedFiles,
): Promise<void> {
  if (!region.indexes.some(({ complete }) => complete)) return;
  const check = new IndexCheck(region, sizeBytes, work, found);
  try {
    await check.rows();
    for (const index of region.indexes) await check.entries(index);
  } catch (error) {
    if (!isCorruption(error)) throw error;
  }
}

class IndexCheck {
  readonly #region: Region;
  readonly #work: VerifySteps;
  readonly #found: VerifiedFiles;
  /** The number of problems, by the names of the indexes. */
  readonly #problems = new Map<string, number>();
  readonly #bytesPerCell: number;
  /** The number of cells that were visited. */
  #cells = 0;

  constructor(region: Region, sizeBytes: number, work: VerifySteps, found: VerifiedFiles) {
    this.#region = region;
    this.#bytesPerCell =
      sizeBytes /
      Math.max(
        1,
        region.allStores.reduce((cells, { view }) => cells + view.cellCount, 0),
      );
    this.#work = work;
    this.#found = found;
  }

  /** Each row has its entries in the indexes. */
  async rows(): Promise<void> {
    const region = this.#region;
    const { group, dataClock } = this.#work.engine;
    const families = columnsOf(region.indexes.map((index) => ({ index, qualifiers: null })));
    await this.#visit(region.reads, families, (cells) => {
      const row = (cells[0] as CellView).copyRow();
      const snapshot = snapshotOf(region, group.readPoint, dataClock.now());
      for (const index of this.#checked()) {
        const lacks = entriesOfCells(snapshot, index, row, cells, null).some(
          ({ key }) => !rowExists(index, key, NEWEST_OF_ALL, group.readPoint, dataClock.now()),
        );
        if (lacks) this.#add(index, `lacks an entry of row '${toStringBinary(row)}', so reads by it may miss the row`);
      }
    });
  }

  /** Each entry of an index is one that an engine writes. */
  async entries(index: RegionIndex): Promise<void> {
    if (!index.complete) return;
    this.#found.add(indexPath(this.#region.name, index.name), 'index');
    const { order } = index.descriptor;
    await this.#visit(index.reads, [], (cells) => {
      const key = (cells[0] as CellView).copyRow();
      const [cell] = cells as readonly [CellView];
      const isBare = cells.length === 1 && cell.qualifierLength === 0 && cell.valueLength === 0;
      if ((isBare && (isEntryKey(order, key) || markedRow(key) !== null)) || !this.#checked().includes(index)) return;
      this.#add(index, `has an entry that no version of Bigtab writes, '${toStringBinary(key)}'`);
    });
  }

  /** The indexes that are complete and have few problems: a change of the schema may have replaced those of before. */
  #checked(): readonly RegionIndex[] {
    return this.#region.indexes.filter(
      ({ name, complete }) => complete && (this.#problems.get(name) ?? 0) < MOST_PROBLEMS,
    );
  }

  #add({ name }: RegionIndex, problem: string): void {
    const path = indexPath(this.#region.name, name);
    const count = (this.#problems.get(name) ?? 0) + 1;
    this.#problems.set(name, count);
    const more = count === MOST_PROBLEMS ? ' There may be more such problems.' : '';
    this.#found.add(
      path,
      'index',
      `Index '${name}' of table '${this.#region.name}' ${problem}. Repair builds the index again.${more}`,
    );
  }

  /** Calls `visit` with the newest cells of each row, in the turn in which they were read. */
  async #visit(
    reads: RegionReads,
    families: readonly FamilySelection[],
    visit: (cells: readonly CellView[]) => void,
  ): Promise<void> {
    const { engine } = this.#work;
    const writer = new ResultBlockWriter();
    const query = { ...NEWEST_OF_ALL, families, raw: false, batch: Number.POSITIVE_INFINITY };
    let next: Uint8Array | null = new Uint8Array();
    while (next !== null && !this.#region.closed && this.#checked().length > 0) {
      const from: Uint8Array = next;
      try {
        next = this.#read(reads, query, from, writer);
        for (const cells of rowsIn(writer)) visit(cells);
      } catch (error) {
        if (!isHandleLost(error)) throw error;
        // The browser has ended a handle; the rows are read again.
        next = from;
        await engine.watch.reopened;
      }
      if (!this.#work.isDue) continue;
      this.#work.advance(this.#cells * this.#bytesPerCell);
      await this.#work.rest();
    }
  }

  /** Reads some rows. Returns the first row that is not read; null at the end. */
  #read(reads: RegionReads, query: RegionQuery, start: Uint8Array, writer: ResultBlockWriter): Uint8Array | null {
    const { group, dataClock } = this.#work.engine;
    const range = { start, startInclusive: true, stop: new Uint8Array(), stopInclusive: false, reversed: false };
    const { scan, trace } = reads.traced(range, query, group.readPoint, dataClock.now());
    writer.begin([]);
    try {
      const budget = { rows: ROWS_AT_ONCE, bytes: Number.POSITIVE_INFINITY, deadline: () => false };
      return scan.scanner.fill(writer, budget) ? scan.scanner.nextRow() : null;
    } finally {
      this.#cells += trace.cells;
      scan.close();
    }
  }
}

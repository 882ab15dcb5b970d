/*
 * The timestamp of a write that has none, in a row with cells whose timestamps the engine did not assign: an import, an
 * explicit timestamp, another unit. In the modes `ordered` and `strict` it is above what would hide the write, and above
 * what the write should delete (W-6, A-10).
 *
 *   stored or written by an earlier part         a put is above it      a delete of its column or family
 *   newest visible version of the column         yes                    yes
 *   DeleteFamily, DeleteColumn                   yes                    no
 *   Delete, DeleteFamilyVersion                  not equal to it        no
 *
 * A version at exactly the timestamp does not hide a put, which replaces it, unless its family keeps several versions.
 * In `strict` mode every column of the row counts, and a delete is a write like any other. With NEW_VERSION_BEHAVIOR a
 * stored marker hides nothing that is written later.
 */
import { equalBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, isCorruption } from '../../errors.js';
import { type CellBuffer, encodedCellLength, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import type { FamilySelection } from '../../model/family-selection.js';
import { queryOf } from '../../model/query-options.js';
import { ALL_TIME } from '../../model/time-range.js';
import { isDamaged } from '../region/damaged-rows.js';
import type { Region } from '../region/region.js';
import { cellText, isAmong, isOfFamily } from '../region/row-cells.js';
import { LARGEST_TIMESTAMP, type RowClock } from '../region/row-clock.js';
import type { Store } from '../region/store.js';
import { readCells } from './read-column.js';

/** A write without a timestamp. */
export interface UntimedWrite {
  readonly row: Uint8Array;
  /** The columns and families that it writes or deletes, but not the versions that it deletes one by one. */
  readonly columns: readonly FamilySelection[];
  readonly isPut: boolean;
  /** The smallest timestamp that it may have. */
  readonly least: number;
}

/** The state that the write sees. */
interface RowState {
  readonly readPoint: number;
  readonly now: number;
}

const NO_BYTES = new Uint8Array();

/**
 * The timestamp of `write`. The first `earlier` bytes of `out` are the cells of earlier parts of its action, which are
 * not stored yet. Throws INVALID_OPERATION if it would be above the largest timestamp.
 */
export function visibleTime(
  { region, clock }: { readonly region: Region; readonly clock: RowClock },
  write: UntimedWrite,
  state: RowState,
  out: CellBuffer,
  earlier: number,
): number {
  const isStrict = clock.mode === 'strict';
  const search = new Search(region, write, isStrict);
  const cell = new CellView();
  for (const store of region.stores) {
    const named = write.columns.find(({ family }) => equalBytes(family, store.name));
    if (!isStrict && named === undefined) continue;
    search.turnTo(store, isStrict ? null : (named as FamilySelection).qualifiers);
    search.read(state);
    for (let at = 0; at < earlier; at += encodedCellLength(out.view, at)) {
      readCell(cell, out, at);
      if (cell.familyId === store.familyId) search.judge(cell);
    }
  }
  return search.time();
}

class Search {
  readonly #region: Region;
  readonly #write: UntimedWrite;
  readonly #isStrict: boolean;
  /** Whether the write can be hidden by a marker. */
  readonly #isHidden: boolean;
  #time: number;
  /** The timestamps of markers that hide only these; the largest one with how a write is refused because of it. */
  readonly #single = new Map<number, BigtabError | null>();
  /** The family that is visited, and its columns; null: all. */
  #store!: Store;
  #qualifiers: readonly Uint8Array[] | null = null;
  /** Versions from here on count. */
  #from = 0;

  constructor(region: Region, write: UntimedWrite, isStrict: boolean) {
    this.#region = region;
    this.#write = write;
    this.#isStrict = isStrict;
    this.#isHidden = isStrict || write.isPut;
    this.#time = write.least;
  }

  turnTo(store: Store, qualifiers: readonly Uint8Array[] | null): void {
    const { least, isPut } = this.#write;
    this.#store = store;
    this.#qualifiers = qualifiers;
    this.#from = this.#isStrict || (isPut && store.keepsVersions) ? least : least + 1;
  }

  /** Reads what is stored. A row that cannot be read counts as empty: its reads report the damage. */
  read({ readPoint, now }: RowState): void {
    const [region, store, qualifiers] = [this.#region, this.#store, this.#qualifiers];
    const { row } = this.#write;
    if (store.damage !== null && isDamaged(store.damage, row)) return;
    try {
      const query = queryOf([{ family: store.name, qualifiers }], 1, { min: this.#from, max: ALL_TIME.max });
      for (const cell of readCells(region, row, query, readPoint, now)) this.judge(cell);
      if (!this.#isHidden || store.scanInfo.newVersionBehavior) return;
      // Markers of the family are in the column with the empty qualifier (O-5).
      const columns = qualifiers === null ? null : [NO_BYTES, ...qualifiers];
      region.reads.visitCells(store, row, columns, this.#time, (cell) => {
        if (cell.timestamp < this.#time) return 'column';
        if (cell.type !== CellType.Put) this.judge(cell);
        return 'cell';
      });
    } catch (error) {
      if (!isCorruption(error)) throw error;
    }
  }

  /** Takes a visible version into account, or a marker, or a cell of an earlier part. */
  judge(cell: CellView): void {
    const { type, timestamp } = cell;
    if (timestamp < this.#time || !(isOfFamily(type) || isAmong(this.#qualifiers, cell))) return;
    if (type === CellType.Put ? timestamp < this.#from : !this.#isHidden) return;
    if (type === CellType.Delete || type === CellType.DeleteFamilyVersion) {
      this.#single.set(timestamp, timestamp === LARGEST_TIMESTAMP ? this.#refusal(cell) : null);
    } else {
      if (timestamp === LARGEST_TIMESTAMP) throw this.#refusal(cell);
      this.#time = timestamp + 1;
    }
  }

  time(): number {
    for (let error = this.#single.get(this.#time); error !== undefined; error = this.#single.get(++this.#time))
      if (error !== null) throw error;
    return this.#time;
  }

  #refusal(cell: CellView): BigtabError {
    const { name: table } = this.#region;
    const row = toStringBinary(this.#write.row);
    const { timestamp } = cell;
    const message = `A write without a timestamp to row '${row}' of table '${table}' would have no effect, because ${cellText(this.#store, cell)} has the timestamp ${timestamp}. Delete that with this timestamp, or set one`;
    return new BigtabError('INVALID_OPERATION', message, { details: { table, row, timestamp } });
  }
}

import type { ByteWriter } from '../../bytes/byte-writer.js';
import { compareBytes, equalBytes } from '../../bytes/compare.js';
import { encodedCellLength, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import type { FamilySelection } from '../../model/family-selection.js';
import type { Region } from '../region/region.js';
import type { RegionIndex } from '../region/region-index.js';
import { isIn, isOfFamily } from '../region/row-cells.js';
import { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { appendDoubt } from './doubtful-rows.js';
import { columnsOf, type Entry, entriesOfCells, readColumns } from './index-entries.js';
import { BEFORE_EXPIRY, type IndexSnapshot, snapshotOf } from './index-snapshot.js';
import type { UniqueClaim } from './unique-claims.js';
import { appendEntry, appendRemoval } from './write-entries.js';

/** An index that a mutation concerns. */
interface Concerned {
  readonly index: RegionIndex;
  /** Of an index on qualifiers: those that the mutation names; null for all. */
  qualifiers: Uint8Array[] | null;
  /** The puts of its columns: which column, or 0, and the timestamp. */
  readonly puts: readonly (readonly [column: number, timestamp: number])[];
  before: readonly Entry[];
  /** Null if the row must be read again. */
  after: readonly Entry[] | null;
}

/**
 * What one mutation of a row changes in the indexes of its table: the entries that the row must have before and after
 * it are compared. Create it before the cells of the mutation are inserted, and call `append` afterwards.
 */
export class IndexChange {
  readonly #region: Region;
  readonly #row: Uint8Array;
  readonly #concerned: readonly Concerned[];
  readonly #columns: readonly FamilySelection[];

  private constructor(
    region: Region,
    row: Uint8Array,
    concerned: readonly Concerned[],
    columns: readonly FamilySelection[],
  ) {
    this.#region = region;
    this.#row = row;
    this.#concerned = concerned;
    this.#columns = columns;
  }

  /** `cells`: a mutation of one row, stamped. Null if it concerns no index. */
  static of(region: Region, cells: ByteWriter, readPoint: number): IndexChange | null {
    const concerned = concernedBy(region, cells);
    if (concerned.length === 0) return null;
    const first = new CellView();
    readCell(first, cells, 0);
    const row = first.copyRow();
    const snapshot = snapshotOf(region, readPoint, BEFORE_EXPIRY);
    const columns = columnsOf(concerned);
    const changes = new UnwrittenChanges();
    const present = readColumns(snapshot, columns, row, changes);
    const isPlain = !changes.take().some(({ hides }) => hides);
    const next = isPlain ? nextCells(snapshot, concerned, present, cells) : null;
    for (const one of concerned) {
      one.before = entriesOfCells(snapshot, one.index, row, present, one.qualifiers);
      if (next !== null) one.after = entriesOfCells(snapshot, one.index, row, next, one.qualifiers);
    }
    return new IndexChange(region, row, concerned, columns);
  }

  /**
   * Appends the entries that are added and markers for those that are removed to `out`, stamped. Returns the values of
   * unique indexes that the row gets, which must be judged.
   */
  append(sequenceId: number, out: ByteWriter): readonly UniqueClaim[] {
    const region = this.#region;
    const row = this.#row;
    const claims: UniqueClaim[] = [];
    if (this.#concerned[0]?.after === null)
      this.#readAfter(snapshotOf(region, sequenceId, BEFORE_EXPIRY), out, sequenceId);
    for (const { index, before, after } of this.#concerned) {
      const next = after as readonly Entry[];
      for (const entry of next) {
        const isKept = before.some((other) => other.until === entry.until && equalBytes(other.key, entry.key));
        // An entry among several may be one that no read has shown yet.
        if (index.descriptor.unique && !(isKept && before.length === 1)) claims.push({ region, index, row, entry });
        if (!isKept) appendEntry(out, index, entry, sequenceId);
      }
      for (const { key } of before) {
        if (!next.some((other) => equalBytes(other.key, key))) appendRemoval(out, index, key, sequenceId);
      }
    }
    return claims;
  }

  /** Reads what the row has after the mutation. Appends marks for puts that are hidden. */
  #readAfter(snapshot: IndexSnapshot, out: ByteWriter, sequenceId: number): void {
    const cells = readColumns(snapshot, this.#columns, this.#row, null);
    for (const one of this.#concerned)
      one.after = entriesOfCells(snapshot, one.index, this.#row, cells, one.qualifiers);
    for (const { index, puts, after } of this.#concerned) {
      const isSeen = ([column, time]: readonly [number, number]) =>
        after?.some(({ timestamps }) => timestamps[column] === time);
      if (!puts.every(isSeen)) appendDoubt(out, this.#region, index, this.#row, sequenceId);
    }
  }
}

/**
 * The newest visible cells of a row after a mutation of plain puts, each newer than the cell that it replaces. Null if
 * that is not what the mutation does: the row must then be read. REQUIRES that no marker and no time to live of a cell
 * hides any of the row's cells. `present`: the newest cells before.
 */
function nextCells(
  { stores }: IndexSnapshot,
  concerned: readonly Concerned[],
  present: readonly CellView[],
  mutation: ByteWriter,
): readonly CellView[] | null {
  if (present.some(({ tagsLength }) => tagsLength > 0)) return null;
  const indexed = new Set(concerned.flatMap(({ index }) => index.columns.map(({ store }) => store)));
  const next = [...present];
  for (let at = 0; at < mutation.length; at += encodedCellLength(mutation.view, at)) {
    const cell = new CellView();
    readCell(cell, mutation, at);
    cell.familyId = stores.findIndex(({ familyId }) => familyId === cell.familyId);
    const store = stores[cell.familyId];
    if (store === undefined || !indexed.has(store)) continue;
    const { type, timestamp, tagsLength } = cell;
    const { scanInfo } = store;
    if (type !== CellType.Put || tagsLength > 0 || scanInfo.newVersionBehavior) return null;
    const qualifier = cell.copyQualifier();
    const place = next.findIndex((other) => other.familyId === cell.familyId && isIn(other, qualifier));
    const replaced = next[place];
    if (replaced === undefined) {
      next.push(cell);
    } else {
      const isSameMutation = !present.includes(replaced);
      if (isSameMutation || replaced.timestamp > timestamp) return null;
      next[place] = cell;
    }
  }
  return next;
}

function concernedBy({ indexes }: Region, cells: ByteWriter): Concerned[] {
  const concerned: Concerned[] = [];
  const cell = new CellView();
  for (const index of indexes) {
    const isOnQualifiers = index.descriptor.qualifiersOf !== null;
    let touched = false;
    let qualifiers: Uint8Array[] | null = isOnQualifiers ? [] : null;
    const puts: [number, number][] = [];
    for (let at = 0; at < cells.length; at += encodedCellLength(cells.view, at)) {
      readCell(cell, cells, at);
      const { type, familyId, timestamp } = cell;
      const ofFamily = isOfFamily(type);
      const column = index.columns.findIndex(
        ({ store, qualifier }) =>
          store.familyId === familyId && (ofFamily || qualifier === null || isIn(cell, qualifier)),
      );
      if (column < 0) continue;
      touched = true;
      if (ofFamily) qualifiers = null;
      else if (qualifiers !== null) qualifiers.push(cell.copyQualifier());
      if (type === CellType.Put) puts.push([column, timestamp]);
    }
    if (touched)
      concerned.push({ index, qualifiers: qualifiers && inOrder(qualifiers), puts, before: [], after: null });
  }
  return concerned;
}

/** In byte order, without duplicates. */
function inOrder(qualifiers: readonly Uint8Array[]): Uint8Array[] {
  const sorted = [...qualifiers].sort(compareBytes);
  return sorted.filter((one, at) => at === 0 || !equalBytes(one, sorted[at - 1] as Uint8Array));
}

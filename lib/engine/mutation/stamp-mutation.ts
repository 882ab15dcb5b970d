import type { ByteWriter } from '../../bytes/byte-writer.js';
import { equalBytes } from '../../bytes/compare.js';
import { corruption } from '../../errors.js';
import { stampCell } from '../../keyvalue/append-cell.js';
import {
  CELL_HEADER_BYTES,
  type CellBuffer,
  EVERY_FAMILY,
  encodedCellLength,
  FLAG_IMPLICIT_TIME,
  OFFSET_FAMILY,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  OFFSET_VALUE_LENGTH,
  readCell,
  rowAt,
} from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import { type FamilySelection, select } from '../../model/family-selection.js';
import { LATEST_TIMESTAMP } from '../../model/mutation.js';
import type { Region } from '../region/region.js';
import type { RowClock } from '../region/row-clock.js';
import type { Store } from '../region/store.js';
import { checkCellSize } from '../region/write-limits.js';
import { readColumn } from './read-column.js';
import { soundCellLength } from './sound-cell.js';
import { visibleTime } from './visible-time.js';

/** The request that mutations are part of, and what its family numbers mean. */
export interface MutationSource {
  readonly region: Region;
  readonly block: CellBuffer;
  readonly families: readonly Uint8Array[];
  /** The store of each family; undefined if the table does not have the family. */
  readonly stores: readonly (Store | undefined)[];
  readonly clock: RowClock;
}

/** The state that a mutation sees and the time at which it is applied. */
export interface StampContext {
  readonly readPoint: number;
  readonly now: number;
  readonly sequenceId: number;
  /**
   * The timestamp of the cell that was checked first, 0 for none: implicit timestamps of puts are at least this (W-55).
   */
  readonly checked: number;
  /** The largest timestamp so far of the action's new cells that is not implicit, -1 for none. */
  ahead: number;
}

/** The stores of the region for a request's family numbers. */
export function storesOf(region: Region, families: readonly Uint8Array[]): (Store | undefined)[] {
  return families.map((name) => region.store(name));
}

/**
 * Checks the flat cells from `from` to `end`. Throws CORRUPTION for bytes that are not a cell, INVALID_OPERATION for a
 * cell above the limit (N-35). Returns the number of the first family that the table lacks, or -1.
 */
export function checkCells(source: MutationSource, from: number, end: number): number {
  const { view } = source.block;
  const { writeLimits } = source.region;
  let unknown = -1;
  for (let cell = from; cell < end; ) {
    const length = soundCellLength(source.block, cell, end);
    const family = view.getUint16(cell + OFFSET_FAMILY, true);
    if (family !== EVERY_FAMILY && source.stores[family] === undefined) {
      if (source.families[family] === undefined) throw corruption('request', cell, 'no family has this number');
      if (unknown < 0) unknown = family;
    }
    checkCellSize(
      writeLimits,
      view.getUint16(cell, true),
      source.families[family]?.length ?? 0,
      view.getUint32(cell + OFFSET_QUALIFIER_LENGTH, true),
      view.getUint32(cell + OFFSET_VALUE_LENGTH, true),
    );
    cell += length;
  }
  return unknown;
}

/** Whether a mutation must read before it is written: it deletes the newest version of a column (W-24). */
export function needsRead({ view }: CellBuffer, from: number, end: number): boolean {
  for (let cell = from; cell < end; cell += encodedCellLength(view, cell)) if (isNewestVersion(view, cell)) return true;
  return false;
}

function isNewestVersion(view: DataView, cell: number): boolean {
  return (
    view.getUint8(cell + OFFSET_TYPE) === CellType.Delete &&
    view.getFloat64(cell + OFFSET_TIMESTAMP, true) === LATEST_TIMESTAMP
  );
}

/**
 * Copies the cells of one put or delete to `out` with family ids, sequence id and timestamps filled in. All of its
 * cells without a timestamp get the same one (W-2), which is taken only when one needs it. REQUIRES that `checkCells`
 * found every family.
 */
export function stampMutation(
  source: MutationSource,
  from: number,
  end: number,
  context: StampContext,
  out: ByteWriter,
): void {
  const { block, region, stores, clock } = source;
  const { view } = block;
  const { ahead } = context;
  const earlier = ahead < 0 ? 0 : out.length;
  let given = -1;
  let givenFlag = FLAG_IMPLICIT_TIME;
  let versions: NewestVersions | null = null;
  for (let cell = from; cell < end; ) {
    const length = encodedCellLength(view, cell);
    let time = view.getFloat64(cell + OFFSET_TIMESTAMP, true);
    let flag = 0;
    if (isNewestVersion(view, cell)) {
      versions ??= new NewestVersions(source, context);
      time = versions.timestamp(cell);
      if (time !== LATEST_TIMESTAMP && clock.deletedVersion(region, rowAt(block, cell), time))
        flag = FLAG_IMPLICIT_TIME;
    }
    if (time === LATEST_TIMESTAMP) {
      if (given < 0) {
        const base = implicitTime(source, cell, end);
        const isPut = view.getUint8(cell + OFFSET_TYPE) === CellType.Put;
        given = isPut && context.checked > 0 ? clock.forChecked(context.checked, base) : base;
        if (clock.mayBeBehind(region, given, ahead)) {
          const columns = untimedColumns(source, cell, end);
          const write = { row: rowAt(block, cell), columns, isPut, least: given };
          given = visibleTime(source, write, context, out, earlier);
        }
        if (given > base && !clock.settle(region, rowAt(block, cell), base, given, !isPut)) givenFlag = 0;
      }
      time = given;
      flag = givenFlag;
    }
    if (flag === 0 && time > context.ahead) context.ahead = time;
    const family = view.getUint16(cell + OFFSET_FAMILY, true);
    const every = family === EVERY_FAMILY;
    for (let index = 0; index < (every ? region.stores.length : 1); index++) {
      const store = (every ? region.stores[index] : stores[family]) as Store;
      const at = out.length;
      out.raw(block.bytes, cell, length);
      out.view.setUint16(at + OFFSET_FAMILY, store.familyId, true);
      stampCell(out.view, at, context.sequenceId, time, flag);
    }
    cell += length;
  }
}

/** The columns and families that the cells without a timestamp write or delete, without versions deleted one by one. */
function untimedColumns({ block, region, families }: MutationSource, from: number, end: number): FamilySelection[] {
  const { view } = block;
  const selected: FamilySelection[] = [];
  const cell = new CellView();
  for (let at = from; at < end; at += encodedCellLength(view, at)) {
    readCell(cell, block, at);
    const { type, timestamp, familyId } = cell;
    if (timestamp !== LATEST_TIMESTAMP || type === CellType.Delete || type === CellType.DeleteFamilyVersion) continue;
    if (familyId === EVERY_FAMILY) return region.stores.map(({ name: family }) => ({ family, qualifiers: null }));
    const family = families[familyId] as Uint8Array;
    const isColumn = type !== CellType.DeleteFamily;
    // A column adds nothing to its whole family.
    if (isColumn && selected.some((one) => one.qualifiers === null && equalBytes(one.family, family))) continue;
    select(selected, family, isColumn ? cell.copyQualifier() : null);
  }
  return selected;
}

/** The timestamp of a put or delete that ends at `end` and whose first cell without one is at `cell`. */
function implicitTime(source: MutationSource, cell: number, end: number): number {
  const { region, block, clock } = source;
  const { view, bytes } = block;
  const row = cell + CELL_HEADER_BYTES;
  const length = view.getUint16(cell, true);
  const versions = region.keepsVersions && touchesVersions(source, cell, end);
  return view.getUint8(cell + OFFSET_TYPE) === CellType.Put
    ? clock.forPut(region, bytes, row, length, versions)
    : clock.forDelete(region, bytes, row, length, versions);
}

/**
 * Whether one of the cells without a timestamp belongs to a family with several versions. REQUIRES a table that has
 * one.
 */
function touchesVersions({ block: { view }, stores }: MutationSource, from: number, end: number): boolean {
  for (let cell = from; cell < end; cell += encodedCellLength(view, cell)) {
    if (view.getFloat64(cell + OFFSET_TIMESTAMP, true) !== LATEST_TIMESTAMP) continue;
    const family = view.getUint16(cell + OFFSET_FAMILY, true);
    if (family === EVERY_FAMILY || stores[family]?.keepsVersions) return true;
  }
  return false;
}

/**
 * Finds the versions that the markers of one delete without a timestamp refer to: the n-th marker of a column deletes
 * its n-th newest version (W-24).
 */
class NewestVersions {
  readonly #source: MutationSource;
  readonly #context: StampContext;
  readonly #asked = new Map<string, number>();

  constructor(source: MutationSource, context: StampContext) {
    this.#source = source;
    this.#context = context;
  }

  /** The timestamp of the version, or LATEST_TIMESTAMP if there are fewer versions. */
  timestamp(cell: number): number {
    const { region, block, stores } = this.#source;
    const { bytes, view } = block;
    const family = view.getUint16(cell + OFFSET_FAMILY, true);
    const row = rowAt(block, cell);
    const qualifierStart = cell + CELL_HEADER_BYTES + row.length;
    const qualifierLength = view.getUint32(cell + OFFSET_QUALIFIER_LENGTH, true);
    const qualifier = bytes.subarray(qualifierStart, qualifierStart + qualifierLength);
    const key = `${family}:${qualifier.join()}`;
    const count = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, count);
    const { readPoint, now } = this.#context;
    const versions = readColumn(
      region,
      stores[family] as Store,
      row,
      qualifier,
      { maxVersions: count },
      readPoint,
      now,
    );
    return versions[count - 1]?.timestamp ?? LATEST_TIMESTAMP;
  }
}

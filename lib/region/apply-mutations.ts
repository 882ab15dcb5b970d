import { ByteWriter } from '../bytes/byte-writer.js';
import {
  CELL_HEADER_BYTES,
  type CellBuffer,
  encodedCellLength,
  FLAG_IMPLICIT_TIME,
  OFFSET_FAMILY,
  OFFSET_FLAGS,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_SEQUENCE_ID,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  OFFSET_VALUE_LENGTH,
} from '../keyvalue/cell-layout.js';
import { CellType } from '../model/cell-type.js';
import { type Durability, LATEST_TIMESTAMP } from '../model/mutation.js';
import { EVERY_FAMILY, encodeMutateReply, type FailedMutation, type MutateRequest } from '../service/mutate-codec.js';
import { checkCellSize } from './cell-size-limit.js';
import type { CommitGroup, OperationId } from './commit-group.js';
import type { Region } from './region.js';
import type { RowClock } from './row-clock.js';
import type { Store } from './store.js';

export interface MutationContext {
  readonly group: CommitGroup;
  readonly clock: RowClock;
  /** Largest cell in bytes (N-35). */
  readonly cellSize: number;
  readonly operation: OperationId | null;
}

/**
 * Applies the puts and deletes of one request in list order, each atomic by itself with a sequence id of its own (W-1, A-12).
 * A mutation of an unknown family fails alone (W-8); a cell above the limit fails them all (N-35).
 * Implicit timestamps are stamped and sequence ids filled in while the cells are copied into the log record. Gives the answer, which is
 * logged too.
 */
export function applyMutations(
  region: Region,
  request: MutateRequest,
  durability: Durability,
  context: MutationContext,
): Uint8Array {
  const { group } = context;
  const stores = request.families.map((name) => region.store(name));
  const failures = check(region, request, stores, context.cellSize);
  const failed = new Set(failures.map(({ index }) => index));
  const answer = encodeMutateReply(failures);
  const count = request.mutations - failed.size;
  if (count === 0) return answer;
  const first = group.takeSequenceIds(count);
  try {
    const logged = durability !== 'SKIP_WAL';
    const writer = logged ? group.beginRecord(context.operation, first, region.id) : new ByteWriter();
    const start = writer.length;
    stamp(region, request, stores, failed, first, context.clock, writer);
    insert(region, writer, start, writer.length, group);
    if (logged) group.endRecord(first + count - 1, context.operation === null ? null : answer, durability);
  } catch (error) {
    group.poison(error);
    throw error;
  }
  return answer;
}

/** Looks at every cell before anything is changed. */
function check(
  region: Region,
  request: MutateRequest,
  stores: readonly (Store | undefined)[],
  cellSize: number,
): FailedMutation[] {
  const failures: FailedMutation[] = [];
  const { view } = request.block;
  let at = request.offset;
  for (let index = 0; index < request.mutations; index++) {
    const end = at + 8 + view.getUint32(at + 4, true);
    let unknown = -1;
    for (let cell = at + 8; cell < end; cell += encodedCellLength(view, cell)) {
      const family = view.getUint16(cell + OFFSET_FAMILY, true);
      if (family !== EVERY_FAMILY && stores[family] === undefined && unknown < 0) unknown = family;
      checkCellSize(
        cellSize,
        view.getUint16(cell, true),
        request.families[family]?.length ?? 0,
        view.getUint32(cell + OFFSET_QUALIFIER_LENGTH, true),
        view.getUint32(cell + OFFSET_VALUE_LENGTH, true),
      );
    }
    if (unknown >= 0) failures.push({ index, error: region.noSuchFamily(request.families[unknown] as Uint8Array) });
    at = end;
  }
  return failures;
}

function stamp(
  region: Region,
  request: MutateRequest,
  stores: readonly (Store | undefined)[],
  failed: ReadonlySet<number>,
  firstSequenceId: number,
  clock: RowClock,
  writer: ByteWriter,
): void {
  const { block } = request;
  const { view } = block;
  clock.tick();
  let sequenceId = firstSequenceId;
  let at = request.offset;
  for (let index = 0; index < request.mutations; index++) {
    const end = at + 8 + view.getUint32(at + 4, true);
    if (!failed.has(index)) {
      const now = implicitTime(region.id, block, at + 8, end, clock);
      for (let cell = at + 8; cell < end; ) {
        const length = encodedCellLength(view, cell);
        const family = view.getUint16(cell + OFFSET_FAMILY, true);
        if (family === EVERY_FAMILY) {
          for (const store of region.stores) stampCell(writer, block, cell, length, store.familyId, now, sequenceId);
        } else {
          stampCell(writer, block, cell, length, (stores[family] as Store).familyId, now, sequenceId);
        }
        cell += length;
      }
      sequenceId++;
    }
    at = end;
  }
}

/** The one timestamp that all cells of a mutation without their own get (W-2); not taken when every cell has its own. */
function implicitTime(tableId: number, block: CellBuffer, from: number, end: number, clock: RowClock): number {
  const { view, bytes } = block;
  for (let cell = from; cell < end; cell += encodedCellLength(view, cell)) {
    if (view.getFloat64(cell + OFFSET_TIMESTAMP, true) !== LATEST_TIMESTAMP) continue;
    const row = cell + CELL_HEADER_BYTES;
    const length = view.getUint16(cell, true);
    return view.getUint8(cell + OFFSET_TYPE) === CellType.Put
      ? clock.forPut(tableId, bytes, row, length)
      : clock.forDelete(tableId, bytes, row, length);
  }
  return 0;
}

function stampCell(
  writer: ByteWriter,
  block: CellBuffer,
  cell: number,
  length: number,
  familyId: number,
  now: number,
  sequenceId: number,
): void {
  const at = writer.length;
  writer.raw(block.bytes, cell, length);
  const { view } = writer;
  view.setUint16(at + OFFSET_FAMILY, familyId, true);
  view.setFloat64(at + OFFSET_SEQUENCE_ID, sequenceId, true);
  if (view.getFloat64(at + OFFSET_TIMESTAMP, true) === LATEST_TIMESTAMP) {
    view.setFloat64(at + OFFSET_TIMESTAMP, now, true);
    view.setUint8(at + OFFSET_FLAGS, view.getUint8(at + OFFSET_FLAGS) | FLAG_IMPLICIT_TIME);
  }
}

/** Puts stamped cells into the memstores of their families. */
export function insert(region: Region, buffer: CellBuffer, start: number, end: number, group: CommitGroup): void {
  let store: Store | undefined;
  for (let cell = start; cell < end; cell += encodedCellLength(buffer.view, cell)) {
    const familyId = buffer.view.getUint16(cell + OFFSET_FAMILY, true);
    if (store?.familyId !== familyId) {
      store = region.storeById(familyId) as Store;
      group.touch(store);
    }
    store.memstore.insert(buffer, cell);
  }
}

import { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { compareBytes, equalBytes } from '../bytes/compare.js';
import { decodeInt64, encodeInt64, wrapInt64 } from '../bytes/numbers.js';
import { toStringBinary } from '../bytes/text.js';
import { BigtabError } from '../errors.js';
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
  readCell,
} from '../keyvalue/cell-layout.js';
import { CellView } from '../keyvalue/cell-view.js';
import { CellType } from '../model/cell-type.js';
import { type Durability, LATEST_TIMESTAMP } from '../model/mutation.js';
import type { IncrementRequest } from '../service/increment-codec.js';
import { ResultBlockWriter, readResultBlock } from '../service/result-block.js';
import { insert } from './apply-mutations.js';
import { checkCellSize } from './cell-size-limit.js';
import type { CommitGroup, OperationId } from './commit-group.js';
import type { Region } from './region.js';
import type { RowClock } from './row-clock.js';
import type { Store } from './store.js';

export interface IncrementContext {
  readonly group: CommitGroup;
  readonly clock: RowClock;
  /** Largest cell in bytes (N-35). */
  readonly cellSize: number;
  readonly operation: OperationId | null;
}

const COUNTER_BYTES = 8;

interface Counter {
  readonly store: Store;
  readonly familyIndex: number;
  readonly qualifier: Uint8Array;
  readonly value: bigint;
  readonly timestamp: number;
  /** Whether the clock gave the timestamp. */
  readonly implicit: boolean;
}

/**
 * Adds to counters of one row (W-31…W-37). Reads the newest visible version of each named column, seeing the group's earlier
 * writes, and writes one put per column: old value + amount modulo 2⁶⁴, 0 where there is none. The new timestamp is at least the
 * old one + 1. Gives the result block with the new cells, in family and qualifier order. Throws NO_SUCH_COLUMN_FAMILY, and
 * INVALID_OPERATION when a value is not 8 bytes wide or a cell too large (N-35); nothing is changed then.
 */
export function incrementRow(
  region: Region,
  request: IncrementRequest,
  durability: Durability,
  context: IncrementContext,
): Uint8Array {
  const { group } = context;
  const counters = computeCounters(region, request, context);
  const cells = new ByteWriter();
  const first = group.takeSequenceIds(1);
  for (const counter of counters) appendCell(cells, counter, request.row, first);
  const answer = encodeAnswer(region, counters, cells, request.returnResults);
  try {
    if (durability !== 'SKIP_WAL') {
      const record = group.beginRecord(context.operation, first, region.id);
      record.raw(cells.bytes, 0, cells.length);
      group.endRecord(first, context.operation === null ? null : answer, durability);
    }
    insert(region, cells, 0, cells.length, group);
  } catch (error) {
    group.poison(error);
    throw error;
  }
  return answer;
}

function computeCounters(region: Region, request: IncrementRequest, context: IncrementContext): Counter[] {
  const { row } = request;
  const named = request.amounts.map(({ family, qualifier, amount }) => {
    const name = request.families[family] as Uint8Array;
    const familyIndex = region.stores.findIndex((store) => equalBytes(store.name, name));
    if (familyIndex < 0) throw region.noSuchFamily(name);
    checkCellSize(context.cellSize, row.length, name.length, qualifier.length, COUNTER_BYTES);
    return { familyIndex, qualifier, amount };
  });
  named.sort((a, b) => a.familyIndex - b.familyIndex || compareBytes(a.qualifier, b.qualifier));
  const { clock, group } = context;
  const now = clock.tick();
  let base = -1;
  const implicitTime = (): number => {
    if (base < 0) base = clock.forPut(region.id, row, 0, row.length);
    return base;
  };
  return named.map(({ familyIndex, qualifier, amount }) => {
    const store = region.stores[familyIndex] as Store;
    const column = { store, familyIndex, qualifier };
    const current = readCounter(region, store, row, qualifier, group.readPoint, now);
    if (current === null) {
      const implicit = request.timestamp === LATEST_TIMESTAMP;
      const timestamp = implicit ? implicitTime() : request.timestamp;
      return { ...column, value: wrapInt64(amount), timestamp, implicit };
    }
    const timestamp = clock.forCounter(region.id, row, current.timestamp, implicitTime());
    const value = wrapInt64(current.value + amount);
    return { ...column, value, timestamp, implicit: timestamp <= clock.largestSeen };
  });
}

/** The newest visible value of one column, or null. */
function readCounter(
  region: Region,
  store: Store,
  row: Uint8Array,
  qualifier: Uint8Array,
  readPoint: number,
  now: number,
): { readonly value: bigint; readonly timestamp: number } | null {
  const scan = region.openGet(row, [{ family: store.name, qualifiers: [qualifier] }], readPoint, now);
  const writer = new ResultBlockWriter();
  writer.begin([]);
  try {
    scan.scanner.fill(writer, { rows: 1, bytes: Number.POSITIVE_INFINITY, deadline: () => false });
  } finally {
    scan.close();
  }
  const block = writer.finish();
  const found = readResultBlock(new ByteReader(block, 0, block.length, 'counter'));
  const [counter] = found.rows;
  if (counter === undefined) return null;
  const cell = new CellView();
  readCell(cell, found, counter.offset);
  if (cell.valueLength !== COUNTER_BYTES) {
    const column = `${store.family.name}:${toStringBinary(qualifier)}`;
    throw new BigtabError(
      'INVALID_OPERATION',
      `Field is not a long, it's ${cell.valueLength} bytes wide: column '${column}' of row '${toStringBinary(row)}'`,
    );
  }
  return { value: decodeInt64(cell.value, cell.valueOffset), timestamp: cell.timestamp };
}

function appendCell(cells: ByteWriter, counter: Counter, row: Uint8Array, sequenceId: number): void {
  const { implicit, qualifier, store, timestamp, value } = counter;
  const at = cells.reserve(CELL_HEADER_BYTES);
  const { view } = cells;
  view.setUint16(at, row.length, true);
  view.setUint16(at + OFFSET_FAMILY, store.familyId, true);
  view.setUint32(at + OFFSET_QUALIFIER_LENGTH, qualifier.length, true);
  view.setUint32(at + OFFSET_VALUE_LENGTH, COUNTER_BYTES, true);
  view.setFloat64(at + OFFSET_TIMESTAMP, timestamp, true);
  view.setFloat64(at + OFFSET_SEQUENCE_ID, sequenceId, true);
  view.setUint8(at + OFFSET_TYPE, CellType.Put);
  view.setUint8(at + OFFSET_FLAGS, implicit ? FLAG_IMPLICIT_TIME : 0);
  cells.raw(row);
  cells.raw(qualifier);
  cells.raw(encodeInt64(value));
}

function encodeAnswer(region: Region, counters: readonly Counter[], cells: CellBuffer, wanted: boolean): Uint8Array {
  const writer = new ResultBlockWriter();
  writer.begin(
    region.stores.map(({ name }) => name),
    true,
  );
  writer.beginRow();
  if (wanted) {
    const cell = new CellView();
    let at = 0;
    for (const { familyIndex } of counters) {
      readCell(cell, cells, at);
      writer.include(cell, familyIndex);
      at += encodedCellLength(cells.view, at);
    }
  }
  writer.endRow();
  return writer.finish();
}

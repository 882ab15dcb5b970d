import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { encodeText } from '../bytes/text.js';
import { EVERY_FAMILY, encodedCellLength, readCell } from '../keyvalue/cell-layout.js';
import { CellView } from '../keyvalue/cell-view.js';
import { readCellTtl } from '../keyvalue/ttl-tag.js';
import { CellType } from '../model/cell-type.js';
import { DURABILITIES, type Durability } from '../model/durability.js';
import { LATEST_TIMESTAMP } from '../model/timestamp.js';
import { type Attributes, DeleteType, type TColumnValue, type TDelete, type TPut } from './thrift/structs.js';
import { I64 } from './thrift/types.js';
import { sentTimestamp } from './timestamps.js';

/** A cell of a request. */
export interface SentCell {
  /** Null in the only cell of a delete of the whole row. */
  readonly family: Uint8Array | null;
  readonly qualifier: Uint8Array;
  readonly value: Uint8Array;
  readonly timestamp: number;
  readonly type: number;
}

/** A put or delete of a request. */
export interface SentMutation {
  readonly row: Uint8Array;
  readonly cells: readonly SentCell[];
  /** The time to live of its cells, in ms; null if they have none. */
  readonly ttlMs: number | null;
  readonly durability: Durability;
}

const TTL = encodeText('_ttl');

const DELETE_TYPES: Readonly<Record<number, DeleteType>> = {
  [CellType.Delete]: DeleteType.COLUMN,
  [CellType.DeleteColumn]: DeleteType.COLUMNS,
  [CellType.DeleteFamily]: DeleteType.FAMILY,
  [CellType.DeleteFamilyVersion]: DeleteType.FAMILY_VERSION,
};

/** Reads the cells of a mutation, from `offset` up to `end`. They are views of the request. */
export function readMutation(
  block: ByteReader,
  families: readonly Uint8Array[],
  durability: Durability,
  offset: number,
  end: number,
): SentMutation {
  const { bytes, view } = block;
  const cell = new CellView();
  const cells: SentCell[] = [];
  let row: Uint8Array = NOTHING;
  let ttlMs: number | null = null;
  for (let at = offset; at < end; at += encodedCellLength(view, at)) {
    readCell(cell, block, at);
    row = bytes.subarray(cell.rowOffset, cell.rowOffset + cell.rowLength);
    if (cell.tagsLength > 0) ttlMs = readCellTtl(cell);
    cells.push({
      family: cell.familyId === EVERY_FAMILY ? null : (families[cell.familyId] as Uint8Array),
      qualifier: bytes.subarray(cell.qualifierOffset, cell.qualifierOffset + cell.qualifierLength),
      value: bytes.subarray(cell.valueOffset, cell.valueOffset + cell.valueLength),
      timestamp: cell.timestamp,
      type: cell.type,
    });
  }
  return { row, cells, ttlMs, durability };
}

const NOTHING = new Uint8Array(0);

export function isPut({ cells }: SentMutation): boolean {
  return cells[0]?.type === CellType.Put;
}

/** Whether the server assigns a timestamp, or looks for the newest version: then it must not run twice. */
export function hasImplicitTime({ cells }: SentMutation): boolean {
  return cells.some(({ timestamp }) => timestamp === LATEST_TIMESTAMP);
}

/** The attribute of a time to live, and the number by which the gateway knows a durability. */
export function sentOptions({ ttlMs, durability }: Pick<SentMutation, 'ttlMs' | 'durability'>): {
  readonly attributes: Attributes | undefined;
  readonly durability: number | undefined;
} {
  return {
    attributes: ttlMs === null ? undefined : [[TTL, longBytes(ttlMs)]],
    durability: DURABILITIES.indexOf(durability) || undefined,
  };
}

function longBytes(value: number): Uint8Array {
  const out = new ByteWriter(8);
  I64.write(out, value);
  return out.finish();
}

export function sentPut(mutation: SentMutation): TPut {
  return { row: mutation.row, columnValues: mutation.cells.map(columnValue), ...sentOptions(mutation) };
}

function columnValue({ family, qualifier, value, timestamp }: SentCell): TColumnValue {
  return { family: family as Uint8Array, qualifier, value, timestamp: sentTimestamp(timestamp) };
}

/** A delete as it is sent: one for each kind of marker, because the gateway accepts only one kind in each. */
export function sentDeletes(mutation: SentMutation): readonly TDelete[] {
  const { row, cells } = mutation;
  const { durability } = sentOptions(mutation);
  const whole = cells.find(({ family }) => family === null);
  if (whole !== undefined) return [{ row, timestamp: sentTimestamp(whole.timestamp), durability }];
  return [...new Set(cells.map(({ type }) => type))].map((kind) => ({
    row,
    columns: cells
      .filter(({ type }) => type === kind)
      .map(({ family, qualifier, timestamp }) => ({
        family: family as Uint8Array,
        qualifier,
        timestamp: sentTimestamp(timestamp),
      })),
    deleteType: DELETE_TYPES[kind],
    durability,
  }));
}
